// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson_player.h"

#include <QMap>
#include <QPointer>
#include <algorithm>
#include <deque>

#include "lesson_document.h"
#include "prediction.h"
#include "session.h"
#include "timeline.h"

namespace todevice {

using protocol::Mode;

namespace {

struct Task {
  int step = 0;
  Mode mode = Mode::record;
  int until = 0;
};

}  // namespace

struct LessonPlayer::Private {
  LessonPlayer* q = nullptr;
  Session* session = nullptr;
  std::optional<Lesson> lesson;
  int opened = 0;  ///< counts lessons opened and begun anew: answers to older questions are dropped
  LessonDocument document;
  int step = 0;
  std::deque<Task> tasks;                             ///< blocks to run, one after another
  int autoSteps = 0;                                  ///< lines to step through once the block has started
  protocol::Reach lastReach = protocol::Reach::over;  ///< of the last of them
  int destination = -1;                               ///< the lesson step to show when all tasks have run
  int openQuestions = 0;  ///< predictions that are being evaluated: no block starts meanwhile
  QMap<int, QString> predicted, outcomes;

  bool stopped() const { return session->state() == Session::State::Stopped; }

  /// The newest run of a step's block, or -1.
  int runOf(int of) const {
    const auto& blocks = session->blocks();
    for (int i = int(blocks.size()) - 1; i >= 0; --i) {
      if (blocks[std::size_t(i)].tag == of) return i;
    }
    return -1;
  }

  bool hasRun(int of) const {
    const int run = runOf(of);
    if (document.code(of).isEmpty()) return true;
    return run >= 0 && session->blocks()[std::size_t(run)].ended &&
           !session->blocks()[std::size_t(run)].cutShort;
  }

  /// The first run, of steps up to `last`, whose text is no longer what stands in the document; -1: none.
  int firstChangedRun(int last) const {
    const auto& blocks = session->blocks();
    for (int i = 0; i < int(blocks.size()); ++i) {
      const Block& block = blocks[std::size_t(i)];
      const bool mine = block.tag >= 0 && block.tag <= last && block.tag < document.count();
      if (mine &&
          (block.code != document.code(block.tag) || block.firstLine != document.firstLine(block.tag)))
        return i;
    }
    return -1;
  }

  void ensureDocument(int last) {
    for (int i = document.count(); i <= last; ++i) document.append(lesson->steps[std::size_t(i)].code);
  }

  /// Undoes the runs from number `from` on, and has every step up to `last` run that has not or no longer
  /// has.
  void runMissing(int last, int from) {
    tasks.clear();
    const auto undone = [&](int of) { return from >= 0 && runOf(of) >= from; };
    for (int i = 0; i <= last; ++i) {
      if (!document.code(i).isEmpty() && (!hasRun(i) || undone(i))) tasks.push_back({i, Mode::record, 0});
    }
    if (from >= 0) session->rewindToBlock(from);
    pumpLater();
  }

