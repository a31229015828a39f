// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QProcess>
#include <QStringList>
#include <QTimer>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>

#include "protocol/codec.h"
#include "worker_settings.h"

namespace todevice {

/// Where the reader's thread puts what it decoded and the owner's thread takes it.
class WorkerInbox {
 public:
  struct Held {
    protocol::WorkerLine line;
    std::size_t bytes = 0;
  };
  struct Taken {
    std::vector<protocol::WorkerLine> lines;
    QStringList log;
    bool more = false;
    std::optional<QString> end;  ///< set once everything before it was taken
  };

  /// The three below: true when the owner has to be told that there is something. `put` waits while the
  /// inbox is full.
  bool put(std::vector<Held> lines);
  bool putLog(const QStringList& lines);
  bool putEnd(const QString& reason);
  Taken take();
  void close();  ///< nobody takes any more: `put` never waits again

 private:
  bool claimNotice();

  std::mutex m_mutex;
  std::condition_variable m_room;
  std::deque<Held> m_lines;
  QStringList m_log;
  std::size_t m_bytes = 0;
  int m_logDropped = 0;
  std::optional<QString> m_end;
  bool m_noticed = false, m_closed = false;
};

/// Lives in a thread of its own: owns the process, cuts and decodes its output, ends it by steps.
class WorkerReader : public QObject {
  Q_OBJECT
 public:
  explicit WorkerReader(std::shared_ptr<WorkerInbox> inbox);
  ~WorkerReader() override;

  void start(const WorkerSettings& settings);
  void write(const std::string& line);
  void stop();
  void killNow();
  void release() { m_process.reset(); }  ///< at the end of the thread

 signals:
  void started(qint64 pid);
  void inboxFilled();
  void failedToStart(const QString& reason);
  void done();

 private:
  void readOutput();
  void readLog();
  void finished(int exitCode, QProcess::ExitStatus status);
  void failed(QProcess::ProcessError error);
  /// What the learner's code started and left running: the worker leads a group of processes of its own.
  void killItsChildren();

  std::shared_ptr<WorkerInbox> m_inbox;
  std::unique_ptr<QProcess> m_process;
  protocol::LineSplitter m_splitter;
  QByteArray m_logRest;
  QTimer m_escalate;
  qint64 m_pid = 0;
  bool m_stopping = false;
};

}  // namespace todevice
