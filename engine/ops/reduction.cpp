// SPDX-License-Identifier: Apache-2.0
#include "ops/reduction.h"

#include <bit>
#include <limits>

#include "ops/checks.h"
#include "ops/creation.h"
#include "ops/reduce.h"
#include "ops/view.h"

namespace todevice::ops {

namespace detail {

Shape reduced_shape(const Shape& shape, std::uint32_t mask, bool keepdim) {
  Shape out;
  for (int i = 0; i < shape.count(); ++i) {
    if (!(mask >> i & 1u)) {
      out.push_back(shape[i]);
    } else if (keepdim) {
      out.push_back(1);
    }
  }
  return out;
}

Tensor reduce(ReduceOp op, const Tensor& in, DType dtype, std::uint32_t mask, bool keepdim, Scalar nothing) {
  const Shape kept = reduced_shape(in.shape(), mask, true);
  Tensor out = new_tensor(keepdim ? kept : reduced_shape(in.shape(), mask, false), dtype, in.device());
  if (out.numel() == 0) return out;
  if (in.numel() == 0) {
    kernels_of(out).fill(view_of(out), nothing);
  } else {
    kernels_of(out).reduce(op, {out.data_ptr(), dtype, kept, contiguous_strides(kept)}, view_of(in), mask);
  }
  return out;
}

Tensor with_dims(const Tensor& t, const Shape& whole, std::uint32_t mask) {
  Shape kept = reduced_shape(whole, mask, true);
  return t.dim() == kept.count() ? t : reshape(t, kept);
}

}  // namespace detail

using namespace detail;

namespace {

/// The gradient of a sum reaches each element alike.
Tensor spread(const Tensor& grad, const Shape& whole, std::uint32_t mask) {
  return expand(with_dims(grad, whole, mask), whole);
}

}  // namespace

Tensor sum(const Tensor& x, std::span<const std::int64_t> dims, bool keepdim, std::optional<DType> dtype) {
  const std::uint32_t mask = dim_mask(dims, x.dim());
  const DType result = dtype.value_or(is_floating_point(x.dtype()) ? x.dtype() : DType::int64);
  Tensor out = reduce(ReduceOp::sum, cast(x.detach(), result), result, mask, keepdim, 0);
  if (autograd::recording(x) && is_floating_point(result)) {
    autograd::record<0>(out, dims.empty() && !keepdim ? "SumBackward0" : "SumBackward1", {&x}, {},
                        [whole = x.shape(), mask](const Tensor& grad, const auto&, const Node&) {
                          return Gradients{spread(grad, whole, mask)};
                        });
  }
  return out;
}

Tensor mean(const Tensor& x, std::span<const std::int64_t> dims, bool keepdim) {
  if (!is_floating_point(x.dtype())) {
    throw Error(
        "mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. "
        "Got: " +
        std::string(scalar_type_name(x.dtype())));
  }
  const std::uint32_t mask = dim_mask(dims, x.dim());
  Tensor out = reduce(ReduceOp::mean, x, x.dtype(), mask, keepdim, std::numeric_limits<double>::quiet_NaN());
  if (autograd::recording(x)) {
    autograd::record<0>(out, dims.empty() && !keepdim ? "MeanBackward0" : "MeanBackward1", {&x}, {},
                        [whole = x.shape(), mask](const Tensor& grad, const auto&, const Node&) {
                          const std::int64_t count = numel(whole) / std::max<std::int64_t>(1, grad.numel());
                          return Gradients{spread(div(grad, count), whole, mask)};
                        });
  }
  return out;
}

namespace {

/// The product of the others, over the last dimension: zeros need no case of their own.
Tensor products_of_others(const Tensor& rows) {
  const std::int64_t n = rows.size(-1);
  Shape grid = rows.shape();
  grid.push_back(n);
  std::swap(grid[grid.count() - 1], grid[grid.count() - 2]);
  const Tensor own = eye(n, n, {DType::boolean, rows.device()});
  const Tensor others = where(own, 1.0, expand(unsqueeze(rows, -2), grid));
  return reduce(ReduceOp::prod, others, others.dtype(), 1u << (others.dim() - 1), false, 1);
}

Tensor prod_gradient(const Tensor& grad, const Tensor& x, std::optional<int> dim) {
  if (x.numel() == 0) return zeros(x.shape(), {grad.dtype(), grad.device()});
  if (!dim) return mul(reshape(products_of_others(reshape(x, {-1})), x.shape()), grad);
  const Tensor others = transpose(products_of_others(transpose(x, *dim, -1)), *dim, -1);
  return mul(others, with_dims(grad, x.shape(), 1u << *dim));
}

}  // namespace

Tensor prod(const Tensor& x, std::optional<std::int64_t> dim, bool keepdim, std::optional<DType> dtype) {
  const DType result = dtype.value_or(is_floating_point(x.dtype()) ? x.dtype() : DType::int64);
  std::optional<int> at;
  if (dim) at = wrap_dim(*dim, x.dim());
  const std::uint32_t mask = !at ? dim_mask({}, x.dim()) : x.dim() > 0 ? 1u << *at : 0;
  if (at && x.dim() == 0) at.reset();
  Tensor out = reduce(ReduceOp::prod, cast(x.detach(), result), result, mask, keepdim, 1);
  if (autograd::recording(x) && is_floating_point(result)) {
    autograd::record<1>(out, dim ? "ProdBackward1" : "ProdBackward0", {&x}, {Saved(x)},
                        [at](const Tensor& grad, const auto& saved, const Node&) {
                          return Gradients{prod_gradient(grad, saved[0], at)};
                        },
                        {Saved(x), Saved::result(out)});
  }
  return out;
}

namespace {

Tensor truth(ReduceOp op, const Tensor& x, std::span<const std::int64_t> dims, bool keepdim, bool nothing) {
  const DType dtype = x.dtype() == DType::uint8 ? DType::uint8 : DType::boolean;
  return cast(
      reduce(op, cast(x.detach(), DType::boolean), DType::boolean, dim_mask(dims, x.dim()), keepdim, nothing),
      dtype);
}

/// The largest or smallest; equal ones share the gradient.
Tensor extreme(ReduceOp op, const Tensor& x, std::span<const std::int64_t> dims, bool keepdim,
               std::string_view name, std::string_view node) {
  const std::uint32_t mask = dim_mask(dims, x.dim());
  for (int i = 0; i < x.dim() && !dims.empty(); ++i) {
    if (!(mask >> i & 1u) || x.shape()[i] > 0) continue;
    throw IndexError(std::string(name) + "(): Expected reduction dim " + std::to_string(i) +
                     " to have non-zero size.");
  }
  if (x.numel() == 0 && dims.empty()) {
    throw Error(
        std::string(name) +
        "(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim "
        "with the 'dim' argument.");
  }
  Tensor out = reduce(op, x, x.dtype(), mask, keepdim, 0);
  if (autograd::recording(x)) {
    autograd::record<2>(out, node, {&x}, {Saved(x), Saved::result(out)},
                        [mask](const Tensor& grad, const auto& saved, const Node&) {
                          const Shape& whole = saved[0].shape();
                          const Tensor best = with_dims(saved[1], whole, mask);
                          const Tensor chosen = cast(binary(BinaryOp::eq, saved[0], best), grad.dtype());
                          const Tensor count = reduce(ReduceOp::sum, chosen, chosen.dtype(), mask, true, 0);
                          return Gradients{mul(chosen, div(with_dims(grad, whole, mask), count))};
                        });
  }
  return out;
}

}  // namespace

Tensor all(const Tensor& x, std::span<const std::int64_t> dims, bool keepdim) {
  return truth(ReduceOp::all, x, dims, keepdim, true);
}

Tensor any(const Tensor& x, std::span<const std::int64_t> dims, bool keepdim) {
  return truth(ReduceOp::any, x, dims, keepdim, false);
}

Tensor amax(const Tensor& x, std::span<const std::int64_t> dims, bool keepdim) {
  return extreme(ReduceOp::max, x, dims, keepdim, "amax", "AmaxBackward0");
}

Tensor amin(const Tensor& x, std::span<const std::int64_t> dims, bool keepdim) {
  return extreme(ReduceOp::min, x, dims, keepdim, "amin", "AminBackward0");
}

namespace {

/// Of all elements: a NaN among them takes the gradient, and the others get a plain 0.
Tensor extreme_of_all(ReduceOp op, const Tensor& x, std::string_view name, std::string_view node) {
  Tensor out;
  {
    const autograd::NoGradGuard guard;
    out = extreme(op, x, {}, false, name, node);
  }
  if (autograd::recording(x)) {
    autograd::record<2>(out, node, {&x}, {Saved(x), Saved::result(out)},
                        [](const Tensor& grad, const auto& saved, const Node&) {
                          const Tensor same = binary(BinaryOp::eq, saved[0], saved[1]);
                          const Tensor both = binary(BinaryOp::logical_and, unary(UnaryOp::isnan, saved[0]),
                                                     unary(UnaryOp::isnan, saved[1]));
                          const Tensor chosen = binary(BinaryOp::logical_or, same, both);
                          return Gradients{where(chosen, div(grad, sum(chosen)), 0.0)};
                        });
  }
  return out;
}

}  // namespace

Tensor max_all(const Tensor& x) {
  return extreme_of_all(ReduceOp::max, x, "max", "MaxBackward1");
}

Tensor min_all(const Tensor& x) {
  return extreme_of_all(ReduceOp::min, x, "min", "MinBackward1");
}

}  // namespace todevice::ops
