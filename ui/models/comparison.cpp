// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison.h"

#include <algorithm>

#include "comparison_p.h"

namespace todevice {

namespace {

/// How often the rows follow while both run.
constexpr auto kFollowEvery = std::chrono::milliseconds(50);

std::vector<int> cards(const DeviceDirectory& directory) {
  std::vector<int> cards;
  for (const DeviceInfo& info : directory.logical()) cards.push_back(info.physical);
  return cards;
}

}  // namespace

Comparison::Comparison(QObject* parent) : QAbstractTableModel(parent), d(std::make_unique<Private>()) {
  for (std::size_t side = 0; side < 2; ++side) {
    auto* session = d->sessions[side] = new Session(this);
    d->values[side] = std::make_unique<BoundValues>(session->timeline());
    connect(session, &Session::stateChanged, this, [this, session](Session::State state) {
      if (state == Session::State::Idle && session->blocks().empty())
        session->runBlock(d->code, protocol::Mode::step);
      follow();
    });
    connect(session->timeline(), &Timeline::recordsAppended, this, [this, side] {
      if (!d->isRunning(int(side))) return follow();
      if (!d->later.isActive()) d->later.start(kFollowEvery);
    });
    connect(session->timeline(), &Timeline::cleared, this, [this, side] { d->replaced[side] = true; });
    // Code that was stopped while it ran again waits before its first line, as it does after a start: else
    // nothing but beginning anew would be left.
    connect(session, &Session::replayFinished, this, [session](bool complete) {
      if (!complete && !session->blocks().empty()) session->reset();
    });
    connect(session, &Session::problem, this, [this, side](const QString& message) {
      emit problem((side == Left ? tr("On the left: %1") : tr("On the right: %1")).arg(message));
    });
    connect(session, &Session::workerLost, this, [this, side](const QString& reason) {
      emit problem(side == Left ? tr("The program on the left ended: %1. A new one runs the code again up to "
                                     "the same line and waits there.")
                                      .arg(reason)
                                : tr("The program on the right ended: %1. A new one runs the code again up "
                                     "to the same line and waits there.")
                                      .arg(reason));
    });
  }
  d->later.setSingleShot(true);
  connect(&d->later, &QTimer::timeout, this, &Comparison::follow);
}
Comparison::~Comparison() = default;

void Comparison::start(const WorkerSettings& base, const std::optional<QString>& left,
                       const std::optional<QString>& right, const QString& code) {
  d->starting = true;
  beginResetModel();
  d->forgetAll();
  d->settings = {left, right};
  d->code = code;
  endResetModel();
  for (std::size_t side = 0; side < 2; ++side) {
    WorkerSettings settings = base;
    settings.visibleDevices = d->settings[side];
    d->sessions[side]->start(settings);
  }
  d->starting = false;
  follow();
}

/// Not while one waits and the other still starts or runs: it would stay behind.
bool Comparison::canStep() const {
  return d->cursor < d->shown() || d->bothWait();
}

/// One side may have ended before the other: the other goes on alone.
void Comparison::step() {
  if (d->cursor < d->shown()) return setCursor(d->cursor + 1);
  if (!d->bothWait()) return;  // one line at a time, for both
  const std::array<bool, 2> steps{d->shouldStep(Left), d->shouldStep(Right)};
  for (std::size_t side = 0; side < 2; ++side)
    if (steps[side]) d->sessions[side]->step();
}

void Comparison::stepBack() {
  setCursor(d->cursor - 1);
}

void Comparison::runOn() {
  setCursor(d->shown());
  if (!d->bothWait()) return;
  for (Session* session : d->sessions)
    if (session->state() == Session::State::Stopped) session->continueRun();
}

bool Comparison::canStop() const {
  return d->isRunning(Left) || d->isRunning(Right);
}

void Comparison::stop() {
  for (const int side : {Left, Right}) {
    if (!d->isRunning(side)) continue;
    d->stopAt[std::size_t(side)] = d->timeline(side)->count();
    d->sessions[std::size_t(side)]->interrupt();
  }
}

int Comparison::cursor() const {
  return d->cursor;
}

void Comparison::setCursor(int cursor) {
  cursor = std::clamp(cursor, 0, d->shown());
  if (cursor == d->cursor) return;
  const int before = std::exchange(d->cursor, cursor);
  for (const int row : {before - 1, cursor - 1}) {
    if (row >= 0 && row < d->shown())
      emit dataChanged(index(row, 0), index(row, ColumnCount - 1), {AtCursorRole});
  }
  emit changed();
}

/// The lines that have come since it was asked last. True: some that were known have not run.
bool Comparison::Private::readLines(int side) {
  LineRuns& known = lines[std::size_t(side)];
  const Timeline* now = timeline(side);
  bool cut = false;
  if (std::exchange(replaced[std::size_t(side)], false)) {
    int same = std::max(now->first(), known.begin());
    while (same < std::min(known.end(), now->count()) && known.run(same).line == now->record(same).line)
      ++same;
    stopAt[std::size_t(side)] = -1;
    cut = same < known.end();
    if (now->count() < known.begin())
      known = {};
    else
      known.cut(same);
  }
  while (known.end() < now->count()) {
    const auto& record = now->record(known.end());
    known.append(record.line, int(record.time), record.merged > 0);
  }
  return cut;
}

/// Returns whether a device now is another card than before: every cell may read otherwise.
bool Comparison::Private::refreshDirectories() {
  bool changed = false;
  for (const int side : {Left, Right}) {
    auto& now = directories[std::size_t(side)];
    const auto old = cards(now);
    now = {session(side)->ready(), timeline(side)->stateAt(timeline(side)->count()).cudaUuids};
    changed = changed || cards(now) != old;
  }
  return changed;
}

/// Where both stand behind the first `rows` rows, of which both ran the last.
AlignedRow Comparison::Private::placeAfter(int row) const {
  if (row == 0) return {lines[Left].begin(), lines[Right].begin()};
  return {rows[std::size_t(row - 1)].left + 1, rows[std::size_t(row - 1)].right + 1};
}

Comparison::Private::Seen Comparison::Private::seen(int side, int row) const {
  const bool stopped = wasStopped(side);
  if (const int at = record(side, row); at >= 0) {
    const auto& error = recordOf(side, at).error;
    const bool here = stopped && at == timeline(side)->count() - 1 && error;
    return here && error->type == "KeyboardInterrupt" ? Seen::Stopped : Seen::Ran;
  }
  if (lines[std::size_t(side)].forgot(runOf(row))) return Seen::Forgotten;
  const auto absent = lines[std::size_t(side)].mayHaveRun(runOf(row)) ? Seen::Unrecorded : Seen::NotRun;
  if (row < passed) return absent;
  if (stopped || session(side)->state() == Session::State::Dead) return Seen::Stopped;
  return ended(side) ? absent : Seen::NotYet;
}

const protocol::Record& Comparison::Private::recordOf(int side, int at) const {
  static const protocol::Record none;
  return at < 0 || at >= timeline(side)->count() ? none : timeline(side)->record(at);
}

/// The timeline has let go what it is about.
bool Comparison::Private::isDropped(int row) const {
  const auto gone = [this, row](int side) {
    return record(side, row) >= 0 && record(side, row) < timeline(side)->first();
  };
  return gone(Left) || gone(Right);
}

/// What one side alone ran before a row of both, the other may still come to, and it may then be aligned with
/// that: until it has run as many lines since as the first one had in between.
int Comparison::Private::findPassed() const {
  AlignedRow place = placeAfter(settled);
  int found = settled;
  for (int row = settled; row < shown(); ++row) {
    const AlignedRow& here = rows[std::size_t(row)];
    if (here.left < 0 || here.right < 0) continue;
    if (isAfterStop(Left, row) || isAfterStop(Right, row)) break;
    const bool rightMay = !ended(Right) && lines[Right].end() - here.right < here.left - place.left;
    const bool leftMay = !ended(Left) && lines[Left].end() - here.left < here.right - place.right;
    if (rightMay || leftMay) break;
    found = row + 1;
    place = {here.left + 1, here.right + 1};
  }
  return found;
}

void Comparison::Private::forgetAll() {
  rows.clear();
  lines = {};
  verdicts.clear();
  directories = {};
  replaced = {false, false};
  stopAt = {-1, -1};
  settled = passed = cursor = forgotten = forgottenDiffer = forgottenUnknown = 0;
}

/// Puts what comes after the settled rows in its place. Returns the first row whose cells may read otherwise.
int Comparison::take(const std::vector<AlignedRow>& news) {
  auto& rows = d->rows;
  const auto common = std::mismatch(rows.begin() + d->settled, rows.end(), news.begin(), news.end());
  const auto first = int(common.first - rows.begin());
  const auto from = news.begin() + (first - d->settled);
  int tail = 0;
  while (tail < std::min(d->shown() - first, int(news.end() - from)) &&
         rows[rows.size() - 1 - std::size_t(tail)] == news[news.size() - 1 - std::size_t(tail)])
    ++tail;
  if (const int end = d->shown() - tail; first < end) {
    beginRemoveRows({}, first, end - 1);
    rows.erase(rows.begin() + first, rows.begin() + end);
    endRemoveRows();
  }
  if (const auto end = news.end() - tail; from < end) {
    beginInsertRows({}, first, first + int(end - from) - 1);
    rows.insert(rows.begin() + first, from, end);
    endInsertRows();
  }
  // A side that was behind, above what is new, may turn out not to have run those lines.
  int changed = first;
  while (changed > 0 && (d->record(Left, changed - 1) < 0 || d->record(Right, changed - 1) < 0)) --changed;
  return changed;
}

void Comparison::judgeFrom(int from, int news) {
  const int now = d->shown();
  d->verdicts.resize(std::size_t(now));
  for (int row = from; row < now; ++row) {
    if (d->isDropped(row) && row < news) continue;
    auto& verdict = d->verdicts[std::size_t(row)];
    if (d->isDropped(row) || d->isUnknown(row))
      verdict = Private::Verdict::Unknown;
    else if (isOpen(row))
      verdict = Private::Verdict::Open;
    else
      verdict = judge(row) ? Private::Verdict::Differs : Private::Verdict::Same;
  }
}

/// What they added up to stays. What was still open the other side may run later: it has nothing to be
/// compared with then, and is the same row.
void Comparison::Private::dropRows(int from, int end) {
  for (int row = from; row < end; ++row) {
    const auto verdict = verdicts[std::size_t(row)];
    const int other = sideThatRan(row) == Left ? Right : Left;
    const bool counted = record(other, row) < 0 && lines[std::size_t(other)].forgot(runOf(row));
    if (!counted) ++forgotten;
    if (verdict == Verdict::Differs) ++forgottenDiffer;
    if (!counted && (verdict == Verdict::Unknown || verdict == Verdict::Open)) ++forgottenUnknown;
  }
  verdicts.erase(verdicts.begin() + from, verdicts.begin() + end);
  rows.erase(rows.begin() + from, rows.begin() + end);
}

/// Rows whose records are gone say nothing any more. Above one of both sides nor does any other; below it, a
/// side that ran alone keeps what is kept of it, whatever the other has lost.
void Comparison::forgetOldRows() {
  const auto keepsAll = [this](int side) {
    return d->lines[std::size_t(side)].begin() >= d->timeline(side)->first();
  };
  if (keepsAll(Left) && keepsAll(Right)) return;
  int above = d->shown();
  while (above > 0 &&
         (d->record(Left, above - 1) < 0 || d->record(Right, above - 1) < 0 || !d->isDropped(above - 1)))
    --above;
  std::array<int, 2> first{d->timeline(Left)->first(), d->timeline(Right)->first()};
  if (above > 0)
    first = {std::max(first[0], d->record(Left, above - 1) + 1),
             std::max(first[1], d->record(Right, above - 1) + 1)};
  const auto goes = [&](int row) { return row < above || d->isDropped(row); };
  for (int end = d->shown(); end > 0;) {  // from the last on: what lies above keeps its number
    if (!goes(end - 1)) {
      --end;
      continue;
    }
    int from = end - 1;
    while (from > 0 && goes(from - 1)) --from;
    beginRemoveRows({}, from, end - 1);
    d->dropRows(from, end);
    if (d->cursor > from) d->cursor = std::max(from, d->cursor - (end - from));
    d->settled = std::max(std::min(d->settled, from), d->settled - (end - from));
    endRemoveRows();
    end = from;
  }
  for (const int side : {Left, Right}) d->lines[std::size_t(side)].forget(first[std::size_t(side)]);
  d->passed = d->findPassed();
}

/// A row stands once either side has run its line; the other's cell is filled when it follows.
void Comparison::follow() {
  if (d->starting) return;
  d->later.stop();
  const bool leftCut = d->readLines(Left);
  if (d->readLines(Right) || leftCut) d->settled = 0;
  const bool atEnd = d->cursor == d->shown();
  const int news = take(aligned(d->lines[Left], d->lines[Right], d->placeAfter(d->settled)));
  while (d->settled < d->shown() && d->record(Left, d->settled) >= 0 && d->record(Right, d->settled) >= 0)
    ++d->settled;
  const int passed = std::exchange(d->passed, d->findPassed());
  int from = d->refreshDirectories() ? 0 : std::min({news, passed, d->passed});
  for (const int side : {Left, Right}) {  // what came after a stop was judged before its end was known
    if (!d->wasStopped(side) || d->stopAt[std::size_t(side)] < 0) continue;
    while (from > 0 && (d->record(side, from - 1) < 0 || d->isAfterStop(side, from - 1))) --from;
  }
  judgeFrom(from, news);
  d->cursor = atEnd ? d->shown() : std::min(d->cursor, d->shown());
  forgetOldRows();
  if (const int now = d->shown(); now > 0)
    emit dataChanged(index(std::clamp(from, 0, std::max(0, now - 2)), 0), index(now - 1, ColumnCount - 1));
  emit changed();
}

Session* Comparison::session(Side side) const {
  return d->sessions[std::size_t(side)];
}

bool Comparison::isOpen(int row) const {
  return d->has(Private::Seen::NotYet, row);
}

bool Comparison::differs(int row) const {
  return row < int(d->verdicts.size()) && d->verdicts[std::size_t(row)] == Private::Verdict::Differs;
}

bool Comparison::judge(int row) const {
  return d->has(Private::Seen::NotRun, row) ||
         cell(Left, row, Length::Whole) != cell(Right, row, Length::Whole);
}

int Comparison::lineOf(int row) const {
  return row >= 0 && row < d->shown() ? d->runOf(row).line : 0;
}

int Comparison::differences() const {
  return d->forgottenDiffer + d->count(Private::Verdict::Differs);
}

int Comparison::notCompared() const {
  return d->forgottenUnknown + d->count(Private::Verdict::Unknown);
}

int Comparison::forgotten() const {
  return d->forgotten;
}

int Comparison::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : d->shown();
}
int Comparison::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : int(ColumnCount);
}

}  // namespace todevice
