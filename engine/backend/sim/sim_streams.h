// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>

#include "backend/streams.h"

namespace todevice::sim {

struct SimDevice;

/// Streams of simulated GPUs. Their work is done when the call returns, so that a stream is never busy and an
/// event has happened once it is recorded; times between events are this computer's.
class SimStreams final : public StreamControl {
 public:
  explicit SimStreams(std::function<SimDevice&(int)> device) : device_(std::move(device)) {}

  StreamId create_stream(int index, int priority) override;
  StreamId current_stream(int index) override;
  void set_current_stream(int index, StreamId stream) override;
  bool query_stream(int index, StreamId stream) override;
  void synchronize_stream(int index, StreamId stream) override;
  std::uintptr_t stream_handle(int index, StreamId stream) override;
  void record_stream(int index, void* data, StreamId stream) override;
  std::unique_ptr<Event> create_event(int index, bool timing) override;
  std::unique_ptr<Graph> begin_capture(int index, std::uint64_t pool) override;
  bool is_capturing(int index) override;
  void* allocate_pinned(std::size_t bytes) override;
  void deallocate_pinned(void* data) noexcept override;
  bool is_pinned(const void* data) noexcept override;

 private:
  std::function<SimDevice&(int)> device_;
  std::mutex mutex_;
  std::map<std::pair<int, int>, int> made_;         ///< streams by GPU and priority
  std::map<const std::byte*, std::size_t> pinned_;  ///< start and length
};

/// The graph that this thread's current stream of the device is being recorded into, or null.
class SimGraph;
SimGraph* recording(SimDevice& device, int index);
/// The stream of GPU `index` that this thread's work goes to.
StreamId current_stream_of(int index);
/// Throws what CUDA says of work that a graph cannot hold.
[[noreturn]] void refuse_while_recording();

}  // namespace todevice::sim
