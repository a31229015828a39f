// SPDX-License-Identifier: Apache-2.0
#include "ops/loss.h"

#include "ops/checks.h"
#include "ops/creation.h"
#include "ops/flat.h"
#include "ops/indexing.h"
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

void check_nll(const Tensor& log_prob, const Tensor& target, const Tensor& weight) {
  if (log_prob.dim() < 1) throw ValueError("Expected 1 or more dimensions (got 0)");
  if (log_prob.dim() > 2) {
    throw NotImplementedError(
        "nll_loss takes (n, c) or (c) here; more dimensions can be joined with reshape(-1, c)");
  }
  if (log_prob.dim() == 2 && target.dim() > 0 && log_prob.shape()[0] != target.shape()[0]) {
    throw ValueError("Expected input batch_size (" + std::to_string(log_prob.shape()[0]) +
                     ") to match target batch_size (" + std::to_string(target.shape()[0]) + ").");
  }
  check_same_device({{&log_prob, "self"}, {&target, "target"}, {&weight, "weight"}}, "nll_loss_forward");
  if (target.dim() > 1) throw Error("0D or 1D target tensor expected, multi-target not supported");
  if (log_prob.dim() == 2 && target.dim() == 0) {
    throw Error("size mismatch (got input: " + to_string(log_prob.shape()) +
                ", target: " + to_string(target.shape()) + ")");
  }
  if (target.dtype() != DType::int64) {
    throw Error("expected scalar type Long but found " + std::string(scalar_type_name(target.dtype())));
  }
  const std::int64_t classes = log_prob.size(-1);
  if (weight.defined() && (weight.dim() != 1 || weight.numel() != classes)) {
    throw Error("weight tensor should be defined either for all " + std::to_string(classes) +
                " classes or no classes but got weight tensor of shape: " + to_string(weight.shape()));
  }
}

/// What each row counts: 0 where ignored, else 1 or its class's weight.
Tensor row_counts(const Tensor& labels, std::int64_t ignore_index, const Tensor& weight, DType dtype) {
  const Tensor counts = cast(binary(BinaryOp::ne, labels, ignore_index), dtype);
  if (!weight.defined()) return counts;
  const Tensor classes = where(binary(BinaryOp::eq, labels, ignore_index), 0, labels);
  return mul(counts, index(weight.detach(), 0, classes));
}

Tensor each_row(const Tensor& rows, const Tensor& labels, std::int64_t ignore_index) {
  Tensor out = new_tensor(labels.shape(), rows.dtype(), rows.device());
  if (out.numel() > 0) kernels_of(out).nll(view_of(out), view_of(rows), view_of(labels), ignore_index);
  return out;
}

struct Nll {
  Tensor loss;
  Tensor counts;  ///< of each row, where classes have weights
  Tensor total;   ///< what a mean was divided by
};

Nll nll_forward(const Tensor& rows, const Tensor& labels, Reduction reduction, std::int64_t ignore_index,
                const Tensor& weight) {
  const autograd::NoGradGuard guard;
  if (!weight.defined() && reduction != Reduction::none) {
    const Nll whole{
        new_tensor({}, rows.dtype(), rows.device()), {}, new_tensor({}, rows.dtype(), rows.device())};
    const bool mean = reduction == Reduction::mean;
    if (labels.numel() > 0 &&
        kernels_of(rows).nll_reduced(view_of(whole.loss), view_of(whole.total), view_of(rows),
                                     view_of(labels), mean, ignore_index))
      return mean ? whole : Nll{whole.loss, {}, {}};
  }
  Nll out{each_row(rows, labels, ignore_index), {}, {}};
  Tensor counts;
  if (weight.defined() || reduction == Reduction::mean) {
    counts = row_counts(labels, ignore_index, weight, rows.dtype());
  }
  if (weight.defined()) {
    out.counts = counts;
    out.loss = mul(out.loss, counts);
  }
  if (reduction != Reduction::none) out.loss = sum(out.loss);
  if (reduction == Reduction::mean) {
    out.total = sum(counts);
    out.loss = div(out.loss, out.total);
  }
  return out;
}

/// saved: labels, counts, total. One scale a row: what multiplies -log_prob there.
Tensor nll_backward(const Tensor& grad, const std::array<Tensor, 3>& saved, const Shape& whole,
                    std::int64_t ignore_index) {
  const auto& [labels, counts, total] = saved;
  const std::int64_t n = labels.numel();
  const Tensor result = new_tensor({n, whole[whole.count() - 1]}, grad.dtype(), grad.device());
  if (result.numel() > 0) {
    Tensor scale = expand(reshape(grad, {-1}), {n});
    if (counts.defined()) scale = mul(scale, counts);
    const auto rows = total.defined() ? std::optional<View>(view_of(total)) : std::nullopt;
    kernels_of(result).nll_grad(view_of(result), view_of(labels), view_of(scale), ignore_index, rows);
  }
  return whole.count() == 1 ? reshape(result, whole) : result;
}

}  // namespace

Tensor nll_loss(const Tensor& log_prob, const Tensor& target, Reduction reduction, std::int64_t ignore_index,
                const Tensor& weight) {
  if (target.dtype() == DType::uint8)
    return nll_loss(log_prob, cast(target, DType::int64), reduction, ignore_index, weight);
  check_nll(log_prob, target, weight);
  const Tensor labels = target.dim() == 1 ? target : reshape(target.detach(), {1});
  const bool single = log_prob.dim() == 1;
  const Tensor plain = log_prob.detach();
  Nll nll = nll_forward(single ? unsqueeze(plain, 0) : plain, labels, reduction, ignore_index, weight);
  if (reduction == Reduction::none && single) nll.loss = reshape(nll.loss, {}).detach();
  if (autograd::recording(log_prob)) {
    const Tensor watched[] = {log_prob, target, weight};
    autograd::record<3>(
        nll.loss, "NllLossBackward0", {&log_prob}, {Saved(labels), Saved(nll.counts), Saved(nll.total)},
        [whole = log_prob.shape(), ignore_index](const Tensor& grad, const auto& saved, const Node&) {
          return Gradients{nll_backward(grad, saved, whole, ignore_index)};
        },
        saved_of(watched));
  }
  return nll.loss;
}

Tensor cross_entropy(const Tensor& input, const Tensor& target, Reduction reduction,
                     std::int64_t ignore_index, const Tensor& weight) {
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
  return nll_loss(log_softmax(input, input.dim() == 1 ? 0 : 1), target, reduction, ignore_index, weight);
}

namespace {

Tensor mse_value(const Tensor& input, const Tensor& target, Reduction reduction) {
  const autograd::NoGradGuard guard;
  const DType common = promote_types(input.dtype(), target.dtype());
  if (common == DType::boolean) throw_not_implemented(input.is_cuda() ? "mse_cuda" : "mse_cpu", common);
  const Tensor distance = sub(cast(input, common), cast(target, common));
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
