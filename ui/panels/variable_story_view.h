// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "models/variable_story.h"

class QLabel;
class QVBoxLayout;

namespace todevice {

/// What the code itself did to the variables: each line, struck out where it came too late, the line at which
/// CUDA read them, and what was written beside what the process uses. Hidden while the code leaves them
/// alone.
class VariableStoryView : public QWidget {
  Q_OBJECT
 public:
  explicit VariableStoryView(QWidget* parent = nullptr);
  void show(const VariableStory& story);

 private:
  QLabel* m_title;
  QVBoxLayout* m_rows;
  QLabel* m_difference;
};

}  // namespace todevice
