// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson_player.h"

#include <algorithm>

#include "lesson_player_p.h"
#include "timeline.h"

namespace todevice {

using protocol::Mode;

LessonPlayer::LessonPlayer(Session* session, QObject* parent)
    : QObject(parent), d(std::make_unique<Private>()) {
  d->q = this;
  d->session = session;
  connect(session, &Session::blockFinished, this, [this](bool ok) { d->onBlockFinished(ok); });
  connect(session, &Session::stateChanged, this, [this](Session::State state) {
    if (state == Session::State::Idle) d->pumpLater();
    if (state == Session::State::Stopped) {
      QMetaObject::invokeMethod(
          this, [this] { d->stepOn(); }, Qt::QueuedConnection);
    }
  });
  connect(session, &Session::workerLost, this, [this] { d->forgetPlans(); });
}
LessonPlayer::~LessonPlayer() = default;

const Lesson* LessonPlayer::lesson() const {
  return d->lesson ? &*d->lesson : nullptr;
}
int LessonPlayer::stepIndex() const {
  return d->step;
}
int LessonPlayer::stepCount() const {
  return d->lesson ? int(d->lesson->steps.size()) : 0;
}
QString LessonPlayer::document() const {
  return d->document.text(d->step + 1);
}
int LessonPlayer::blockFirstLine() const {
  return d->document.firstLine(d->step);
}
int LessonPlayer::blockLineCount() const {
  return d->document.count() > d->step ? d->document.lineCount(d->step) : 0;
}
bool LessonPlayer::blockHasRun() const {
  return d->document.count() > d->step && d->hasRun(d->step);
}
QString LessonPlayer::predicted(int step) const {
  return d->predicted.value(step);
}
bool LessonPlayer::isStale() const {
  if (!d->lesson) return false;
  const int changed = d->firstChangedRun(std::min(d->step, d->document.count() - 1));
  return changed >= 0 && (changed != d->runOf(d->step) || d->linesToKeep() == 0);
}
bool LessonPlayer::answerIsDue() const {
  if (!d->lesson || blockLineCount() == 0 || blockHasRun() || d->predicted.value(d->step).isEmpty())
    return false;
  return d->lesson->steps[std::size_t(d->step)].prediction.has_value();
}
bool LessonPlayer::outcomeIsOlder() const {
  return d->outcomes.contains(d->step) && d->answeredBy.value(d->step) != d->document.code(d->step);
}

QString LessonPlayer::outcome() const {
  return d->outcomes.value(d->step);
}

Work LessonPlayer::work() const {
  Work work;
  work.step = d->step;
  work.predicted = d->predicted;
  for (auto it = d->predicted.cbegin(); it != d->predicted.cend(); ++it)
    if (const auto* own = d->choicesOf(it.key()); own && own->contains(it.value()))
      work.choices[it.key()] = int(own->indexOf(it.value()));
  for (int i = 0; d->lesson && i < d->document.count(); ++i)
    if (const QString was = d->original(i), is = d->document.code(i); was != is) work.code[i] = {was, is};
  return work;
}

void LessonPlayer::open(const Lesson& lesson, const Work& work) {
  d->lesson = lesson;
  const Work fitting = d->fitting(work);
  d->begin(fitting);
  emit lessonOpened();
  d->session->reset();
  // What the lesson itself has by now, a saved file for one, is not lost.
  const auto lost = [&](int of) {
    return !fitting.code.contains(of) && (of > d->lastStep() || d->original(of) != work.code[of].is);
  };
  const auto changed = work.code.keys();
  if (std::any_of(changed.begin(), changed.end(), lost)) emit workSetAside(work, Reason::LessonChanged);
  d->goOnAt(fitting.step);
}

void LessonPlayer::bringBack(const Work& work) {
  if (!d->lesson) return;
  d->forgetPlans();
  if (const Work before = this->work(); !before.code.isEmpty())
    emit workSetAside(before, Reason::BroughtBack);
  const int last = work.code.isEmpty() ? 0 : work.code.lastKey();
  d->lay(work, std::min(d->lastStep(), std::max({work.step, last, d->document.count() - 1})));
  d->goOnAt(std::clamp(work.step, 0, d->lastStep()));
}

void LessonPlayer::revise(const Lesson& lesson) {
  const bool sameCode =
      d->lesson &&
      std::equal(d->lesson->steps.begin(), d->lesson->steps.end(), lesson.steps.begin(), lesson.steps.end(),
                 [](const LessonStep& a, const LessonStep& b) { return a.code == b.code; });
  if (sameCode) {
    d->lesson = lesson;
    emit stepChanged(d->step);
    return;
  }
  open(lesson, work());
}

void LessonPlayer::setDocument(const QString& text) {
  if (d->document.count() > d->step && d->document.setText(d->step + 1, text) > 0) emit workChanged();
}

void LessonPlayer::next() {
  if (answerIsDue()) return run();
  if (d->step + 1 < stepCount()) goTo(d->step + 1);
}

void LessonPlayer::previous() {
  if (d->step > 0) goTo(d->step - 1);
}

void LessonPlayer::goTo(int step) {
  if (step < 0 || step >= stepCount() || step == d->step) return;
  d->forgetPlans();
  if (step < d->step) return d->enter(step);
  d->destination = step;
  d->ensureDocument(step - 1);
  const bool changed = d->firstChangedRun(step - 1) >= 0;
  bool missing = false;
  for (int i = 0; i < step; ++i) missing = missing || !d->hasRun(i);
  if (d->stopped() && !changed) {
    for (int i = d->step + 1; i < step; ++i) {
      if (!d->document.code(i).isEmpty()) d->tasks.push_back({i, Mode::record, 0});
    }
    return d->session->continueRun();
  }
  if (d->session->state() == Session::State::Running) return;  // shown when the run has ended
  if (!changed && !missing) return d->enter(std::exchange(d->destination, -1));
  d->runUpTo(step - 1);
}

void LessonPlayer::reset() {
  if (!d->lesson) return;
  const Work before = work();
  d->begin({});
  d->session->reset();
  if (!before.code.isEmpty()) emit workSetAside(before, Reason::Reset);
  emit begunAnew();
  d->goOnAt(0);
}

void LessonPlayer::solve() {
  if (!d->lesson || !d->lesson->steps[std::size_t(d->step)].change || d->document.count() <= d->step) return;
  Work solved = work();
  if (!solved.code.isEmpty()) emit workSetAside(solved, Reason::Solution);
  for (int i = 0; i < d->step; ++i) solved.code.remove(i);
  const LessonStep& step = d->lesson->steps[std::size_t(d->step)];
  solved.code[d->step] = {step.code, step.change->solution};
  d->lay(solved, d->document.count() - 1);
  emit documentChanged();
  emit workChanged();
}

void LessonPlayer::predict(const QString& answer) {
  d->predicted[d->step] = answer;
  emit workChanged();
  if (d->outcomes.contains(d->step)) return d->tell(d->step);
  if (d->lesson && blockHasRun()) d->resolve(d->step);
}

// ---- the document

void LessonPlayer::Private::ensureDocument(int last) {
  for (int i = document.count(); i <= last; ++i) document.append(lesson->steps[std::size_t(i)].code);
}

void LessonPlayer::Private::lay(const Work& work, int last) {
  document.clear();
  for (int i = 0; i <= last; ++i)
    document.append(work.code.contains(i) ? work.code[i].is : lesson->steps[std::size_t(i)].code);
}

Work LessonPlayer::Private::fitting(Work work) const {
  for (const int of : work.code.keys())
    if (of < 0 || of > lastStep() || original(of) != work.code[of].was) work.code.remove(of);
  for (const int of : work.predicted.keys()) {
    const auto* own = choicesOf(of);
    if (!own || own->contains(work.predicted[of])) continue;
    // Kept in another language; what is no choice at all any more was said of another question.
    const QString same = own->value(work.choices.value(of, -1));
    if (same.isEmpty())
      work.predicted.remove(of);
    else
      work.predicted[of] = same;
  }
  work.step = std::clamp(work.step, 0, lastStep());
  return work;
}

const QStringList* LessonPlayer::Private::choicesOf(int of) const {
  if (!lesson || of < 0 || of > lastStep()) return nullptr;
  const auto& asked = lesson->steps[std::size_t(of)].prediction;
  return asked && asked->picks() ? &asked->choices : nullptr;
}

void LessonPlayer::Private::begin(const Work& work) {
  forgetPlans();
  outcomes.clear();
  predicted = work.predicted;
  ++opened;
  lay(work, std::max(work.step, work.code.isEmpty() ? 0 : work.code.lastKey()));
  step = work.step;
}

void LessonPlayer::Private::goOnAt(int at) {
  enter(at);
  if (at > 0) runUpTo(at - 1);
}

void LessonPlayer::Private::enter(int to) {
  ensureDocument(to);
  step = to;
  const int run = runOf(to);
  if (run >= 0) {
    const Block& block = session->blocks()[std::size_t(run)];
    session->timeline()->setCursor(block.firstRecord + block.recordCount);
  }
  emit q->documentChanged();
  emit q->stepChanged(to);
  emit q->workChanged();
}

QString LessonPlayer::Private::original(int of) const {
  LessonDocument alone;
  alone.append(lesson->steps[std::size_t(of)].code);
  return alone.code(0);
}

}  // namespace todevice
