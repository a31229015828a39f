// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QString>
#include <vector>

#include "loader/lesson.h"

namespace todevice {

/// A step as it was played: what the code said to its question, and what the panels showed.
struct HandoutStep {
  LessonStep step;
  QString answer;  ///< right answer as the learner would give it; empty: none asked
  QImage panels;   ///< may be null
};

/// A lesson on paper (A4): text, code, questions and pictures of the panels; answers and solutions stand at
/// the end. `machine` says what it was played on, "4 simulated GPUs". Returns whether the file could be
/// written.
bool writeHandout(const Lesson& lesson, const std::vector<HandoutStep>& steps, const QString& machine,
                  const QString& path);

}  // namespace todevice
