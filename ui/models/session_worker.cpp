// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <algorithm>

#include "connection.h"
#include "session_p.h"
#include "timeline.h"

namespace todevice {

namespace {

constexpr auto kStartTime = std::chrono::seconds(10);
constexpr auto kRemoteStartTime = std::chrono::seconds(60);  ///< a launch prefix may wait in a queue
constexpr int kStartAttempts = 2;
constexpr int kReplayAttempts = 4;
constexpr qsizetype kStartLog = 20;  ///< lines

}  // namespace

WorkerSettings Session::Private::effectiveSettings() const {
  WorkerSettings effective = settings;
  if (!settings.simulates() && noGpuHere) effective.simulate = kDefaultSimulated;
  return effective;
}

void Session::Private::take(const WorkerSettings& news) {
  if (!news.samePlace(settings)) {
    noGpuHere = false;
    ready.reset();
  }
  settings = news;
}

void Session::Private::dropWorker() {
  startTimer.stop();
  interruptTimer.stop();
  requests.clear();
  run.clear();
  if (!worker) return;
  // This may be called from one of its signals.
  auto* const old = worker.release();
  old->disconnect(q);
  old->stop();
  old->deleteLater();
}

/// The new worker starts before the old one is told to end: the learner waits for the first, not the second.
void Session::Private::launch(const QString& why) {
  auto fresher = std::make_unique<WorkerProcess>();
  auto* const process = fresher.get();
  QObject::connect(process, &WorkerProcess::received, q, [this](const auto& batch) { received(batch); });
  QObject::connect(process, &WorkerProcess::log, q, [this](const QStringList& lines) {
    if (phase == Phase::Starting)
      startLog = (startLog + lines).mid(std::max<qsizetype>(0, startLog.size() + lines.size() - kStartLog));
    for (const auto& line : lines) emit q->logLine(line);
  });
  QObject::connect(process, &WorkerProcess::failedToStart, q, [this](const QString& reason) {
    const QString program = workerCommand(effectiveSettings()).first();
    giveUp(Session::tr("The worker program “%1” cannot be started: %2.").arg(program, reason));
  });
  QObject::connect(process, &WorkerProcess::ended, q, [this](const QString& reason) { lost(reason); });
  process->start(effectiveSettings());
  dropWorker();
  worker = std::move(fresher);
  sawReady = sawHello = interruptAsked = false;
  protocol::Hello hello;
  hello.program = "todevice " + QCoreApplication::applicationVersion().toStdString();
  send(hello, Request::hello);
  const auto usual = settings.launchPrefix.isEmpty() ? kStartTime : kRemoteStartTime;
  startTimer.start(settings.startSeconds > 0 ? std::chrono::seconds(settings.startSeconds) : usual);
  startLog.clear();
  unreadable = 0;
  setPhase(Phase::Starting);
  failQuestions(why);
}

std::int64_t Session::Private::send(const protocol::Request& request, Request kind) {
  const auto id = worker->send(request);
  requests.emplace(id, kind);
  return id;
}

void Session::Private::workerIsReady() {
  if (!sawReady || !sawHello) return;
  if (!settings.simulates() && !noGpuHere && ready->backend == "none") {
    noGpuHere = true;
    noGpuNote = *ready;
    return launch();
  }
  if (noGpuHere && !settings.simulates() && ready->note.empty()) {
    ready->note = noGpuNote.note;
    ready->note_code = noGpuNote.note_code;
    ready->note_detail = noGpuNote.note_detail;
  }
  startTimer.stop();
  lostStarts = 0;
  if (monitorInterval > 0) send(protocol::Monitor{monitorInterval}, Request::monitor);
  emit q->workerReady(*ready);
  if (phase != Phase::Starting) return;
  if (replayWanted) return beginReplay();
  if (!breakpoints.isEmpty()) sendBreakpoints();
  setPhase(Phase::Idle);
  serveWaiting();
}

/// The worker is gone, or hangs and has to go. What had run is run again in a new one, up to the last record:
/// the line that ended it is not repeated by itself.
void Session::Private::lost(const QString& reason) {
  if (phase == Phase::Starting) return lostAtStart(reason);
  flush();
  const bool wasReplaying = phase == Phase::Replaying;
  const bool wasRunning = phase == Phase::Running;
  // What ended it may have had nothing to do with the code: the same is tried again, but not for ever.
  const bool givesUp = wasReplaying && (interruptAsked || ++lostReplays >= kReplayAttempts);
  const QString noValue = Session::tr("The program ended before it had a value (%1).").arg(reason);
  if (givesUp) {
    failWaitingQuestions(Session::tr("The code could not be run again."));
    forgetRuns(noValue);
  } else {
    replay(wasReplaying ? plan : planReplay(blocks, timeline->count(), false), noValue);
  }
  emit q->workerLost(reason);
  if (givesUp) {
    emit q->outputRepeats();
    emit q->replayFinished(false);
    emit q->blocksChanged();
    emit q->problem(
        Session::tr("Running the code again did not work (%1). The lesson's state is empty now: run it "
                    "again from the start.")
            .arg(reason));
  } else if (wasRunning) {
    emit q->blockFinished(false);
  }
}

void Session::Private::lostAtStart(const QString& reason, bool hung) {
  const StartTrouble trouble = startTrouble(settings, reason, startLog);
  const bool hungElsewhere = hung && !settings.launchPrefix.isEmpty();
  if (++lostStarts < kStartAttempts && trouble.tryAgain && !hungElsewhere) {
    emit q->logLine(Session::tr("The worker is started once more: %1.").arg(reason));
    return launch();
  }
  const QString why = trouble.words.isEmpty() ? reason + QLatin1Char('.') : trouble.words;
  giveUp(Session::tr("The worker does not start: %1").arg(why));
}

void Session::Private::giveUp(const QString& message) {
  dropWorker();
  waitingBlock.reset();
  if (ready && !settings.sameMachine(readyOf)) ready.reset();
  setPhase(Phase::Dead);
  failQuestions(message);
  failWaitingQuestions(message);
  emit q->problem(message);
}

}  // namespace todevice
