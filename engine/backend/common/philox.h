// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace todevice {

/// Philox4x32-10: "Parallel random numbers: as easy as 1, 2, 3", Salmon et al., 2011. Four numbers of 32 bits
/// for each value of a 128-bit counter.
class Philox {
 public:
  /// As cuRAND starts a state: `subsequence` is the thread, `offset` how many numbers it has drawn (a
  /// multiple of 4).
  Philox(std::uint64_t seed, std::uint64_t subsequence, std::uint64_t offset)
      : key_{low(seed), high(seed)},
        counter_{low(offset / 4), high(offset / 4), low(subsequence), high(subsequence)} {}

  std::array<std::uint32_t, 4> next() {
    std::array<std::uint32_t, 4> c = counter_;
    std::uint32_t k0 = key_[0];
    std::uint32_t k1 = key_[1];
    for (int round = 0; round < 10; ++round) {
      const std::uint64_t p0 = std::uint64_t{0xD2511F53u} * c[0];
      const std::uint64_t p1 = std::uint64_t{0xCD9E8D57u} * c[2];
      c = {high(p1) ^ c[1] ^ k0, low(p1), high(p0) ^ c[3] ^ k1, low(p0)};
      k0 += 0x9E3779B9u;
      k1 += 0xBB67AE85u;
    }
    for (std::uint32_t& word : counter_) {
      if (++word != 0) break;
    }
    return c;
  }

 private:
  static constexpr std::uint32_t low(std::uint64_t x) { return static_cast<std::uint32_t>(x); }
  static constexpr std::uint32_t high(std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); }
  std::array<std::uint32_t, 2> key_;
  std::array<std::uint32_t, 4> counter_;
};

}  // namespace todevice
