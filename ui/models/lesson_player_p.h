// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <deque>

#include "lesson_document.h"
#include "lesson_player.h"
#include "session.h"

namespace todevice {

/// The player's insides, in three parts: what the panels ask for and the document (lesson_player.cpp), what
/// has run and is to run (lesson_runs.cpp), and what is asked of the worker when it has
/// (lesson_questions.cpp).
struct LessonPlayer::Private {
  using Mode = protocol::Mode;
  struct Task {
    int step = 0;
    Mode mode = Mode::record;
    int until = 0;
  };

  LessonPlayer* q = nullptr;
  Session* session = nullptr;
  std::optional<Lesson> lesson;
  int opened = 0;  ///< counts lessons opened and begun anew: answers to older questions are dropped
  LessonDocument document;
  int step = 0;
  std::deque<Task> tasks;                             ///< blocks to run, one after another
  int autoSteps = 0;                                  ///< lines to step through once the block has started
  protocol::Reach lastReach = protocol::Reach::over;  ///< of the last of them
  int destination = -1;                               ///< the lesson step to show when all tasks have run
  int openQuestions = 0;  ///< predictions that are being evaluated: no block starts meanwhile
  QMap<int, QString> predicted, outcomes;
  QMap<int, QString> answeredBy;  ///< the code that gave the outcome

  bool stopped() const { return session->state() == Session::State::Stopped; }
  int lastStep() const { return int(lesson->steps.size()) - 1; }
  void runUpTo(int last) { runMissing(last, firstRunToUndo(last)); }

  // ---- the document
  void ensureDocument(int last);
  /// The document as `work` has it, up to step `last`.
  void lay(const Work& work, int last);
  /// The work without code that was written against other code of the lesson.
  Work fitting(Work work) const;
  const QStringList* choicesOf(int of) const;  ///< null: that step asks for no choice
  /// Forgets what ran, and lays the lesson out as `work` left it.
  void begin(const Work& work);
  /// Shows the step at once; what stands before it runs meanwhile.
  void goOnAt(int at);
  void enter(int to);
  /// A step's code as it came, laid out as the document has it.
  QString original(int of) const;

  // ---- runs
  /// The newest run of a step's block, or -1.
  int runOf(int of) const;
  bool hasRun(int of) const;
  /// The first run, of steps up to `last`, whose text is no longer what stands in the document; -1: none.
  int firstChangedRun(int last) const;
  /// Undoes the runs from number `from` on, and has every step up to `last` run that has not or no longer
  /// has.
  void runMissing(int last, int from);
  /// A block that was begun and is not finished begins anew, as does one that a replay did not finish.
  int firstRunToUndo(int last) const;
  /// Has everything before `target` run as it stands, and then `target` itself, again if need be.
  void prepare(int target, Mode mode, int until = 0);
  void pumpLater();
  void pump();
  void forgetPlans();
  void stepOn();
  void stepOn(protocol::Reach reach);
  /// In the code so far: a function above may be called by what runs now.
  bool hasBreakpoint() const;
  /// Records of a block without those in functions: stepping over makes these.
  int wholeLines(const Block& block) const;
  /// Lines of the present block that may stay as they ran, when the learner changed only what comes after.
  int linesToKeep() const;

  // ---- questions
  void onBlockFinished(bool ok);
  /// The type of the error that a run ended with.
  QString errorOf(const Block& block) const;
  /// An error may be the point of a step; any other one came before what the step is about.
  bool endedAsMeant(int of) const;
  /// Asks the worker for the right answer of a step that has run.
  void resolve(int of);
  void checkChange(int of);
  void answered(int of, const QString& code, const protocol::EvaluateReply& reply);
  void tell(int of);
};

}  // namespace todevice
