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

Tensor prod(const Tensor& x) {
  const DType dtype = is_floating_point(x.dtype()) ? x.dtype() : DType::int64;
  Tensor out = reduce(ReduceOp::prod, cast(x.detach(), dtype), dtype, dim_mask({}, x.dim()), false, 1);
  if (autograd::recording(x)) {
    // The product of the others, from both ends, so that zeros need no case of their own.
    autograd::record<1>(
        out, "ProdBackward0", {&x}, {Saved(x)}, [](const Tensor& grad, const auto& saved, const Node&) {
          const Tensor flat = reshape(saved[0], {-1});
          const std::int64_t n = flat.numel();
          if (n == 0) return Gradients{zeros(saved[0].shape(), {grad.dtype(), grad.device()})};
          const Tensor grid = expand(unsqueeze(flat, 0), {n, n});
          const Tensor own = eye(n, n, {DType::boolean, grad.device()});
          const Tensor others = where(own, 1.0, grid);
          const Tensor products = reduce(ReduceOp::prod, others, others.dtype(), 2u, false, 1);
          return Gradients{reshape(mul(products, grad), saved[0].shape())};
        });
  }
  return out;
}

namespace {

Tensor truth(ReduceOp op, const Tensor& x, bool nothing) {
  return reduce(op, cast(x.detach(), DType::boolean), DType::boolean, dim_mask({}, x.dim()), false, nothing);
}

/// The largest or smallest of all; equal ones share the gradient.
Tensor extreme(ReduceOp op, const Tensor& x, std::string_view name, std::string_view node) {
  if (x.numel() == 0) {
    throw Error(
        std::string(name) +
        "(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim "
        "with the 'dim' argument.");
  }
  Tensor out = reduce(op, x, x.dtype(), dim_mask({}, x.dim()), false, 0);
  if (autograd::recording(x)) {
    autograd::record<2>(out, node, {&x}, {Saved(x), Saved::result(out)},
                        [](const Tensor& grad, const auto& saved, const Node&) {
                          const Tensor chosen = cast(binary(BinaryOp::eq, saved[0], saved[1]), grad.dtype());
                          return Gradients{mul(chosen, div(grad, sum(chosen)))};
                        });
  }
  return out;
}

}  // namespace

Tensor all(const Tensor& x) {
  return truth(ReduceOp::all, x, true);
}

Tensor any(const Tensor& x) {
  return truth(ReduceOp::any, x, false);
}

Tensor amax(const Tensor& x) {
  return extreme(ReduceOp::max, x, "max", "MaxBackward1");
}

Tensor amin(const Tensor& x) {
  return extreme(ReduceOp::min, x, "min", "MinBackward1");
}

}  // namespace todevice::ops