  /// A block that was begun and is not finished begins anew, as does one that a replay did not finish.
  int firstRunToUndo(int last) const {
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

  /// The document as `work` has it, up to step `last`.
  void lay(const Work& work, int last) {
    document.clear();
    for (int i = 0; i <= last; ++i)
      document.append(work.code.contains(i) ? work.code[i].is : lesson->steps[std::size_t(i)].code);
  }

  int lastStep() const { return int(lesson->steps.size()) - 1; }

  /// The work without code that was written against other code of the lesson.
  Work fitting(Work work) const {
    for (const int of : work.code.keys())
      if (of < 0 || of > lastStep() || original(of) != work.code[of].was) work.code.remove(of);
    work.step = std::clamp(work.step, 0, lastStep());
    return work;
  }

  /// Forgets what ran, and lays the lesson out as `work` left it.
  void begin(const Work& work) {
    forgetPlans();
    outcomes.clear();
    predicted = work.predicted;
    ++opened;
    lay(work, std::max(work.step, work.code.isEmpty() ? 0 : work.code.lastKey()));
    step = work.step;
  }

  /// Shows the step at once; what stands before it runs meanwhile.
  void goOnAt(int at) {
    enter(at);
    if (at > 0) runUpTo(at - 1);
  }

  void runUpTo(int last) { runMissing(last, firstRunToUndo(last)); }

  /// Has everything before `target` run as it stands, and then `target` itself, again if need be.
  void prepare(int target, Mode mode, int until = 0) {
    int from = firstRunToUndo(target);
    const int before = runOf(target);
    if (before >= 0 && (from < 0 || before < from)) from = before;
    const bool isEmpty = document.code(target).isEmpty();
    runMissing(target - 1, from);
    if (!isEmpty) tasks.push_back({target, mode, until});
  }

  void pumpLater() {
    QMetaObject::invokeMethod(
        q, [this] { pump(); }, Qt::QueuedConnection);
  }

  void pump() {
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

  void forgetPlans() {
    tasks.clear();
    autoSteps = 0;
    destination = -1;
  }

  void enter(int to) {
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

  void onBlockFinished(bool ok) {
    const int of = session->blocks().empty() ? -1 : session->blocks().back().tag;
    autoSteps = 0;
    if (of >= 0) resolve(of);
    if (of >= 0 && !session->blocks().back().interrupted) checkChange(of);
    if (of >= 0) emit q->blockFinished(of, ok);
    pumpLater();
  }

  /// The type of the error that a run ended with.
  QString errorOf(const Block& block) const {
    if (block.ok || block.recordCount == 0) return {};
    const auto& error = session->timeline()->record(block.firstRecord + block.recordCount - 1).error;
    return error ? QString::fromStdString(error->type) : QString();
  }

  /// An error may be the point of a step; any other one came before what the step is about.
  bool endedAsMeant(int of) const {
    const Block& block = session->blocks()[std::size_t(runOf(of))];
    const QString& raises = lesson->steps[std::size_t(of)].raises;
    return block.ok || (!raises.isEmpty() && errorOf(block) == raises);
  }

  /// Asks the worker for the right answer of a step that has run.
  void resolve(int of) {
    const auto& prediction = lesson->steps[std::size_t(of)].prediction;
    if (!prediction || prediction->answer.isEmpty()) return;
    // The question was about the code as it came: a mended line does not make another answer right.
    if (outcomes.contains(of) && document.code(of) != original(of)) return;
    if (runOf(of) >= 0 && !endedAsMeant(of)) {
      const Block& block = session->blocks()[std::size_t(runOf(of))];
      if (!outcomes.contains(of)) emit q->outcomeMissed(of, block.interrupted ? QString() : errorOf(block));
      return;
    }
    ++openQuestions;
    session->evaluate(prediction->answer,
                      [this, of, asked = opened, player = QPointer(q)](const protocol::EvaluateReply& reply) {
                        if (player.isNull()) return;
                        --openQuestions;
                        if (asked == opened) answered(of, reply);  // the learner may have opened another
                        pumpLater();
                      });
  }

  void checkChange(int of) {
    const auto& change = lesson->steps[std::size_t(of)].change;
    if (!change) return;
    if (document.code(of) == original(of)) return emit q->changeMissing(of);
    ++openQuestions;
    session->evaluate(QStringLiteral("bool(%1)").arg(change->check),
                      [this, of, ok = session->blocks().back().ok,
                       player = QPointer(q)](const protocol::EvaluateReply& reply) {
                        if (player.isNull()) return;
                        --openQuestions;
                        // Code that fails is not done, whatever it left behind.
                        const bool done = ok && reply.ok && reply.text == "True";
                        emit q->changeChecked(of, done,
                                              reply.ok ? QString() : QString::fromStdString(reply.text));
                        pumpLater();
                      });
  }

  /// A step's code as it came, laid out as the document has it.
  QString original(int of) const {
    LessonDocument alone;
    alone.append(lesson->steps[std::size_t(of)].code);
    return alone.code(0);
  }

  void answered(int of, const protocol::EvaluateReply& reply) {
    if (!lesson || of >= int(lesson->steps.size()) || !lesson->steps[std::size_t(of)].prediction) return;
    if (!reply.ok) return emit q->outcomeFailed(of, QString::fromStdString(reply.text));
    outcomes[of] = rightAnswer(*lesson->steps[std::size_t(of)].prediction, reply);
    tell(of);
  }

  void tell(int of) {
    const bool has = predicted.contains(of);
    emit q->outcomeReady(of, outcomes[of], has, has && isRight(predicted[of], outcomes[of]));
  }

  void stepOn() {
    if (autoSteps <= 0 || !stopped()) return;
    --autoSteps;
    session->step(autoSteps == 0 ? lastReach : protocol::Reach::over);
  }

  void stepOn(protocol::Reach reach) {
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

  /// In the code so far: a function above may be called by what runs now.
  bool hasBreakpoint() const {
    const int end = document.firstLine(step) + document.lineCount(step);
    const auto& lines = session->breakpoints();
    return std::any_of(lines.begin(), lines.end(), [end](int line) { return line < end; });
  }

  /// Records of a block without those in functions: stepping over makes these.
  int wholeLines(const Block& block) const {
    int lines = 0;
    for (int i = 0; i < block.recordCount; ++i) {
      const auto& record = session->timeline()->record(block.firstRecord + i);
      if (record.depth == 0 && record.entered.empty()) ++lines;
    }
    return lines;
  }

  /// Lines of the present block that may stay as they ran, when the learner changed only what comes after.
  int linesToKeep() const {
    const int run = runOf(step);
    if (!stopped() || run < 0) return 0;
    const Block& block = session->blocks()[std::size_t(run)];
    if (block.firstLine != document.firstLine(step)) return 0;
    const auto before = block.code.split(QLatin1Char('\n')),
               after = document.code(step).split(QLatin1Char('\n'));
    const int done = session->stoppedLine() - block.firstLine;
    return done > 0 && before.mid(0, done) == after.mid(0, done) ? wholeLines(block) : 0;
  }
};

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
bool LessonPlayer::blockIsEdited() const {
  return d->document.count() > d->step && d->document.code(d->step) != d->original(d->step);
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
QString LessonPlayer::outcome() const {
  return d->outcomes.value(d->step);
}

Work LessonPlayer::work() const {
  Work work;
  work.step = d->step;
  work.predicted = d->predicted;
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

}  // namespace todevice
