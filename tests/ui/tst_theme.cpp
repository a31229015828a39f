// SPDX-License-Identifier: GPL-3.0-or-later
// The colours of every theme can be read: text at least 4.5 to 1, graphics 3 to 1 (WCAG 2.1, AA).
#include <QTest>
#include <cmath>

#include "panels/language.h"
#include "widgets/look.h"

using namespace todevice;

namespace {

double channel(double value) {
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& color) {
  return 0.2126 * channel(color.redF()) + 0.7152 * channel(color.greenF()) + 0.0722 * channel(color.blueF());
}

double contrast(const QColor& one, const QColor& other) {
  const double a = luminance(one), b = luminance(other);
  return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

QStringList namesOf(const ThemeTokens& tokens) {
  QStringList names = tokens.colors.keys();
  names.sort();
  return names;
}

}  // namespace

class TestTheme : public QObject {
  Q_OBJECT
 private slots:
  void settingsMaySayAnything() {
    Look& look = Look::get();
    for (const double odd : {std::nan(""), 1.0}) {
      look.setZoom(odd);
      QCOMPARE(look.zoom(), 1.0);
      look.prepare(QStringLiteral("light"), odd);
      QCOMPARE(look.zoom(), 1.0);
    }
    setLanguage(QStringLiteral("of another version"));
    QCOMPARE(currentLanguage(), QStringLiteral("en"));
  }

  void contrastItself() {
    QCOMPARE(qRound(contrast(Qt::black, Qt::white)), 21);
    QVERIFY(contrast(QColor(0x77, 0x77, 0x77), Qt::white) < 4.5);
  }

  void tokensOf_data() {
    QTest::addColumn<QString>("theme");
    for (const QString& name : Look::themeNames()) QTest::newRow(qPrintable(name)) << name;
  }
  void tokensOf() {
    QFETCH(QString, theme);
    m_tokens = Look::loadTokens(theme);
    QCOMPARE(namesOf(m_tokens), namesOf(Look::loadTokens(QStringLiteral("light"))));
    for (const char* paper : {"window", "panel", "raised", "hover", "accentSoft", "changed", "differs"})
      for (const char* ink : {"text", "muted"}) check(ink, paper, 4.5);
    for (const char* tone : {"good", "warn", "bad"}) {
      const QByteArray soft = QByteArray(tone) + "Soft";
      for (const char* paper : {"panel", "raised", "window", soft.constData()}) check(tone, paper, 4.5);
    }
    for (const char* paper : {"panel", "raised", "window", "accentSoft"}) check("accent", paper, 4.5);
    check("onAccent", "accent", 4.5);
    for (const char* ink : {"keyword", "string", "number", "comment", "function"})
      for (const char* paper : {"panel", "currentLine"}) check(ink, paper, 4.5);
    for (const char* line : {"edge", "changedBar"})
      for (const char* paper : {"panel", "window", "raised"}) check(line, paper, 3);
    check("changedBar", "changed", 3);
  }

  void devicesOf_data() { tokensOf_data(); }
  void devicesOf() {
    QFETCH(QString, theme);
    m_tokens = Look::loadTokens(theme);
    QCOMPARE(m_tokens.devices.size(), 9);
    QList<int> patterns;
    for (auto it = m_tokens.devices.cbegin(); it != m_tokens.devices.cend(); ++it) {
      atLeast(it.key() + QStringLiteral(" letter"), contrast(it->ink, it->fill), 4.5);
      for (const char* paper : {"panel", "raised", "window", "changed"})
        atLeast(it.key() + QStringLiteral(" line on ") + QLatin1String(paper),
                contrast(it->line, color(paper)), 3);
      QVERIFY2(!patterns.contains(int(it->pattern)), "two devices share a pattern");
      patterns << int(it->pattern);
    }
  }

 private:
  QColor color(const char* name) {
    const QColor found = m_tokens.colors.value(QLatin1String(name));
    if (!found.isValid()) QTest::qFail(name, __FILE__, __LINE__);
    return found;
  }
  void check(const char* ink, const char* paper, double least) {
    atLeast(QStringLiteral("%1 on %2").arg(QLatin1String(ink), QLatin1String(paper)),
            contrast(color(ink), color(paper)), least);
  }
  void atLeast(const QString& what, double found, double least) {
    if (found < least)
      QTest::qFail(qPrintable(QStringLiteral("%1: %2 to 1").arg(what).arg(found)), __FILE__, __LINE__);
  }
  ThemeTokens m_tokens;
};

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
