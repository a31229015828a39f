// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "lesson_player_p.h"
#include "timeline.h"

namespace todevice {

using protocol::Mode;

int LessonPlayer::Private::runOf(int of) const {
  const auto& blocks = session->blocks();
  for (int i = int(blocks.size()) - 1; i >= 0; --i) {
    if (blocks[std::size_t(i)].tag == of) return i;
  }
  return -1;
}

bool LessonPlayer::Private::hasRun(int of) const {
  const int run = runOf(of);
  if (document.code(of).isEmpty()) return true;
  return run >= 0 && session->blocks()[std::size_t(run)].ended &&
         !session->blocks()[std::size_t(run)].cutShort;
}

int LessonPlayer::Private::firstChangedRun(int last) const {
  const auto& blocks = session->blocks();
  for (int i = 0; i < int(blocks.size()); ++i) {
    const Block& block = blocks[std::size_t(i)];
    const bool mine = block.tag >= 0 && block.tag <= last && block.tag < document.count();
    if (mine && (block.code != document.code(block.tag) || block.firstLine != document.firstLine(block.tag)))
      return i;
  }
  return -1;
}

void LessonPlayer::Private::runMissing(int last, int from) {
  tasks.clear();
  const auto undone = [&](int of) { return from >= 0 && runOf(of) >= from; };
  for (int i = 0; i <= last; ++i) {
    if (!document.code(i).isEmpty() && (!hasRun(i) || undone(i))) tasks.push_back({i, Mode::record, 0});
  }
  if (from >= 0) session->rewindToBlock(from);
  pumpLater();
}

int LessonPlayer::Private::firstRunToUndo(int last) const {
  const auto& blocks = session->blocks();
  const auto cut = std::find_if(blocks.begin(), blocks.end(), [last](const Block& block) {
    return block.cutShort && block.tag >= 0 && block.tag <= last;
  });
  const int changed = firstChangedRun(last);
  if (cut != blocks.end() && (changed < 0 || cut - blocks.begin() < changed))
    return int(cut - blocks.begin());
  if (changed >= 0) return changed;
  return !blocks.empty() && !blocks.back().ended ? int(blocks.size()) - 1 : -1;
}

void LessonPlayer::Private::prepare(int target, Mode mode, int until) {
  int from = firstRunToUndo(target);
  const int before = runOf(target);
  if (before >= 0 && (from < 0 || before < from)) from = before;
  const bool isEmpty = document.code(target).isEmpty();
  runMissing(target - 1, from);
  if (!isEmpty) tasks.push_back({target, mode, until});
}

void LessonPlayer::Private::pumpLater() {
  QMetaObject::invokeMethod(
      q, [this] { pump(); }, Qt::QueuedConnection);
}

void LessonPlayer::Private::pump() {
  const auto state = session->state();
  if (openQuestions > 0 || (state != Session::State::Idle && state != Session::State::Dead)) return;
  if (!tasks.empty()) {
    const Task task = tasks.front();
    tasks.pop_front();
    session->runBlock(document.code(task.step), task.mode, document.firstLine(task.step), task.step,
                      task.until);
  } else if (destination >= 0) {
    enter(std::exchange(destination, -1));
  }
}

void LessonPlayer::Private::forgetPlans() {
  tasks.clear();
  autoSteps = 0;
  destination = -1;
}

void LessonPlayer::Private::stepOn() {
  if (autoSteps <= 0 || !stopped()) return;
  --autoSteps;
  session->step(autoSteps == 0 ? lastReach : protocol::Reach::over);
}

void LessonPlayer::Private::stepOn(protocol::Reach reach) {
  if (!session->timeline()->atEnd()) return session->step(reach);
  if (!lesson || document.code(step).isEmpty()) return;
  const bool changed = firstChangedRun(step) >= 0;
  if (stopped() && !changed) return session->step(reach);
  if (session->state() == Session::State::Running || (hasRun(step) && !changed)) return;
  forgetPlans();
  autoSteps = 1 + linesToKeep();
  lastReach = reach;
  prepare(step, Mode::step);
}

bool LessonPlayer::Private::hasBreakpoint() const {
  const int end = document.firstLine(step) + document.lineCount(step);
  const auto& lines = session->breakpoints();
  return std::any_of(lines.begin(), lines.end(), [end](int line) { return line < end; });
}

int LessonPlayer::Private::wholeLines(const Block& block) const {
  int lines = 0;
  for (int i = 0; i < block.recordCount; ++i) {
    const auto& record = session->timeline()->record(block.firstRecord + i);
    if (record.depth == 0 && record.entered.empty()) ++lines;
  }
  return lines;
}

int LessonPlayer::Private::linesToKeep() const {
  const int run = runOf(step);
  if (!stopped() || run < 0) return 0;
  const Block& block = session->blocks()[std::size_t(run)];
  if (block.firstLine != document.firstLine(step)) return 0;
  const auto before = block.code.split(QLatin1Char('\n')),
             after = document.code(step).split(QLatin1Char('\n'));
  const int done = session->stoppedLine() - block.firstLine;
  return done > 0 && before.mid(0, done) == after.mid(0, done) ? wholeLines(block) : 0;
}

// ---- what the panels ask for

void LessonPlayer::step() {
  d->stepOn(protocol::Reach::over);
}

void LessonPlayer::stepInto() {
  d->stepOn(protocol::Reach::into);
}

void LessonPlayer::stepOut() {
  if (d->session->depthAtCursor() > 0) d->stepOn(protocol::Reach::out);
}

void LessonPlayer::runTo(int line) {
  if (!d->lesson || line <= 0 || d->session->state() == Session::State::Running) return;
  d->forgetPlans();
  d->session->timeline()->setCursor(d->session->timeline()->count());
  if (d->stopped() && d->firstChangedRun(d->step) < 0) return d->session->continueRun(line);
  d->prepare(d->step, Mode::record, line);
}

void LessonPlayer::toggleBreakpoint(int line) {
  if (line <= 0) return;
  QList<int> lines = d->session->breakpoints();
  if (lines.removeAll(line) == 0) lines << line;
  std::sort(lines.begin(), lines.end());
  d->session->setBreakpoints(lines);
}

void LessonPlayer::stepBack() {
  d->session->stepBack();
}

void LessonPlayer::run() {
  if (!d->lesson || d->session->state() == Session::State::Running) return;
  d->forgetPlans();
  d->session->timeline()->setCursor(d->session->timeline()->count());
  if (d->stopped() && d->firstChangedRun(d->step) < 0) return d->session->continueRun();
  d->prepare(d->step, Mode::record);
}

void LessonPlayer::runWhole() {
  if (!d->lesson || d->session->state() == Session::State::Running) return;
  d->forgetPlans();
  d->session->timeline()->setCursor(d->session->timeline()->count());
  const bool begun = d->stopped() && d->session->blocks().back().recordCount > 0;
  if (begun && d->firstChangedRun(d->step) < 0) return d->session->continueRun();
  d->prepare(d->step, d->hasBreakpoint() ? Mode::record : Mode::whole);
}

void LessonPlayer::stop() {
  d->forgetPlans();
  d->session->interrupt();
}

}  // namespace todevice
