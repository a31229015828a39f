// SPDX-License-Identifier: GPL-3.0-or-later
#include "authors.h"

#include <QCoreApplication>
#include <cstdio>

#include "checker/check.h"

namespace todevice {

namespace {

class Authors {
  Q_DECLARE_TR_FUNCTIONS(todevice::Authors)
};

void say(const QString& line, FILE* where) {
  std::fputs(qPrintable(line + QLatin1Char('\n')), where);
}

int check(const Options& options) {
  const bool all = options.check == QLatin1String("all");
  const CheckSettings settings{workerProgram(options.worker), options.worker.simulate};
  const CheckResult result = checkLessons(all ? QStringLiteral(":/lessons") : options.check, settings);
  for (const LessonProblem& problem : result.problems)
    say(QStringLiteral("%1:%2: %3").arg(problem.path).arg(problem.line).arg(problem.message), stdout);
  say(Authors::tr("lessons: %1, problems: %2").arg(result.lessons).arg(result.problems.size()), stdout);
  return result.problems.empty() ? 0 : 1;
}

int write(const QString& folder) {
  const QString wrong = writeNewLesson(folder);
  if (!wrong.isEmpty()) {
    say(wrong, stderr);
    return 1;
  }
  say(Authors::tr("%1/en.md and zh_CN.md are written. Check them with: todevice --check %1").arg(folder),
      stdout);
  return 0;
}

}  // namespace

int workForAuthors(const Options& options) {
  return options.newLesson.isEmpty() ? check(options) : write(options.newLesson);
}

}  // namespace todevice
