// SPDX-License-Identifier: Apache-2.0
#include "recorder.h"

#include "backend/registry.h"
#include "core/errors.h"
#include "moves.h"
#include "trace/calls.h"

namespace todevice::worker {

namespace {

protocol::DeviceMemory memory_of(Backend& backend, int index, std::string device) {
  const auto stats = backend.memory_stats(index);
  protocol::DeviceMemory memory;
  memory.device = std::move(device);
  memory.allocated = static_cast<std::int64_t>(stats.allocated);
  memory.reserved = static_cast<std::int64_t>(stats.reserved);
  memory.device_free = static_cast<std::int64_t>(stats.device_free);
  memory.device_total = static_cast<std::int64_t>(stats.device_total);
  return memory;
}

std::vector<std::string> visible_uuids() {
  std::vector<std::string> uuids;
  Backend* const cuda = registry::cuda();
  for (int i = 0; cuda != nullptr && i < cuda->device_count(); ++i) uuids.push_back(cuda->properties(i).uuid);
  return uuids;
}

trace::CallRecorder* call_recorder() {
  Backend* const cuda = registry::cuda();
  return cuda == nullptr ? nullptr : cuda->calls();
}

std::string kind_word(trace::CallKind kind) {
  switch (kind) {
    case trace::CallKind::api:
      return "api";
    case trace::CallKind::kernel:
      return "kernel";
    case trace::CallKind::copy:
      return "copy";
    case trace::CallKind::set:
      return "set";
  }
  return {};
}

protocol::Call told(trace::Call&& call) {
  constexpr double kMicro = 1e-3;
  protocol::Call result;
  result.name = std::move(call.name);
  result.detail = std::move(call.detail);
  result.kind = kind_word(call.kind);
  if (call.device >= 0) result.device = "cuda:" + std::to_string(call.device);
  result.stream = call.stream;
  result.bytes = static_cast<std::int64_t>(call.bytes);
  result.begin = static_cast<double>(call.begin) * kMicro;
  result.microseconds = static_cast<double>(call.duration) * kMicro;
  result.correlation = call.correlation;
  result.measured = call.measured;
  return result;
}

}  // namespace

void Recorder::line_begins(bool with_calls) {
  auto* const recorder = call_recorder();
  if (recorder == nullptr || (!with_calls && !with_calls_)) return;
  with_calls_ = with_calls;
  if (with_calls) {
    recorder->begin();
  } else {
    recorder->stop();
  }
}

/// First of all after a line: looking at what it left makes calls of its own.
void Recorder::add_calls(protocol::Record& record) {
  auto* const recorder = with_calls_ ? call_recorder() : nullptr;
  if (recorder == nullptr) return;
  auto told_calls = recorder->end();
  record.calls.reserve(told_calls.calls.size());
  for (auto& call : told_calls.calls) record.calls.push_back(told(std::move(call)));
  record.calls_left_out = static_cast<std::int64_t>(told_calls.left_out);
  record.calls_note = std::move(told_calls.problem);
}

void Recorder::fill(protocol::Record& record, const std::vector<Scope>& scopes,
                    const std::vector<std::string>& assigned, const std::string& text) {
  add_calls(record);
  auto events = log_.take();
  log_.set_quiet(true);  // looking at values copies some of them
  name_sources(events.moves, objects_, record.source);
  objects_.look(scopes, assigned, record);
  record.index = index_++;
  log_.set_quiet(false);
  record.moves = moves_of(std::move(events.moves), objects_, record.source);
  record.moves_left_out = events.moves_left_out;
  if (record.moves.size() > EventLog::kMost) {
    record.moves_left_out += static_cast<std::int64_t>(record.moves.size() - EventLog::kMost);
    record.moves.resize(EventLog::kMost);
  }
  record.allocations = std::move(events.allocations);
  record.copies = std::move(events.copies);
  record.copies_left_out = events.copies_left_out;
  record.copies_left_out_bytes = events.copies_left_out_bytes;
  record.output = output_.take_line();
  variables_.look(record, text);
  try {
    if (events.cuda_initialized) record.cuda_uuids = visible_uuids();
    if (registry::cuda_initialized()) record.current_device = registry::current_device();
    if (events.touched_memory || events.cuda_initialized) add_memory(record);
  } catch (const Error&) {
    // A GPU that answers no more: the lesson's own next use of it says so.
  }
}

void Recorder::add_memory(protocol::Record& record) {
  std::vector<protocol::DeviceMemory> now;
  now.push_back(memory_of(registry::host(), 0, "cpu"));
  Backend* const cuda = registry::cuda_initialized() ? registry::cuda() : nullptr;
  for (int i = 0; cuda != nullptr && i < cuda->device_count(); ++i) {
    now.push_back(memory_of(*cuda, i, "cuda:" + std::to_string(i)));
  }
  for (auto& memory : now) {
    auto& before = memory_[memory.device];
    if (before == memory) continue;
    before = memory;
    record.memory.push_back(std::move(memory));
  }
}

}  // namespace todevice::worker
