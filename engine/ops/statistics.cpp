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

Tensor mean_square_distance(const Tensor& x, int correction) {
  const autograd::NoGradGuard guard;
  const double freedom = static_cast<double>(x.numel() - correction);
  const Tensor total = sum(unary(UnaryOp::square, sub(x, mean(x))));
  return div(total, std::max(freedom, 0.0));
}

/// d var / dx
Tensor spread_gradient(const Tensor& grad, const Tensor& x, int correction) {
  const double freedom = static_cast<double>(x.numel() - correction);
  return mul(mul(sub(x, mean(x)), 2.0 / freedom), grad);
}

}  // namespace

Tensor var(const Tensor& x, int correction) {
  check_statistics(x);
  Tensor out = mean_square_distance(x, correction);
  if (autograd::recording(x)) {
    autograd::record<1>(out, "VarBackward0", {&x}, {Saved(x)},
                        [correction](const Tensor& grad, const auto& saved, const Node&) {
                          return Gradients{spread_gradient(grad, saved[0], correction)};
                        });
  }
  return out;
}

Tensor std(const Tensor& x, int correction) {
  check_statistics(x);
  Tensor out;
  {
    const autograd::NoGradGuard guard;
    out = unary(UnaryOp::sqrt, mean_square_distance(x, correction));
  }
  if (autograd::recording(x)) {
    autograd::record<2>(out, "StdBackward0", {&x}, {Saved(x), Saved::result(out)},
                        [correction](const Tensor& grad, const auto& saved, const Node&) {
                          const Tensor half = div(grad, mul(saved[1], 2));
                          const Tensor safe = where(binary(BinaryOp::eq, saved[1], 0), 0.0, half);
                          return Gradients{spread_gradient(safe, saved[0], correction)};
                        });
  }
  return out;
}

Tensor norm(const Tensor& x) {
  if (!is_floating_point(x.dtype())) {
    throw Error("linalg.vector_norm: Expected a floating point or complex tensor as input. Got " +
                std::string(scalar_type_name(x.dtype())));
  }
  Tensor out;
  {
    const autograd::NoGradGuard guard;
    out = unary(UnaryOp::sqrt, sum(unary(UnaryOp::square, x)));
  }
  if (autograd::recording(x)) {
    autograd::record<2>(out, "LinalgVectorNormBackward0", {&x}, {Saved(x), Saved::result(out)},
                        [](const Tensor& grad, const auto& saved, const Node&) {
                          const Tensor scaled = mul(saved[0], div(grad, saved[1]));
                          return Gradients{where(binary(BinaryOp::eq, saved[1], 0), 0.0, scaled)};
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
