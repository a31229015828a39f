// SPDX-License-Identifier: Apache-2.0
#include "backend/host/mersenne.h"

#include "backend/host/wide.h"

namespace todevice::host {

namespace {

constexpr std::size_t kDistance = 397;

TODEVICE_INLINE std::uint32_t twisted(std::uint32_t high, std::uint32_t low, std::uint32_t far) {
  const std::uint32_t joined = (high & 0x80000000u) | (low & 0x7fffffffu);
  return far ^ (joined >> 1) ^ ((0u - (joined & 1u)) & 0x9908b0dfu);
}

TODEVICE_WIDE void twist(std::uint32_t* x, std::size_t n) {
  const std::size_t near = n - kDistance;
  for (std::size_t i = 0; i < near; ++i) x[i] = twisted(x[i], x[i + 1], x[i + kDistance]);
  // each eight read what lies 227 back, which is done
  TODEVICE_NO_OVERLAP
  for (std::size_t i = near; i < n - 1; ++i) x[i] = twisted(x[i], x[i + 1], x[i - near]);
  x[n - 1] = twisted(x[n - 1], x[0], x[kDistance - 1]);
}

TODEVICE_WIDE void temper(const std::uint32_t* x, std::uint32_t* out, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    std::uint32_t y = x[i];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    out[i] = y ^ (y >> 18);
  }
}

}  // namespace

void Mersenne::seed(std::uint32_t seed) {
  state_[0] = seed;
  for (std::uint32_t i = 1; i < kCount; ++i)
    state_[i] = 1812433253u * (state_[i - 1] ^ (state_[i - 1] >> 30)) + i;
  taken_ = kCount;
}

void Mersenne::refill() {
  twist(state_.data(), kCount);
  temper(state_.data(), numbers_.data(), kCount);
  taken_ = 0;
}

}  // namespace todevice::host
