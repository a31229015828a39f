// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "backend/cuda/gpu.h"
#include "backend/streams.h"

namespace todevice::cuda {

/// Streams, events, graphs and pinned memory of the real GPUs.
class CudaStreams final : public StreamControl {
 public:
  StreamId create_stream(int index) override;
  StreamId current_stream(int index) override;
  void set_current_stream(int index, StreamId stream) override;
  bool query_stream(int index, StreamId stream) override;
  void synchronize_stream(int index, StreamId stream) override;
  std::unique_ptr<Event> create_event(int index, bool timing) override;
  std::unique_ptr<Graph> begin_capture(int index) override;
  void* allocate_pinned(std::size_t bytes) override;
  void deallocate_pinned(void* data) noexcept override;
  bool is_pinned(const void* data) noexcept override;

  /// All streams made for the GPU, the default one left out.
  void each(int index, const std::function<void(const Stream&)>& what);

 private:
  Stream& find(Gpu& gpu, StreamId stream);

  std::mutex mutex_;
  StreamId next_ = 1;
  struct Made {
    int index;
    std::unique_ptr<Stream> stream;
  };
  std::unordered_map<StreamId, Made> streams_;  ///< kept: memory remembers its stream
};

}  // namespace todevice::cuda
