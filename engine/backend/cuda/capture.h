// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "backend/common/caching_allocator.h"
#include "backend/cuda/deferred.h"

namespace todevice::cuda {

class Gpu;
struct Stream;

/// Work recorded once and replayed with one call. While it records, memory comes from a pool of the graph's
/// own, so that addresses stay its alone; numbers that change from replay to replay (where the random numbers
/// start, the steps an optimiser has made) live in cells on the device. A stream that waits for a recorded
/// one is recorded too, to the end.
class Capture {
 public:
  /// Starts recording this thread's stream of the GPU; `pool` 0: memory of its own.
  Capture(Gpu& gpu, CachingAllocator::Pool pool);
  ~Capture();
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  /// Ends recording, on the stream that it began on (else throws Error and goes on). Throws what CUDA found
  /// wrong with what was recorded.
  void finish();
  /// This stream waits for a recorded one from now on, and so is recorded.
  void take_in(Stream& stream);
  std::uint64_t number() const { return number_; }  ///< unlike that of any other graph
  bool is_empty() const { return nodes_ == 0; }     ///< once finished
  /// Queues the recorded work on this thread's stream.
  void replay();

  CachingAllocator::Pool pool() const { return pool_; }
  std::uint64_t take_random(std::uint64_t count);
  /// Where this replay's random numbers start, and their seed.
  const std::uint64_t* random_cells();
  /// kWorkspaceBytes of the graph's own, for the one that the stream uses now: replays of several graphs
  /// share none.
  void* workspace(const Stream& stream);
  /// A cell on the device for an optimiser that has made `step` steps: its kernels count their replays.
  /// `advance`, where there is one, is asked before each replay which step it is to be.
  AdamCell* adam_cell(std::uint64_t step, std::function<std::int64_t()> advance);

  /// A copy on the device that lives as long as the graph: what its kernels look up.
  void* keep(const void* data, std::size_t bytes);

  /// Puts an operation of this thread's stream off until more is known of the graph.
  void defer(Deferred operation);
  /// Queues what was put off on a recorded stream.
  void queue_deferred(Stream& stream);

 private:
  struct Counter {
    std::uint64_t* cell;
    std::uint64_t value;  ///< on the device, once everything queued is done
    std::function<std::int64_t()> advance;
  };
  void stop() noexcept;

  Gpu& gpu_;
  Stream& recorded_;
  std::uint64_t number_;
  std::vector<Stream*> streams_;  ///< recorded too; all of them gone once it is finished
  CachingAllocator::Pool pool_;
  cudaGraphExec_t graph_ = nullptr;
  std::uint64_t random_used_ = 0;
  std::uint64_t* random_cells_ = nullptr;
  std::size_t nodes_ = 0;
  std::vector<Counter> counters_;
  std::map<std::pair<const Stream*, std::size_t>, void*> workspaces_;
  std::vector<void*> kept_;
  std::map<Stream*, DeferredList> deferred_;
};

/// What the next thing queued on a stream that records would wait for. Throws what CUDA says.
std::vector<cudaGraphNode_t> waited_for(cudaStream_t stream);

}  // namespace todevice::cuda
