// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "ops/creation.h"
#include "ops/reduce.h"
#include "ops/reduction.h"

namespace todevice::ops {

using namespace detail;

namespace {

void check_statistics(const Tensor& x) {
  if (!is_floating_point(x.dtype())) {
    throw Error("std and var only support floating point and complex dtypes");
  }
}

/// What each sum of squares is divided by, as PyTorch: never below 0.
double freedom(const Tensor& x, std::uint32_t mask, double correction) {
  double count = 1;
  for (int i = 0; i < x.dim(); ++i) {
    if (mask >> i & 1u) count *= static_cast<double>(x.shape()[i]);
  }
  return std::max(count - correction, 0.0);
}

Tensor mean_over(const Tensor& x, std::uint32_t mask) {
  return reduce(ReduceOp::mean, x, x.dtype(), mask, true, std::numeric_limits<double>::quiet_NaN());
}

/// The variance, or its root.
Tensor spread(const Tensor& x, double correction, std::uint32_t mask, bool keepdim, bool root) {
  const autograd::NoGradGuard guard;
  const Shape kept = reduced_shape(x.shape(), mask, true);
  Tensor out = new_tensor(keepdim ? kept : reduced_shape(x.shape(), mask, false), x.dtype(), x.device());
  if (x.numel() > 0 && kernels_of(out).variance({out.data_ptr(), x.dtype(), kept, contiguous_strides(kept)},
                                                view_of(x), mask, correction, root))
    return out;
  const Tensor plain = cast(x.detach(), DType::float64);  // so that the last digit is right
  const Tensor squares = unary(UnaryOp::square, sub(plain, mean_over(plain, mask)));
  const Tensor total = reduce(ReduceOp::sum, squares, squares.dtype(), mask, keepdim, 0);
  const Tensor variance = div(total, freedom(x, mask, correction));
  return cast(root ? unary(UnaryOp::sqrt, variance) : variance, x.dtype());
}

/// d var / dx
Tensor spread_gradient(const Tensor& grad, const Tensor& x, double correction, std::uint32_t mask) {
  const double scale = 2.0 / freedom(x, mask, correction);
  return mul(mul(with_dims(grad, x.shape(), mask), scale), sub(x, mean_over(x, mask)));
}

Tensor zero_where(const Tensor& condition, const Tensor& otherwise) {
  return where(condition, 0.0, otherwise);
}

}  // namespace

Tensor var(const Tensor& x, double correction, std::span<const std::int64_t> dims, bool keepdim) {
  check_statistics(x);
  const std::uint32_t mask = dim_mask(dims, x.dim());
  Tensor out = spread(x, correction, mask, keepdim, false);
  if (autograd::recording(x)) {
    autograd::record<1>(out, "VarBackward0", {&x}, {Saved(x)},
                        [correction, mask](const Tensor& grad, const auto& saved, const Node&) {
                          return Gradients{spread_gradient(grad, saved[0], correction, mask)};
                        });
  }
  return out;
}

Tensor std(const Tensor& x, double correction, std::span<const std::int64_t> dims, bool keepdim) {
  check_statistics(x);
  const std::uint32_t mask = dim_mask(dims, x.dim());
  Tensor out = spread(x, correction, mask, keepdim, true);
  if (autograd::recording(x)) {
    autograd::record<2>(out, "StdBackward0", {&x}, {Saved(x), Saved::result(out)},
                        [correction, mask](const Tensor& grad, const auto& saved, const Node&) {
                          const Tensor half = div(grad, mul(saved[1], 2));
                          const Tensor safe = zero_where(binary(BinaryOp::eq, saved[1], 0), half);
                          return Gradients{spread_gradient(safe, saved[0], correction, mask)};
                        });
  }
  return out;
}

namespace {

/// Is each norm that of one element? PyTorch then takes its size as it is.
bool of_single_elements(const Tensor& x, std::uint32_t mask) {
  for (int i = 0; i < x.dim(); ++i) {
    if ((mask >> i & 1u) && x.shape()[i] != 1) return false;
  }
  return true;
}

Tensor norm_value(const Tensor& x, double p, std::uint32_t mask, bool keepdim) {
  const autograd::NoGradGuard guard;
  const DType dtype = opmath_dtype(x.dtype());
  const Tensor size = unary(UnaryOp::abs, cast(x.detach(), dtype));
  if (std::isinf(p)) return reduce(p > 0 ? ReduceOp::max : ReduceOp::min, size, dtype, mask, keepdim, 0);
  Tensor each = size;
  if (p == 0) each = cast(binary(BinaryOp::ne, size, 0), dtype);
  if (p != 0 && x.numel() > 0 && !of_single_elements(x, mask)) {
    const Shape kept = reduced_shape(x.shape(), mask, true);
    const Tensor out =
        new_tensor(keepdim ? kept : reduced_shape(x.shape(), mask, false), x.dtype(), x.device());
    const View result{out.data_ptr(), x.dtype(), kept, contiguous_strides(kept)};
    if (kernels_of(out).norm(result, view_of(x), mask, p)) return out;
  }
  if (p == 0 || p == 1 || of_single_elements(x, mask))
    return reduce(ReduceOp::sum, each, dtype, mask, keepdim, 0);
  each = p == 2 ? unary(UnaryOp::square, size) : pow(size, p);
  const Tensor total = reduce(ReduceOp::sum, each, dtype, mask, keepdim, 0);
  return p == 2 ? unary(UnaryOp::sqrt, total) : pow(total, 1 / p);
}

/// `length` and `grad` have x's dimensions, the reduced ones as size 1.
Tensor norm_gradient(const Tensor& grad, const Tensor& x, const Tensor& length, double p,
                     std::uint32_t mask) {
  if (p == 0) return {};
  if (p == 1) return mul(unary(UnaryOp::sign, x), grad);
  if (p == 2) return mul(grad, zero_where(binary(BinaryOp::eq, length, 0), div(x, length)));
  const Tensor size = unary(UnaryOp::abs, x);
  if (std::isinf(p)) {
    const Tensor chosen = cast(binary(BinaryOp::eq, size, length), grad.dtype());
    const Tensor count = reduce(ReduceOp::sum, chosen, chosen.dtype(), mask, true, 0);
    return mul(mul(unary(UnaryOp::sign, x), chosen), div(grad, count));
  }
  const Tensor scaled = mul(mul(x, pow(size, p - 2)), div(grad, pow(length, p - 1)));
  return zero_where(binary(BinaryOp::logical_or, binary(BinaryOp::eq, length, 0), binary(BinaryOp::eq, x, 0)),
                    scaled);
}

}  // namespace

Tensor norm(const Tensor& x, double p, std::span<const std::int64_t> dims, bool keepdim) {
  if (!is_floating_point(x.dtype())) {
    throw Error("linalg.vector_norm: Expected a floating point or complex tensor as input. Got " +
                std::string(scalar_type_name(x.dtype())));
  }
  const std::uint32_t mask = dim_mask(dims, x.dim());
  Tensor out = cast(norm_value(x, p, mask, keepdim), x.dtype());
  if (autograd::recording(x)) {
    autograd::record<2>(out, "LinalgVectorNormBackward0", {&x}, {Saved(x), Saved::result(out)},
                        [p, mask](const Tensor& grad, const auto& saved, const Node&) {
                          const Shape& whole = saved[0].shape();
                          return Gradients{norm_gradient(with_dims(grad, whole, mask), saved[0],
                                                         with_dims(saved[1], whole, mask), p, mask)};
                        });
  }
  return out;
}

Tensor logsumexp(const Tensor& x, std::span<const std::int64_t> dims, bool keepdim) {
  const Tensor in = is_floating_point(x.dtype()) ? x : cast(x, DType::float32);
  const std::uint32_t mask = dim_mask(dims, x.dim());
  Tensor out;
  {
    const autograd::NoGradGuard guard;
    const Tensor top = reduce(ReduceOp::max, in.detach(), in.dtype(), mask, true, 0);
    const Tensor finite = where(unary(UnaryOp::isfinite, top), top, 0.0);
    const Tensor each = unary(UnaryOp::exp, sub(in, finite));
    const Tensor total = reduce(ReduceOp::sum, each, each.dtype(), mask, keepdim, 0);
    out = add(unary(UnaryOp::log, total), reduce(ReduceOp::sum, finite, finite.dtype(), mask, keepdim, 0));
  }
  if (autograd::recording(x)) {
    autograd::record<2>(out, "LogsumexpBackward0", {&x}, {Saved(x), Saved::result(out)},
                        [mask](const Tensor& grad, const auto& saved, const Node&) {
                          const Shape& whole = saved[0].shape();
                          const Tensor share =
                              unary(UnaryOp::exp, sub(saved[0], with_dims(saved[1], whole, mask)));
                          return Gradients{mul(share, with_dims(grad, whole, mask))};
                        });
  }
  return out;
}

bool equal(const Tensor& a, const Tensor& b) {
  check_same_device({{&a, "self"}, {&b, "other"}}, "_equal");
  if (a.shape() != b.shape()) return false;
  if (a.numel() == 0) return true;
  return all(binary(BinaryOp::eq, a.detach(), b.detach())).item<bool>();
}

bool allclose(const Tensor& a, const Tensor& b, double rtol, double atol) {
  if (a.dtype() != b.dtype()) {
    throw Error(std::string(scalar_type_name(a.dtype())) + " did not match " +
                std::string(scalar_type_name(b.dtype())));
  }
  const autograd::NoGradGuard guard;
  const Tensor same = binary(BinaryOp::eq, a, b);
  const Tensor distance = unary(UnaryOp::abs, sub(cast(a, DType::float64), cast(b, DType::float64)));
  const Tensor allowed = add(mul(unary(UnaryOp::abs, cast(b, DType::float64)), rtol), atol);
  const Tensor near = binary(BinaryOp::logical_and, binary(BinaryOp::le, distance, allowed),
                             unary(UnaryOp::isfinite, distance));
  return all(binary(BinaryOp::logical_or, same, near)).item<bool>();
}

}  // namespace todevice::ops
