// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <unordered_map>

#include "backend/allocator_counts.h"
#include "backend/backend.h"
#include "backend/common/segment_source.h"

namespace todevice {

/// Hands out device memory in PyTorch's figures, so that addresses and `torch.cuda.memory_*` agree with it:
/// sizes rounded to 512 bytes; small requests (up to 1 MiB) cut from segments of 2 MiB, larger ones from
/// segments of 20 MiB, those from 10 MiB on from a segment of their own (rounded to 2 MiB); the best fitting
/// free block is split, and free neighbours merge. Freed memory stays reserved until empty_cache().
///
/// A block belongs to the stream it was made for and goes back to it: work queued there in program order
/// makes immediate reuse safe. A pool other than 0 is private (a captured graph's): its blocks serve nobody
/// else. Thread-safe. Knows no CUDA: any SegmentSource will do.
class CachingAllocator {
 public:
  using Stream = std::uint64_t;  ///< 0: the default stream
  using Pool = std::uint64_t;    ///< 0: the shared pool

  /// `index` names the GPU in messages. `source` outlives the allocator.
  CachingAllocator(int index, SegmentSource& source);
  ~CachingAllocator();
  CachingAllocator(const CachingAllocator&) = delete;
  CachingAllocator& operator=(const CachingAllocator&) = delete;

  /// 512-byte aligned. When the device is full, cached segments are given back and the request tried once
  /// more. Throws OutOfMemoryError in PyTorch's words; everything stays usable.
  void* allocate(std::size_t bytes, Stream stream = 0, Pool pool = 0);
  /// Unknown addresses (null too) are ignored.
  void deallocate(void* data) noexcept;

  /// Releases every segment with no block in use, those of closed private pools too.
  void empty_cache() noexcept;
  /// The number of a private pool that nobody uses yet.
  static Pool new_pool() noexcept;
  /// One more graph uses a private pool, or one fewer. Without users it serves no more requests: its memory
  /// is released by empty_cache() once unused.
  void open_pool(Pool pool);
  void close_pool(Pool pool);
  /// The stream that a block in use was made for; 0 for addresses it does not know.
  Stream stream_of(void* data);

  MemoryStats stats();
  AllocatorCounts counts();
  void reset_peaks();
  void reset_totals();

 private:
  struct Shelf;
  struct Block {
    std::byte* data;
    std::size_t size;
    Stream stream;
    Shelf* shelf;
    Block* before = nullptr;  ///< neighbours within one segment
    Block* after = nullptr;
    bool used = false;
    std::size_t requested = 0;  ///< before rounding, while in use

    bool is_split() const { return before || after; }
  };
  struct Fit {
    bool operator()(const Block* a, const Block* b) const;
  };
  /// The free blocks of one pool and one class of sizes.
  struct Shelf {
    std::set<Block*, Fit> free;
    Pool pool;
    bool small;
  };
  struct Shelves {
    Shelf small, large;
    int users = 0;
  };

  Shelves& shelves(Pool pool);
  Block* find_free(Shelf& shelf, std::size_t size, Stream stream);
  Block* new_segment(Shelf& shelf, std::size_t bytes, Stream stream);
  Block* use(Block* block, std::size_t size, std::size_t requested);
  /// How many free pieces of segments in use there are more, and their bytes.
  struct Split {
    std::int64_t blocks = 0, bytes = 0;
  };
  Block* merge(Block* block, Split& change) noexcept;
  bool release_free_segments() noexcept;
  bool release_free_segments(Shelf& shelf) noexcept;
  MemoryStats stats_locked();
  [[noreturn]] void out_of_memory(std::size_t tried);

  std::mutex mutex_;
  int index_;
  SegmentSource& source_;
  std::map<Pool, std::unique_ptr<Shelves>> pools_;
  std::unordered_map<void*, Block*> used_;
  AllocatorCounts counts_;
};

}  // namespace todevice
