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

/// Which GPU a stream's number belongs to; the default ones belong to all.
bool is_of(int index, StreamId stream) {
  return stream == 0 || static_cast<int>((stream - 1) / kStreams / 8) == index;
}

void check_stream(int index, StreamId stream) {
  if (is_of(index, stream)) return;
  throw Error("There is no such stream on cuda:" + std::to_string(index) + ": it belongs to another GPU");
}

class SimEvent final : public Event {
 public:
  explicit SimEvent(SimDevice& device) : device_(device) {}
  void record(StreamId stream) override {
    check_stream(device_.index, stream);
    when_ = std::chrono::steady_clock::now();
    recorded_ = true;
    graph_ = 0;
    if (SimGraph* const graph = device_.graph; graph && graph->records(stream)) {
      graph_ = graph->number();
      stream_ = stream;
      work_ = graph->done_by(stream);
    }
  }
  bool query() override {
    check_happens();
    return true;
  }
  void synchronize() override { check_happens(); }
  void hold_back(int index, StreamId stream) override {
    check_stream(index, stream);
    SimGraph* const graph = device_.graph;
    const bool is_part = graph && graph->number() == graph_;
    if (is_part && index == device_.index) return graph->join(stream, stream_, work_);
    if (!graph || !graph->records(stream) || index != device_.index || !recorded_) return;
    throw AcceleratorError(cuda_error_text("dependency created on uncaptured work in another stream",
                                           "cudaErrorStreamCaptureIsolation"));
  }
  double elapsed_ms(const Event& end) override {
    const auto* other = dynamic_cast<const SimEvent*>(&end);
    if (!other) throw Error("Both events must be of the same kind of device");
    return std::chrono::duration<double, std::milli>(other->when_ - when_).count();
  }

 private:
  void check_happens() const {
    if (graph_ == 0) return;
    throw AcceleratorError(cuda_error_text(
        "operation not permitted on an event last recorded in a capturing stream", "cudaErrorCapturedEvent"));
  }

  SimDevice& device_;
  std::chrono::steady_clock::time_point when_;
  bool recorded_ = false;
  std::uint64_t graph_ = 0;  ///< the graph it was recorded into, after how much of which stream's work
  StreamId stream_ = 0;
  std::size_t work_ = 0;
};

}  // namespace

SimGraph* recording(SimDevice& device, int index) {
  if (!device.graph) return nullptr;
  return device.graph->records(current_stream_of(index)) ? device.graph : nullptr;
}

StreamId current_stream_of(int index) {
  const auto found = chosen.find(index);
  return found == chosen.end() ? 0 : found->second;
}

StreamId SimStreams::create_stream(int index, int priority) {
  priority = std::clamp(priority, kMostUrgent, 0);
  const std::lock_guard lock(mutex_);
  return stream_number(index, priority, made_[{index, priority}]++ % kStreams);
}

StreamId SimStreams::current_stream(int index) {
  return current_stream_of(index);
}

void SimStreams::set_current_stream(int index, StreamId stream) {
  check_stream(index, stream);
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

void SimStreams::record_stream(int index, void*, StreamId stream) {
  check_stream(index, stream);
}

std::unique_ptr<Event> SimStreams::create_event(int index, bool) {
  return std::make_unique<SimEvent>(device_(index));
}

std::unique_ptr<Graph> SimStreams::begin_capture(int index, std::uint64_t pool) {
  const StreamId stream = current_stream(index);
  if (stream == 0) throw Error(kCaptureNeedsStream);
  SimDevice& device = device_(index);
  if (device.graph) refuse_while_recording();
  return std::make_unique<SimGraph>(device, stream, pool);
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
