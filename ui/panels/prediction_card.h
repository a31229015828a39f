// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include "loader/lesson.h"

class QLabel;
class QLineEdit;
class QVBoxLayout;

namespace todevice {

class LessonPlayer;

/// The question of a step: choices before, what was predicted beside what came out after.
class PredictionCard : public QFrame {
  Q_OBJECT
 public:
  explicit PredictionCard(LessonPlayer* player, QWidget* parent = nullptr);
  /// The question in the window's language; what is answered goes to the player in the lesson's own.
  void ask(const std::optional<Prediction>& prediction);
  void showOutcome(const QString& answer, bool predicted, bool right);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void rebuild();
  void addChoices();
  void addFreeText();
  void addVerdict();
  void choose(int choice, const QString& text);
  QString answerWords() const;
  int answeredChoice() const;
  LessonPlayer* m_player;
  std::optional<Prediction> m_prediction;
  QVBoxLayout* m_column;
  int m_choice = -1;
  QString m_given, m_answer;
  bool m_done = false, m_predicted = false, m_right = false;
};

}  // namespace todevice
