// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "ops/creation.h"
#include "ops/gradients.h"

namespace todevice::ops::detail {

namespace {

/// What a step keeps of an operand: the number, or the tensor where a gradient will need it.
struct Kept {
  std::optional<Scalar> scalar;

  explicit Kept(const Arg& arg) {
    if (arg.scalar()) scalar = *arg.scalar();
  }
  Arg get(const Tensor& saved) const { return scalar ? Arg(*scalar) : Arg(saved); }
};

Saved save(const Arg& arg, bool wanted = true) {
  return arg.tensor() && wanted ? Saved(*arg.tensor()) : Saved();
}

bool tracks(const Arg& arg) {
  return arg.tensor() && autograd::tracked(*arg.tensor());
}

Tensor negative(const Tensor& t) {
  return unary(UnaryOp::neg, t);
}

/// A node that keeps both operands; fn(grad, a, b, node) gives both gradients.
template <class F>
std::shared_ptr<Node> keeping_both(std::string_view name, const Arg& a, const Arg& b, F fn,
                                   std::vector<Saved> watched = {}) {
  return autograd::make_step<2>(
      name, {a.tensor(), b.tensor()}, {save(a), save(b)},
      [fn, ka = Kept(a), kb = Kept(b)](const Tensor& grad, const auto& saved, const Node& node) {
        return fn(grad, ka.get(saved[0]), kb.get(saved[1]), node);
      },
      std::move(watched));
}

std::shared_ptr<Node> sum_node(BinaryOp op, const Arg& a, const Arg& b) {
  const bool minus = op == BinaryOp::sub;
  const std::string_view name = !minus ? "AddBackward0" : a.scalar() ? "RsubBackward1" : "SubBackward0";
  return autograd::make_step<0>(name, {a.tensor(), b.tensor()}, {},
                                [minus](const Tensor& grad, const auto&, const Node& node) {
                                  Gradients grads(2);
                                  grads[0] = grad;
                                  if (node.needs(1)) grads[1] = minus ? negative(grad) : grad;
                                  return grads;
                                });
}

std::shared_ptr<Node> product_node(const Arg& a, const Arg& b) {
  return autograd::make_step<2>(
      "MulBackward0", {a.tensor(), b.tensor()}, {save(a, tracks(b)), save(b, tracks(a))},
      [ka = Kept(a), kb = Kept(b)](const Tensor& grad, const auto& saved, const Node& node) {
        Gradients grads(2);
        if (node.needs(0)) grads[0] = mul(grad, kb.get(saved[1]));
        if (node.needs(1)) grads[1] = mul(grad, ka.get(saved[0]));
        return grads;
      });
}

std::shared_ptr<Node> quotient_node(const Arg& a, const Arg& b) {
  return autograd::make_step<2>(
      "DivBackward0", {a.tensor(), b.tensor()}, {save(a, tracks(b)), save(b)},
      [ka = Kept(a), kb = Kept(b)](const Tensor& grad, const auto& saved, const Node& node) {
        Gradients grads(2);
        const Arg below = kb.get(saved[1]);
        if (node.needs(0)) grads[0] = div(grad, below);
        if (node.needs(1)) grads[1] = mul(negative(grad), div(div(ka.get(saved[0]), below), below));
        return grads;
      });
}

Tensor power_base_gradient(const Tensor& grad, const Arg& base, const Arg& exponent) {
  if (exponent.scalar()) {
    const double e = exponent.scalar()->to_double();
    if (e == 0) return zeros(grad.shape(), {grad.dtype(), grad.device()});
    return mul(grad, mul(pow(base, e - 1), e));
  }
  const Tensor& e = *exponent.tensor();
  const Tensor safe = mul(grad, mul(pow(base, sub(e, 1)), e));
  return where(binary(BinaryOp::eq, e, 0), 0.0, safe);
}

Tensor power_exponent_gradient(const Tensor& grad, const Arg& base, const Arg& exponent) {
  const Tensor result = pow(base, exponent);
  if (base.scalar()) {
    const double b = base.scalar()->to_double();
    if (b == 0) {
      const Tensor negative_exponent = binary(BinaryOp::lt, *exponent.tensor(), 0);
      return mul(grad, where(negative_exponent, result, 0.0));
    }
    return mul(grad, mul(result, std::log(b)));
  }
  const Tensor& b = *base.tensor();
  const Tensor zero_base =
      binary(BinaryOp::logical_and, binary(BinaryOp::eq, b, 0), binary(BinaryOp::ge, exponent, 0));
  return mul(grad, where(zero_base, 0.0, mul(result, unary(UnaryOp::log, b))));
}

std::shared_ptr<Node> power_node(const Arg& a, const Arg& b, const Tensor& out) {
  const std::string_view name = b.scalar() ? "PowBackward0" : a.scalar() ? "PowBackward2" : "PowBackward1";
  std::vector<Saved> watched;
  if (b.tensor() && out.defined()) watched = {save(b), save(a), Saved::result(out)};
  return keeping_both(
      name, a, b,
      [](const Tensor& grad, const Arg& base, const Arg& e, const Node& node) {
        Gradients grads(2);
        if (node.needs(0)) grads[0] = power_base_gradient(grad, base, e);
        if (node.needs(1)) grads[1] = power_exponent_gradient(grad, base, e);
        return grads;
      },
      std::move(watched));
}

/// The larger (or smaller) operand takes the gradient; equal ones share it.
std::shared_ptr<Node> extreme_node(BinaryOp op, const Arg& a, const Arg& b) {
  const bool largest = op == BinaryOp::maximum;
  return keeping_both(largest ? "MaximumBackward0" : "MinimumBackward0", a, b,
                      [largest](const Tensor& grad, const Arg& x, const Arg& y, const Node& node) {
                        const Tensor tie = binary(BinaryOp::eq, x, y);
                        const Tensor shared = where(tie, div(grad, 2), grad);
                        const Tensor first = binary(largest ? BinaryOp::lt : BinaryOp::gt, x, y);
                        const Tensor second = binary(largest ? BinaryOp::gt : BinaryOp::lt, x, y);
                        Gradients grads(2);
                        if (node.needs(0)) grads[0] = where(first, 0.0, shared);
                        if (node.needs(1)) grads[1] = where(second, 0.0, shared);
                        return grads;
                      });
}

std::shared_ptr<Node> angle_node(const Arg& a, const Arg& b) {
  return keeping_both("Atan2Backward0", a, b,
                      [](const Tensor& grad, const Arg& y, const Arg& x, const Node& node) {
                        const Tensor total = add(mul(y, y), mul(x, x));
                        const Tensor scaled = where(binary(BinaryOp::eq, total, 0), 0.0, div(grad, total));
                        Gradients grads(2);
                        if (node.needs(0)) grads[0] = mul(scaled, x);
                        if (node.needs(1)) grads[1] = mul(scaled, negative(mul(y, 1.0)));
                        return grads;
                      });
}

std::shared_ptr<Node> refusing_node(const Arg& a, const Arg& b, std::string_view what) {
  return autograd::make_step<0>(
      "NotImplemented", {a.tensor(), b.tensor()}, {},
      [what](const Tensor&, const auto&, const Node&) -> Gradients {
        throw Error("derivative for aten::" + std::string(what) + " is not implemented");
      });
}

/// remainder and fmod: a - b * q, where the quotient q was rounded down or towards zero.
std::shared_ptr<Node> modulo_node(BinaryOp op, const Arg& a, const Arg& b) {
  const bool floors = op == BinaryOp::remainder;
  if (b.scalar()) {
    return autograd::make_step<0>(floors ? "RemainderBackward0" : "FmodBackward0", {a.tensor(), nullptr}, {},
                                  [](const Tensor& grad, const auto&, const Node&) {
                                    return Gradients{grad, Tensor()};
                                  });
  }
  if (a.scalar()) return refusing_node(a, b, "remainder");
  return keeping_both(floors ? "RemainderBackward1" : "FmodBackward1", a, b,
                      [floors](const Tensor& grad, const Arg& x, const Arg& y, const Node& node) {
                        Gradients grads(2);
                        grads[0] = grad;
                        if (!node.needs(1)) return grads;
                        const Tensor quotient =
                            floors ? binary(BinaryOp::floor_div, x, y) : unary(UnaryOp::trunc, div(x, y));
                        grads[1] = mul(negative(grad), quotient);
                        return grads;
                      });
}

}  // namespace

std::shared_ptr<Node> binary_node(BinaryOp op, const Arg& a, const Arg& b, const Tensor& out) {
  switch (op) {
    case BinaryOp::add:
    case BinaryOp::sub:
      return sum_node(op, a, b);
    case BinaryOp::mul:
      return product_node(a, b);
    case BinaryOp::div:
      return quotient_node(a, b);
    case BinaryOp::pow:
      return power_node(a, b, out);
    case BinaryOp::maximum:
    case BinaryOp::minimum:
      return extreme_node(op, a, b);
    case BinaryOp::atan2:
      return angle_node(a, b);
    case BinaryOp::remainder:
    case BinaryOp::fmod:
      return modulo_node(op, a, b);
    case BinaryOp::floor_div:
      return refusing_node(a, b, "floor_divide");
    default:
      return nullptr;
  }
}

}  // namespace todevice::ops::detail
