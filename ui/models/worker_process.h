// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <memory>
#include <vector>

#include "protocol/codec.h"
#include "worker_settings.h"

namespace todevice {

/// One worker process. The process lives in a thread of its own, together with the reader that cuts its
/// output into lines and decodes them: the thread that owns this object never parses and never waits. What
/// the reader decoded is taken over in batches, in the order in which it came.
///
/// A worker that sends faster than its owner takes is held back (its pipe fills), so that memory stays
/// bounded.
class WorkerProcess : public QObject {
  Q_OBJECT
 public:
  using Batch = std::vector<protocol::WorkerLine>;

  explicit WorkerProcess(QObject* parent = nullptr);
  /// Returns at once; a process that still lives is ended in the background, as by stop().
  ~WorkerProcess() override;

  void start(const WorkerSettings& settings);
  /// Queues a request and returns its id.
  std::int64_t send(const protocol::Request& request);
  /// Asks the worker to end, then terminates, then kills it. Nothing is reported any more, `ended` included.
  void stop();
  qint64 pid() const;  ///< of the process started here (the launch prefix, where there is one); 0 before

  /// Ends what is left and waits for it. For the end of the program, where it is called by itself.
  static void endAll();

 signals:
  void started(qint64 pid);
  void received(const todevice::WorkerProcess::Batch& batch);
  void log(const QStringList& lines);
  void failedToStart(const QString& reason);
  /// An end that nobody asked for. `reason`: in words, for a person.
  void ended(const QString& reason);

 private:
  void takeOver();
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace todevice
