// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "backend/cuda/gpu.h"
#include "backend/streams.h"

namespace todevice::cuda {

/// Streams, events, graphs and pinned memory of the real GPUs.
class CudaStreams final : public StreamControl {
 public:
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
};

}  // namespace todevice::cuda
