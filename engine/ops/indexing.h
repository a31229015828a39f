// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tensor.h"

namespace todevice::ops {

/// x[index] for a 1-d int64 tensor of rows, on x's device or the CPU. Differentiable.
Tensor index_select(const Tensor& x, std::int64_t dim, const Tensor& index);
/// The rows of x where a bool mask of x.shape()[0] (or of x's whole shape: a flat result) is true.
Tensor masked_select(const Tensor& x, const Tensor& mask);
/// Positions (n, dim) of the true or nonzero elements.
Tensor nonzero(const Tensor& x);

}  // namespace todevice::ops
