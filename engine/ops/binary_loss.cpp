// SPDX-License-Identifier: Apache-2.0
#include "ops/checks.h"
#include "ops/creation.h"
#include "ops/loss.h"
#include "ops/reduction.h"

// Losses of yes and no: binary cross entropy of probabilities and of logits.

namespace todevice::ops {

using namespace detail;

namespace {

Tensor reduced(const Tensor& each, Reduction reduction) {
  if (reduction == Reduction::mean) return mean(each);
  if (reduction == Reduction::sum) return sum(each);
  return each;
}

/// The gradient of the loss for each element, before what each one's own formula adds.
Tensor each_gradient(const Tensor& grad, const Tensor& slope, const Tensor& weight, Reduction reduction) {
  Tensor out = mul(slope, grad);
  if (weight.defined()) out = mul(out, weight);
  if (reduction == Reduction::mean) out = div(out, static_cast<double>(slope.numel()));
  return out;
}

void check_probabilities(const Tensor& input) {
  if (input.is_cuda() || input.numel() == 0) return;
  const Tensor plain = input.detach();
  const Tensor inside =
      binary(BinaryOp::logical_and, binary(BinaryOp::ge, plain, 0), binary(BinaryOp::le, plain, 1));
  if (!all(inside).item<bool>()) throw Error("all elements of input should be between 0 and 1");
}

}  // namespace

Tensor binary_cross_entropy(const Tensor& input, const Tensor& target, const Tensor& weight,
                            Reduction reduction) {
  check_same_device({{&input, "self"}, {&target, "target"}, {&weight, "weight"}}, "binary_cross_entropy");
  if (input.dtype() != target.dtype()) {
    throw Error("Found dtype " + std::string(scalar_type_name(target.dtype())) + " but expected " +
                std::string(scalar_type_name(input.dtype())));
  }
  check_probabilities(input);
  Tensor out;
  {
    const autograd::NoGradGuard guard;
    // log(0) counts as -100, so that the loss stays finite.
    const Tensor no = clamp(unary(UnaryOp::log1p, unary(UnaryOp::neg, input)), -100.0, {});
    const Tensor yes = clamp(unary(UnaryOp::log, input), -100.0, {});
    Tensor each = sub(mul(sub(target, 1), no), mul(target, yes));
    if (weight.defined()) each = mul(each, weight);
    out = reduced(each, reduction).detach();
  }
  if (autograd::recording(input, target)) {
    autograd::record<3>(out, "BinaryCrossEntropyBackward0", {&input, &target},
                        {Saved(input), Saved(target), Saved(weight)},
                        [reduction](const Tensor& grad, const auto& saved, const Node& node) {
                          const auto& [x, y, weights] = saved;
                          Gradients grads(2);
                          const Tensor spread = clamp(mul(sub(1, x), x), 1e-12, {});
                          if (node.needs(0))
                            grads[0] = each_gradient(grad, div(sub(x, y), spread), weights, reduction);
                          if (node.needs(1)) {
                            const Tensor slope = unary(UnaryOp::neg, unary(UnaryOp::log, div(x, sub(1, x))));
                            grads[1] = each_gradient(grad, slope, weights, reduction);
                          }
                          return grads;
                        });
  }
  return out;
}

namespace {

/// log(sigmoid(x)) without overflow.
Tensor log_sigmoid(const Tensor& x) {
  const Tensor small = unary(UnaryOp::exp, unary(UnaryOp::neg, unary(UnaryOp::abs, x)));
  return sub(clamp(x, {}, 0.0), unary(UnaryOp::log1p, small));
}

Tensor of_logits(const Tensor& x, const Tensor& y, const Tensor& positive) {
  const Tensor log_p = log_sigmoid(x);
  const Tensor missed = mul(sub(1, y), x);
  if (!positive.defined()) return sub(missed, log_p);
  return sub(missed, mul(add(mul(sub(positive, 1), y), 1), log_p));
}

Tensor slope_of_logits(const Tensor& x, const Tensor& y, const Tensor& positive) {
  if (!positive.defined()) return sub(sigmoid(x), y);
  const Tensor counted = mul(positive, y);
  return sub(mul(sub(add(counted, 1), y), sigmoid(x)), counted);
}

}  // namespace

Tensor binary_cross_entropy_with_logits(const Tensor& input, const Tensor& target, const Tensor& weight,
                                        const Tensor& positive, Reduction reduction) {
  common_device(
      {&input, &target, weight.defined() ? &weight : nullptr, positive.defined() ? &positive : nullptr});
  Tensor out;
  {
    const autograd::NoGradGuard guard;
    Tensor each = of_logits(input, target, positive);
    if (weight.defined()) each = mul(each, weight);
    out = reduced(each, reduction).detach();
  }
  if (autograd::recording(input, target)) {
    autograd::record<4>(out, "BinaryCrossEntropyWithLogitsBackward0", {&input, &target},
                        {Saved(input), Saved(target), Saved(weight), Saved(positive)},
                        [reduction](const Tensor& grad, const auto& saved, const Node& node) {
                          const auto& [x, y, weights, more] = saved;
                          Gradients grads(2);
                          if (node.needs(0))
                            grads[0] = each_gradient(grad, slope_of_logits(x, y, more), weights, reduction);
                          if (node.needs(1)) {
                            const Tensor slope = more.defined() ? sub(log_sigmoid(unary(UnaryOp::neg, x)),
                                                                      mul(more, log_sigmoid(x)))
                                                                : unary(UnaryOp::neg, x);
                            grads[1] = each_gradient(grad, slope, weights, reduction);
                          }
                          return grads;
                        });
  }
  return out;
}

}  // namespace todevice::ops
