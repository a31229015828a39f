// SPDX-License-Identifier: GPL-3.0-or-later
#include "authors.h"

#include <unistd.h>

#include <QCoreApplication>
#include <csignal>
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

/// The signal that asked for the end; then what runs is stopped and its folder taken away.
volatile std::sig_atomic_t wantedEnd = 0;
void wantEnd(int signal) {
  wantedEnd = signal;
}

/// One line of the terminal, written over again and again.
void showProgress(const Lesson& lesson, int step) {
  const QString words = Authors::tr("%1, step %2 of %3 ...")
                            .arg(lesson.path, QString::number(step), QString::number(lesson.steps.size()));
  std::fputs(qPrintable(QStringLiteral("\r\033[K") + words), stderr);
  std::fflush(stderr);
}

/// A file that is not there has no lines.
QString lineOf(const LessonProblem& problem) {
  const QString place = problem.line > 0
                            ? QStringLiteral("%1:%2").arg(problem.path, QString::number(problem.line))
                            : problem.path;
  return place + QStringLiteral(": ") + problem.message;
}

int check(const Options& options) {
  const bool all = options.check == QLatin1String("all");
  CheckSettings settings;
  settings.worker = workerProgram(options.worker);
  settings.simulate = options.worker.simulate;
  settings.patience = options.patience;
  settings.stop = [] { return wantedEnd != 0; };
  if (isatty(STDERR_FILENO) != 0) settings.progress = showProgress;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, wantEnd);
  const CheckResult result = checkLessons(all ? QStringLiteral(":/lessons") : options.check, settings);
  if (settings.progress) std::fputs("\r\033[K", stderr);
  for (const LessonProblem& problem : result.problems) say(lineOf(problem), stdout);
  say(Authors::tr("lessons: %1, problems: %2").arg(result.lessons).arg(result.problems.size()), stdout);
  constexpr int kBySignal = 128;
  if (wantedEnd != 0) return kBySignal + wantedEnd;
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
