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

  /// Calls part(in_offset, out_offset) for each plane of the two innermost dimensions.
  template <class Part>
  void each_plane(Part part) const {
    std::array<std::int64_t, kMaxDims> at{};
    std::int64_t in_offset = 0, out_offset = 0;
    for (;;) {
      part(in_offset, out_offset);
      int d = 2;
      for (; d < count; ++d) {
        const auto i = static_cast<std::size_t>(d);
        in_offset += in_step[i];
        out_offset += out_step[i];
        if (++at[i] < size[i]) break;
        in_offset -= in_step[i] * size[i];
        out_offset -= out_step[i] * size[i];
        at[i] = 0;
      }
      if (d >= count) return;
    }
  }
};

}  // namespace todevice::host
