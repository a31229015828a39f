// SPDX-License-Identifier: Apache-2.0
// Every case of the public list is met in a lesson, and the authors' guide says where.
#include <QFile>
#include <QMap>
#include <QRegularExpression>
#include <QTest>
#include <algorithm>

#include "loader/lesson.h"

using namespace todevice;

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

QString fileOf(const Lesson& lesson) {
  QFile file(lesson.path);
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// "Asked" needs a prediction, "change" an exercise.
bool hasWhatIsClaimed(const Lesson& lesson, const QString& where) {
  const QString number =
      QString::number(lesson.path.section(QLatin1Char('/'), -2, -2).section(QLatin1Char('-'), 0, 0).toInt());
  const auto claims =
      QRegularExpression(QStringLiteral("(?:^|, )%1 ([a-z ]+)").arg(number)).match(where).captured(1);
  const auto any = [&lesson](auto has) { return std::any_of(lesson.steps.begin(), lesson.steps.end(), has); };
  if (claims.isEmpty()) return false;
  if (claims.contains(QLatin1String("asked")) &&
      !any([](const LessonStep& s) { return s.prediction.has_value(); }))
    return false;
  return !claims.contains(QLatin1String("change")) ||
         any([](const LessonStep& s) { return s.change.has_value(); });
}

/// What the case quotes as code stands in one of the lessons that are said to meet it.
bool speaksOf(const LessonList& lessons, const QStringList& row) {
  static const QRegularExpression quoted(QStringLiteral("`([^`]+)`")),
      name(QStringLiteral("[A-Za-z_][A-Za-z_.]{2,}")),
      number(QStringLiteral("(\\d+) (?:asked|told|shown|change)"));
  QStringList names;
  for (auto code = quoted.globalMatch(row[1]); code.hasNext();)
    for (auto one = name.globalMatch(code.next().captured(1)); one.hasNext();) names << one.next().captured();
  if (names.isEmpty()) return true;
  for (auto where = number.globalMatch(row[2]); where.hasNext();) {
    const QString text = fileOf(lessons.lessons[size_t(where.next().captured(1).toInt() - 1)]);
    if (std::any_of(names.begin(), names.end(), [&](const QString& one) { return text.contains(one); }))
      return true;
  }
  return false;
}

}  // namespace

class TestCases : public QObject {
  Q_OBJECT
 private slots:
  void everyCaseIsMetInALesson() {
    const LessonList lessons = loadLessons(
        QStringLiteral("en"), qEnvironmentVariable("TODEVICE_SOURCE_DIR") + QStringLiteral("/lessons"));
    QMap<QString, int> met;
    for (const QStringList& row : tableUnder(textOf(QStringLiteral("lessons/AUTHORS.md")),
                                             QStringLiteral("Which lesson meets which misconception"))) {
      QCOMPARE(row.size(), 3);
      QVERIFY2(!row[1].isEmpty(), qPrintable(row[0]));
      auto where =
          QRegularExpression(QStringLiteral("(\\d+) (?:asked|told|shown|change)")).globalMatch(row[2]);
      QVERIFY2(where.hasNext(), qPrintable(row[0] + QStringLiteral(": no lesson")));
      while (where.hasNext()) {
        const int number = where.next().captured(1).toInt();
        QVERIFY2(number >= 1 && number <= int(lessons.lessons.size()), qPrintable(row[0]));
        QVERIFY2(hasWhatIsClaimed(lessons.lessons[size_t(number - 1)], row[2]), qPrintable(row[0] + row[2]));
      }
      QVERIFY2(speaksOf(lessons, row),
               qPrintable(row[0] + QStringLiteral(": no lesson of it has ") + row[1]));
      for (const QString& one : casesIn(row[0])) ++met[one];
    }
    for (const QString& one : kCases)
      QVERIFY2(met.value(one) == 1, qPrintable(one + QStringLiteral(" is not met once")));
    QCOMPARE(met.size(), kCases.size());
  }

  void explainedErrorsNameCasesOfTheList() {
    const auto rows = tableUnder(textOf(QStringLiteral("lessons/AUTHORS.md")),
                                 QStringLiteral("Which error is explained in the window"));
    QVERIFY(rows.size() >= 10);
    for (const QStringList& row : rows) {
      QCOMPARE(row.size(), 3);
      QVERIFY2(!casesIn(row[2]).isEmpty(), qPrintable(row[0]));
      for (const QString& one : casesIn(row[2])) QVERIFY2(kCases.contains(one), qPrintable(one));
    }
  }
};

QTEST_GUILESS_MAIN(TestCases)
#include "tst_cases.moc"
