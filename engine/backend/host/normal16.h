// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <numbers>

namespace todevice::host {

/// Sixteen uniform numbers become sixteen normal ones: the first eight give the radii, the last eight the
/// angles.
template <class C>
void make_normal16(C* values, C mean, C std) {
  for (int i = 0; i < 8; ++i) {
    const C u1 = C(1) - values[i];
    const C u2 = values[i + 8];
    const C radius = std::sqrt(C(-2) * std::log(u1));
    const C theta = C(2) * C(std::numbers::pi) * u2;
    values[i] = radius * std::cos(theta) * std + mean;
    values[i + 8] = radius * std::sin(theta) * std + mean;
  }
}

}  // namespace todevice::host
