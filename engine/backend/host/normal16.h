// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <type_traits>

#include "core/dispatch.h"

namespace todevice::host {

/// make_normal16 of float32, of `blocks` times sixteen numbers in a row.
void make_float_normal16(float* values, std::int64_t blocks, float mean, float std);

/// Sixteen uniform numbers become sixteen normal ones: the first eight give the radii, the last eight the
/// angles. 16-bit types are rounded after each step and take the angle from double, as PyTorch does.
template <class T>
void make_normal16(Compute<T>* values, std::int64_t blocks, Compute<T> mean, Compute<T> std) {
  if constexpr (std::is_same_v<T, float>) return make_float_normal16(values, blocks, mean, std);
  using C = Compute<T>;
  using Angle = std::conditional_t<is_half<T>, double, C>;
  const auto kept = [](auto x) { return convert<C>(convert<T>(static_cast<C>(x))); };
  for (; blocks > 0; --blocks, values += 16) {
    for (int i = 0; i < 8; ++i) {
      const C u1 = kept(C(1) - values[i]);
      const C radius = kept(std::sqrt(kept(C(-2) * kept(std::log(u1)))));
      const C theta = kept(Angle(2 * std::numbers::pi) * static_cast<Angle>(values[i + 8]));
      values[i] = kept(kept(radius * kept(std::cos(theta))) * std + mean);
      values[i + 8] = kept(kept(radius * kept(std::sin(theta))) * std + mean);
    }
  }
}

}  // namespace todevice::host
