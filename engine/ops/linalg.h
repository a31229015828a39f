// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scalar.h"
#include "core/tensor.h"

namespace todevice::ops {

/// PyTorch's rule book for 1-d, 2-d and batched operands, with its texts for shapes, dtypes and devices
/// ("mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)").
Tensor matmul(const Tensor& a, const Tensor& b);
Tensor mm(const Tensor& a, const Tensor& b);
Tensor bmm(const Tensor& a, const Tensor& b);
Tensor mv(const Tensor& a, const Tensor& v);
Tensor dot(const Tensor& a, const Tensor& b);
/// beta * bias + alpha * a x b; the bias broadcasts to the product, and is not looked at where beta is 0.
Tensor addmm(const Tensor& bias, const Tensor& a, const Tensor& b, Scalar beta = 1, Scalar alpha = 1);
/// x W^T + b: x (..., in), weight (out, in), bias (out) or undefined. One AddmmBackward0 on 2-d inputs, as
/// PyTorch.
Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias);

}  // namespace todevice::ops
