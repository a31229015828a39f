// SPDX-License-Identifier: Apache-2.0
#include "ops/checks.h"

#include <string>

#include "ops/creation.h"

namespace todevice::ops::detail {

View broadcast_view(const Tensor& t, const Shape& shape) {
  if (t.shape() == shape) return view_of(t);
  Strides strides = shape;
  const int lead = shape.count() - t.dim();
  for (int i = 0; i < shape.count(); ++i) {
    strides[i] = i < lead || t.shape()[i - lead] == 1 ? 0 : t.strides()[i - lead];
  }
  return {t.data_ptr(), t.dtype(), shape, strides};
}

bool is_dense(const Tensor& t) {
  if (t.is_contiguous()) return true;
  // The dimension whose stride is the number of elements walked so far comes next; each is taken once.
  std::int64_t walked = 1;
  std::uint32_t left = 0;
  for (int i = 0; i < t.dim(); ++i) left |= t.shape()[i] != 1 ? 1u << i : 0u;
  while (left) {
    int next = 0;
    while (next < t.dim() && !((left >> next & 1u) && t.strides()[next] == walked)) ++next;
    if (next == t.dim()) return false;
    walked *= t.shape()[next];
    left &= ~(1u << next);
  }
  return true;
}

Tensor cast(const Tensor& t, DType dtype) {
  return t.dtype() == dtype ? t : copy_to(t, t.device(), dtype);
}

Scalar to_scalar(const Tensor& t) {
  if (is_floating_point(t.dtype())) return Scalar(t.item<double>());
  if (t.dtype() == DType::boolean) return Scalar(t.item<bool>());
  return Scalar(t.item<std::int64_t>());
}

Ready::Ready(const Arg& arg, DType dtype, Device device, const Shape& shape) {
  if (const Scalar* scalar = arg.scalar()) {
    operand_ = *scalar;
  } else if (const Tensor& t = *arg.tensor(); t.device() != device) {
    operand_ = to_scalar(t);
  } else if (t.dtype() == dtype) {
    operand_ = broadcast_view(t, shape);
  } else {
    held_ = copy_to(t, device, dtype);
    operand_ = broadcast_view(held_, shape);
  }
}

std::uint32_t dim_mask(std::span<const std::int64_t> dims, int count) {
  if (dims.empty()) return (1u << count) - 1;
  std::uint32_t mask = 0;
  for (const std::int64_t dim : dims) {
    const int plain = wrap_dim(dim, count);
    const std::uint32_t bit = 1u << plain;
    if (mask & bit)
      throw Error("dim " + std::to_string(plain) + " appears multiple times in the list of dims");
    mask |= bit;
  }
  if (count == 0) return 0;
  return mask;
}

}  // namespace todevice::ops::detail
