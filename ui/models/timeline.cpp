// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline.h"

#include <algorithm>
#include <deque>

#include "state_change.h"

namespace todevice {

namespace {

std::size_t size(const State& state) {
  return std::size_t(state.names.size() + state.objects.size() + state.allocations.size()) +
         state.objects.partsCount();
}

/// Roughly: what a record's parts and their texts take.
std::size_t bytesOf(const protocol::Record& record) {
  std::size_t bytes = 1000 + record.output.size() + record.source.size();
  bytes += 600 * record.objects.size() + 100 * (record.bound.size() + record.unbound.size());
  bytes += 8 * record.dead.size() + 80 * record.allocations.size() + 100 * record.copies.size();
  bytes += 250 * record.calls.size();
  for (const auto& object : record.objects) bytes += object.summary.size() + 64 * object.parts.size();
  for (const auto& move : record.moves) bytes += 400 * (1 + move.parts.size());
  return bytes;
}

struct Snapshot {
  int cursor = 0;
  State state;
};

/// The least work between two keyframes; a larger state has them further apart, so that all keyframes
/// together are never much larger than all records.
constexpr std::size_t kKeyframeChanges = 64;

/// A state that is changed is no longer shared with the one that it was copied from: what one of its entries
/// costs then, beside a change.
constexpr std::size_t kEntriesPerChange = 4;

struct Entry {
  protocol::Record record;
  StateChange change;
  std::size_t changesBefore = 0;  ///< of all records before this one
  std::size_t bytes = 0;          ///< of the record and its change, about
};

}  // namespace

struct Timeline::Private {
  std::deque<Entry> entries;
  int first = 0;          ///< index of entries.front()
  std::size_t bytes = 0;  ///< of all entries
  std::vector<Snapshot> keyframes{Snapshot{}};
  std::size_t changes = 0;  ///< of all records
  std::size_t changesSinceKeyframe = 0;
  Snapshot end;  ///< after the last record
  int cursor = 0;
  int readAt = -1;
  mutable Snapshot atCursor, beforeCursor;  ///< caches; cursor -1: nothing in them

  int count() const { return first + int(entries.size()); }
  const Entry& entryAt(int index) const { return entries[std::size_t(index - first)]; }
  const protocol::Record& recordAt(int index) const { return entryAt(index).record; }

  void push(protocol::Record record) {
    if (record.variables_read && readAt < 0) readAt = count();
    StateChange change(end.state, record, count());
    const auto size = change.size();
    const auto kept = bytesOf(record) + change.bytes();
    bytes += kept;
    entries.push_back({std::move(record), std::move(change), changes, kept});
    end.cursor = count();
    changes += size;
    changesSinceKeyframe += size;
    if (changesSinceKeyframe > std::max(kKeyframeChanges, todevice::size(end.state))) {
      keyframes.push_back(end);
      changesSinceKeyframe = 0;
    }
  }

  const Snapshot& keyframeBefore(int at) const {
    const auto after = std::upper_bound(keyframes.begin(), keyframes.end(), at,
                                        [](int c, const Snapshot& frame) { return c < frame.cursor; });
    return *std::prev(after);
  }

  /// Of all changes on the way between two cursors.
  std::size_t changesBetween(int a, int b) const {
    const auto before = [this](int at) { return at == count() ? changes : entryAt(at).changesBefore; };
    return before(std::max(a, b)) - before(std::min(a, b));
  }

  /// Brings a cache to `at` by the shortest way: from where it is, from a keyframe, or from the end.
  void bring(Snapshot& cache, int at) const {
    if (cache.cursor == at) return;
    const auto cost = [&](const Snapshot& from) {
      return from.cursor == at ? 0 : changesBetween(from.cursor, at) + size(from.state) / kEntriesPerChange;
    };
    const Snapshot* from = &keyframeBefore(at);
    const auto offer = [&](const Snapshot& other) {
      if (cost(other) < cost(*from)) from = &other;
    };
    if (from != &keyframes.back()) offer(*std::next(from));
    offer(end);
    if (cache.cursor < first || changesBetween(cache.cursor, at) > cost(*from)) cache = *from;
    for (; cache.cursor < at; ++cache.cursor) entryAt(cache.cursor).change.redo(cache.state);
    for (; cache.cursor > at; --cache.cursor) entryAt(cache.cursor - 1).change.undo(cache.state);
  }

