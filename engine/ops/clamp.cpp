// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "ops/checks.h"
#include "ops/creation.h"
#include "ops/elementwise.h"

namespace todevice::ops {

using namespace detail;
namespace {

Scalar lowest(DType dtype) {
  if (is_floating_point(dtype)) return -std::numeric_limits<double>::infinity();
  if (dtype == DType::uint8 || dtype == DType::boolean) return 0;
  return std::numeric_limits<std::int64_t>::min() >> (64 - 8 * item_size(dtype));
}

Scalar highest(DType dtype) {
  if (is_floating_point(dtype)) return std::numeric_limits<double>::infinity();
  if (dtype == DType::uint8) return 255;
  if (dtype == DType::boolean) return 1;
  return std::numeric_limits<std::int64_t>::max() >> (64 - 8 * item_size(dtype));
}

/// True where the bounds changed nothing; either may be missing.
template <class Bound>
Tensor inside(const Tensor& x, const std::optional<Bound>& low, const std::optional<Bound>& high) {
  if (!high) return binary(BinaryOp::ge, x, *low);
  if (!low) return binary(BinaryOp::le, x, *high);
  return binary(BinaryOp::logical_and, binary(BinaryOp::ge, x, *low), binary(BinaryOp::le, x, *high));
}

/// Where the result is the lower bound: not where that lies above the upper one.
Tensor is_low(const Tensor& x, const Tensor& low, const Tensor& high) {
  const Tensor below = binary(BinaryOp::lt, x, low);
  return high.defined() ? binary(BinaryOp::logical_and, below, binary(BinaryOp::lt, low, high)) : below;
}

Tensor is_high(const Tensor& x, const Tensor& low, const Tensor& high) {
  const Tensor above = binary(BinaryOp::gt, x, high);
  return low.defined() ? binary(BinaryOp::logical_or, above, binary(BinaryOp::lt, high, low)) : above;
}

/// `values`: those of x, where x itself is about to be written.
std::shared_ptr<autograd::Node> between_step(const Tensor& x, const Tensor& values, const Tensor& low,
                                             const Tensor& high) {
  return autograd::make_step<3>("ClampBackward0", {&x, &low, &high}, {Saved(values), Saved(low), Saved(high)},
                                [](const Tensor& grad, const auto& saved, const autograd::Node& self) {
                                  const auto bound = [&](int i) {
                                    return saved[i].defined() ? std::optional(saved[i]) : std::nullopt;
                                  };
                                  Gradients grads(3);
                                  if (self.needs(0))
                                    grads[0] = where(inside(saved[0], bound(1), bound(2)), grad, 0.0);
                                  if (self.needs(1))
                                    grads[1] = where(is_low(saved[0], saved[1], saved[2]), grad, 0.0);
                                  if (self.needs(2))
                                    grads[2] = where(is_high(saved[0], saved[1], saved[2]), grad, 0.0);
                                  return grads;
                                });
}

bool recorded(const Tensor& x, const Tensor& low, const Tensor& high) {
  return autograd::recording(x, low) || autograd::recording(high);
}

Tensor value_between(const Tensor& x, const Tensor& low, const Tensor& high) {
  if (!low.defined() && !high.defined())
    throw Error("torch.clamp: At least one of 'min' or 'max' must not be None");
  const autograd::NoGradGuard guard;
  Tensor out = x.detach();
  if (low.defined()) out = binary(BinaryOp::maximum, out, low);
  if (high.defined()) out = binary(BinaryOp::minimum, out, high);
  return out;
}

}  // namespace

Tensor clamp(const Tensor& x, std::optional<Scalar> low, std::optional<Scalar> high) {
  if (!low && !high) throw Error("torch.clamp: At least one of 'min' or 'max' must not be None");
  DType dtype = x.dtype();
  if (low) dtype = result_type(x, *low);
  if (high) dtype = promote_types(dtype, result_type(x, *high));
  if (low) check_fits(*low, dtype);
  if (high) check_fits(*high, dtype);
  Tensor out = new_result(x.shape(), dtype, x.device(), {&x});
  if (out.numel() > 0) {
    const Tensor in = cast(x.detach(), dtype);
    kernels_of(out).clamp(view_of(out), view_of(in), low.value_or(lowest(dtype)),
                          high.value_or(highest(dtype)));
  }
  if (autograd::recording(x)) {
    autograd::record<1>(out, "ClampBackward1", {&x}, {Saved(x)},
                        [low, high](const Tensor& grad, const auto& saved, const autograd::Node&) {
                          return Gradients{where(inside(saved[0], low, high), grad, 0.0)};
                        });
  }
  return out;
}

Tensor clamp_between(const Tensor& x, const Tensor& low, const Tensor& high) {
  Tensor out = value_between(x, low, high);
  if (recorded(x, low, high)) autograd::attach(out, between_step(x, x, low, high));
  return out;
}

void clamp_between_(const Tensor& x, const Tensor& low, const Tensor& high) {
  for (const Tensor& bound : {low, high}) autograd::check_in_place(x, bound);
  check_writable(x);
  const Tensor value = value_between(x, low, high);
  if (value.shape() != x.shape()) {
    throw Error("output with shape " + to_string(x.shape()) + " doesn't match the broadcast shape " +
                to_string(value.shape()));
  }
  check_cast(value.dtype(), x.dtype());
  std::shared_ptr<autograd::Node> node;
  if (recorded(x, low, high)) node = between_step(x, clone(x.detach()), low, high);
  if (x.numel() > 0) kernels_of(x).copy(view_of(x), view_of(value));
  x.bump_version();
  if (node) autograd::attach_in_place(x, std::move(node));
}

}  // namespace todevice::ops
