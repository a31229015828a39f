// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <vector>

#include "backend/common/caching_allocator.h"
#include "backend/cuda/deferred.h"

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
  /// A cell on the device for an optimiser that has made `step` steps: its kernels count their replays.
  AdamCell* adam_cell(std::uint64_t step);

  /// A copy on the device that lives as long as the graph: what its kernels look up.
  void* keep(const void* data, std::size_t bytes);

  /// Puts an operation off until more is known of the graph.
  void defer(Deferred operation);
  /// Queues what was put off.
  void queue_deferred();

 private:
  Gpu& gpu_;
  cudaStream_t recorded_;
  CachingAllocator::Pool pool_;
  cudaGraphExec_t graph_ = nullptr;
  std::uint64_t random_used_ = 0;
  std::uint64_t* random_base_ = nullptr;
  std::vector<void*> kept_;
  DeferredList deferred_;
};

}  // namespace todevice::cuda
