// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "backend/kernels.h"

namespace todevice::cuda {

/// A reduction's input as two views from its first element: the dimensions kept and those reduced (the bits
/// of `dims`). `out` without the dimensions that are reduced to one.
struct ReducedSplit {
  View out, kept, inner;
  ReducedSplit(const View& to, const View& in, std::uint32_t dims) : out(to), kept(in), inner(in) {
    for (int d = in.shape.count() - 1; d >= 0; --d) {
      const bool reduced = (dims >> d) & 1u;
      View& loses = reduced ? kept : inner;
      loses.shape.erase(d);
      loses.strides.erase(d);
      if (reduced) {
        out.shape.erase(d);
        out.strides.erase(d);
      }
    }
  }
};

}  // namespace todevice::cuda
