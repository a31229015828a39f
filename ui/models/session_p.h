// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <map>
#include <utility>

#include "replay.h"
#include "session.h"
#include "worker_process.h"

namespace todevice {

class Timeline;

/// The session's insides: what the panels have run (session.cpp), values that they ask for
/// (session_questions.cpp), the worker's life (session_worker.cpp), and what the worker says
/// (session_events.cpp).
struct Session::Private {
  using Done = std::function<void(const protocol::EvaluateReply&)>;
  using Phase = Session::State;
  enum class Request { hello, control, interrupt, evaluate, monitor };

  explicit Private(Session* session);

  Session* q;
  Timeline* timeline;
  WorkerSettings settings;
  Phase phase = Phase::Dead;
  std::optional<protocol::Ready> ready;
  WorkerSettings readyOf;     ///< what `ready` was said under
  std::vector<Block> blocks;  ///< the last one is the one that runs or is stopped, if any is
  int stoppedLine = 0, stoppedDepth = 0;
  bool stoppedGoesOn = false;
  QList<int> breakpoints;
  QString run;  ///< the id that is going on; notifications with another one are late and dropped
  int runs = 0;

  // ---- the worker's life
  std::unique_ptr<WorkerProcess> worker;
  bool sawReady = false, sawHello = false;
  bool noGpuHere = false;     ///< found out by a worker: the next ones simulate at once
  protocol::Ready noGpuNote;  ///< of the worker that found none
  int lostStarts = 0;
  QStringList startLog;  ///< what the worker that starts wrote on stderr, the last lines of it
  int monitorInterval = 0;
  int interruptsLeft = 0;
  QTimer startTimer, interruptTimer, questionTimer;

  /// `why`: in words, for the values that are awaited.
  void launch(const QString& why = {});
  void dropWorker();
  WorkerSettings effectiveSettings() const;
  std::int64_t send(const protocol::Request& request, Request kind);
  void workerIsReady();
  void lost(const QString& reason);
  void interruptAgain();
  /// `hung`: it neither answers nor ends. Over a line to elsewhere the same again would hang as long.
  void lostAtStart(const QString& reason, bool hung = false);
  void giveUp(const QString& message);
  /// From now on under these; the cards of a computer that is left are not those of the next.
  void take(const WorkerSettings& news);
  void setPhase(Phase next);

  // ---- a replay
  bool replayWanted = false;    ///< the worker that is starting replaces another
  bool interruptAsked = false;  ///< by the learner: a replay ends with the block that is running
  std::vector<ReplayStep> plan;
  std::size_t planAt = 0;
  std::vector<Block> replayBlocks;
  std::vector<protocol::Record> replayRecords;
  struct Text {
    QString text;
    bool isError = false;
    int record = 0;
  };
  std::vector<Text> replayOutput;
  std::vector<protocol::Metrics> replayMetrics;  ///< a replay that is replaced shows none

  void replay(std::vector<ReplayStep> newPlan, const QString& why = {});
  void beginReplay();
  void nextReplayStep();
  void replayStopped(const protocol::Stopped& stopped);
  void finishReplay(Phase next, const protocol::Stopped& stopped);
  int lostReplays = 0;  ///< in a row
  QString unfinishedWords() const;

  // ---- what waits for a worker that is ready
  std::optional<Block> waitingBlock;
  std::vector<std::pair<QString, Done>> waitingQuestions;
  void serveWaiting();

  // ---- requests
  std::map<std::int64_t, Request> requests;
  std::map<std::int64_t, std::pair<QString, Done>> questions;
  void startRun(Block& block, protocol::Mode mode, std::int64_t stopAfter);
  void sendBreakpoints();
  void runNow(Block block);
  void forgetRuns(const QString& why);
  void goOn(const protocol::Request& request);

  // ---- values that are asked for
  bool evaluating = false;          ///< an answer takes so long that the learner is told
  bool interruptsQuestion = false;  ///< what the interrupt timer asks to stop is no run
  void ask(const QString& expression, Done done);
  void answered(std::int64_t id, protocol::EvaluateReply reply);
  void followQuestions();
  void askAgainLater();
  void failQuestions(const QString& why = {});
  void failWaitingQuestions(const QString& why);

  // ---- what the worker says
  std::vector<protocol::Record> fresh;  ///< records not yet in the timeline: a batch goes in at once
  void received(const WorkerProcess::Batch& batch);
  void flush();
  void standAt(const protocol::Stopped& stopped);
  void on(const std::monostate&) {}
  void on(const protocol::Reply& reply);
  void on(const protocol::ErrorReply& error);
  void on(const protocol::Malformed& malformed);
  int unreadable = 0;  ///< lines in a row that are no messages
  void on(const protocol::Event& event);
  void on(const protocol::Ready& news);
  void on(const protocol::Record& record);
  void on(const protocol::Stopped& stopped);
  void on(const protocol::Output& output);
  void on(const protocol::Metrics& batch);
  void on(const protocol::DeviceStats& stats);
  void tell(const QString& text, bool isError);
  void runEnded(const protocol::Stopped& stopped);
  bool isLate(const std::string& id) const { return run.isEmpty() || id != run.toStdString(); }
};

}  // namespace todevice
