// SPDX-License-Identifier: Apache-2.0
#include "ops/normalise.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>

#include "ops/creation.h"
#include "ops/flat.h"
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

/// What PyTorch asks of weight, bias and statistics on the CPU: the input's dtype or, with a 16-bit input,
/// float32.
void check_dtypes(const Tensor& x, std::initializer_list<const Tensor*> parameters) {
  const DType dtype = x.dtype();
  const auto first = std::find_if(parameters.begin(), parameters.end(), [](auto* t) { return t->defined(); });
  if (first == parameters.end()) return;
  const bool mixed = (*first)->dtype() != dtype;
  for (const Tensor* t : parameters) {
    const DType wanted = mixed ? DType::float32 : dtype;
    if (!t->defined() || t->dtype() == wanted) continue;
    if (mixed && !x.is_cuda())
      throw Error("mixed dtype (CPU): expect parameter to have scalar type of Float");
    throw Error("expected scalar type " + std::string(scalar_type_name(wanted)) + " but found " +
                std::string(scalar_type_name(t->dtype())));
  }
  if (!mixed || opmath_dtype(dtype) != dtype) return;
  if (!x.is_cuda()) throw Error("mixed dtype (CPU): all inputs must share same datatype.");
  throw Error("expected scalar type " + std::string(scalar_type_name(dtype)) + " but found Float");
}

/// The dtype that PyTorch keeps mean and spread in: the parameters', or the input's; on GPUs a wide one.
DType kept_dtype(const Tensor& x, const Tensor& weight, const Tensor& statistics) {
  if (x.is_cuda()) return opmath_dtype(x.dtype());
  return weight.defined() ? weight.dtype() : statistics.defined() ? statistics.dtype() : x.dtype();
}

/// `t` as it is where it is rounded to `dtype`.
Tensor rounded_to(const Tensor& t, DType dtype) {
  return cast(cast(t, dtype), t.dtype());
}

/// What is kept of a normalisation, in the dtype that it was computed in.
struct Normed {
  Tensor out;
  Tensor scaled;   ///< (x - mean) / spread
  Tensor inverse;  ///< 1 / spread
};

/// weight and bias broadcast to x; either may be undefined. The result has `dtype`.
Normed apply(const Tensor& x, const Tensor& mean, const Tensor& inverse, const Tensor& weight,
             const Tensor& bias, DType dtype) {
  Normed n{{}, mul(sub(x, mean), inverse), inverse};
  n.out = weight.defined() ? mul(n.scaled, cast(weight, x.dtype())) : n.scaled;
  if (bias.defined()) n.out = add(n.out, cast(bias, x.dtype()));
  n.out = cast(n.out, dtype);
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

/// Records a normalisation of x; `shape` is how weight and bias broadcast to x. Their gradients are summed up
/// and then rounded to `rounding`, whatever dtype they have. `watched`: what PyTorch's step saves, in its
/// order.
void record_normalisation(const Normed& n, std::string_view node, const Tensor& x, const Tensor& weight,
                          const Tensor& bias, const Shape& shape, std::uint32_t mask, bool own_statistics,
                          DType rounding, std::initializer_list<Tensor> watched) {
  if (!autograd::recording(x, weight) && !autograd::recording(bias)) return;
  autograd::record<3>(
      n.out, node, {&x, &weight, &bias}, {Saved(n.scaled), Saved(n.inverse), Saved(weight)},
      [shape, mask, own_statistics, rounding, bias_dtype = bias.defined() ? bias.dtype() : x.dtype(),
       bias_shape = bias.defined() ? bias.shape() : Shape{}](const Tensor& given, const auto& saved,
                                                             const Node& self) {
        const Tensor& scaled = saved[0];
        const Tensor& inverse = saved[1];
        const Tensor& factor = saved[2];
        const Tensor grad = cast(given, scaled.dtype());
        const Tensor wide = factor.defined() ? reshape(cast(factor, scaled.dtype()), shape) : factor;
        Gradients grads(3);
        if (self.needs(0)) {
          grads[0] = cast(input_gradient(grad, scaled, inverse, wide, mask, own_statistics), given.dtype());
        }
        const std::uint32_t others = [&] {
          std::uint32_t bits = 0;
          const int lead = grad.dim() - shape.count();
          for (int i = 0; i < grad.dim(); ++i) {
            if (i < lead || (shape[i - lead] == 1 && grad.shape()[i] != 1)) bits |= 1u << i;
          }
          return bits;
        }();
        const auto total = [&](const Tensor& t, const Shape& as, DType dtype) {
          const Tensor sum = cast(reduce(ReduceOp::sum, t, t.dtype(), others, true, 0), rounding);
          return cast(reshape(sum, as), dtype);
        };
        if (self.needs(1)) grads[1] = total(mul(grad, scaled), factor.shape(), factor.dtype());
        if (self.needs(2)) grads[2] = total(grad, bias_shape, bias_dtype);
        return grads;
      },
      saved_of(watched));
}

}  // namespace

