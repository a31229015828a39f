// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QHash>

#include "loader/lesson.h"

class QLabel;
class QLineEdit;
class QHBoxLayout;
class QVBoxLayout;

namespace todevice {

class LessonPlayer;

/// The question of a step: choices before, what was predicted beside what came out after.
class PredictionCard : public QFrame {
  Q_OBJECT
 public:
  explicit PredictionCard(LessonPlayer* player, QWidget* parent = nullptr);
  /// The question of the player's present step in the window's language; what is answered goes to the player
  /// in the lesson's own. Answers given before are kept until `forget`.
  void ask(const std::optional<Prediction>& prediction);
  void showOutcome(int step, const QString& answer, bool predicted, bool right);
  void showFailure(int step, const QString& error);
  /// The code ended before it came to the answer: by this error, or stopped where it is empty.
  void showMissed(int step, const QString& error);
  void forget();
  void followRun();  ///< the code ran again, perhaps as the learner has changed it

 signals:
  /// A show of hands: how many for each choice.
  void handsCounted(int step, const QList<int>& hands);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void rebuild();
  void adopt(int step);  ///< an answer that the player knows and the card does not
  void addChoices();
  void addCountButton(QHBoxLayout* head);
  QWidget* makeHands(int choice);
  QString handsWords();
  void addFreeText();
  void addVerdict();
  void choose(int choice, const QString& text);
  QString answerWords();
  int answeredChoice();
  int foreseen();
  LessonPlayer* m_player;
  std::optional<Prediction> m_prediction;
  QVBoxLayout* m_column;
  struct State {
    int choice = -1;
    QString given, answer, failure;
    std::optional<QString> missed;
    bool done = false, predicted = false, right = false;
    QList<int> hands;  ///< for each choice
  };
  State& now();
  bool m_counting = false;
  QHash<int, State> m_states;  ///< by step
};

}  // namespace todevice
