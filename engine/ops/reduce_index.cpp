// SPDX-License-Identifier: Apache-2.0
#include "ops/creation.h"
#include "ops/reduce.h"
#include "ops/reduction.h"
#include "ops/view.h"

// Reductions along one dimension that also tell where.

namespace todevice::ops {

using namespace detail;

namespace {

Tensor position(ReduceOp op, const Tensor& x, int dim, bool keepdim, std::string_view name) {
  if (x.dim() > 0 && x.shape()[dim] == 0) {
    throw IndexError(std::string(name) + "(): Expected reduction dim " + std::to_string(dim) +
                     " to have non-zero size.");
  }
  if (x.dim() == 0) return full({}, 0, {DType::int64, x.device()});
  return reduce(op, x, DType::int64, 1u << dim, keepdim, 0);
}

/// The gradient goes to the element that was chosen.
Tensor to_chosen(const Tensor& grad, const Tensor& indices, const Shape& whole, int dim) {
  if (whole.count() == 0) return grad;
  const std::uint32_t mask = 1u << dim;
  Tensor places = arange(0, whole[dim], 1, {DType::int64, grad.device()});
  Shape along;
  for (int i = 0; i < whole.count(); ++i) along.push_back(i == dim ? whole[dim] : 1);
  places = reshape(places, along);
  const Tensor chosen = binary(BinaryOp::eq, places, with_dims(indices, whole, mask));
  return where(chosen, with_dims(grad, whole, mask), 0.0);
}

ValuesIndices extreme_along(const Tensor& x, std::int64_t dim, bool keepdim, bool largest) {
  const int at = wrap_dim(dim, x.dim());
  const std::string_view name = largest ? "max" : "min";
  ValuesIndices out;
  out.indices = position(largest ? ReduceOp::argmax : ReduceOp::argmin, x, at, keepdim, name);
  const std::uint32_t mask = x.dim() == 0 ? 0 : 1u << at;
  out.values = x.dim() == 0 ? clone(x.detach())
                            : reduce(largest ? ReduceOp::max : ReduceOp::min, x, x.dtype(), mask, keepdim, 0);
  if (autograd::recording(x)) {
    autograd::record<1>(out.values, largest ? "MaxBackward0" : "MinBackward0", {&x}, {Saved(out.indices)},
                        [whole = x.shape(), at](const Tensor& grad, const auto& saved, const Node&) {
                          return Gradients{to_chosen(grad, saved[0], whole, at)};
                        });
  }
  return out;
}

Tensor position_of(const Tensor& x, std::optional<std::int64_t> dim, bool keepdim, bool largest) {
  const std::string name = largest ? "argmax" : "argmin";
  const ReduceOp op = largest ? ReduceOp::argmax : ReduceOp::argmin;
  const Tensor plain = x.detach();
  if (dim) return position(op, plain, wrap_dim(*dim, x.dim()), keepdim, name);
  if (x.numel() == 0) {
    throw IndexError(name + "(): Expected reduction dim to be specified for input.numel() == 0.");
  }
  const Tensor flat = position(op, reshape(plain, {-1}), 0, false, name);
  if (!keepdim) return flat;
  return reshape(flat, reduced_shape(x.shape(), dim_mask({}, x.dim()), true));
}

}  // namespace

ValuesIndices max(const Tensor& x, std::int64_t dim, bool keepdim) {
  return extreme_along(x, dim, keepdim, true);
}

ValuesIndices min(const Tensor& x, std::int64_t dim, bool keepdim) {
  return extreme_along(x, dim, keepdim, false);
}

Tensor argmax(const Tensor& x, std::optional<std::int64_t> dim, bool keepdim) {
  return position_of(x, dim, keepdim, true);
}

Tensor argmin(const Tensor& x, std::optional<std::int64_t> dim, bool keepdim) {
  return position_of(x, dim, keepdim, false);
}

}  // namespace todevice::ops
