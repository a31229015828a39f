// SPDX-License-Identifier: Apache-2.0
// Every case of the public list is met in a lesson, and the authors' guide says where.
#include <QDir>
#include <QFile>
#include <QMap>
#include <QRegularExpression>
#include <QTest>
#include <algorithm>

namespace {

/// The labels of the list: small cases after public questions, bug reports and manuals.
const QStringList kCases =
    QStringLiteral(
        "C01 C03 C05 C07 C09 C11 C13 C15 C17 C19 C21 C22 C24 C26 C28 C30 C32 C34 C36 C38 C40 "
        "C42 C43 C45 C47 C49 C51 C53 C55 C57 C59 C60 C62 C64 C66 C68 C70 C72 C74 C76 C78 C80 "
        "C82 C84 C86 C88 C90 C91 C93 C95 C97 C98 C100 C102 C104 C106 C108 C109 C111 C113 C115 "
        "C117 C119 C121")
        .split(QLatin1Char(' '));

QString textOf(const QString& path) {
  QFile file(qEnvironmentVariable("TODEVICE_SOURCE_DIR") + QLatin1Char('/') + path);
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QStringList casesIn(const QString& cell) {
  QStringList cases;
  auto found = QRegularExpression(QStringLiteral("C\\d+")).globalMatch(cell);
  while (found.hasNext()) cases << found.next().captured();
  return cases;
}

/// The rows of the table under a heading, cell by cell.
QList<QStringList> tableUnder(const QString& guide, const QString& heading) {
  QList<QStringList> rows;
  const qsizetype at = guide.indexOf(QStringLiteral("## ") + heading);
  if (at < 0) return rows;
  for (const QString& line :
       guide.mid(at + 3).section(QStringLiteral("\n## "), 0, 0).split(QLatin1Char('\n'))) {
    if (!line.startsWith(QLatin1Char('|')) || line.startsWith(QLatin1String("| ---"))) continue;
    QStringList cells = line.split(QLatin1Char('|'));
    for (QString& cell : cells) cell = cell.trimmed();
    rows << cells.mid(1, cells.size() - 2);
  }
  return rows.mid(1);  // without the head
}

/// What a row says stands in a lesson. Code is the same in both languages, words are not.
struct Quote {
  QString english, chinese;
};

QList<Quote> quotesIn(QString cell) {
  static const QRegularExpression code(QStringLiteral("`([^`]+)`")),
      words(QStringLiteral("\"([^\"]+)\" \"([^\"]+)\""));
  QList<Quote> quotes;
  for (auto one = code.globalMatch(cell); one.hasNext();) {
    const QString text = one.next().captured(1);
    quotes << Quote{text, text};
  }
  cell.remove(code);
  for (auto one = words.globalMatch(cell); one.hasNext();) {
    const auto pair = one.next();
    quotes << Quote{pair.captured(1), pair.captured(2)};
  }
  return quotes;
}

/// Line breaks count as blanks: a quote may go over the end of a line.
bool says(const QString& text, const QString& quote) {
  return text.simplified().contains(quote);
}

struct LessonTexts {
  QString english, chinese;
};

/// The program's lessons: the first is number 1.
QList<LessonTexts> lessonTexts() {
  QList<LessonTexts> texts;
  const QDir folder(qEnvironmentVariable("TODEVICE_SOURCE_DIR") + QStringLiteral("/lessons"));
  for (const QString& name : folder.entryList({QStringLiteral("[0-9][0-9]-*")}, QDir::Dirs, QDir::Name)) {
    const QString path = QStringLiteral("lessons/") + name;
    texts << LessonTexts{textOf(path + QStringLiteral("/en.md")), textOf(path + QStringLiteral("/zh_CN.md"))};
  }
  return texts;
}

/// "asked": in a step with a prediction; "change": in a step with an exercise; "shown": in code that runs;
/// "told": anywhere.
bool standsAs(const QString& kind, const QString& lesson, const QString& quote) {
  for (const QString& step : lesson.split(QStringLiteral("\n## "))) {
    if (!says(step, quote)) continue;
    if (kind == QLatin1String("told")) return true;
    if (kind == QLatin1String("asked") && step.contains(QLatin1String("```predict"))) return true;
    if (kind == QLatin1String("change") && step.contains(QLatin1String("```change"))) return true;
    const QString code =
        step.section(QStringLiteral("```python run"), 1).section(QStringLiteral("```"), 0, 0);
    if (kind == QLatin1String("shown") && says(code, quote)) return true;
  }
  return false;
}

/// "2 asked and change, 5 told": lesson 2 asks and lets change, lesson 5 tells.
QList<std::pair<int, QString>> claimsIn(const QString& cell) {
  static const QRegularExpression claim(
      QStringLiteral("^(\\d+) ((?:asked|told|shown|change)(?: and change)?)$"));
  QList<std::pair<int, QString>> claims;
  for (const QString& one : cell.split(QStringLiteral(", "))) {
    const auto found = claim.match(one);
    if (!found.hasMatch()) return {};
    for (const QString& kind : found.captured(2).split(QStringLiteral(" and ")))
      claims << std::pair(found.captured(1).toInt(), kind);
  }
  return claims;
}

/// A phrase that many lessons have says nothing of one.
constexpr int kRare = 3;

/// Empty: each claim is borne out by a quote, in both languages, and each quote says something.
QString wrongIn(const QStringList& row, const QList<LessonTexts>& lessons) {
  const QList<Quote> quotes = quotesIn(row[3]);
  const auto claims = claimsIn(row[2]);
  if (quotes.isEmpty()) return QStringLiteral("quotes nothing");
  if (claims.isEmpty()) return QStringLiteral("names no lesson");
  for (const Quote& quote : quotes) {
    const auto in = std::count_if(lessons.begin(), lessons.end(),
                                  [&](const LessonTexts& one) { return says(one.english, quote.english); });
    if (in > kRare) return QStringLiteral("%1 stands in %2 lessons").arg(quote.english).arg(in);
    const bool serves = std::any_of(claims.begin(), claims.end(), [&](const auto& claim) {
      return claim.first <= lessons.size() && says(lessons[claim.first - 1].english, quote.english);
    });
    if (!serves) return QStringLiteral("no lesson of it has %1").arg(quote.english);
  }
  for (const auto& claim : claims) {
    const int number = claim.first;
    const QString& kind = claim.second;
    if (number < 1 || number > lessons.size()) return QStringLiteral("there is no lesson %1").arg(number);
    const LessonTexts& lesson = lessons[number - 1];
    const bool met = std::any_of(quotes.begin(), quotes.end(), [&](const Quote& quote) {
      return standsAs(kind, lesson.english, quote.english) && standsAs(kind, lesson.chinese, quote.chinese);
    });
    if (!met) return QStringLiteral("lesson %1 has none of its quotes as \"%2\"").arg(number).arg(kind);
  }
  return {};
}

}  // namespace

class TestCases : public QObject {
  Q_OBJECT
 private slots:
  void everyCaseIsMetInALesson() {
    const QList<LessonTexts> lessons = lessonTexts();
    QVERIFY(lessons.size() >= 20);
    QMap<QString, int> met;
    for (const QStringList& row : tableUnder(textOf(QStringLiteral("lessons/AUTHORS.md")),
                                             QStringLiteral("Which lesson meets which misconception"))) {
      QCOMPARE(row.size(), 4);
      QVERIFY2(!row[1].isEmpty(), qPrintable(row[0]));
      QCOMPARE(casesIn(row[0]), QStringList{row[0]});  // each case has a row and quotes of its own
      const QString wrong = wrongIn(row, lessons);
      QVERIFY2(wrong.isEmpty(), qPrintable(row[0] + QStringLiteral(": ") + wrong));
      ++met[row[0]];
    }
    for (const QString& one : kCases)
      QVERIFY2(met.value(one) == 1, qPrintable(one + QStringLiteral(" is not met once")));
    QCOMPARE(met.size(), kCases.size());
  }

