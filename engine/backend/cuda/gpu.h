// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "backend/common/caching_allocator.h"
#include "backend/cuda/generator.h"
#include "backend/cuda/segments.h"

namespace todevice::cuda {

class Capture;

/// What every stream brings for its own work; used in the stream's order, so nothing else guards it.
inline constexpr std::size_t kWorkspaceBytes = std::size_t{32} << 20;
/// A second one is for graphs, in which two products may run at the same time.
inline constexpr std::size_t kWorkspaces = 2;

/// One queue of work of one GPU.
struct Stream {
  cudaStream_t handle = nullptr;
  std::uint64_t id = 0;                         ///< 0: the GPU's default stream
  Capture* capture = nullptr;                   ///< not null while its work is recorded into a graph
  std::array<void*, kWorkspaces> workspaces{};  ///< each made at the first need
  std::size_t workspace = 0;                    ///< the one that is used now
};

/// What this process holds of one logical GPU: made at its first use, never ended (tensors may outlive
/// everything else).
class Gpu {
 public:
  /// The GPU `index` as this thread's, started when it was not.
  static Gpu& at(int index);
  /// The GPU if it was started, else null; starts nothing.
  static Gpu* find(int index) noexcept;
  /// The same for a GPU known to be started; asks CUDA nothing, so it cannot fail.
  static Gpu& started(int index) noexcept;
  /// All that are, in order.
  static void each_started(const std::function<void(Gpu&)>& what);

  /// The stream that this thread's work goes to.
  Stream& stream();
  void set_stream(Stream* stream);
  Stream& default_stream() { return default_stream_; }
  cudaStream_t queue() { return queue(stream()); }
  /// For queueing on it. What a graph has put off on this stream comes first.
  cudaStream_t queue(Stream& stream);

  /// One of the 32 streams of a priority, in turn; made at its first use and kept.
  Stream& next_stream(int priority);
  /// Calls `what` with each stream made so far, the default one left out.
  void each_stream(const std::function<void(const Stream&)>& what);
  /// The stream of this number. Throws Error when there is none.
  Stream& stream(std::uint64_t id);

  void* allocate(std::size_t bytes);
  /// Given back to the stream it was made for, after what other streams noted by `share` have queued by now.
  void deallocate(void* data) noexcept;
  void share(void* data, Stream& with);
  CachingAllocator& allocator() { return allocator_; }
  /// kWorkspaceBytes for the work that is queued next on this thread's stream; a graph's own while one is
  /// recorded.
  void* workspace();
  /// Memory past the allocator, for what is kept for good: what that has cached is given up for it. Throws
  /// OutOfMemoryError.
  void* reserve(std::size_t bytes);
  /// Which of the stream's workspaces that is.
  void choose_workspace(std::size_t number) { stream().workspace = number; }

  /// A graph is recorded from now on; until the last one ends, memory shared between streams is held back.
  void begin_recording(Capture& capture);
  void end_recording(Capture& capture) noexcept;
  bool is_recording() const { return recording_.load(std::memory_order_relaxed) > 0; }
  /// The graph of this number while it is recorded, else null.
  Capture* recorded(std::uint64_t number);

  Generator& generator;
  const int index;
  const int multiprocessors;
  const int threads_per_multiprocessor;
  const int major;
  const bool reads_ordinary_memory;  ///< by itself, the host's page tables: a copy's source must stay until
                                     ///< it is done

 private:
  explicit Gpu(int index);
  Segments segments_;
  CachingAllocator allocator_;
  void hand_back(void* data, const std::vector<Stream*>& users) noexcept;

  struct Ring {
    std::vector<Stream*> streams;
    std::size_t next = 0;
  };
  Stream default_stream_;
  std::mutex mutex_;
  std::unordered_map<int, Ring> rings_;                                 ///< by priority
  std::unordered_map<std::uint64_t, std::unique_ptr<Stream>> streams_;  ///< by number
  std::vector<Capture*> captures_;                                      ///< being recorded
  std::atomic<int> recording_{0};
  std::vector<std::pair<void*, std::vector<Stream*>>> held_;  ///< given back meanwhile
  std::unordered_map<void*, std::vector<Stream*>> shared_;
  std::atomic<bool> shares_{false};  ///< was `share` ever called?
};

}  // namespace todevice::cuda