  /// Drops old records when there are too many, a good part at once. True: some went.
  bool dropOld() {
    const bool tooMany = int(entries.size()) > kMostRecords + kMostRecords / 4;
    if (!tooMany && bytes <= kMostBytes) return false;
    int next = first;
    while (next + 1 < count() && (count() - next > kMostRecords || bytes > kMostBytes / 4 * 3))
      bytes -= entryAt(next++).bytes;
    Snapshot base = keyframeBefore(next);
    bring(base, next);
    std::erase_if(keyframes, [next](const Snapshot& frame) { return frame.cursor <= next; });
    keyframes.insert(keyframes.begin(), std::move(base));
    entries.erase(entries.begin(), entries.begin() + (next - first));
    first = next;
    forgetCaches();
    return true;
  }

  void forgetCaches() { atCursor.cursor = beforeCursor.cursor = -1; }

  void forgetAll() {
    entries.clear();
    first = 0;
    bytes = 0;
    keyframes.assign(1, Snapshot{});
    changes = changesSinceKeyframe = 0;
    end = Snapshot{};
    cursor = 0;
    readAt = -1;
    forgetCaches();
  }
};

Timeline::Timeline(QObject* parent) : QObject(parent), d(std::make_unique<Private>()) {}
Timeline::~Timeline() = default;

int Timeline::count() const {
  return d->count();
}
int Timeline::cursor() const {
  return d->cursor;
}
int Timeline::first() const {
  return d->first;
}
const protocol::Record& Timeline::record(int index) const {
  // While a replay is put in the old one's place, blocks are told of records that follow.
  static const protocol::Record none;
  return index < d->first || index >= count() ? none : d->recordAt(index);
}
int Timeline::variablesReadAt() const {
  return d->readAt;
}

const protocol::Record* Timeline::current() const {
  return d->cursor > d->first ? &d->recordAt(d->cursor - 1) : nullptr;
}

const State& Timeline::state() const {
  if (atEnd()) return d->end.state;
  d->bring(d->atCursor, d->cursor);
  return d->atCursor.state;
}

State Timeline::stateAt(int cursor) const {
  cursor = std::clamp(cursor, first(), count());
  if (cursor == count()) return d->end.state;
  Snapshot at = d->keyframeBefore(cursor);
  d->bring(at, cursor);
  return at.state;
}

const State& Timeline::before() const {
  d->bring(d->beforeCursor, std::max(first(), d->cursor - 1));
  return d->beforeCursor.state;
}

int Timeline::cursorAfter(protocol::Reach reach) const {
  if (atEnd()) return count();
  const auto& next = d->recordAt(d->cursor);
  const bool isLine = next.entered.empty() && reach == protocol::Reach::over;
  if (isLine || reach == protocol::Reach::into) return d->cursor + 1;
  const int depth = reach == protocol::Reach::over ? next.depth : next.depth - 1;
  for (int i = d->cursor; i < count(); ++i) {
    const auto& record = d->recordAt(i);
    if (record.depth > depth) continue;
    if (reach == protocol::Reach::out) return i;
    if (record.entered.empty()) return i + 1;
  }
  return count();
}

void Timeline::take(std::vector<protocol::Record> records) {
  for (auto& record : records) {
    d->push(std::move(record));
    emit recordTaken(count() - 1, d->entries.back().record, d->end.state);
  }
}

void Timeline::append(const protocol::Record& record) {
  appendAll({record});
}

void Timeline::appendAll(std::vector<protocol::Record> records) {
  if (records.empty()) return;
  const bool follow = atEnd();
  const int first = count();
  take(std::move(records));
  const bool dropped = d->dropOld();
  const int before = d->cursor;
  d->cursor = follow ? count() : std::max(d->cursor, this->first());
  if (dropped) emit recordsDropped(this->first());
  emit recordsAppended(std::max(first, this->first()), count() - 1);
  if (d->cursor != before) emit cursorChanged(d->cursor);
}

void Timeline::setCursor(int cursor) {
  cursor = std::clamp(cursor, first(), count());
  if (cursor == d->cursor) return;
  d->cursor = cursor;
  emit cursorChanged(cursor);
}

void Timeline::clear() {
  d->forgetAll();
  emit cleared();
  emit cursorChanged(0);
}

void Timeline::replace(std::vector<protocol::Record> records) {
  d->forgetAll();
  emit cleared();
  take(std::move(records));
  d->cursor = count();
  if (d->dropOld()) emit recordsDropped(first());
  if (count() > 0) emit recordsAppended(first(), count() - 1);
  emit cursorChanged(d->cursor);
}

}  // namespace todevice
