// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline.h"

#include <algorithm>

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
    } else {
      state.allocations.insert(allocation.serial, allocation);
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

void apply(State& state, const protocol::Record& record, int at) {
  for (const auto id : record.dead) state.objects.remove(id);
  for (const auto& object : record.objects) state.objects.insert(object.id, object);
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

struct Snapshot {
  int cursor = 0;
  State state;
};

/// The least work between two keyframes; a larger state has them further apart, so that all keyframes
/// together are never much larger than all records.
constexpr std::size_t kKeyframeChanges = 64;

}  // namespace

struct Timeline::Private {
  std::vector<protocol::Record> records;
  std::vector<Snapshot> keyframes{Snapshot{}};
  std::size_t changesSinceKeyframe = 0;
  State end;  ///< after the last record
  int cursor = 0;
  int cudaAt = -1, readAt = -1;
  mutable Snapshot atCursor, beforeCursor;  ///< caches; cursor -1: nothing in them

  int count() const { return int(records.size()); }

  void push(protocol::Record record) {
    if (record.cuda_uuids && cudaAt < 0) cudaAt = count();
    if (record.variables_read && readAt < 0) readAt = count();
    apply(end, record, count());
    changesSinceKeyframe += changes(record);
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
    for (; cache.cursor < at; ++cache.cursor)
      apply(cache.state, records[std::size_t(cache.cursor)], cache.cursor);
  }

  void forgetCaches() { atCursor.cursor = beforeCursor.cursor = -1; }

  void forgetAll() {
    records.clear();
    keyframes.assign(1, Snapshot{});
    changesSinceKeyframe = 0;
    end = State{};
    cursor = 0;
    cudaAt = readAt = -1;
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
const protocol::Record& Timeline::record(int index) const {
  return d->records.at(std::size_t(index));
}
int Timeline::cudaInitializedAt() const {
  return d->cudaAt;
}

int Timeline::variablesReadAt() const {
  return d->readAt;
}

const protocol::Record* Timeline::current() const {
  return d->cursor > 0 ? &d->records[std::size_t(d->cursor) - 1] : nullptr;
}

const State& Timeline::state() const {
  if (atEnd()) return d->end;
  d->bring(d->atCursor, d->cursor);
  return d->atCursor.state;
}

State Timeline::stateAt(int cursor) const {
  cursor = std::clamp(cursor, 0, count());
  if (cursor == count()) return d->end;
  Snapshot at = d->keyframeBefore(cursor);
  d->bring(at, cursor);
  return at.state;
}

const State& Timeline::before() const {
  d->bring(d->beforeCursor, std::max(0, d->cursor - 1));
  return d->beforeCursor.state;
}

void Timeline::append(const protocol::Record& record) {
  appendAll({record});
}

void Timeline::appendAll(std::vector<protocol::Record> records) {
  if (records.empty()) return;
  const bool follow = atEnd();
  const int first = count();
  for (auto& record : records) d->push(std::move(record));
  if (follow) d->cursor = count();
  emit recordsAppended(first, count() - 1);
  if (follow) emit cursorChanged(d->cursor);
}

void Timeline::setCursor(int cursor) {
  cursor = std::clamp(cursor, 0, count());
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
  if (count() > 0) emit recordsAppended(0, count() - 1);
  emit cursorChanged(d->cursor);
}

}  // namespace todevice
