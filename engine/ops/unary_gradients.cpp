// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>

#include "ops/creation.h"
#include "ops/gradients.h"
#include "ops/reduce.h"

namespace todevice::ops::detail {

Needs unary_needs(UnaryOp op) {
  switch (op) {
    case UnaryOp::exp:
    case UnaryOp::expm1:
    case UnaryOp::sqrt:
    case UnaryOp::rsqrt:
    case UnaryOp::reciprocal:
    case UnaryOp::tan:
    case UnaryOp::tanh:
    case UnaryOp::sigmoid:
    case UnaryOp::relu:
      return Needs::result;
    case UnaryOp::neg:
    case UnaryOp::sign:
    case UnaryOp::floor:
    case UnaryOp::ceil:
    case UnaryOp::round:
    case UnaryOp::trunc:
    case UnaryOp::frac:
      return Needs::nothing;
    default:
      return Needs::input;
  }
}

std::string_view unary_node_name(UnaryOp op) {
  switch (op) {
    case UnaryOp::neg:
      return "NegBackward0";
    case UnaryOp::abs:
      return "AbsBackward0";
    case UnaryOp::sign:
      return "SignBackward0";
    case UnaryOp::exp:
      return "ExpBackward0";
    case UnaryOp::expm1:
      return "Expm1Backward0";
    case UnaryOp::log:
      return "LogBackward0";
    case UnaryOp::log1p:
      return "Log1PBackward0";
    case UnaryOp::log2:
      return "Log2Backward0";
    case UnaryOp::log10:
      return "Log10Backward0";
    case UnaryOp::sqrt:
      return "SqrtBackward0";
    case UnaryOp::rsqrt:
      return "RsqrtBackward0";
    case UnaryOp::square:
      return "PowBackward0";
    case UnaryOp::reciprocal:
      return "ReciprocalBackward0";
    case UnaryOp::sin:
      return "SinBackward0";
    case UnaryOp::cos:
      return "CosBackward0";
    case UnaryOp::tan:
      return "TanBackward0";
    case UnaryOp::asin:
      return "AsinBackward0";
    case UnaryOp::acos:
      return "AcosBackward0";
    case UnaryOp::atan:
      return "AtanBackward0";
    case UnaryOp::sinh:
      return "SinhBackward0";
    case UnaryOp::cosh:
      return "CoshBackward0";
    case UnaryOp::tanh:
      return "TanhBackward0";
    case UnaryOp::erf:
      return "ErfBackward0";
    case UnaryOp::sigmoid:
      return "SigmoidBackward0";
    case UnaryOp::relu:
      return "ReluBackward0";
    case UnaryOp::gelu:
      return "GeluBackward0";
    case UnaryOp::silu:
      return "SiluBackward0";
    case UnaryOp::floor:
      return "FloorBackward0";
    case UnaryOp::ceil:
      return "CeilBackward0";
    case UnaryOp::round:
      return "RoundBackward0";
    case UnaryOp::trunc:
      return "TruncBackward0";
    case UnaryOp::frac:
      return "FracBackward0";
    default:
      return {};
  }
}

namespace {

Tensor powers_and_logs(UnaryOp op, const Tensor& grad, const Tensor& saved) {
  switch (op) {
    case UnaryOp::exp:
      return mul(grad, saved);
    case UnaryOp::expm1:
      return mul(grad, add(saved, 1));
    case UnaryOp::log:
      return div(grad, saved);
    case UnaryOp::log1p:
      return div(grad, add(saved, 1));
    case UnaryOp::log2:
      return div(grad, mul(saved, std::numbers::ln2));
    case UnaryOp::log10:
      return div(grad, mul(saved, std::numbers::ln10));
    case UnaryOp::sqrt:
      return div(grad, mul(saved, 2));
    case UnaryOp::rsqrt:
      return mul(mul(grad, -0.5), pow(saved, 3));
    case UnaryOp::square:
      return mul(grad, mul(saved, 2));
    default:
      return mul(unary(UnaryOp::neg, grad), mul(saved, saved));  // reciprocal
  }
}

Tensor trigonometric(UnaryOp op, const Tensor& grad, const Tensor& saved) {
  switch (op) {
    case UnaryOp::sin:
      return mul(grad, unary(UnaryOp::cos, saved));
    case UnaryOp::cos:
      return mul(grad, unary(UnaryOp::neg, unary(UnaryOp::sin, saved)));
    case UnaryOp::tan:
      return mul(grad, add(mul(saved, saved), 1));
    case UnaryOp::asin:
      return mul(grad, unary(UnaryOp::rsqrt, sub(1, mul(saved, saved))));
    case UnaryOp::acos:
      return mul(grad, unary(UnaryOp::neg, unary(UnaryOp::rsqrt, sub(1, mul(saved, saved)))));
    case UnaryOp::atan:
      return div(grad, add(mul(saved, saved), 1));
    case UnaryOp::sinh:
      return mul(grad, unary(UnaryOp::cosh, saved));
    default:
      return mul(grad, unary(UnaryOp::sinh, saved));  // cosh
  }
}

Tensor silu_gradient(const Tensor& grad, const Tensor& saved) {
  const Tensor x = cast(saved, opmath_dtype(saved.dtype()));
  const Tensor s = sigmoid(x);
  return cast(mul(mul(cast(grad, x.dtype()), s), add(mul(x, sub(1, s)), 1)), grad.dtype());
}

}  // namespace

Tensor unary_gradient(UnaryOp op, const Tensor& grad, const Tensor& saved) {
  switch (op) {
    case UnaryOp::neg:
      return unary(UnaryOp::neg, grad);
    case UnaryOp::abs:
      return mul(grad, unary(UnaryOp::sign, saved));
    case UnaryOp::frac:
      return grad;
    case UnaryOp::sign:
    case UnaryOp::floor:
    case UnaryOp::ceil:
    case UnaryOp::round:
    case UnaryOp::trunc:
      return zeros(grad.shape(), {grad.dtype(), grad.device()});
    case UnaryOp::tanh:
      return binary(BinaryOp::tanh_grad, grad, saved);
    case UnaryOp::sigmoid:
      return binary(BinaryOp::sigmoid_grad, grad, saved);
    case UnaryOp::relu:
      return binary(BinaryOp::relu_grad, grad, saved);
    case UnaryOp::gelu:
      return binary(BinaryOp::gelu_grad, grad, saved);
    case UnaryOp::silu:
      return silu_gradient(grad, saved);
    case UnaryOp::erf:
      return mul(mul(grad, 2.0 * std::numbers::inv_sqrtpi),
                 unary(UnaryOp::exp, unary(UnaryOp::neg, mul(saved, saved))));
    case UnaryOp::sin:
    case UnaryOp::cos:
    case UnaryOp::tan:
    case UnaryOp::asin:
    case UnaryOp::acos:
    case UnaryOp::atan:
    case UnaryOp::sinh:
    case UnaryOp::cosh:
      return trigonometric(op, grad, saved);
    default:
      return powers_and_logs(op, grad, saved);
  }
}

}  // namespace todevice::ops::detail
