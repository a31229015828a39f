// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <vector>

#include "backend/common/caching_allocator.h"

namespace todevice::cuda {

class Gpu;

/// Work recorded once and replayed with one call. While it records, memory comes from a pool of the graph's
/// own, so that addresses stay its alone; numbers that change from replay to replay (where the random numbers
/// start, the steps an optimiser has made) live in cells on the device.
class Capture {
 public:
  /// Starts recording this thread's stream of the GPU; `pool` 0: memory of its own.
  Capture(Gpu& gpu, CachingAllocator::Pool pool);
  ~Capture();
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  /// Ends recording. Throws what CUDA found wrong with what was recorded.
  void finish();
  /// Queues the recorded work on this thread's stream.
  void replay();

  CachingAllocator::Pool pool() const { return pool_; }
  std::uint64_t take_random(std::uint64_t count);
  const std::uint64_t* random_base();
  /// A counter on the device, `value` now: for kernels that count their replays.
  std::uint64_t* counter(std::uint64_t value);

 private:
  Gpu& gpu_;
  cudaStream_t recorded_;
  CachingAllocator::Pool pool_;
  cudaGraphExec_t graph_ = nullptr;
  std::uint64_t random_used_ = 0;
  std::uint64_t* random_base_ = nullptr;
  std::vector<std::uint64_t*> counters_;
};

}  // namespace todevice::cuda
