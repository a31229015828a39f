// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <memory>

#include "loader/lesson.h"

namespace todevice {

class Session;

/// Where the learner is in a lesson, and which code that means. The code of the steps so far makes one
/// document: each step's block is put under the one before, so that line numbers are unique in a lesson.
///
/// What runs is the text as the learner left it. A change above what ran already starts the lesson's code
/// anew.
class LessonPlayer : public QObject {
  Q_OBJECT
 public:
  explicit LessonPlayer(Session* session, QObject* parent = nullptr);
  ~LessonPlayer() override;

  const Lesson* lesson() const;
  int stepIndex() const;
  int stepCount() const;
  QString document() const;    ///< all code up to this step, as edited
  int blockFirstLine() const;  ///< of the present step's block, from 1
  int blockLineCount() const;
  bool blockHasRun() const;
  QString predicted(int step) const;  ///< what the learner said last; empty: nothing
  bool blockIsEdited() const;         ///< differs from what came with the lesson
  QString outcome() const;            ///< answer to the step's prediction once evaluated; empty before

 public slots:
  void open(const todevice::Lesson& lesson);
  /// The open lesson as its author has just changed it. With the same code only its words are new; with other
  /// code it begins anew, and runs up to the step where the learner is.
  void revise(const todevice::Lesson& lesson);
  void setDocument(const QString& text);  ///< the learner edits
  void next();  ///< next lesson step (its code is appended); the present block is run first if it was not
  void previous();
  void goTo(int step);
  void step();      ///< one line: starts the block stepping, or steps on
  void stepInto();  ///< into the function that the line calls
  void stepOut();   ///< to the end of the function
  void runTo(int line);
  void toggleBreakpoint(int line);
  void stepBack();
  void run();       ///< the rest of the block, a record for each line
  void runWhole();  ///< the block without records in between (training)
  void stop();
  void reset();  ///< fresh worker, back to the first step's code as it came with the lesson
  void predict(const QString& answer);
  void solve();  ///< puts the step's solution where its code stood, to be looked at and run

 signals:
  void lessonOpened();
  void stepChanged(int step);
  void documentChanged();  ///< by this object, not by setDocument
  void blockFinished(int step, bool ok);
  /// The prediction's right answer could not be computed: why, as Python words it.
  void outcomeFailed(int step, const QString& error);
  /// The step's code ended before it came to what the prediction asks about, so nothing is judged. `error`:
  /// its type, as Python names it; empty: the learner stopped it.
  void outcomeMissed(int step, const QString& error);
  void outcomeReady(int step, const QString& answer, bool predicted, bool right);

  /// The learner's own change was looked at after a run of the step. `error`: why the check could not be
  /// computed.
  void changeChecked(int step, bool done, const QString& error);

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace todevice
