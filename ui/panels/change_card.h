// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QHash>

#include "loader/lesson.h"

class QVBoxLayout;

namespace todevice {

class LessonPlayer;

/// What the learner is to change in a step's code: the task, a hint after each try, and whether it is done.
class ChangeCard : public QFrame {
  Q_OBJECT
 public:
  explicit ChangeCard(LessonPlayer* player, QWidget* parent = nullptr);
  /// The task of the player's present step, in the window's language. Tries made before are kept until
  /// `forget`.
  void ask(const std::optional<Exercise>& change);
  void showCheck(int step, bool done, const QString& error);
  void showUntouched(int step);  ///< it ran without a change
  void forget();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  struct State {
    int tries = 0;
    bool done = false, untouched = false;
    QString error;
  };
  void rebuild();
  void addState();
  State& now();
  LessonPlayer* m_player;
  std::optional<Exercise> m_change;
  QVBoxLayout* m_column;
  QHash<int, State> m_states;  ///< by step
};

}  // namespace todevice
