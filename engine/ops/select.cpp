// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "ops/checks.h"
#include "ops/creation.h"

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

/// True where the bounds changed nothing.
Tensor inside(const Tensor& x, std::optional<Scalar> low, std::optional<Scalar> high) {
  if (!high) return binary(BinaryOp::ge, x, *low);
  if (!low) return binary(BinaryOp::le, x, *high);
  return binary(BinaryOp::logical_and, binary(BinaryOp::ge, x, *low), binary(BinaryOp::le, x, *high));
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
                        [low, high](const Tensor& grad, const auto& saved, const Node&) {
                          return Gradients{where(inside(saved[0], low, high), grad, 0.0)};
                        });
  }
  return out;
}

Tensor where(const Tensor& condition, const Arg& a, const Arg& b) {
  if (condition.dtype() == DType::uint8) return where(cast(condition, DType::boolean), a, b);
  if (condition.dtype() != DType::boolean) {
    throw Error("where expected condition to be a boolean tensor, but got a tensor with dtype " +
                std::string(scalar_type_name(condition.dtype())));
  }
  const Device device = common_device({&condition, a.tensor(), b.tensor()});
  const DType dtype = result_type(a, b);
  if (a.scalar()) check_fits(*a.scalar(), dtype);
  if (b.scalar()) check_fits(*b.scalar(), dtype);
  Shape shape = condition.shape();
  if (a.tensor()) shape = broadcast_shapes(shape, a.tensor()->shape());
  if (b.tensor()) shape = broadcast_shapes(shape, b.tensor()->shape());
  const Tensor chooser =
      condition.device() == device ? condition : copy_to(condition, device, DType::boolean);
  Tensor out = new_result(shape, dtype, device, {&chooser, a.tensor(), b.tensor()});
  if (out.numel() > 0) {
    const Ready left(a, dtype, device, shape);
    const Ready right(b, dtype, device, shape);
    kernels_of(out).where(view_of(out), broadcast_view(chooser, shape), left.operand(), right.operand());
  }
  const Tensor none;
  if (autograd::recording(a.tensor() ? *a.tensor() : none, b.tensor() ? *b.tensor() : none)) {
    autograd::record<1>(out, "WhereBackward0", {nullptr, a.tensor(), b.tensor()}, {Saved(chooser)},
                        [](const Tensor& grad, const auto& saved, const Node& node) {
                          Gradients grads(3);
                          if (node.needs(1)) grads[1] = where(saved[0], grad, 0.0);
                          if (node.needs(2)) grads[2] = where(saved[0], 0.0, grad);
                          return grads;
                        });
  }
  return out;
}

}  // namespace todevice::ops