  void aRowThatShowsNothingIsRefused_data() {
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("quotes");
    QTest::newRow("no quote") << "2 asked"
                              << "";
    QTest::newRow("a word of all lessons") << "2 asked"
                                           << "`torch`";
    QTest::newRow("not in that lesson") << "2 asked"
                                        << "`net.to(device)`";
    QTest::newRow("in one of two lessons") << "2 asked, 3 asked"
                                           << "`net_id`";
    QTest::newRow("no such lesson") << "99 asked"
                                    << "`net_id`";
    QTest::newRow("asked where nothing is asked") << "3 asked"
                                                  << "`parameter_ids = [id(p)`";
    QTest::newRow("shown where it is told") << "3 shown"
                                            << "`copy.deepcopy`";
    QTest::newRow("not in Chinese") << "3 told"
                                    << "\"another name\" \"另一个名字指着别的张量\"";
    QTest::newRow("no claim") << "3"
                              << "`net_id`";
  }
  void aRowThatShowsNothingIsRefused() {
    QFETCH(QString, where);
    QFETCH(QString, quotes);
    QVERIFY(
        !wrongIn({QStringLiteral("C01"), QStringLiteral("belief"), where, quotes}, lessonTexts()).isEmpty());
  }

  void explainedErrorsNameCasesOfTheList() {
    const auto rows = tableUnder(textOf(QStringLiteral("lessons/AUTHORS.md")),
                                 QStringLiteral("Which error is explained in the window"));
    QVERIFY(rows.size() >= 10);
    const QString tests = textOf(QStringLiteral("tests/models/tst_explanation.cpp")) +
                          textOf(QStringLiteral("tests/models/tst_fixes.cpp"));
    for (const QStringList& row : rows) {
      QCOMPARE(row.size(), 4);
      QVERIFY2(!quotesIn(row[3]).isEmpty(), qPrintable(row[0]));
      for (const Quote& test : quotesIn(row[3]))
        QVERIFY2(tests.contains(QStringLiteral("  void %1() {").arg(test.english)), qPrintable(test.english));
      QVERIFY2(!casesIn(row[2]).isEmpty(), qPrintable(row[0]));
      for (const QString& one : casesIn(row[2])) QVERIFY2(kCases.contains(one), qPrintable(one));
    }
  }
};

QTEST_GUILESS_MAIN(TestCases)
#include "tst_cases.moc"
