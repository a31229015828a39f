// SPDX-License-Identifier: GPL-3.0-or-later
#include "session_p.h"
#include "timeline.h"
#include "worker_words.h"

namespace todevice {

namespace {

/// Lines in a row; a login banner has fewer.
constexpr int kMostUnreadable = 1000;

void countEnd(Block& block, const protocol::Stopped& stopped) {
  block.running = false;
  block.ended = true;
  block.ok = stopped.reason == protocol::StopReason::finished;
  block.interrupted = stopped.reason == protocol::StopReason::interrupted;
}

}  // namespace

void Session::Private::received(const WorkerProcess::Batch& batch) {
  const auto* const from = worker.get();
  for (const auto& line : batch) {
    try {
      if (!std::holds_alternative<protocol::Malformed>(line)) unreadable = 0;
      std::visit([this](const auto& message) { on(message); }, line);
    } catch (const nlohmann::json::exception& error) {
      on(protocol::Malformed{protocol::kParseError, error.what()});
    }
    if (worker.get() != from) return;  // the rest is of a worker that was replaced
  }
  flush();
}

void Session::Private::flush() {
  if (fresh.empty()) return;
  blocks.back().recordCount += int(fresh.size());
  timeline->appendAll(std::exchange(fresh, {}));
}

void Session::Private::on(const protocol::Reply& reply) {
  const auto request = requests.find(reply.id);
  if (request == requests.end()) return;
  const Request kind = request->second;
  requests.erase(request);
  if (kind == Request::hello) {
    const auto hello = reply.result.get<protocol::HelloReply>();
    if (hello.version != protocol::kVersion) {
      return giveUp(Session::tr("The worker speaks version %1 of the protocol, this window version %2.")
                        .arg(hello.version)
                        .arg(protocol::kVersion));
    }
    sawHello = true;
    workerIsReady();
  } else if (kind == Request::evaluate) {
    answered(reply.id, reply.result.get<protocol::EvaluateReply>());
  }
}

void Session::Private::on(const protocol::ErrorReply& error) {
  const auto request = requests.find(error.id);
  const QString message = QString::fromStdString(error.message);
  if (request == requests.end()) return emit q->logLine(Session::tr("The worker says: %1").arg(message));
  const Request kind = request->second;
  requests.erase(request);
  switch (kind) {
    case Request::hello:
      return giveUp(Session::tr("The worker and this window do not fit: %1.").arg(message));
    case Request::monitor:  // a worker that cannot is as good without
    case Request::interrupt:
      return;  // the run had ended by itself
    case Request::evaluate: {
      protocol::EvaluateReply reply;
      reply.text = error.message;
      return answered(error.id, std::move(reply));
    }
    case Request::control:
      break;
  }
  emit q->problem(message);
  protocol::Stopped stopped;
  stopped.run = run.toStdString();
  stopped.reason = protocol::StopReason::error;
  on(stopped);
}

void Session::Private::on(const protocol::Malformed& malformed) {
  if (++unreadable > kMostUnreadable) {
    const QString program = workerCommand(effectiveSettings()).first();
    return giveUp(Session::tr("What “%1” prints is not what a worker says: %2 lines of it could not be read. "
                              "Choose another machine, or look at the connection's command.")
                      .arg(program, QString::number(kMostUnreadable)));
  }
  if (phase == Phase::Starting && !sawReady) {
    if (unreadable == 1)
      emit q->logLine(
          Session::tr("Text before the worker's first message was passed over (a login banner?)."));
    return;
  }
  emit q->logLine(Session::tr("A message of the worker could not be read: %1")
                      .arg(QString::fromStdString(malformed.message)));
}

void Session::Private::on(const protocol::Event& event) {
  std::visit([this](const auto& news) { on(news); }, event);
}

void Session::Private::on(const protocol::Ready& news) {
  ready = news;
  readyOf = settings;
  sawReady = true;
  workerIsReady();
}

void Session::Private::on(const protocol::Record& record) {
  if (isLate(record.run)) return;
  // What the learner stopped is no error to read about.
  const bool toRead = record.error && record.error->type != "KeyboardInterrupt";
  if (toRead) tell(QString::fromStdString(record.error->traceback), true);
  if (phase == Phase::Replaying) {
    Block& block = replayBlocks.back();
    block.count(record, block.recordCount++);
    replayRecords.push_back(record);
  } else {
    blocks.back().count(record, blocks.back().recordCount + int(fresh.size()));
    fresh.push_back(record);
  }
}

void Session::Private::on(const protocol::Stopped& stopped) {
  if (isLate(stopped.run)) return;
  if (phase == Phase::Replaying) return replayStopped(stopped);
  flush();
  if (stopped.reason != protocol::StopReason::line) return runEnded(stopped);
  if (!interruptAsked)
    interruptTimer.stop();  // an interrupt was asked for while this line ran: its end is awaited
  blocks.back().running = false;
  blocks.back().mode = protocol::Mode::step;
  standAt(stopped);
  setPhase(Phase::Stopped);
  emit q->lineReached(q->lineAtCursor());
  serveWaiting();
}

/// Where a run waits; nothing for one that has ended.
void Session::Private::standAt(const protocol::Stopped& stopped) {
  stoppedLine = stopped.line;
  stoppedDepth = stopped.depth;
  stoppedGoesOn = stopped.goes_on;
}

void Session::Private::runEnded(const protocol::Stopped& stopped) {
  interruptTimer.stop();
  interruptAsked = false;
  countEnd(blocks.back(), stopped);
  const bool ok = blocks.back().ok;
  run.clear();
  standAt({});
  setPhase(Phase::Idle);
  emit q->blocksChanged();
  emit q->lineReached(q->lineAtCursor());
  emit q->blockFinished(ok);
  if (!stopped.fault.empty()) emit q->gpuFault(QString::fromStdString(stopped.fault));
  serveWaiting();
}

void Session::Private::on(const protocol::Output& output) {
  if (isLate(output.run)) return;
  QString text = ownWords(QString::fromStdString(output.text));
  if (output.dropped > 0)
    text += Session::tr("\n(%1 more bytes were printed and left out)\n").arg(output.dropped);
  tell(text, output.stream == "stderr");
}

/// The text of a line comes before its record.
void Session::Private::tell(const QString& text, bool isError) {
  if (phase == Phase::Replaying) {
    replayOutput.push_back({text, isError, int(replayRecords.size())});
  } else {
    emit q->output(text, isError, timeline->count() + int(fresh.size()));
  }
}

void Session::Private::on(const protocol::Metrics& batch) {
  if (isLate(batch.run)) return;
  if (phase == Phase::Replaying)
    replayMetrics.push_back(batch);
  else
    emit q->metrics(batch);
}

void Session::Private::on(const protocol::DeviceStats& stats) {
  emit q->deviceStats(stats);
}

// ---- a replay

/// `blocks` and the timeline stay as they are until the new worker has caught up; a replay that is replaced
/// by another one therefore loses nothing.
void Session::Private::replay(std::vector<ReplayStep> newPlan, const QString& why) {
  plan = std::move(newPlan);
  replayWanted = true;
  launch(why);
}

void Session::Private::beginReplay() {
  planAt = 0;
  replayBlocks.clear();
  replayRecords.clear();
  replayOutput.clear();
  replayMetrics.clear();
  setPhase(Phase::Replaying);
  nextReplayStep();
}

void Session::Private::nextReplayStep() {
  if (interruptAsked || planAt >= plan.size()) return finishReplay(Phase::Idle, {});
  const ReplayStep& step = plan[planAt];
  Block block = blocks[std::size_t(step.block)];
  if (step.live) {
    waitingBlock = std::move(block);
    return finishReplay(Phase::Idle, {});
  }
  block.firstRecord = int(replayRecords.size());
  block.ended = block.ok = block.interrupted = false;
  replayBlocks.push_back(std::move(block));
  startRun(replayBlocks.back(), step.mode, step.stopAfter);
}

void Session::Private::replayStopped(const protocol::Stopped& stopped) {
  if (stopped.reason != protocol::StopReason::line) {
    Block& block = replayBlocks.back();
    countEnd(block, stopped);
    const ReplayStep& step = plan[planAt];
    const bool worse = !block.ok && (block.interrupted || blocks[std::size_t(step.block)].ok);
    if (interruptAsked && worse && !step.interrupt) block.cutShort = true;
    ++planAt;
    return nextReplayStep();
  }
  replayBlocks.back().running = false;
  if (plan[planAt].interrupt) {
    send(protocol::Interrupt{run.toStdString()}, Request::interrupt);
  } else {
    finishReplay(Phase::Stopped, stopped);
  }
}

/// Of a replay that the learner stopped, this one or an earlier one: empty when all of it had run.
QString Session::Private::unfinishedWords() const {
  const Block* block = nullptr;
  if (!replayBlocks.empty() && replayBlocks.back().cutShort)
    block = &replayBlocks.back();
  else if (planAt < plan.size())
    block = &blocks[std::size_t(plan[planAt].block)];
  if (block == nullptr) return {};
  return block->tag >= 0
             ? Session::tr(
                   "You stopped the lesson while it ran again: step %1 did not come to its end. Run "
                   "begins with that step.")
                   .arg(block->tag + 1)
             : Session::tr(
                   "You stopped the code while it ran again: what begins at line %1 did not come to "
                   "its end. Run it again.")
                   .arg(block->firstLine);
}

void Session::Private::finishReplay(Phase next, const protocol::Stopped& stopped) {
  interruptTimer.stop();
  const bool complete = !std::exchange(interruptAsked, false);
  const bool isCut = !replayBlocks.empty() && replayBlocks.back().cutShort;  // now, or earlier
  const QString unfinished = next == Phase::Idle && (!complete || isCut) ? unfinishedWords() : QString();
  replayWanted = false;
  lostReplays = 0;
  if (next == Phase::Idle) run.clear();
  blocks = std::exchange(replayBlocks, {});
  standAt(stopped);
  phase = next;
  if (worker && !breakpoints.isEmpty()) sendBreakpoints();
  timeline->replace(std::exchange(replayRecords, {}));
  emit q->outputRepeats();
  for (const auto& [text, isError, record] : std::exchange(replayOutput, {}))
    emit q->output(text, isError, record);
  for (const auto& batch : std::exchange(replayMetrics, {})) emit q->metrics(batch);
  emit q->stateChanged(next);
  emit q->replayFinished(complete);
  emit q->blocksChanged();
  emit q->lineReached(q->lineAtCursor());
  if (!unfinished.isEmpty()) {
    failWaitingQuestions(Session::tr("The code was stopped before it came to this."));
    emit q->problem(unfinished);
  }
  serveWaiting();
}

}  // namespace todevice
