// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>

#include "backend/common/caching_allocator.h"
#include "backend/cuda/generator.h"
#include "backend/cuda/segments.h"

namespace todevice::cuda {

class Capture;

/// What every stream brings for its own work; used in the stream's order, so nothing else guards it.
inline constexpr std::size_t kWorkspaceBytes = std::size_t{32} << 20;

/// One queue of work of one GPU.
struct Stream {
  cudaStream_t handle = nullptr;
  std::uint64_t id = 0;        ///< 0: the GPU's default stream
  Capture* capture = nullptr;  ///< not null while its work is recorded into a graph
  void* workspace = nullptr;   ///< made at the first need
};

/// What this process holds of one logical GPU: made at its first use, never ended (tensors may outlive
/// everything else).
class Gpu {
 public:
  /// The GPU `index` as this thread's, started when it was not.
  static Gpu& at(int index);
  /// The same for a GPU known to be started; asks CUDA nothing, so it cannot fail.
  static Gpu& started(int index) noexcept;
  /// All that are, in order.
  static void each_started(const std::function<void(Gpu&)>& what);

  /// The stream that this thread's work goes to.
  Stream& stream();
  void set_stream(Stream* stream);
  Stream& default_stream() { return default_stream_; }
  cudaStream_t queue() { return stream().handle; }

  void* allocate(std::size_t bytes);
  CachingAllocator& allocator() { return allocator_; }
  /// kWorkspaceBytes for the work that is queued next on this thread's stream.
  void* workspace();

  Generator generator;
  const int index;
  const int multiprocessors;
  const int threads_per_multiprocessor;
  const int major;

 private:
  explicit Gpu(int index);
  Segments segments_;
  CachingAllocator allocator_;
  Stream default_stream_;
  std::mutex mutex_;
};

}  // namespace todevice::cuda
