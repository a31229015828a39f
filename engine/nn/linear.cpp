// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "autograd/autograd.h"
#include "core/errors.h"
#include "nn/init.h"
#include "nn/layers.h"
#include "ops/linalg.h"
#include "ops/random.h"

namespace todevice::nn {

double init::kaiming_uniform_bound(std::int64_t fan_in, double a) {
  const double gain = std::sqrt(2.0 / (1 + a * a));
  const double spread = gain / std::sqrt(static_cast<double>(fan_in));
  return std::sqrt(3.0) * spread;
}

Linear::Linear(std::int64_t in, std::int64_t out, bool with_bias, TensorOptions options)
    : in_features(in), out_features(out) {
  options.requires_grad = false;
  const auto parameter = [&](const Shape& shape) {
    Tensor t = Tensor::empty(shape, options);
    if (!is_floating_point(t.dtype())) {
      throw Error("Only Tensors of floating point and complex dtype can require gradients");
    }
    t.set_requires_grad(true);
    return t;
  };
  register_parameter("weight", parameter({out, in}));
  register_parameter("bias", with_bias ? parameter({out}) : Tensor());
  reset_parameters();
}

void Linear::reset_parameters() {
  const autograd::NoGradGuard guard;
  if (in_features > 0) {
    const double bound = init::kaiming_uniform_bound(in_features, std::sqrt(5.0));
    ops::uniform_(weight(), -bound, bound);
  }
  if (!bias().defined()) return;
  const double bias_bound = in_features > 0 ? 1 / std::sqrt(static_cast<double>(in_features)) : 0;
  ops::uniform_(bias(), -bias_bound, bias_bound);
}

Tensor Linear::weight() const {
  for (const auto& [name, tensor] : own_parameters()) {
    if (name == "weight") return tensor;
  }
  return {};
}

Tensor Linear::bias() const {
  for (const auto& [name, tensor] : own_parameters()) {
    if (name == "bias") return tensor;
  }
  return {};
}

Tensor Linear::forward(const Tensor& input) {
  const Tensor held = weight();
  if (!held.defined())
    throw TypeError("linear(): argument 'weight' (position 2) must be Tensor, not NoneType");
  return ops::linear(input, held, bias());
}

std::string Linear::extra_repr() const {
  return "in_features=" + std::to_string(in_features) + ", out_features=" + std::to_string(out_features) +
         ", bias=" + (bias().defined() ? "True" : "False");
}

}  // namespace todevice::nn
