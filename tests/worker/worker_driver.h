// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "protocol/codec.h"

/// A worker process, spoken to as the window does. Waits as long as it takes, up to a patience after which it
/// throws.
class WorkerDriver {
 public:
  using Line = todevice::protocol::WorkerLine;

  /// Everything that a run sent, in order and by kind.
  struct Outcome {
    std::vector<todevice::protocol::Record> records;
    std::vector<todevice::protocol::Metrics> metrics;
    std::vector<todevice::protocol::Output> outputs;
    todevice::protocol::Stopped stopped;
    QString printed;
    std::int64_t dropped = 0;

    const todevice::protocol::Record& line(int number) const;  ///< the last record of that line
    const todevice::protocol::Record& last() const { return records.back(); }
    const todevice::protocol::Error& error() const { return *records.back().error; }
  };

  explicit WorkerDriver(const QStringList& options = {"--simulate", "2"});
  ~WorkerDriver();

  const todevice::protocol::Ready& ready() const { return ready_; }
  QProcess& process() { return process_; }

  void write(const QByteArray& bytes);
  std::int64_t send(const todevice::protocol::Request& request);
  /// The next message, whatever it is.
  Line next();
  /// The answer to request `id`; what comes before it is kept for `await_stop`.
  Line answer(std::int64_t id);

  /// Starts a run and waits for its next stop. `run`: its id, made when empty.
  Outcome run(const QString& code, todevice::protocol::Mode mode = todevice::protocol::Mode::record,
              int first_line = 1, std::int64_t stop_after = 0);
  std::string begin(const QString& code, todevice::protocol::Mode mode, int first_line = 1,
                    std::int64_t stop_after = 0);
  Outcome await_stop();
  Outcome step(todevice::protocol::Reach reach = todevice::protocol::Reach::over);
  Outcome go_on(int until = 0);
  void set_breakpoints(std::vector<int> lines);
  Outcome interrupt();
  todevice::protocol::EvaluateReply evaluate(const QString& expression);
  void reset();
  /// Waits for the process to end; true when it did.
  bool ends();

 private:
  Line read();
  void keep(const Line& line, Outcome& outcome);

  QProcess process_;
  todevice::protocol::LineSplitter splitter_;
  std::deque<Line> lines_, kept_;
  todevice::protocol::Ready ready_;
  std::string run_;
  std::int64_t last_id_ = 0;
};
