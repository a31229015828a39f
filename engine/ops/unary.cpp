// SPDX-License-Identifier: Apache-2.0
#include "ops/creation.h"
#include "ops/gradients.h"

namespace todevice::ops {

using namespace detail;

namespace {

/// How an operation treats dtypes.
enum class Kind : std::uint8_t { any, real, rounding, test, bits };

Kind kind_of(UnaryOp op) {
  switch (op) {
    case UnaryOp::neg:
    case UnaryOp::abs:
    case UnaryOp::sign:
    case UnaryOp::square:
    case UnaryOp::relu:
      return Kind::any;
    case UnaryOp::floor:
    case UnaryOp::ceil:
    case UnaryOp::round:
    case UnaryOp::trunc:
      return Kind::rounding;
    case UnaryOp::logical_not:
    case UnaryOp::isnan:
    case UnaryOp::isinf:
    case UnaryOp::isfinite:
      return Kind::test;
    case UnaryOp::bitwise_not:
      return Kind::bits;
    default:
      return Kind::real;
  }
}

void check_dtype(UnaryOp op, const Tensor& x) {
  const DType dtype = x.dtype();
  if (is_floating_point(dtype)) {
    if (op == UnaryOp::bitwise_not) {
      throw_not_implemented(x.is_cuda() ? "bitwise_not_cuda" : "bitwise_not_cpu", dtype);
    }
    return;
  }
  if (op == UnaryOp::gelu)
    throw_not_implemented(x.is_cuda() ? "GeluCUDAKernelImpl" : "GeluKernelImpl", dtype);
  if (op == UnaryOp::silu) throw_not_implemented(x.is_cuda() ? "silu_cuda" : "silu_cpu", dtype);
  if (op == UnaryOp::frac) throw_not_implemented(x.is_cuda() ? "frac_cuda" : "frac_cpu", dtype);
  const auto refuse_bool = [&](std::string name) {
    throw_not_implemented(name + (x.is_cuda() ? "_cuda" : op == UnaryOp::abs ? "_cpu" : "_vml_cpu"), dtype);
  };
  if (dtype == DType::boolean) {
    if (op == UnaryOp::relu) throw Error("Boolean inputs not supported for relu");
    if (op == UnaryOp::abs) refuse_bool("abs");
    if (op == UnaryOp::ceil) refuse_bool("ceil");
    if (op == UnaryOp::floor) refuse_bool("floor");
    if (op == UnaryOp::round) refuse_bool("round");
    if (op == UnaryOp::trunc) refuse_bool("trunc");
  }
  if (dtype == DType::boolean && op == UnaryOp::neg) {
    throw Error(
        "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, "
        "use the `~` or `logical_not()` operator instead.");
  }
}

DType result_of(UnaryOp op, DType dtype) {
  switch (kind_of(op)) {
    case Kind::test:
      return DType::boolean;
    case Kind::real:
      return is_floating_point(dtype) ? dtype : DType::float32;
    default:
      return op == UnaryOp::square && dtype == DType::boolean ? DType::int64 : dtype;
  }
}

void run(UnaryOp op, const Tensor& out, const Tensor& x) {
  if (out.numel() == 0) return;
  const bool copies = kind_of(op) == Kind::rounding && !is_floating_point(x.dtype());
  if (copies) {
    if (!out.is_same(x)) kernels_of(out).copy(view_of(out), view_of(x));
    return;
  }
  kernels_of(out).unary(op, view_of(out), view_of(x));
}

std::shared_ptr<Node> node_of(UnaryOp op, const Tensor& x, Saved saved) {
  const std::string_view name = unary_node_name(op);
  if (unary_needs(op) == Needs::nothing) {
    return autograd::make_step<0>(name, {&x}, {}, [op](const Tensor& grad, const auto&, const Node&) {
      return Gradients{unary_gradient(op, grad, {})};
    });
  }
  return autograd::make_step<1>(name, {&x}, {std::move(saved)},
                                [op](const Tensor& grad, const auto& kept, const Node&) {
                                  return Gradients{unary_gradient(op, grad, kept[0])};
                                });
}

bool recorded(UnaryOp op, const Tensor& x) {
  return autograd::recording(x) && !unary_node_name(op).empty();
}

}  // namespace

Tensor unary(UnaryOp op, const Tensor& x) {
  check_dtype(op, x);
  const DType dtype = result_of(op, x.dtype());
  Tensor out = new_result(x.shape(), dtype, x.device(), {&x});
  const bool converts = kind_of(op) != Kind::test && dtype != x.dtype();
  run(op, out, converts ? cast(x, dtype) : x);
  if (recorded(op, x)) {
    Saved saved;
    if (unary_needs(op) == Needs::input) saved = Saved(x);
    if (unary_needs(op) == Needs::result) saved = Saved::result(out);
    autograd::attach(out, node_of(op, x, std::move(saved)));
  }
  return out;
}

void unary_(UnaryOp op, const Tensor& x) {
  check_dtype(op, x);
  autograd::check_in_place(x);
  check_writable(x);
  const DType dtype = result_of(op, x.dtype());
  if (kind_of(op) == Kind::test) {
    const autograd::NoGradGuard guard;
    copy_into(x, unary(op, x));
    return;
  }
  check_cast(dtype, x.dtype());
  const bool record = recorded(op, x);
  Saved saved;
  if (record && unary_needs(op) == Needs::input) saved = Saved(clone(x.detach()));
  run(op, x, x);
  x.bump_version();
  if (!record) return;
  if (unary_needs(op) == Needs::result) saved = Saved::result(x);
  autograd::attach_in_place(x, node_of(op, x, std::move(saved)));
}

}  // namespace todevice::ops
