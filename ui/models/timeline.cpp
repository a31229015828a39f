// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline.h"

#include <algorithm>
#include <deque>

namespace todevice {

namespace {

QString text(const std::string& utf8) {
  return QString::fromStdString(utf8);
}

QString key(const protocol::Binding& binding) {
  const QString name = text(binding.name);
  return binding.scope.empty() ? name : text(binding.scope) + QStringLiteral(": ") + name;
}

void applyAllocations(State& state, const protocol::Record& record) {
  for (const auto& allocation : record.allocations) {
    if (allocation.freed) {
      state.allocations.remove(allocation.serial);
      state.madeAt.remove(allocation.serial);
    } else {
      state.allocations.insert(allocation.serial, allocation);
      state.madeAt.insert(allocation.serial, record.line);
    }
  }
}

bool isBadDefault(const protocol::Record& record) {
  return record.error && record.error->type == "TypeError" &&
         record.error->message.find("setdefault") != std::string::npos &&
         record.source.find("CUDA_VISIBLE_DEVICES") != std::string::npos;
}

void applyVariables(State& state, const protocol::Record& record, int at) {
  VariableEvent event{at, record.line, text(record.source), {}, {}};
  for (const auto& change : record.variables) {
    event.change = change;
    state.variables.push_back(event);
  }
  event.change.reset();
  if (isBadDefault(record)) state.variables.push_back(event);
  if (record.variables_read) {
    event.reading = record.variables_read;
    state.variables.push_back(event);
  }
  // The reading stays, however many changes follow it.
  while (state.variables.size() > kMostVariableEvents) {
    const auto oldest = std::find_if(state.variables.begin(), state.variables.end(),
                                     [](const VariableEvent& one) { return !one.reading; });
    state.variables.erase(oldest);
  }
}

/// Of an object with many parts, only those that changed were told.
void applyObject(State& state, const protocol::Object& object) {
  if (object.parts_at.empty()) {
    state.objects.insert(object.id, object);
    return;
  }
  auto& known = state.objects[object.id];
  auto parts = std::move(known.parts);
  known = object;
  parts.resize(std::size_t(std::max<std::int64_t>(0, object.parts_count)));
  for (std::size_t i = 0; i < std::min(object.parts_at.size(), object.parts.size()); ++i) {
    const auto place = std::size_t(object.parts_at[i]);
    if (place < parts.size()) parts[place] = object.parts[i];
  }
  known.parts = std::move(parts);
  known.parts_at.clear();
  known.parts_count = 0;
}

void apply(State& state, const protocol::Record& record, int at) {
  for (const auto id : record.dead) state.objects.remove(id);
  for (const auto& object : record.objects) applyObject(state, object);
  for (const auto& binding : record.unbound) state.names.remove(key(binding));
  for (const auto& binding : record.bound) state.names.insert(key(binding), binding.id);
  for (const auto& memory : record.memory) state.memory.insert(text(memory.device), memory);
  applyAllocations(state, record);
  if (record.cuda_uuids) state.cudaUuids = *record.cuda_uuids;
  applyVariables(state, record, at);
  state.currentDevice = record.current_device;
}

std::size_t changes(const protocol::Record& record) {
  return 1 + record.dead.size() + record.objects.size() + record.unbound.size() + record.bound.size() +
         record.allocations.size();
}

std::size_t size(const State& state) {
  return std::size_t(state.names.size() + state.objects.size() + state.allocations.size());
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

}  // namespace

struct Timeline::Private {
  std::deque<protocol::Record> records;
  int first = 0;          ///< index of records.front()
  std::size_t bytes = 0;  ///< of all records, about
  std::vector<Snapshot> keyframes{Snapshot{}};
  std::size_t changesSinceKeyframe = 0;
  State end;  ///< after the last record
  int cursor = 0;
  int readAt = -1;
  mutable Snapshot atCursor, beforeCursor;  ///< caches; cursor -1: nothing in them

  int count() const { return first + int(records.size()); }
  const protocol::Record& recordAt(int index) const { return records[std::size_t(index - first)]; }

  void push(protocol::Record record) {
    if (record.variables_read && readAt < 0) readAt = count();
    apply(end, record, count());
    changesSinceKeyframe += changes(record);
    bytes += bytesOf(record);
    records.push_back(std::move(record));
    if (changesSinceKeyframe > std::max(kKeyframeChanges, size(end))) {
      keyframes.push_back({count(), end});
      changesSinceKeyframe = 0;
    }
  }

  const Snapshot& keyframeBefore(int at) const {
    const auto after = std::upper_bound(keyframes.begin(), keyframes.end(), at,
                                        [](int c, const Snapshot& frame) { return c < frame.cursor; });
    return *std::prev(after);
  }

  /// Brings a cache to `at`: from where it is when that is the shorter way, else from a keyframe.
  void bring(Snapshot& cache, int at) const {
    if (cache.cursor == at) return;
    const Snapshot& frame = keyframeBefore(at);
    if (cache.cursor > at || cache.cursor < frame.cursor) cache = frame;
    for (; cache.cursor < at; ++cache.cursor) apply(cache.state, recordAt(cache.cursor), cache.cursor);
  }

  /// Drops old records when there are too many, a good part at once. True: some went.
  bool dropOld() {
    const bool tooMany = int(records.size()) > kMostRecords + kMostRecords / 4;
    if (!tooMany && bytes <= kMostBytes) return false;
    int next = first;
    while (next + 1 < count() && (count() - next > kMostRecords || bytes > kMostBytes / 4 * 3))
      bytes -= bytesOf(recordAt(next++));
    Snapshot base = keyframeBefore(next);
    bring(base, next);
    std::erase_if(keyframes, [next](const Snapshot& frame) { return frame.cursor <= next; });
    keyframes.insert(keyframes.begin(), std::move(base));
    records.erase(records.begin(), records.begin() + (next - first));
    first = next;
    forgetCaches();
    return true;
  }

  void forgetCaches() { atCursor.cursor = beforeCursor.cursor = -1; }

  void forgetAll() {
    records.clear();
    first = 0;
    bytes = 0;
    keyframes.assign(1, Snapshot{});
    changesSinceKeyframe = 0;
    end = State{};
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
  static const protocol::Record dropped;
  return index < d->first ? dropped : d->records.at(std::size_t(index - d->first));
}
int Timeline::variablesReadAt() const {
  return d->readAt;
}

const protocol::Record* Timeline::current() const {
  return d->cursor > d->first ? &d->recordAt(d->cursor - 1) : nullptr;
}

const State& Timeline::state() const {
  if (atEnd()) return d->end;
  d->bring(d->atCursor, d->cursor);
  return d->atCursor.state;
}

State Timeline::stateAt(int cursor) const {
  cursor = std::clamp(cursor, first(), count());
  if (cursor == count()) return d->end;
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

void Timeline::append(const protocol::Record& record) {
  appendAll({record});
}

void Timeline::appendAll(std::vector<protocol::Record> records) {
  if (records.empty()) return;
  const bool follow = atEnd();
  const int first = count();
  for (auto& record : records) d->push(std::move(record));
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
  for (auto& record : records) d->push(std::move(record));
  d->cursor = count();
  if (d->dropOld()) emit recordsDropped(first());
  if (count() > 0) emit recordsAppended(first(), count() - 1);
  emit cursorChanged(d->cursor);
}

}  // namespace todevice
