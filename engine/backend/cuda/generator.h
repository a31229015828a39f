// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

namespace todevice::cuda {

class Capture;

inline constexpr std::size_t kMaxGpus = 128;

/// Where a launch draws its random numbers: Philox4x32-10 with a subsequence per thread.
struct Draw {
  std::uint64_t seed;
  std::uint64_t offset;
  const std::uint64_t* cells;  ///< on the device: what is added to the offset, and the seed in place of
                               ///< `seed`; null outside graphs
};

/// One GPU's random numbers, as a seed and how far they are used up: PyTorch's counting.
class Generator {
 public:
  void seed(std::uint64_t value);
  std::uint64_t initial_seed();
  /// The seed, then the offset, 8 bytes each: PyTorch's own form. Throws Error when there are not 16.
  std::vector<std::byte> state();
  void set_state(std::span<const std::byte> state);
  /// Takes `count` numbers a thread. In a capture the offset counts from the graph's own start, which each
  /// replay sets anew, with the seed of then.
  Draw take(std::uint64_t count, Capture* capture);
  /// Skips what one replay of a graph uses.
  struct Start {
    std::uint64_t seed, offset;
  };
  Start skip(std::uint64_t count);

 private:
  std::mutex mutex_;
  std::uint64_t seed_ = 67280421310721;  // PyTorch's, when nobody seeded
  std::uint64_t offset_ = 0;
};

/// That of a logical GPU, whether it is started or not: seeding starts none.
Generator& generator_of(int index);

}  // namespace todevice::cuda
