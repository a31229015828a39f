// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace todevice {

/// One number of an allocator's history.
struct Count {
  std::int64_t current = 0;
  std::int64_t peak = 0;
  std::int64_t allocated = 0;  ///< all that was ever added
  std::int64_t freed = 0;      ///< all that was ever taken away

  void add(std::int64_t amount) {
    current += amount;
    allocated += amount;
    peak = std::max(peak, current);
  }
  void take(std::int64_t amount) {
    current -= amount;
    freed += amount;
  }
};

/// The same for the pool of small requests, the pool of large ones, and both.
struct PoolCounts {
  Count all, small, large;

  void add(bool to_small, std::int64_t amount) {
    all.add(amount);
    (to_small ? small : large).add(amount);
  }
  void take(bool from_small, std::int64_t amount) {
    all.take(amount);
    (from_small ? small : large).take(amount);
  }
};

/// What torch.cuda.memory_stats() tells of a GPU's allocator, counted as PyTorch counts it:
/// https://docs.pytorch.org/docs/stable/generated/torch.cuda.memory.memory_stats.html
struct AllocatorCounts {
  PoolCounts allocation, allocated_bytes;           ///< requests, and what they were given
  PoolCounts requested_bytes;                       ///< what they asked for, before rounding
  PoolCounts segment, reserved_bytes;               ///< what came from the device
  PoolCounts inactive_split, inactive_split_bytes;  ///< free pieces of segments in use: they cannot go back
  std::int64_t retries = 0;        ///< refused by the device, and asked again with the cache emptied
  std::int64_t out_of_memory = 0;  ///< OutOfMemoryErrors thrown
  std::int64_t device_allocations = 0, device_frees = 0;

  /// Each of the counts, for what is done to all.
  template <class F>
  void for_each(F change) {
    for (PoolCounts* pools : {&allocation, &allocated_bytes, &requested_bytes, &segment, &reserved_bytes,
                              &inactive_split, &inactive_split_bytes}) {
      for (Count* count : {&pools->all, &pools->small, &pools->large}) change(*count);
    }
  }
};

}  // namespace todevice
