// SPDX-License-Identifier: Apache-2.0
#include "ops/loss.h"

#include "ops/checks.h"
#include "ops/creation.h"
#include "ops/reduction.h"
#include "ops/view.h"

namespace todevice::ops {

using namespace detail;

namespace {

Tensor reduced(const Tensor& each, Reduction reduction) {
  if (reduction == Reduction::mean) return mean(each);
  if (reduction == Reduction::sum) return sum(each);
  return each;
}

void check_nll(const Tensor& log_prob, const Tensor& target) {
  if (log_prob.dim() < 1) throw ValueError("Expected 1 or more dimensions (got 0)");
  if (log_prob.dim() > 2) {
    throw NotImplementedError(
        "nll_loss takes (n, c) or (c) here; more dimensions can be joined with reshape(-1, c)");
  }
  if (log_prob.dim() == 2 && target.dim() > 0 && log_prob.shape()[0] != target.shape()[0]) {
    throw ValueError("Expected input batch_size (" + std::to_string(log_prob.shape()[0]) +
                     ") to match target batch_size (" + std::to_string(target.shape()[0]) + ").");
  }
  check_same_device({{&log_prob, "self"}, {&target, "target"}}, "nll_loss_forward");
  if (target.dim() > 1) throw Error("0D or 1D target tensor expected, multi-target not supported");
  if (log_prob.dim() == 2 && target.dim() == 0) {
    throw Error("size mismatch (got input: " + to_string(log_prob.shape()) +
                ", target: " + to_string(target.shape()) + ")");
  }
  if (target.dtype() != DType::int64) {
    throw Error("expected scalar type Long but found " + std::string(scalar_type_name(target.dtype())));
  }
}

/// How many rows count.
Tensor counted(const Tensor& target, std::int64_t ignore_index, DType dtype) {
  return sum(cast(binary(BinaryOp::ne, target, ignore_index), dtype));
}

/// One weight a row: what multiplies -log_prob there.
Tensor row_weights(const Tensor& grad, const Tensor& count, std::int64_t rows) {
  return expand(reshape(count.defined() ? div(grad, count) : grad, {-1}), {rows});
}

}  // namespace

Tensor nll_loss(const Tensor& log_prob, const Tensor& target, Reduction reduction,
                std::int64_t ignore_index) {
  check_nll(log_prob, target);
  const Tensor labels = target.dim() == 1 ? target : reshape(target.detach(), {1});
  const bool single = log_prob.dim() == 1;
  Tensor out, count;
  {
    const autograd::NoGradGuard guard;
    const Tensor rows = single ? unsqueeze(log_prob, 0) : log_prob;
    out = new_tensor(labels.shape(), rows.dtype(), rows.device());
    if (out.numel() > 0) kernels_of(out).nll(view_of(out), view_of(rows), view_of(labels), ignore_index);
    if (reduction != Reduction::none) out = sum(out);
    if (reduction == Reduction::none && single) out = reshape(out, {}).detach();
    if (reduction == Reduction::mean) {
      count = counted(labels, ignore_index, rows.dtype());
      out = div(out, count);
    }
  }
  if (autograd::recording(log_prob)) {
    autograd::record<2>(
        out, "NllLossBackward0", {&log_prob}, {Saved(labels), Saved(count)},
        [whole = log_prob.shape(), ignore_index](const Tensor& grad, const auto& saved, const Node&) {
          const std::int64_t n = saved[0].numel();
          const Tensor result = zeros({n, whole[whole.count() - 1]}, {grad.dtype(), grad.device()});
          if (result.numel() > 0) {
            const Tensor scale = row_weights(grad, saved[1], n);
            kernels_of(result).nll_grad(view_of(result), view_of(saved[0]), view_of(scale), ignore_index);
          }
          return Gradients{whole.count() == 1 ? reshape(result, whole) : result};
        });
  }
  return out;
}

Tensor cross_entropy(const Tensor& input, const Tensor& target, Reduction reduction,
                     std::int64_t ignore_index) {
  if (input.shape() == target.shape()) {
    if (!is_floating_point(target.dtype())) {
      throw Error("Expected floating point type for target with class probabilities, got " +
                  std::string(scalar_type_name(target.dtype())));
    }
    throw NotImplementedError(
        "cross_entropy with class probabilities is not in this subset; the nearest is cross_entropy with "
        "int64 "
        "class numbers");
  }
  return nll_loss(log_softmax(input, input.dim() == 1 ? 0 : 1), target, reduction, ignore_index);
}

namespace {

Tensor mse_value(const Tensor& input, const Tensor& target, Reduction reduction) {
  const autograd::NoGradGuard guard;
  const Tensor distance = sub(input, target);
  if (!is_floating_point(distance.dtype())) {
    throw_not_implemented(distance.is_cuda() ? "mse_cuda" : "mse_cpu", distance.dtype());
  }
  return reduced(mul(distance, distance), reduction);
}

}  // namespace

Tensor mse_loss(const Tensor& input, const Tensor& target, Reduction reduction) {
  Tensor out = mse_value(input, target, reduction);
  if (autograd::recording(input, target)) {
    autograd::record<2>(out, "MseLossBackward0", {&input, &target}, {Saved(input), Saved(target)},
                        [reduction](const Tensor& grad, const auto& saved, const Node& node) {
                          const Tensor distance = sub(saved[0], saved[1]);
                          double factor = 2;
                          if (reduction == Reduction::mean) factor /= static_cast<double>(distance.numel());
                          Gradients grads(2);
                          grads[0] = mul(mul(distance, factor), grad);
                          if (node.needs(1)) grads[1] = unary(UnaryOp::neg, grads[0]);
                          return grads;
                        });
  }
  return out;
}

Tensor l1_loss(const Tensor& input, const Tensor& target, Reduction reduction) {
  return reduced(unary(UnaryOp::abs, sub(input, target)), reduction);
}

}  // namespace todevice::ops
