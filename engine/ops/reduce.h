// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/checks.h"

namespace todevice::ops::detail {

/// What several steps on one 16-bit float are carried in, so that it is rounded once at the end.
inline DType opmath_dtype(DType dtype) {
  return dtype == DType::float16 || dtype == DType::bfloat16 ? DType::float32 : dtype;
}

Shape reduced_shape(const Shape& shape, std::uint32_t mask, bool keepdim);
/// Runs the kernel over the dimensions in `mask`; `nothing` is the answer for no elements. No history.
Tensor reduce(ReduceOp op, const Tensor& in, DType dtype, std::uint32_t mask, bool keepdim, Scalar nothing);
/// A reduced tensor with its lost dimensions back, as size 1.
Tensor with_dims(const Tensor& t, const Shape& whole, std::uint32_t mask);

}  // namespace todevice::ops::detail
