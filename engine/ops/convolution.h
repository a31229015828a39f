// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "core/tensor.h"

namespace todevice::ops {

/// Two numbers, for height and width.
using Pair = std::array<std::int64_t, 2>;

/// How a kernel goes over an image.
struct Sliding {
  Pair stride = {1, 1};
  Pair padding = {0, 0};
  Pair dilation = {1, 1};
};

/// Cross-correlation through a matrix of patches and one product: input (n, c, h, w) or (c, h, w), weight
/// (out, c / groups, kh, kw), bias (out) or undefined. Differentiable; errors in PyTorch's words.
Tensor conv2d(const Tensor& input, const Tensor& weight, const Tensor& bias, const Sliding& how,
              std::int64_t groups = 1);

/// The largest of each window of (n, c, h, w) or (c, h, w); padding counts as less than every number.
/// Differentiable: the gradient goes to the first of the largest.
Tensor max_pool2d(const Tensor& input, const Pair& kernel, const Sliding& how, bool ceil_mode = false);

}  // namespace todevice::ops
