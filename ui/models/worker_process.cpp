// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker_process.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThread>
#include <algorithm>

#include "worker_reader.h"

namespace todevice {

namespace {

/// A thread with its reader; both outlive the WorkerProcess until the process has ended.
struct Live {
  QThread* thread = nullptr;
  WorkerReader* reader = nullptr;
};

/// Used by the thread of the window alone.
std::vector<Live>& liveReaders() {
  static std::vector<Live> live;
  return live;
}

/// Its thread has ended, so nothing else uses the reader.
void forget(QThread* thread) {
  std::erase_if(liveReaders(), [thread](const Live& live) {
    if (live.thread == thread) delete live.reader;
    return live.thread == thread;
  });
  delete thread;
}

/// The thread ends with `done` and takes the process with it; the owner's event loop deletes the rest.
Live startReader(const std::shared_ptr<WorkerInbox>& inbox) {
  static const bool registered = (qAddPostRoutine(&WorkerProcess::endAll), true);
  Q_UNUSED(registered)
  Live live{new QThread, new WorkerReader(inbox)};
  live.thread->setObjectName(QStringLiteral("worker reader"));
  live.reader->moveToThread(live.thread);
  QObject::connect(live.reader, &WorkerReader::done, live.thread, &QThread::quit, Qt::DirectConnection);
  QObject::connect(live.thread, &QThread::finished, live.reader, &WorkerReader::release,
                   Qt::DirectConnection);
  QObject::connect(
      live.thread, &QThread::finished, live.thread,
      [thread = live.thread] {
        thread->wait();
        forget(thread);
      },
      Qt::QueuedConnection);
  live.thread->start();
  liveReaders().push_back(live);
  return live;
}

}  // namespace

struct WorkerProcess::Private {
  std::shared_ptr<WorkerInbox> inbox = std::make_shared<WorkerInbox>();
  QThread* thread = nullptr;
  WorkerReader* reader = nullptr;  ///< valid while `thread` is among the live ones
  std::int64_t nextId = 1;
  qint64 pid = 0;
  bool stopped = false;

  bool alive() const {
    return std::any_of(liveReaders().begin(), liveReaders().end(),
                       [this](const Live& live) { return live.thread == thread; });
  }

  template <typename Call>
  void post(Call call) {
    if (thread == nullptr || !alive()) return;
    QMetaObject::invokeMethod(reader, [target = reader, call = std::move(call)] { call(target); });
  }
};

WorkerProcess::WorkerProcess(QObject* parent) : QObject(parent), d(std::make_unique<Private>()) {}
WorkerProcess::~WorkerProcess() {
  stop();
}

void WorkerProcess::start(const WorkerSettings& settings) {
  const Live live = startReader(d->inbox);
  d->thread = live.thread;
  d->reader = live.reader;
  connect(d->reader, &WorkerReader::started, this, [this](qint64 pid) {
    d->pid = pid;
    if (!d->stopped) emit started(pid);
  });
  connect(d->reader, &WorkerReader::failedToStart, this, [this](const QString& reason) {
    if (!d->stopped) emit failedToStart(reason);
  });
  connect(d->reader, &WorkerReader::inboxFilled, this, &WorkerProcess::takeOver);
  d->post([settings](WorkerReader* reader) { reader->start(settings); });
}

std::int64_t WorkerProcess::send(const protocol::Request& request) {
  const auto id = d->nextId++;
  d->post([line = protocol::encode_request(id, request)](WorkerReader* reader) { reader->write(line); });
  return id;
}

void WorkerProcess::stop() {
  if (std::exchange(d->stopped, true)) return;
  d->inbox->close();
  if (d->reader != nullptr && d->alive()) disconnect(d->reader, nullptr, this, nullptr);
  d->post([](WorkerReader* reader) { reader->stop(); });
}

qint64 WorkerProcess::pid() const {
  return d->pid;
}

void WorkerProcess::takeOver() {
  if (d->stopped) return;
  const auto taken = d->inbox->take();
  // What follows may stop or delete this object: no member is touched after an emit without a look.
  const QPointer<WorkerProcess> alive(this);
  const auto gone = [&] { return alive.isNull() || d->stopped; };
  if (!taken.log.isEmpty()) emit log(taken.log);
  if (!gone() && !taken.lines.empty()) emit received(taken.lines);
  if (!gone() && taken.more) QMetaObject::invokeMethod(this, &WorkerProcess::takeOver, Qt::QueuedConnection);
  if (!gone() && taken.end) emit ended(*taken.end);
}

void WorkerProcess::endAll() {
  const auto live = liveReaders();
  for (const auto& each : live) {
    QMetaObject::invokeMethod(each.reader, [reader = each.reader] { reader->killNow(); });
  }
  for (const auto& each : live) {
    each.thread->wait();
    forget(each.thread);
  }
}

}  // namespace todevice
