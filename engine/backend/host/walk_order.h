// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "backend/kernels.h"

namespace todevice::host {

/// A reduction as PyTorch's iterator walks it (aten/src/ATen/TensorIterator.cpp): dimensions innermost first,
/// those that are reduced before the others, each kind by its steps in memory; neighbours joined where they
/// lie one behind the other. Reduced dimensions have step 0 in the result.
struct WalkOrder {
  WalkOrder(const View& out, const View& in, std::uint32_t dims);

  std::array<std::int64_t, kMaxDims> size{}, in_step{}, out_step{};  ///< in elements
  int count = 0;                                                     ///< at least 2; sizes of 1 fill up

  /// How many of the dimensions, the innermost ones, are reduced.
  int reduced() const {
    int n = 0;
    while (n < count && out_step[static_cast<std::size_t>(n)] == 0) ++n;
    return n;
  }

  /// Calls each(in_offset, out_offset) wherever the dimensions `from` to `to` lead, the innermost first.
  template <class Each>
  void walk(int from, int to, Each each) const {
    std::array<std::int64_t, kMaxDims> at{};
    std::int64_t in_offset = 0, out_offset = 0;
    for (;;) {
      each(in_offset, out_offset);
      int d = from;
      for (; d < to; ++d) {
        const auto i = static_cast<std::size_t>(d);
        in_offset += in_step[i];
        out_offset += out_step[i];
        if (++at[i] < size[i]) break;
        in_offset -= in_step[i] * size[i];
        out_offset -= out_step[i] * size[i];
        at[i] = 0;
      }
      if (d >= to) return;
    }
  }
};

}  // namespace todevice::host