namespace {

/// By the device's own kernel, with its history; undefined where it has none.
Tensor by_rows(const Tensor& x, const Shape& normalized, const Tensor& weight, const Tensor& bias,
               double eps) {
  const std::int64_t width = numel(normalized), count = width == 0 ? 0 : x.numel() / width;
  if (count == 0) return {};
  const DType kept = kept_dtype(x, weight, bias);
  Tensor rows, out, mean, inverse;
  {
    const autograd::NoGradGuard guard;
    rows = reshape(contiguous(x.detach()), {count, width});
    out = new_tensor(x.shape(), x.dtype(), x.device());
    mean = new_tensor({count}, kept, x.device());
    inverse = new_tensor({count}, kept, x.device());
    const View result{out.data_ptr(), out.dtype(), {count, width}, {width, 1}};
    const Tensor factor = weight.defined() ? contiguous(weight.detach()) : weight;
    const Tensor level = bias.defined() ? contiguous(bias.detach()) : bias;
    const auto view = [](const Tensor& t) { return t.defined() ? std::optional(view_of(t)) : std::nullopt; };
    const auto factors = view(factor), levels = view(level);
    if (!kernels_of(out).layer_norm(result, view_of(mean), view_of(inverse), view_of(rows),
                                    factors ? &*factors : nullptr, levels ? &*levels : nullptr, eps))
      return {};
  }
  if (!autograd::recording(x, weight) && !autograd::recording(bias)) return out;
  autograd::record<4>(
      out, "NativeLayerNormBackward0", {&x, &weight, &bias},
      {Saved(rows), Saved(mean), Saved(inverse), Saved(weight)},
      [](const Tensor& given, const auto& saved, const Node& self) {
        const Tensor& in = saved[0];
        const Tensor& middle = saved[1];
        const Tensor& spread = saved[2];
        const Tensor& factor = saved[3];
        const Tensor grad = contiguous(cast(given.detach(), in.dtype()));
        Gradients grads(3);
        if (self.needs(0)) grads[0] = new_tensor(grad.shape(), in.dtype(), in.device());
        for (std::size_t i = 1; i < 3; ++i) {
          if (self.needs(i)) grads[i] = new_tensor({in.shape()[1]}, middle.dtype(), in.device());
        }
        std::array<View, 3> views;
        for (std::size_t i = 0; i < 3; ++i) {
          if (grads[i].defined()) views[i] = view_of(grads[i]);
        }
        const auto wanted = [&](std::size_t i) { return grads[i].defined() ? &views[i] : nullptr; };
        const Tensor plain = factor.defined() ? contiguous(factor.detach()) : factor;
        const auto factors = plain.defined() ? std::optional(view_of(plain)) : std::nullopt;
        const View from{grad.data_ptr(), grad.dtype(), in.shape(), in.strides()};
        kernels_of(in).layer_norm_grad({wanted(0), wanted(1), wanted(2)}, from, view_of(in), view_of(middle),
                                       view_of(spread), factors ? &*factors : nullptr);
        for (std::size_t i = 1; i < 3; ++i) {
          if (grads[i].defined() && factor.defined()) grads[i] = reshape(grads[i], factor.shape());
        }
        return grads;
      },
      saved_of(std::initializer_list<Tensor>{bias, x, weight}));
  return out;
}

}  // namespace

