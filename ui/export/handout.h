// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "export/panel_picture.h"
#include "loader/lesson.h"

namespace todevice {

class Pages;

/// A step as it was played: what the code said to its question, what it printed, and what a panel showed.
struct HandoutStep {
  LessonStep step;
  QString answer;   ///< right answer as the learner would give it; empty: none asked
  QString printed;  ///< with the error that ended the code, if one did
  /// The one that matters, where something moved; and at the end, where something changed after that.
  std::vector<PanelPicture> panels;
  int firstLine = 1;  ///< of the code, as the window counts it
};

/// Whose copy it is: the instructor's has the lesson's notes, each with its step.
enum class Reader { Learner, Instructor };

/// A lesson on paper (A4). First what a learner works on: text, questions, code with the window's line
/// numbers. A step that asks nothing also shows there what came of it. What would give an answer away (what
/// was printed, the panels, the solution, what is said to each answer, the text that the window shows after
/// the run) stands on pages of its own at the end. Its colours are the light theme's, whatever theme the
/// window has. `machine` says what it was played on, "4 simulated GPUs". `writeHandout` returns whether the
/// file could be written.
void composeHandout(const Lesson& lesson, const std::vector<HandoutStep>& steps, const QString& machine,
                    Pages& pages, Reader reader = Reader::Learner);
bool writeHandout(const Lesson& lesson, const std::vector<HandoutStep>& steps, const QString& machine,
                  const QString& path, Reader reader = Reader::Learner);

}  // namespace todevice
