// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "protocol/codec.h"
#include "worker_settings.h"

namespace todevice {

class Timeline;

/// A block of code that was run, exactly as it was then, and the records that it made.
struct Block {
  QString code;
  int firstLine = 1;
  protocol::Mode mode = protocol::Mode::step;  ///< how it ran last
  QString run;                                 ///< the id under which it ran last
  int firstRecord = 0;                         ///< in the timeline
  int recordCount = 0;
  int tag = -1;                          ///< the caller's, as given to runBlock
  int until = 0;                         ///< stop before this line, once; 0: do not
  std::vector<protocol::Entry> entries;  ///< functions that were stepped into: a replay goes into them again
  /// Of a long run: records that stand for more lines than one, by their number in the block.
  std::vector<std::pair<int, std::int64_t>> shared;
  bool running = false;  ///< not stopped before a line
  bool ended = false;
  bool ok = false;           ///< ended without an error
  bool interrupted = false;  ///< ended because the learner stopped it
  bool cutShort = false;     ///< the learner stopped a replay in it: it had come further before

  /// How many lines the block's first `records` records stand for.
  std::int64_t linesIn(int records) const;
  void count(const protocol::Record& record, int number);
  void forgetRecords();
};

/// The lesson's life in one worker after another: starts them, runs code, keeps the timeline, replays after a
/// change, replaces a worker that died or hangs. Never waits: every call returns at once, signals tell the
/// rest.
class Session : public QObject {
  Q_OBJECT
 public:
  enum class State { Starting, Idle, Running, Stopped /* before a line */, Replaying, Dead };
  Q_ENUM(State)

  explicit Session(QObject* parent = nullptr);
  ~Session() override;

  Timeline* timeline() const;
  State state() const;
  const WorkerSettings& settings() const;
  /// How often the worker reports what the cards do; 0: never. This worker and the ones after it.
  void setMonitorInterval(int milliseconds);
  int monitorInterval() const;
  const std::optional<protocol::Ready>& ready() const;  ///< of the present worker; absent while the machine
                                                        ///< that was asked for was never reached
  /// The timeline is still what an earlier worker ran, until this one has run it again.
  bool isReplacing() const;
  int stoppedLine() const;    ///< the next line to run, 0 when none
  int stoppedDepth() const;   ///< 0 in the block, 1 in a function that was stepped into, ...
  int depthAtCursor() const;  ///< of lineAtCursor()
  bool goesOnAtCursor()
      const;  ///< lineAtCursor() has begun: a function that was stepped into has returned to it
  const QList<int>& breakpoints() const;
  int lineAtCursor() const;  ///< the line that comes after the cursor; stoppedLine() at the end
  const std::vector<Block>& blocks() const;  ///< what was run since the last reset, oldest first
  qint64 workerPid() const;

  /// `done` is called with the reply, or with ok = false when the worker went away. A restart() has it asked
  /// again in the new worker.
  void evaluate(const QString& expression,
                std::function<void(const todevice::protocol::EvaluateReply&)> done);
  bool isEvaluating() const;  ///< an answer has been awaited for 200 ms, as of an expression without an end

 public slots:
  void start(const todevice::WorkerSettings& settings);
  /// A new worker under new settings; the code run so far is run again up to the cursor.
  void restart(const todevice::WorkerSettings& settings);
  /// Forgets the lesson's state: a fresh worker and an empty timeline.
  void reset();
  /// What lies after the cursor is undone: a new worker runs the code again up to there.
  void replayToCursor();
  /// Block number `block` and all after it are undone.
  void rewindToBlock(int block);

  void runBlock(const QString& code, todevice::protocol::Mode mode, int firstLine = 1, int tag = -1,
                int until = 0);
  /// The next line, or further; where the cursor is behind the end, moves the cursor as far.
  void step(todevice::protocol::Reach reach = todevice::protocol::Reach::over);
  void stepBack();                  ///< moves the cursor only
  void continueRun(int until = 0);  ///< `until`: stop before this line, once
  /// Lines of the lesson before which runs stop (not those that run whole). Of this worker and those after
  /// it.
  void setBreakpoints(const QList<int>& lines);
  /// Ends the run, or the expression that is evaluated while none runs. When nothing has stopped after 2 s: a
  /// new worker.
  void interrupt();

 signals:
  void stateChanged(todevice::Session::State state);
  void workerReady(const todevice::protocol::Ready& ready);
  void lineReached(int line);  ///< lineAtCursor() may have changed; 0: none
  void blocksChanged();
  void runStarted(const QString& run);  ///< a block begins (a replay of it too, under a new id)
  /// While a replay goes on the timeline keeps what it shows; then it has the new records in one go.
  void replayFinished(bool complete);
  void outputCleared();  ///< the console begins anew
  /// What was printed goes: a new worker's text comes now, from the first record, until replayFinished.
  void outputRepeats();
  void blockFinished(bool ok);
  /// Printed text, and the traceback of an error. `record`: the one whose line printed it.
  void output(const QString& text, bool isError, int record);
  void breakpointsChanged();
  void evaluatingChanged(bool evaluating);
  void metrics(const todevice::protocol::Metrics& batch);
  void deviceStats(const todevice::protocol::DeviceStats& stats);
  void workerLost(const QString& reason);  ///< in words; a new one is being started
  void gpuFault(const QString& why);     ///< no GPU works any more in this worker; rewindToBlock() before the
                                         ///< one that did it helps
  void logLine(const QString& line);     ///< the worker's stderr
  void problem(const QString& message);  ///< something the learner should read

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace todevice
