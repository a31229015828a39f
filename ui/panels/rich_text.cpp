// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/rich_text.h"

#include <QApplication>
#include <QLabel>
#include <QLayout>
#include <QRegularExpression>
#include <QTextDocumentFragment>
#include <QWidget>

#include "loader/lesson.h"
#include "widgets/basics.h"
#include "widgets/breakable.h"

namespace todevice {

namespace {

/// A name that is longer than a narrow card may break before its capitals: OutOfMemoryError.
QString withHumps(QString html) {
  static const QRegularExpression longName(QStringLiteral("\\b\\w{16,}\\b(?![^<>]*>)")),
      hump(QStringLiteral("(?<=[a-z]{2})(?=[A-Z][a-z]{2})"));
  for (qsizetype at = 0;;) {
    const auto name = longName.match(html, at);
    if (!name.hasMatch()) return html;
    const QString broken = name.captured().replace(hump, QString(QChar(0x200b)));
    html.replace(name.capturedStart(), name.capturedLength(), broken);
    at = name.capturedStart() + broken.size();
  }
}

/// Code may break behind its marks: a label cuts off what is wider than itself.
QString withBreaks(const QString& html) {
  static const QRegularExpression code(QStringLiteral("(?<=<code>)[^<]*"));
  QString out;
  qsizetype done = 0;
  for (auto found = code.globalMatch(html); found.hasNext();) {
    const auto match = found.next();
    const QString plain = QTextDocumentFragment::fromHtml(match.captured()).toPlainText();
    out += withHumps(html.mid(done, match.capturedStart() - done)) + breakable(plain).toHtmlEscaped();
    done = match.capturedEnd();
  }
  return out + withHumps(html.mid(done));
}

}  // namespace

QString richWords(const QString& markdown) {
  QString html = withBreaks(inlineToHtml(markdown));
  html.replace(QLatin1String("<code>"), QStringLiteral("<code style=\"font-family:'DejaVu Sans Mono'\">"));
  return html;
}

QLabel* makeRichLabel(const QString& markdown, const char* role) {
  auto* label = new QLabel;
  if (*role) setRole(label, role);
  label->setTextFormat(Qt::RichText);
  label->setWordWrap(true);
  label->setText(richWords(markdown));
  return label;
}

QString plainText(const QString& markdown) {
  return markdownToWords(markdown);
}

void clearLayout(QLayout* layout) {
  while (QLayoutItem* item = layout->takeAt(0)) {
    if (item->layout()) clearLayout(item->layout());
    if (item->widget()) item->widget()->deleteLater();
    if (item->widget()) item->widget()->hide();
    delete item;
  }
}

KeepFocus::KeepFocus(QWidget* card) : m_card(card) {
  const QWidget* focus = QApplication::focusWidget();
  m_inside = focus && (focus == card || card->isAncestorOf(focus));
  card->setFocusPolicy(Qt::ClickFocus);
  if (m_inside) card->setFocus(Qt::OtherFocusReason);
}

KeepFocus::~KeepFocus() {
  QWidget *last = m_card, *kept = m_card;
  const auto inside = m_card->findChildren<QWidget*>();
  for (QWidget* widget : inside) {
    const bool goes = widget->isHidden() && widget->testAttribute(Qt::WA_WState_ExplicitShowHide);
    if (goes || !(widget->focusPolicy() & Qt::TabFocus)) continue;
    QWidget::setTabOrder(last, widget);
    last = widget;
    if (widget->property("keepsFocus").toBool()) kept = widget;
  }
  if (!m_inside) return;
  if (kept != m_card) kept->show();  // its layout would show it later
  kept->setFocus(Qt::OtherFocusReason);
}

}  // namespace todevice
