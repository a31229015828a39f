// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>

#include "ops/checks.h"
#include "ops/reduce.h"

namespace todevice::ops {

using namespace detail;

Tensor leaky_relu(const Tensor& x, double slope) {
  if (!is_floating_point(x.dtype()))
    throw_not_implemented(x.is_cuda() ? "leaky_relu_cuda" : "leaky_relu_cpu", x.dtype());
  check_fits(slope, opmath_dtype(x.dtype()));
  Tensor out;
  {
    const autograd::NoGradGuard guard;
    out = where(binary(BinaryOp::gt, x, 0), x, mul(x, slope));
  }
  if (autograd::recording(x)) {
    autograd::record<1>(out, "LeakyReluBackward0", {&x}, {Saved(x)},
                        [slope](const Tensor& grad, const auto& saved, const Node&) {
                          return Gradients{where(binary(BinaryOp::gt, saved[0], 0), grad, mul(grad, slope))};
                        });
  }
  return out;
}

namespace {

constexpr double kBeta = std::numbers::sqrt2 * std::numbers::inv_sqrtpi;  // sqrt(2 / pi)
constexpr double kCubic = 0.044715;

Tensor inner_tanh(const Tensor& x) {
  return tanh(mul(add(x, mul(mul(mul(x, x), x), kCubic)), kBeta));
}

}  // namespace

Tensor gelu_tanh(const Tensor& x) {
  if (!is_floating_point(x.dtype()))
    throw_not_implemented(x.is_cuda() ? "GeluCUDAKernelImpl" : "GeluKernelImpl", x.dtype());
  Tensor out;
  {
    const autograd::NoGradGuard guard;
    const Tensor in = cast(x.detach(), opmath_dtype(x.dtype()));
    out = cast(mul(mul(in, 0.5), add(inner_tanh(in), 1)), x.dtype());
  }
  if (autograd::recording(x)) {
    autograd::record<1>(out, "GeluBackward0", {&x}, {Saved(x)},
                        [](const Tensor& grad, const auto& saved, const Node&) {
                          const Tensor in = cast(saved[0], opmath_dtype(saved[0].dtype()));
                          const Tensor t = inner_tanh(in);
                          const Tensor slope = mul(add(mul(mul(in, in), 3 * kCubic), 1), kBeta);
                          const Tensor bend = mul(mul(mul(in, 0.5), sub(1, mul(t, t))), slope);
                          const Tensor whole = add(mul(add(t, 1), 0.5), bend);
                          return Gradients{cast(mul(cast(grad, in.dtype()), whole), grad.dtype())};
                        });
  }
  return out;
}

}  // namespace todevice::ops
