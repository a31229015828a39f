// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "loader/lesson.h"

namespace todevice {

/// What an author wants to know before a class: everything that is wrong with lesson files, each with its
/// line.
struct CheckSettings {
  QString worker;     ///< the program that runs the code
  int simulate = -1;  ///< GPUs; -1: as many as the lesson says that it needs
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
/// feedback for each wrong choice, every change be undone before and done after its solution.
std::vector<LessonProblem> runLesson(const Lesson& lesson, const CheckSettings& settings);

/// Writes a small lesson into `folder` ("NN-name", made if it is not there) in every language. It passes the
/// check. Returns what went wrong, empty when all is well. Writes over nothing.
QString writeNewLesson(const QString& folder);

/// The languages that a lesson is written in.
QStringList lessonLanguages();

}  // namespace todevice
