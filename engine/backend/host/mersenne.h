// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace todevice::host {

/// MT19937 (M. Matsumoto, T. Nishimura, 1998), with the numbers of std::mt19937, made 624 at a time so that
/// they can be taken many at once. Trivially copyable.
class Mersenne {
 public:
  explicit Mersenne(std::uint32_t seed) { this->seed(seed); }
  void seed(std::uint32_t seed);

  std::uint32_t next() {
    if (taken_ >= kCount) refill();
    return numbers_[taken_++];
  }
  /// The next numbers, as many as lie ready: at least one, at most `most` (which is more than 0).
  std::span<const std::uint32_t> next_some(std::size_t most) {
    if (taken_ >= kCount) refill();
    const std::size_t count = most < kCount - taken_ ? most : kCount - taken_;
    const std::span<const std::uint32_t> some(numbers_.data() + taken_, count);
    taken_ += static_cast<std::uint32_t>(count);
    return some;
  }

 private:
  static constexpr std::uint32_t kCount = 624;
  void refill();

  std::array<std::uint32_t, kCount> state_;
  std::array<std::uint32_t, kCount> numbers_{};
  std::uint32_t taken_ = kCount;  ///< of the numbers; never read beyond
};

}  // namespace todevice::host
