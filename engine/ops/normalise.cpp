// SPDX-License-Identifier: Apache-2.0
#include "ops/normalise.h"

#include <limits>
#include <string>

#include "ops/creation.h"
#include "ops/reduce.h"
#include "ops/reduction.h"
#include "ops/view.h"

namespace todevice::ops {

using namespace detail;

namespace {

Tensor mean_over(const Tensor& x, std::uint32_t mask) {
  return reduce(ReduceOp::mean, x, x.dtype(), mask, true, std::numeric_limits<double>::quiet_NaN());
}

/// 1 / sqrt(variance + eps)
Tensor inverse_spread(const Tensor& variance, double eps) {
  return unary(UnaryOp::rsqrt, add(variance, eps));
}

struct Normed {
  Tensor out;
  Tensor scaled;   ///< (x - mean) / spread
  Tensor inverse;  ///< 1 / spread
};

/// weight and bias broadcast to x; either may be undefined.
Normed apply(const Tensor& x, const Tensor& mean, const Tensor& inverse, const Tensor& weight,
             const Tensor& bias) {
  Normed n{{}, mul(sub(x, mean), inverse), inverse};
  n.out = weight.defined() ? mul(n.scaled, weight) : n.scaled;
  if (bias.defined()) n.out = add(n.out, bias);
  if (n.out.is_same(n.scaled)) n.out = clone(n.scaled);
  return n;
}

/// Where mean and variance came from x itself, their share of the gradient is taken off.
Tensor input_gradient(const Tensor& grad, const Tensor& scaled, const Tensor& inverse, const Tensor& weight,
                      std::uint32_t mask, bool own_statistics) {
  const Tensor g = weight.defined() ? mul(grad, weight) : grad;
  if (!own_statistics) return mul(g, inverse);
  const Tensor along = mul(scaled, mean_over(mul(g, scaled), mask));
  return mul(sub(sub(g, mean_over(g, mask)), along), inverse);
}

/// Records a normalisation of x; `shape` is how weight and bias broadcast to x.
void record_normalisation(const Normed& n, std::string_view node, const Tensor& x, const Tensor& weight,
                          const Tensor& bias, const Shape& shape, std::uint32_t mask, bool own_statistics) {
  if (!autograd::recording(x, weight) && !autograd::recording(bias)) return;
  autograd::record<3>(n.out, node, {&x, &weight, &bias}, {Saved(n.scaled), Saved(n.inverse), Saved(weight)},
                      [shape, mask, own_statistics](const Tensor& grad, const auto& saved, const Node& self) {
                        const Tensor& scaled = saved[0];
                        const Tensor& inverse = saved[1];
                        const Tensor& factor = saved[2];
                        const Tensor wide = factor.defined() ? reshape(factor, shape) : factor;
                        Gradients grads(3);
                        if (self.needs(0)) {
                          grads[0] = input_gradient(grad, scaled, inverse, wide, mask, own_statistics);
                        }
                        const std::uint32_t others = [&] {
                          std::uint32_t bits = 0;
                          const int lead = grad.dim() - shape.count();
                          for (int i = 0; i < grad.dim(); ++i) {
                            if (i < lead || (shape[i - lead] == 1 && grad.shape()[i] != 1)) bits |= 1u << i;
                          }
                          return bits;
                        }();
                        const auto total = [&](const Tensor& t) {
                          return reshape(reduce(ReduceOp::sum, t, t.dtype(), others, true, 0),
                                         factor.shape());
                        };
                        if (self.needs(1)) grads[1] = total(mul(grad, scaled));
                        if (self.needs(2)) grads[2] = total(grad);
                        return grads;
                      });
}

}  // namespace

Tensor layer_norm(const Tensor& x, const Shape& normalized, const Tensor& weight, const Tensor& bias,
                  double eps) {
  const int lead = x.dim() - normalized.count();
  bool fits = lead >= 0 && normalized.count() > 0;
  for (int i = 0; fits && i < normalized.count(); ++i) fits = x.shape()[lead + i] == normalized[i];
  if (!fits) {
    std::string stars;
    for (const std::int64_t size : normalized) stars += ", " + std::to_string(size);
    throw Error("Given normalized_shape=" + to_string(normalized) + ", expected input with shape [*" + stars +
                "], but got input of size" + to_string(x.shape()));
  }
  check_same_device({{&x, "input"}, {&weight, "weight"}, {&bias, "bias"}}, "_native_layer_norm");
  std::uint32_t mask = 0;
  for (int i = lead; i < x.dim(); ++i) mask |= 1u << i;
  Normed n;
  {
    const autograd::NoGradGuard guard;
    const Tensor plain = x.detach();
    const Tensor mean = mean_over(plain, mask);
    const Tensor variance = mean_over(unary(UnaryOp::square, sub(plain, mean)), mask);
    n = apply(plain, mean, inverse_spread(variance, eps), weight, bias);
  }
  record_normalisation(n, "NativeLayerNormBackward0", x, weight, bias, normalized, mask, true);
  return n.out;
}

namespace {

/// running = (1 - momentum) * running + momentum * now
void move_running(const Tensor& running, const Tensor& now, double momentum) {
  copy_into(running, add(mul(running, 1 - momentum), mul(reshape(now, running.shape()), momentum)));
}

void check_channels(const Tensor& t, std::int64_t channels, const std::string& name) {
  if (!t.defined() || t.numel() == channels) return;
  throw Error(name + " should contain " + std::to_string(channels) + " elements not " +
              std::to_string(t.numel()));
}

}  // namespace

Tensor batch_norm(const Tensor& x, const Tensor& running_mean, const Tensor& running_var,
                  const Tensor& weight, const Tensor& bias, bool training, double momentum, double eps) {
  check_same_device({{&x, "self"}, {&weight, "weight"}, {&bias, "bias"}, {&running_mean, "running_mean"}},
                    "native_batch_norm");
  const std::int64_t channels = x.dim() > 1 ? x.shape()[1] : 0;
  check_channels(running_mean, channels, "running_mean");
  check_channels(running_var, channels, "running_var");
  check_channels(weight, channels, "weight");
  check_channels(bias, channels, "bias");
  Shape wide;
  for (int i = 0; i < x.dim(); ++i) wide.push_back(i == 1 ? channels : 1);
  const std::uint32_t mask = ((1u << x.dim()) - 1) & ~2u;
  Normed n;
  {
    const autograd::NoGradGuard guard;
    const Tensor plain = x.detach();
    const auto fit = [&](const Tensor& t) { return t.defined() ? reshape(t.detach(), wide) : t; };
    Tensor mean, variance;
    if (training) {
      mean = mean_over(plain, mask);
      variance = mean_over(unary(UnaryOp::square, sub(plain, mean)), mask);
      const double count = static_cast<double>(x.numel()) / static_cast<double>(channels);
      if (running_mean.defined()) move_running(running_mean, mean, momentum);
      if (running_var.defined()) move_running(running_var, mul(variance, count / (count - 1)), momentum);
    } else {
      mean = fit(running_mean);
      variance = fit(running_var);
    }
    n = apply(plain, mean, inverse_spread(variance, eps), fit(weight), fit(bias));
  }
  const bool cudnn = x.is_cuda() && x.dim() >= 3 && weight.defined() && running_mean.defined();
  record_normalisation(n, cudnn ? "CudnnBatchNormBackward0" : "NativeBatchNormBackward0", x, weight, bias,
                       wide, mask, training);
  return n.out;
}

}  // namespace todevice::ops
