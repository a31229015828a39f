// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker_reader.h"

#include <QCoreApplication>
#include <algorithm>
#include <csignal>
#include <cstring>

namespace todevice {

namespace {

constexpr std::size_t kInboxBytes = std::size_t{32} << 20;
// What the owner takes at once is little enough that its event loop stays quick.
constexpr std::size_t kLinesAtOnce = 1000;
constexpr std::size_t kBytesAtOnce = std::size_t{1} << 20;
constexpr int kLogLines = 1000;
constexpr int kMaxLogLine = 10000;
constexpr auto kAskedFor = std::chrono::milliseconds(500);       ///< time to end by itself
constexpr auto kTerminatedFor = std::chrono::milliseconds(500);  ///< then time to be terminated

QString endReason(int exitCode, QProcess::ExitStatus status) {
  if (status == QProcess::NormalExit) {
    return QCoreApplication::translate("todevice::WorkerProcess", "the worker ended by itself (exit code %1)")
        .arg(exitCode);
  }
  const char* name = sigdescr_np(exitCode);
  return QCoreApplication::translate("todevice::WorkerProcess", "the worker was ended by a signal (%1)")
      .arg(name != nullptr ? QString::fromLatin1(name) : QString::number(exitCode));
}

}  // namespace

bool WorkerInbox::claimNotice() {
  return !m_closed && !std::exchange(m_noticed, true);
}

bool WorkerInbox::put(std::vector<Held> lines) {
  std::unique_lock lock(m_mutex);
  m_room.wait(lock, [this] { return m_closed || m_bytes < kInboxBytes; });
  if (m_closed) return false;
  for (auto& held : lines) {
    m_bytes += held.bytes;
    m_lines.push_back(std::move(held));
  }
  return claimNotice();
}

bool WorkerInbox::putLog(const QStringList& lines) {
  const std::lock_guard lock(m_mutex);
  const int room = std::max(0, kLogLines - int(m_log.size()));
  m_log += lines.mid(0, room);
  m_logDropped += std::max(0, int(lines.size()) - room);
  return claimNotice();
}

bool WorkerInbox::putEnd(const QString& reason) {
  const std::lock_guard lock(m_mutex);
  m_end = reason;
  return claimNotice();
}

WorkerInbox::Taken WorkerInbox::take() {
  const std::lock_guard lock(m_mutex);
  Taken taken;
  std::size_t bytes = 0;
  while (!m_lines.empty() && taken.lines.size() < kLinesAtOnce && bytes < kBytesAtOnce) {
    bytes += m_lines.front().bytes;
    taken.lines.push_back(std::move(m_lines.front().line));
    m_lines.pop_front();
  }
  m_bytes -= bytes;
  m_room.notify_all();
  taken.log = std::exchange(m_log, {});
  if (const int dropped = std::exchange(m_logDropped, 0); dropped > 0) {
    taken.log << QCoreApplication::translate("todevice::WorkerProcess", "(%n line(s) left out)", nullptr,
                                             dropped);
  }
  taken.more = !m_lines.empty();
  if (!taken.more) taken.end = std::exchange(m_end, std::nullopt);
  m_noticed = taken.more;
  return taken;
}

void WorkerInbox::close() {
  const std::lock_guard lock(m_mutex);
  m_closed = true;
  m_lines.clear();
  m_bytes = 0;
  m_room.notify_all();
}

WorkerReader::WorkerReader(std::shared_ptr<WorkerInbox> inbox) : m_inbox(std::move(inbox)), m_escalate(this) {
  m_escalate.setSingleShot(true);
}

WorkerReader::~WorkerReader() = default;

void WorkerReader::start(const WorkerSettings& settings) {
  if (m_stopping) return;
  m_process = std::make_unique<QProcess>();
  m_process->setProcessEnvironment(workerEnvironment(settings));
  connect(m_process.get(), &QProcess::started, this, [this] {
    m_pid = m_process->processId();
    emit started(m_pid);
  });
  connect(m_process.get(), &QProcess::readyReadStandardOutput, this, &WorkerReader::readOutput);
  connect(m_process.get(), &QProcess::readyReadStandardError, this, &WorkerReader::readLog);
  connect(m_process.get(), &QProcess::finished, this, &WorkerReader::finished);
  connect(m_process.get(), &QProcess::errorOccurred, this, &WorkerReader::failed);
  QStringList command = workerCommand(settings);
  const QString program = command.takeFirst();
  m_process->start(program, command);
}

void WorkerReader::write(const std::string& line) {
  if (!m_process || m_process->state() == QProcess::NotRunning) return;
  m_process->write(line.data(), qint64(line.size()));
  m_process->write("\n", 1);
}

void WorkerReader::stop() {
  if (std::exchange(m_stopping, true)) return;
  if (!m_process || m_process->state() == QProcess::NotRunning) return emit done();
  write(protocol::encode_request(0, protocol::Shutdown{}));
  m_process->closeWriteChannel();
  connect(&m_escalate, &QTimer::timeout, this, [this] {
    m_process->terminate();
    disconnect(&m_escalate, nullptr, this, nullptr);
    connect(&m_escalate, &QTimer::timeout, this, &WorkerReader::killNow);
    m_escalate.start(kTerminatedFor);
  });
  m_escalate.start(kAskedFor);
}

void WorkerReader::killNow() {
  m_stopping = true;
  if (!m_process || m_process->state() == QProcess::NotRunning) return emit done();
  m_process->kill();
}

void WorkerReader::killItsChildren() {
  if (m_pid > 0) ::kill(pid_t(-std::exchange(m_pid, 0)), SIGKILL);
}

void WorkerReader::readOutput() {
  const QByteArray bytes = m_process->readAllStandardOutput();
  if (m_stopping) return;
  std::vector<WorkerInbox::Held> lines;
  m_splitter.feed(
      std::string_view(bytes.constData(), std::size_t(bytes.size())),
      [&](std::string_view line) {
        lines.push_back({protocol::decode_worker_line(line), line.size()});
      },
      [&](std::size_t length) {
        lines.push_back({protocol::Malformed{protocol::kParseError,
                                             "a line of " + std::to_string(length) + " bytes is too long"},
                         0});
      });
  if (!lines.empty() && m_inbox->put(std::move(lines))) emit inboxFilled();
}

void WorkerReader::readLog() {
  m_logRest += m_process->readAllStandardError();
  if (m_logRest.size() > kMaxLogLine && !m_logRest.contains('\n')) m_logRest += '\n';
  const auto end = m_logRest.lastIndexOf('\n');
  if (end < 0) return;
  QStringList lines;
  for (const auto& line : m_logRest.left(end).split('\n')) lines << QString::fromUtf8(line.left(kMaxLogLine));
  m_logRest.remove(0, end + 1);
  if (m_inbox->putLog(lines)) emit inboxFilled();
}

void WorkerReader::finished(int exitCode, QProcess::ExitStatus status) {
  m_escalate.stop();
  killItsChildren();
  if (!m_stopping) {
    readOutput();
    readLog();
    if (!m_logRest.isEmpty() && m_inbox->putLog({QString::fromUtf8(m_logRest)})) emit inboxFilled();
    if (m_inbox->putEnd(endReason(exitCode, status))) emit inboxFilled();
  }
  emit done();
}

void WorkerReader::failed(QProcess::ProcessError error) {
  if (error != QProcess::FailedToStart) return;
  emit failedToStart(m_process->errorString());
  emit done();
}

}  // namespace todevice
