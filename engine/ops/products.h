// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tensor.h"

namespace todevice::ops::detail {

/// a x b of two matrices or two batches of them that fit; no history.
Tensor product(const Tensor& a, const Tensor& b);
/// The same plus a bias that broadcasts to the result.
Tensor product_plus(const Tensor& bias, const Tensor& a, const Tensor& b);
/// The gradients of a product for its operands, each laid out as the operand is.
Tensor left_gradient(const Tensor& grad, const Tensor& a, const Tensor& b);
Tensor right_gradient(const Tensor& grad, const Tensor& a, const Tensor& b);

}  // namespace todevice::ops::detail
