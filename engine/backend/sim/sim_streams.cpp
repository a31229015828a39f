// SPDX-License-Identifier: Apache-2.0
#include "backend/sim/sim_streams.h"

#include <algorithm>
#include <chrono>
#include <map>

#include "backend/common/error_text.h"
#include "backend/host/allocator.h"
#include "backend/sim/sim_device.h"
#include "backend/sim/sim_graph.h"
#include "core/errors.h"

namespace todevice::sim {

namespace {

constexpr int kStreams = 32;
constexpr int kMostUrgent = -5;

/// A stream's number tells its GPU, priority and place: 0 is every GPU's default.
StreamId stream_number(int index, int priority, int place) {
  return ((static_cast<StreamId>(index) * 8 + static_cast<StreamId>(-priority)) * kStreams +
          static_cast<StreamId>(place)) +
         1;
}

thread_local std::map<int, StreamId> chosen;

class SimEvent final : public Event {
 public:
  void record(StreamId) override { when_ = std::chrono::steady_clock::now(); }
  bool query() override { return true; }
  void synchronize() override {}
  void hold_back(int, StreamId) override {}
  double elapsed_ms(const Event& end) override {
    const auto* other = dynamic_cast<const SimEvent*>(&end);
    if (!other) throw Error("Both events must be of the same kind of device");
    return std::chrono::duration<double, std::milli>(other->when_ - when_).count();
  }

 private:
  std::chrono::steady_clock::time_point when_;
};

}  // namespace

SimGraph* recording(SimDevice& device, int index) {
  if (!device.graph) return nullptr;
  const auto found = chosen.find(index);
  return found != chosen.end() && found->second == device.recorded_stream ? device.graph : nullptr;
}

StreamId SimStreams::create_stream(int index, int priority) {
  priority = std::clamp(priority, kMostUrgent, 0);
  const std::lock_guard lock(mutex_);
  return stream_number(index, priority, made_[{index, priority}]++ % kStreams);
}

StreamId SimStreams::current_stream(int index) {
  const auto found = chosen.find(index);
  return found == chosen.end() ? 0 : found->second;
}

void SimStreams::set_current_stream(int index, StreamId stream) {
  chosen[index] = stream;
}

bool SimStreams::query_stream(int, StreamId) {
  return true;
}

void SimStreams::synchronize_stream(int index, StreamId) {
  if (is_capturing(index)) refuse_while_recording();
}

std::uintptr_t SimStreams::stream_handle(int, StreamId stream) {
  return stream == 0 ? 0 : 0x10000 + stream * 0x10;
}

std::unique_ptr<Event> SimStreams::create_event(int, bool) {
  return std::make_unique<SimEvent>();
}

std::unique_ptr<Graph> SimStreams::begin_capture(int index, std::uint64_t pool) {
  const StreamId stream = current_stream(index);
  if (stream == 0) throw Error(kCaptureNeedsStream);
  SimDevice& device = device_(index);
  if (device.graph) refuse_while_recording();
  auto graph = std::make_unique<SimGraph>(device, pool);
  device.recorded_stream = stream;
  return graph;
}

bool SimStreams::is_capturing(int index) {
  return recording(device_(index), index) != nullptr;
}

void* SimStreams::allocate_pinned(std::size_t bytes) {
  auto* data = static_cast<std::byte*>(host::allocate(bytes));
  const std::lock_guard lock(mutex_);
  pinned_[data] = bytes;
  return data;
}

void SimStreams::deallocate_pinned(void* data) noexcept {
  std::size_t bytes = 0;
  {
    const std::lock_guard lock(mutex_);
    const auto found = pinned_.find(static_cast<std::byte*>(data));
    if (found == pinned_.end()) return;
    bytes = found->second;
    pinned_.erase(found);
  }
  host::deallocate(data, bytes);
}

bool SimStreams::is_pinned(const void* data) noexcept {
  const std::lock_guard lock(mutex_);
  const auto* at = static_cast<const std::byte*>(data);
  const auto next = pinned_.upper_bound(at);
  return next != pinned_.begin() && at < std::prev(next)->first + std::prev(next)->second;
}

void refuse_while_recording() {
  throw AcceleratorError(cuda_error_text("operation not permitted when stream is capturing",
                                         "cudaErrorStreamCaptureUnsupported"));
}

}  // namespace todevice::sim
