// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <functional>
#include <memory>
#include <optional>

#include "protocol/codec.h"

namespace todevice {

class Timeline;

/// How a worker is started. A changed setting means a new worker.
struct WorkerSettings {
  QStringList launchPrefix;  ///< {} here, {"ssh", "host"} elsewhere
  QString program;           ///< todevice-worker beside this program unless set
  int simulate = -1;         ///< GPUs to simulate; -1: the machine's own, 4 simulated if it has none
  std::optional<QString> visibleDevices;  ///< absent: unset
  std::optional<QString> deviceOrder;
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
  const std::optional<protocol::Ready>& ready() const;  ///< of the present worker
  int stoppedLine() const;                              ///< the next line to run, 0 when none
  qint64 workerPid() const;

 public slots:
  void start(const todevice::WorkerSettings& settings);
  /// A new worker under new settings; the code run so far is run again up to the cursor.
  void restart(const todevice::WorkerSettings& settings);
  /// Forgets the lesson's state: a fresh worker and an empty timeline.
  void reset();

  void runBlock(const QString& code, todevice::protocol::Mode mode, int firstLine = 1);
  void step();      ///< next line; where the cursor is behind the end, moves the cursor
  void stepBack();  ///< moves the cursor only
  void continueRun();
  void interrupt();  ///< then, when nothing has stopped after 2 s, a new worker
  /// `done` is called with the reply, or with ok = false when the worker went away.
  void evaluate(const QString& expression,
                std::function<void(const todevice::protocol::EvaluateReply&)> done);

 signals:
  void stateChanged(todevice::Session::State state);
  void workerReady(const todevice::protocol::Ready& ready);
  void lineReached(int line);  ///< stopped before this line; 0: none
  void blockFinished(bool ok);
  void output(const QString& text, bool isError);
  void metrics(const todevice::protocol::Metrics& batch);
  void deviceStats(const todevice::protocol::DeviceStats& stats);
  void workerLost(const QString& reason);  ///< in words; a new one is being started
  void logLine(const QString& line);       ///< the worker's stderr
  void problem(const QString& message);    ///< something the learner should read

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace todevice
