// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "ops/creation.h"
#include "ops/gradients.h"

namespace todevice::ops {

using namespace detail;

namespace {

bool is_test(BinaryOp op) {
  switch (op) {
    case BinaryOp::eq:
    case BinaryOp::ne:
    case BinaryOp::lt:
    case BinaryOp::le:
    case BinaryOp::gt:
    case BinaryOp::ge:
    case BinaryOp::logical_and:
    case BinaryOp::logical_or:
    case BinaryOp::logical_xor:
      return true;
    default:
      return false;
  }
}

DType dtype_of(const Arg& arg) {
  return arg.tensor() ? arg.tensor()->dtype() : arg.scalar()->natural_dtype();
}

void check_subtraction(const Arg& a, const Arg& b) {
  const bool left = dtype_of(a) == DType::boolean;
  const bool right = dtype_of(b) == DType::boolean;
  if (left && right) {
    throw Error(
        "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or "
        "`logical_xor()` operator instead.");
  }
  if (left || right) {
    throw Error(
        "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a "
        "mask, use the `~` or `logical_not()` operator instead.");
  }
}

void check_bits(BinaryOp op, DType dtype, Device device) {
  if (!is_floating_point(dtype)) return;
  const std::string name = op == BinaryOp::bitwise_and  ? "bitwise_and_"
                           : op == BinaryOp::bitwise_or ? "bitwise_or_"
                                                        : "bitwise_xor_";
  throw_not_implemented(name + (device.is_cuda() ? "cuda" : "cpu"), dtype);
}

/// What an element-wise operation on two operands works in and gives.
struct Plan {
  DType common;
  DType result;
  Device device;
  Shape shape;
};

DType computing_dtype(BinaryOp op, const Arg& a, const Arg& b, Device device) {
  if (op == BinaryOp::sub) check_subtraction(a, b);
  const DType common = result_type(a, b);
  switch (op) {
    case BinaryOp::div:
    case BinaryOp::atan2:
      return is_floating_point(common) ? common : DType::float32;
    case BinaryOp::pow:
      if (is_integral(common) && b.scalar()) {
        if (b.scalar()->to_int64() < 0 && !b.scalar()->is_large())
          throw Error("Integers to negative integer powers are not allowed.");
        check_fits(*b.scalar(), b.scalar()->is_large() ? DType::int64 : common);
      }
      if (is_half_float(common) && b.scalar()) check_fits(*b.scalar(), common);
      return common;
    case BinaryOp::bitwise_and:
    case BinaryOp::bitwise_or:
    case BinaryOp::bitwise_xor:
      check_bits(op, common, device);
      return common;
    default:
      return common;
  }
}

Shape shape_of(const Arg& a, const Arg& b) {
  if (!a.tensor()) return b.tensor()->shape();
  if (!b.tensor()) return a.tensor()->shape();
  return broadcast_shapes(a.tensor()->shape(), b.tensor()->shape());
}

Plan plan(BinaryOp op, const Arg& a, const Arg& b) {
  Plan p;
  p.device = common_device({a.tensor(), b.tensor()});
  p.common = computing_dtype(op, a, b, p.device);
  p.result = is_test(op) ? DType::boolean : p.common;
  p.shape = shape_of(a, b);
  return p;
}

/// To PyTorch a number in a power is no operand: what is raised to one keeps its layout, what raises one does
/// not.
Tensor result_of_power(const Plan& p, const Arg& a, const Arg& b) {
  if (a.scalar()) return new_tensor(p.shape, p.result, p.device);
  if (b.scalar()) return new_result(p.shape, p.result, p.device, {a.tensor()});
  return new_result(p.shape, p.result, p.device, {a.tensor(), b.tensor()});
}

/// The function that a power by this number is: at -0 and -inf pow() gives something else.
std::optional<UnaryOp> as_function(BinaryOp op, DType dtype, const Arg& b) {
  if (op != BinaryOp::pow || !b.scalar() || !is_floating_point(dtype)) return std::nullopt;
  const double exponent = b.scalar()->to_double();
  if (exponent == 0.5) return UnaryOp::sqrt;
  if (exponent == -0.5) return UnaryOp::rsqrt;
  if (exponent == -1) return UnaryOp::reciprocal;
  return std::nullopt;
}

void compute(BinaryOp op, const Plan& p, const Tensor& out, const Arg& a, const Arg& b) {
  if (out.numel() == 0) return;
  const Ready left(a, p.common, p.device, p.shape);
  if (const auto function = as_function(op, p.common, b)) {
    return kernels_of(out).unary(*function, view_of(out), std::get<View>(left.operand()));
  }
  const Ready right(b, p.common, p.device, p.shape);
  kernels_of(out).binary(op, view_of(out), left.operand(), right.operand());
}

const Tensor kUndefined;

bool recorded(const Arg& a, const Arg& b) {
  return autograd::recording(a.tensor() ? *a.tensor() : kUndefined, b.tensor() ? *b.tensor() : kUndefined);
}

/// An input that shares only part of its memory with `out` would change while it is read.
Arg apart(const Arg& arg, const Tensor& out) {
  const Tensor* t = arg.tensor();
  if (!t || !overlaps(*t, out)) return arg;
  return clone(t->detach());
}

/// PyTorch's name for the step of an in-place comparison; none for what it leaves out of the history.
std::string_view comparison_step(BinaryOp op, bool with_tensor) {
  switch (op) {
    case BinaryOp::eq:
      return with_tensor ? "EqBackward1" : "EqBackward0";
    case BinaryOp::ne:
      return with_tensor ? "NeBackward1" : "NeBackward0";
    case BinaryOp::lt:
      return with_tensor ? "LtBackward1" : "LtBackward0";
    case BinaryOp::le:
      return with_tensor ? "LeBackward1" : "LeBackward0";
    case BinaryOp::gt:
      return with_tensor ? "GtBackward1" : "GtBackward0";
    case BinaryOp::ge:
      return with_tensor ? "GeBackward1" : "GeBackward0";
    default:
      return {};
  }
}

/// Will the gradients of `out op= b` want what `out` was before?
bool needs_original(BinaryOp op, const Arg& b) {
  switch (op) {
    case BinaryOp::add:
    case BinaryOp::sub:
      return false;
    case BinaryOp::mul:
    case BinaryOp::div:
      return b.tensor() && autograd::tracked(*b.tensor());
    default:
      return true;
  }
}

/// The node of `out op= b`. It saves a copy of what is about to be overwritten, as PyTorch does.
std::shared_ptr<Node> in_place_node(BinaryOp op, const Tensor& out, const Arg& b) {
  if (!needs_original(op, b)) return binary_node(op, out, b);
  const Tensor original = clone(out.detach());
  original.impl().requires_grad = autograd::tracked(out);
  std::shared_ptr<Node> node = binary_node(op, original, b);
  if (node) node->edges[0] = autograd::edge_to(out);
  return node;
}

}  // namespace

Tensor binary(BinaryOp op, const Arg& a, const Arg& b) {
  if (!a.tensor() && !b.tensor()) throw TypeError("an operation needs at least one tensor");
  // Python's number / tensor is tensor.reciprocal() * number in PyTorch: the last bit differs.
  if (op == BinaryOp::div && a.scalar()) return mul(unary(UnaryOp::reciprocal, *b.tensor()), a);
  if (op == BinaryOp::mul && a.scalar()) return binary(op, b, a);  // a number stands behind, as in PyTorch
  const Plan p = plan(op, a, b);
  Tensor out = op == BinaryOp::pow ? result_of_power(p, a, b)
                                   : new_result(p.shape, p.result, p.device, {a.tensor(), b.tensor()});
  compute(op, p, out, a, b);
  if (recorded(a, b)) {
    if (std::shared_ptr<Node> node = binary_node(op, a, b, out)) autograd::attach(out, std::move(node));
  }
  return out;
}

void binary_(BinaryOp op, const Tensor& out, const Arg& b) {
  autograd::check_in_place(out, b.tensor() ? *b.tensor() : kUndefined);
  check_writable(out);
  const Plan p = plan(op, out, b);
  if (out.device() != p.device) {
    throw Error("Expected all tensors to be on the same device, but found at least two devices, " +
                p.device.str() + " and " + out.device().str() + "!");
  }
  if (p.shape != out.shape()) {
    throw Error("output with shape " + to_string(out.shape()) + " doesn't match the broadcast shape " +
                to_string(p.shape));
  }
  check_cast(p.result, out.dtype());
  const Arg other = apart(b, out);
  std::shared_ptr<Node> node = recorded(out, b) ? in_place_node(op, out, b) : nullptr;
  if (p.result == out.dtype() && p.common == out.dtype()) {
    compute(op, p, out, out, other);
  } else {
    const autograd::NoGradGuard guard;
    const Tensor result = binary(op, out, other);
    if (out.numel() > 0) kernels_of(out).copy(view_of(out), view_of(result));
  }
  out.bump_version();
  if (node) autograd::attach_in_place(out, std::move(node));
  const std::string_view comparison = comparison_step(op, b.tensor() != nullptr);
  if (!comparison.empty()) autograd::attach_overwrite(out, comparison);
}

}  // namespace todevice::ops
