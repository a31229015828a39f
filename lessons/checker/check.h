// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <functional>
#include <vector>

#include "loader/lesson.h"

namespace todevice {

/// What an author wants to know before a class: everything that is wrong with lesson files, each with its
/// line.
struct CheckSettings {
  QString worker;     ///< the program that runs the code
  int simulate = -1;  ///< GPUs; -1: as many as the lesson says that it needs
  int patience = 30;  ///< seconds without a printed word or a finished block, after which code is stopped
  QString program = QStringLiteral(":/lessons");  ///< the folder of the lessons that came with the program
  /// Called before a step's code runs (steps counted from 1).
  std::function<void(const Lesson& lesson, int step)> progress{};
  /// Asked five times a second while code runs: whether to stop checking now.
  std::function<bool()> stop{};
};

struct CheckResult {
  std::vector<LessonProblem> problems;
  int lessons = 0;  ///< that were looked at
};

/// `path`: a lesson's file, its folder, or a folder of lessons (with folders `NN-name` in it). For a file,
/// only that language runs, but is compared with the others beside it.
CheckResult checkLessons(const QString& path, const CheckSettings& settings);

/// What differs between a lesson and its translation: code, answers, checks, the numbers of steps, choices
/// and hints. The words in comments and texts may differ. Lines are those of `other`.
std::vector<LessonProblem> compareLessons(const Lesson& lesson, const Lesson& other);

/// Runs a lesson's code: every block must end as the lesson says, every prediction have an answer and
/// feedback for each wrong choice, every change be undone before and done after its solution. What comes
/// after code that fails is not told: it would fail because of it.
struct RunResult {
  std::vector<LessonProblem> problems;
  bool stopped = false;  ///< code did not come to its end by itself
};
RunResult runLesson(const Lesson& lesson, const CheckSettings& settings);

/// Half-width punctuation in Chinese text, outside of code: the first place, and in how many more lines.
std::vector<LessonProblem> checkChinese(const QString& text, const QString& path);

/// Writes a small lesson into `folder` ("NN-name", made if it is not there) in every language. It passes the
/// check. Returns what went wrong, empty when all is well. Writes over nothing. `program`: the folder of the
/// lessons that came with the program.
QString writeNewLesson(const QString& folder, const QString& program = QStringLiteral(":/lessons"));

/// The folders `NN-name` in a folder, by their numbers; with the part behind the number they name the id.
QStringList lessonFolders(const QString& path);
QString idOfFolder(const QString& path);

/// The languages that a lesson is written in.
QStringList lessonLanguages();

}  // namespace todevice
