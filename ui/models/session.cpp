// SPDX-License-Identifier: GPL-3.0-or-later
#include "session.h"

#include "session_p.h"
#include "timeline.h"

namespace todevice {

namespace {

// Two seconds in all, then the worker is replaced.
constexpr int kInterrupts = 8;
constexpr auto kInterruptEvery = std::chrono::milliseconds(250);

QString wentBack() {
  return Session::tr("The code went back before it had a value.");
}

}  // namespace

std::int64_t Block::linesIn(int records) const {
  std::int64_t lines = records;
  for (const auto& [number, merged] : shared) {
    if (number >= records) break;
    lines += merged;
  }
  return lines;
}

/// Record number `number` of the block has come.
void Block::count(const protocol::Record& record, int number) {
  if (record.merged > 0) shared.emplace_back(number, record.merged);
  if (!record.entered.empty()) entries.push_back({linesIn(number + 1) - 1, record.entry});
}

void Block::forgetRecords() {
  recordCount = 0;
  entries.clear();
  shared.clear();
}

Session::Private::Private(Session* session) : q(session), timeline(new Timeline(session)) {
  startTimer.setSingleShot(true);
  interruptTimer.setSingleShot(true);
  questionTimer.setSingleShot(true);
}

Session::Session(QObject* parent) : QObject(parent), d(std::make_unique<Private>(this)) {
  connect(&d->startTimer, &QTimer::timeout, this,
          [this] { d->lostAtStart(tr("the worker did not answer"), true); });
  connect(&d->interruptTimer, &QTimer::timeout, this, [this] { d->interruptAgain(); });
  connect(&d->questionTimer, &QTimer::timeout, this, [this] { d->followQuestions(); });
  connect(d->timeline, &Timeline::cursorChanged, this, [this] { emit lineReached(lineAtCursor()); });
}
Session::~Session() {
  d->dropWorker();
}

Timeline* Session::timeline() const {
  return d->timeline;
}
Session::State Session::state() const {
  return d->phase;
}
const WorkerSettings& Session::settings() const {
  return d->settings;
}
const std::optional<protocol::Ready>& Session::ready() const {
  return d->ready;
}
void Session::setMonitorInterval(int milliseconds) {
  d->monitorInterval = milliseconds;
  const bool alive = d->worker && d->phase != State::Starting && d->phase != State::Dead;
  if (alive) d->send(protocol::Monitor{milliseconds}, Private::Request::monitor);
}
int Session::monitorInterval() const {
  return d->monitorInterval;
}
bool Session::isReplacing() const {
  return d->replayWanted;
}
int Session::stoppedLine() const {
  return d->stoppedLine;
}
int Session::stoppedDepth() const {
  return d->stoppedDepth;
}
const QList<int>& Session::breakpoints() const {
  return d->breakpoints;
}
qint64 Session::workerPid() const {
  return d->worker ? d->worker->pid() : 0;
}
const std::vector<Block>& Session::blocks() const {
  return d->blocks;
}

int Session::lineAtCursor() const {
  return d->timeline->atEnd() ? d->stoppedLine : d->timeline->record(d->timeline->cursor()).line;
}

int Session::depthAtCursor() const {
  return d->timeline->atEnd() ? d->stoppedDepth : d->timeline->record(d->timeline->cursor()).depth;
}

bool Session::goesOnAtCursor() const {
  if (d->timeline->atEnd()) return d->stoppedGoesOn;
  const auto* before = d->timeline->current();
  return before != nullptr && before->depth > depthAtCursor();
}

void Session::start(const WorkerSettings& settings) {
  d->take(settings);
  reset();
}

void Session::restart(const WorkerSettings& settings) {
  d->take(settings);
  replayToCursor();
}

void Session::reset() {
  const QString why = tr("Another lesson was begun.");
  d->failWaitingQuestions(why);
  d->forgetRuns(why);
  emit outputCleared();
  emit blocksChanged();
}

void Session::replayToCursor() {
  d->flush();
  d->lostStarts = d->lostReplays = 0;
  const bool goesOn = d->timeline->atEnd();
  if (goesOn) d->askAgainLater();
  d->replay(planReplay(d->blocks, d->timeline->cursor(), goesOn), wentBack());
}

void Session::rewindToBlock(int block) {
  if (block < 0 || block >= int(d->blocks.size())) return;
  d->flush();
  std::vector<Block> kept(d->blocks.begin(), d->blocks.begin() + block);
  d->replay(planReplay(kept, d->blocks[std::size_t(block)].firstRecord, false), wentBack());
}

void Session::runBlock(const QString& code, protocol::Mode mode, int firstLine, int tag, int until) {
  Block block;
  block.code = code;
  block.mode = mode;
  block.firstLine = firstLine;
  block.tag = tag;
  block.until = until;
  switch (d->phase) {
    case State::Idle:
      return d->runNow(std::move(block));
    case State::Running:
    case State::Stopped:
      emit problem(tr("Other code is still running. Stop it first."));
      return;
    case State::Dead:
      replayToCursor();
      break;
    case State::Starting:
    case State::Replaying:
      break;
  }
  d->waitingBlock = std::move(block);
}

void Session::step(protocol::Reach reach) {
  if (!d->timeline->atEnd()) return d->timeline->setCursor(d->timeline->cursorAfter(reach));
  if (d->phase == State::Stopped) d->goOn(protocol::Step{d->run.toStdString(), reach});
}

void Session::stepBack() {
  d->timeline->setCursor(d->timeline->cursor() - 1);
}

void Session::continueRun(int until) {
  d->timeline->setCursor(d->timeline->count());
  if (d->phase != State::Stopped) return;
  d->blocks.back().mode = protocol::Mode::record;
  d->goOn(protocol::Continue{d->run.toStdString(), until});
}

void Session::setBreakpoints(const QList<int>& lines) {
  if (lines == d->breakpoints) return;
  d->breakpoints = lines;
  // A replay stops at none: they are told when it has caught up.
  const bool takes =
      d->worker && (d->phase == State::Idle || d->phase == State::Running || d->phase == State::Stopped);
  if (takes) d->sendBreakpoints();
  emit breakpointsChanged();
}

void Session::interrupt() {
  d->waitingBlock.reset();
  if (d->phase == State::Dead || d->phase == State::Starting) return;
  const bool question =
      !d->questions.empty() && (d->phase == State::Idle || (d->phase == State::Stopped && d->evaluating));
  if (!question && d->run.isEmpty()) return;
  const bool goesOn = d->interruptTimer.isActive() && question == d->interruptsQuestion;
  d->interruptsQuestion = question;
  d->interruptAsked = d->interruptAsked || !question;
  if (goesOn) return;
  d->interruptsLeft = kInterrupts;
  d->interruptAgain();
}

// ---- runs

/// Code may catch one interrupt, or miss it as it begins: it is asked again until it stops.
void Session::Private::interruptAgain() {
  if (--interruptsLeft < 0) return lost(Session::tr("the code did not stop when asked"));
  send(protocol::Interrupt{interruptsQuestion ? std::string() : run.toStdString()}, Request::interrupt);
  interruptTimer.start(kInterruptEvery);
}

void Session::Private::sendBreakpoints() {
  send(protocol::Breakpoints{{breakpoints.begin(), breakpoints.end()}}, Request::monitor);
}

/// A fresh worker in which nothing has run.
void Session::Private::forgetRuns(const QString& why) {
  waitingBlock.reset();
  plan.clear();
  replayWanted = false;
  blocks.clear();
  standAt({});
  fresh.clear();
  lostStarts = lostReplays = 0;
  launch(why);
  timeline->clear();
}

/// A block that ran before goes into the same functions again.
void Session::Private::startRun(Block& block, protocol::Mode mode, std::int64_t stopAfter) {
  run = QStringLiteral("run-%1").arg(++runs);
  block.run = run;
  block.running = true;
  protocol::Run request;
  request.run = run.toStdString();
  request.code = block.code.toStdString();
  request.first_line = block.firstLine;
  request.mode = mode;
  request.stop_after = stopAfter;
  request.until = block.until;
  request.entries = block.entries;
  block.forgetRecords();
  send(request, Request::control);
  emit q->runStarted(run);
}

void Session::Private::runNow(Block block) {
  timeline->setCursor(timeline->count());
  block.firstRecord = timeline->count();
  block.ended = block.ok = block.interrupted = false;
  standAt({});
  interruptAsked = false;
  blocks.push_back(std::move(block));
  setPhase(Phase::Running);
  startRun(blocks.back(), blocks.back().mode, 0);
  emit q->blocksChanged();
}

void Session::Private::goOn(const protocol::Request& request) {
  blocks.back().running = true;
  send(request, Request::control);
  setPhase(Phase::Running);
}

void Session::Private::setPhase(Phase next) {
  if (phase == next) return;
  phase = next;
  emit q->stateChanged(next);
}

/// A slot may have started something: each piece looks again.
void Session::Private::serveWaiting() {
  if (phase != Phase::Idle && phase != Phase::Stopped) return;
  for (auto& [expression, done] : std::exchange(waitingQuestions, {})) ask(expression, std::move(done));
  if (!waitingBlock || phase != Phase::Idle) return;
  runNow(*std::exchange(waitingBlock, std::nullopt));
}

}  // namespace todevice
