// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/scalar.h"
#include "core/tensor.h"

namespace todevice::ops {

Tensor full(const Shape& shape, Scalar value, TensorOptions options);
/// torch.full(): the same, but for a single half on the CPU (checks.h, check_fill).
Tensor filled(const Shape& shape, Scalar value, TensorOptions options);
/// Puts a number everywhere into a tensor that nobody has seen yet: no version, no history.
void set(const Tensor& t, Scalar value);
Tensor zeros(const Shape& shape, TensorOptions options = {});
Tensor ones(const Shape& shape, TensorOptions options = {});
/// start, start+step, ... below end (above, for a negative step).
Tensor arange(Scalar start, Scalar end, Scalar step, TensorOptions options);
Tensor linspace(double start, double end, std::int64_t steps, TensorOptions options);
Tensor eye(std::int64_t n, std::int64_t m, TensorOptions options);
/// Copies `bytes` of contiguous host memory of `options.dtype` to a new tensor on options.device.
Tensor from_host(const void* data, const Shape& shape, TensorOptions options);
/// The tensor's elements in row-major order, as host bytes of its dtype. Waits for the device.
std::vector<std::byte> to_host(const Tensor& tensor);

/// The same data under another device, dtype or both, no history: what Tensor::to does when it must copy.
Tensor copy_to(const Tensor& source, Device device, DType dtype, bool non_blocking = false);
Tensor clone(const Tensor& source);
Tensor contiguous(const Tensor& source);
/// Writes source (broadcast, converted, from any device) into destination. `non_blocking`: does not wait for
/// a copy from or to page-locked memory.
void copy_into(const Tensor& destination, const Tensor& source, bool non_blocking = false);
/// `name` is that of its step in the history.
void fill_(const Tensor& tensor, Scalar value, std::string_view name = "FillBackward2");
/// The same with the one element of a 0-dim tensor, which gets a gradient. Throws Error "fill_ only supports
/// 0-dimension value tensor but got tensor with 1 dimensions."
void fill_(const Tensor& tensor, const Tensor& value);

}  // namespace todevice::ops