Tensor layer_norm(const Tensor& x, const Shape& normalized, const Tensor& weight, const Tensor& bias,
                  double eps) {
  if (normalized.count() == 0) {
    throw Error(
        "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but "
        "got normalized_shape = []");
  }
  for (const auto& [t, name] : {NamedArg{&weight, "weight"}, NamedArg{&bias, "bias"}}) {
    if (!t->defined() || t->shape() == normalized) continue;
    throw Error("Expected " + std::string(name) + " to be of same shape as normalized_shape, but got " +
                std::string(name) + " of shape " + to_string(t->shape()) +
                " and normalized_shape = " + to_string(normalized));
  }
  const int lead = x.dim() - normalized.count();
  bool fits = lead >= 0;
  for (int i = 0; fits && i < normalized.count(); ++i) fits = x.shape()[lead + i] == normalized[i];
  if (!fits) {
    std::string stars;
    for (const std::int64_t size : normalized) stars += ", " + std::to_string(size);
    throw Error("Given normalized_shape=" + to_string(normalized) + ", expected input with shape [*" + stars +
                "], but got input of size" + to_string(x.shape()));
  }
  check_same_device({{&x, "input"}, {&weight, "weight"}, {&bias, "bias"}}, "_native_layer_norm");
  check_dtypes(x, {&weight, &bias});
  if (!is_floating_point(x.dtype())) throw_not_implemented("LayerNormKernelImpl", x.dtype());
  if (Tensor out = by_rows(x, normalized, weight, bias, eps); out.defined()) return out;
  std::uint32_t mask = 0;
  for (int i = lead; i < x.dim(); ++i) mask |= 1u << i;
  Normed n;
  {
    const autograd::NoGradGuard guard;
    const Tensor plain = cast(x.detach(), opmath_dtype(x.dtype()));
    const Tensor mean = mean_over(plain, mask);
    const Tensor variance = mean_over(unary(UnaryOp::square, sub(plain, mean)), mask);
    n = apply(plain, mean, inverse_spread(variance, eps), weight, bias, x.dtype());
    if (const DType kept = kept_dtype(x, weight, bias); kept != plain.dtype()) {
      n.inverse = rounded_to(n.inverse, kept);
      n.scaled = mul(sub(plain, rounded_to(mean, kept)), n.inverse);
    }
  }
  record_normalisation(n, "NativeLayerNormBackward0", x, weight, bias, normalized, mask, true,
                       x.is_cuda() ? opmath_dtype(x.dtype()) : x.dtype(), {bias, x, weight});
  return n.out;
}

namespace {

/// running = (1 - momentum) * running + momentum * now. No in-place change to those who saved it: PyTorch's
/// kernel counts none.
void move_running(const Tensor& running, const Tensor& now, double momentum) {
  const Tensor before = cast(running, now.dtype());
  const Tensor moved = add(mul(before, 1 - momentum), mul(reshape(now, running.shape()), momentum));
  if (running.numel() == 0) return;
  kernels_of(running).copy(view_of(running), view_of(moved));
  running.storage()->count_write();  // for who shows its values; no version: no step minds, as in PyTorch
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
  if (!is_floating_point(x.dtype())) throw_not_implemented("batch_norm", x.dtype());
  const std::int64_t channels = x.dim() > 1 ? x.shape()[1] : 0;
  check_channels(running_mean, channels, "running_mean");
  check_channels(running_var, channels, "running_var");
  check_channels(weight, channels, "weight");
  check_channels(bias, channels, "bias");
  check_dtypes(x, {&weight, &bias, &running_mean, &running_var});
  Shape wide;
  for (int i = 0; i < x.dim(); ++i) wide.push_back(i == 1 ? channels : 1);
  const std::uint32_t mask = ((1u << x.dim()) - 1) & ~2u;
  Normed n;
  {
    const autograd::NoGradGuard guard;
    const Tensor plain = cast(x.detach(), opmath_dtype(x.dtype()));
    const auto fit = [&](const Tensor& t) {
      return t.defined() ? cast(reshape(t.detach(), wide), plain.dtype()) : t;
    };
    const DType kept = kept_dtype(x, weight, running_mean);
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
    Tensor inverse = inverse_spread(variance, eps);
    if (training && kept != plain.dtype()) {
      mean = rounded_to(mean, kept);
      inverse = rounded_to(inverse, kept);
    }
    n = apply(plain, mean, inverse, fit(weight), fit(bias), x.dtype());
  }
  const bool cudnn = x.is_cuda() && x.dim() >= 3 && weight.defined() && running_mean.defined();
  record_normalisation(n, cudnn ? "CudnnBatchNormBackward0" : "NativeBatchNormBackward0", x, weight, bias,
                       wide, mask, training, opmath_dtype(x.dtype()), {x, running_mean, running_var, weight});
  return n.out;
}

}  // namespace todevice::ops
