// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <memory>

#include "loader/lesson.h"
#include "work.h"

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
  enum class Reason { Reset, Solution, BroughtBack, LessonChanged };
  Q_ENUM(Reason)
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
  /// Some code that ran no longer stands as it ran: what is shown is of the code before the change.
  bool isStale() const;
  Work work() const;         ///< what the learner has made of the lesson
  bool answerIsDue() const;  ///< the step's prediction is made, and its code has not run to the end
  /// The prediction's answer is of code that the learner has changed since.
  bool outcomeIsOlder() const;
  QString outcome() const;  ///< answer to the step's prediction once evaluated; empty before

 public slots:
  /// Goes on where `work` left off: its step is shown, and the steps before it run as they were left. Work on
  /// code that is no longer the lesson's is set aside.
  void open(const todevice::Lesson& lesson, const todevice::Work& work = {});
  /// Work that was set aside takes the place of what stands there now, which is set aside in turn.
  void bringBack(const todevice::Work& work);
  /// The open lesson as its author has just changed it. With the same code only its words are new; with other
  /// code it begins anew, and runs up to the step where the learner is.
  void revise(const todevice::Lesson& lesson);
  void setDocument(const QString& text);  ///< the learner edits
  /// The next lesson step: its code is appended, and what was not run of this one is run first. Where a
  /// prediction waits for that run it is only run: the outcome is seen before the page turns.
  void next();
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
  /// A fresh worker, the lesson's code as it came, its first step, and questions that nobody answered. What
  /// the learner had changed is set aside.
  void reset();
  void predict(const QString& answer);
  /// Puts the step's solution where its code stood, to be looked at and run. It was written for the lesson's
  /// own code, so that stands before it again. What the learner had changed is set aside.
  void solve();

 signals:
  void lessonOpened();
  void begunAnew();  ///< the open lesson, after reset()
  void workChanged();
  /// The learner's code no longer stands in the document: whoever keeps work keeps this.
  void workSetAside(const todevice::Work& work, todevice::LessonPlayer::Reason reason);
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
  void changeMissing(int step);  ///< it ran as it came with the lesson
  void changeChecked(int step, bool done, const QString& error);

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace todevice
