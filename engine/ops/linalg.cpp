// SPDX-License-Identifier: Apache-2.0
#include "ops/linalg.h"

#include <string>

#include "ops/checks.h"
#include "ops/products.h"
#include "ops/view.h"

namespace todevice::ops {

using namespace detail;

namespace {

std::string by(const Tensor& t) {
  return std::to_string(t.shape()[0]) + "x" + std::to_string(t.shape()[1]);
}

void check_shapes(const Tensor& a, const Tensor& b) {
  if (a.shape()[1] != b.shape()[0]) {
    throw Error("mat1 and mat2 shapes cannot be multiplied (" + by(a) + " and " + by(b) + ")");
  }
}

Saved saved_for(const Tensor& who_wants, const Tensor& what) {
  return autograd::tracked(who_wants) ? Saved(what) : Saved();
}

/// Each operand is saved only where the other one wants its gradient. left(grad, b) and right(grad, a).
template <class Left, class Right>
void record_product(const Tensor& out, std::string_view name, const Tensor& a, const Tensor& b, Left left,
                    Right right) {
  if (!autograd::recording(a, b)) return;
  autograd::record<2>(out, name, {&a, &b}, {saved_for(b, a), saved_for(a, b)},
                      [left, right](const Tensor& grad, const auto& saved, const Node& node) {
                        Gradients grads(2);
                        if (node.needs(0)) grads[0] = left(grad, saved[1]);
                        if (node.needs(1)) grads[1] = right(grad, saved[0]);
                        return grads;
                      });
}

void record_matrices(const Tensor& out, std::string_view name, const Tensor& a, const Tensor& b) {
  record_product(
      out, name, a, b,
      [turn = column_major(a)](const Tensor& grad, const Tensor& right) {
        return left_gradient(grad, right, turn);
      },
      [turn = column_major(b)](const Tensor& grad, const Tensor& left) {
        return right_gradient(grad, left, turn);
      });
}

/// Of x W^T + b (b one row), where the device does both at once; else they stay undefined.
void weight_and_bias_gradients(Gradients& grads, const Tensor& grad, const Tensor& x) {
  const Tensor turned = transpose(grad.detach(), 0, 1);
  const Tensor weight = new_tensor({turned.shape()[0], x.shape()[1]}, x.dtype(), x.device());
  const Tensor bias = new_tensor({turned.shape()[0]}, x.dtype(), x.device());
  if (!kernels_of(x).matmul_row_sums(view_of(weight), view_of(bias), view_of(turned), view_of(x))) return;
  grads[0] = bias;
  grads[2] = transpose(weight, 0, 1);
}

void check_same_scalar_type(const Tensor& a, const Tensor& b) {
  if (a.dtype() == b.dtype()) return;
  throw Error("expected scalar type " + std::string(scalar_type_name(a.dtype())) + " but found " +
              std::string(scalar_type_name(b.dtype())));
}

Tensor addmm_value(const Tensor& bias, const Tensor& a, const Tensor& b, const Scalar& beta,
                   const Scalar& alpha) {
  if (is_floating_point(a.dtype())) return product_plus(bias, a, b, beta.to_double(), alpha.to_double());
  const autograd::NoGradGuard guard;
  const auto whole = [](const Scalar& factor) { return static_cast<std::int64_t>(factor.to_double()); };
  const Tensor scaled = mul(product(a, b), whole(alpha));
  return cast(whole(beta) == 0 ? scaled : add(mul(bias, whole(beta)), scaled), a.dtype());
}

Tensor times(const Tensor& grad, const Scalar& factor) {
  return !grad.defined() || factor.to_double() == 1 ? grad : mul(grad, factor);
}

/// The way back of addmm without factors.
struct AddmmGradients {
  bool turn_a, turn_b, row_bias;

  Gradients operator()(const Tensor& grad, const Tensor& a, const Tensor& b, const Node& node) const {
    Gradients grads(3);
    if (node.needs(0) && node.needs(2) && turn_b && row_bias) weight_and_bias_gradients(grads, grad, a);
    const bool both = grads[0].defined();
    if (node.needs(0) && !both) grads[0] = grad;
    if (node.needs(1)) grads[1] = left_gradient(grad, b, turn_a);
    if (node.needs(2) && !both) grads[2] = right_gradient(grad, a, turn_b);
    return grads;
  }
};

}  // namespace

Tensor mm(const Tensor& a, const Tensor& b) {
  check_same_device({{&a, "self"}, {&b, "mat2"}}, "mm");
  if (a.dim() != 2) throw Error("self must be a matrix");
  if (b.dim() != 2) throw Error("mat2 must be a matrix");
  check_shapes(a, b);
  if (a.dtype() != b.dtype()) {
    throw Error("expected m1 and m2 to have the same dtype, but got: " + std::string(c_type_name(a.dtype())) +
                " != " + std::string(c_type_name(b.dtype())));
  }
  Tensor out = product(a, b);
  record_matrices(out, "MmBackward0", a, b);
  return out;
}

Tensor bmm(const Tensor& a, const Tensor& b) {
  check_same_device({{&a, "self"}, {&b, "mat2"}}, "bmm");
  if (a.dim() != 3) throw Error("batch1 must be a 3D tensor");
  if (b.dim() != 3) throw Error("batch2 must be a 3D tensor");
  if (a.shape()[0] != b.shape()[0] || a.shape()[2] != b.shape()[1]) {
    throw Error("Expected size for first two dimensions of batch2 tensor to be: [" +
                std::to_string(a.shape()[0]) + ", " + std::to_string(a.shape()[2]) + "] but got: [" +
                std::to_string(b.shape()[0]) + ", " + std::to_string(b.shape()[1]) + "].");
  }
  check_same_scalar_type(a, b);
  Tensor out = product(a, b);
  record_matrices(out, "BmmBackward0", a, b);
  return out;
}

Tensor mv(const Tensor& a, const Tensor& v) {
  check_same_device({{&v, "self"}, {&a, "mat"}}, "addmv_");
  if (a.dim() != 2 || v.dim() != 1) {
    throw Error("vector + matrix @ vector expected, got 1, " + std::to_string(a.dim()) + ", " +
                std::to_string(v.dim()));
  }
  if (a.shape()[1] != v.shape()[0]) {
    throw Error("size mismatch, got input (" + std::to_string(a.shape()[0]) + "), mat (" + by(a) +
                "), vec (" + std::to_string(v.shape()[0]) + ")");
  }
  check_same_scalar_type(a, v);
  Tensor out;
  {
    const autograd::NoGradGuard guard;
    out = reshape(product(a, unsqueeze(v, 1), "addmv_impl_cpu"), {a.shape()[0]}).detach();
  }
  record_product(
      out, "MvBackward0", a, v,
      [](const Tensor& grad, const Tensor& vec) { return mul(unsqueeze(grad, 1), unsqueeze(vec, 0)); },
      [](const Tensor& grad, const Tensor& mat) { return mv(t(mat), grad); });
  return out;
}

Tensor dot(const Tensor& a, const Tensor& b) {
  check_same_device({{&a, "self"}, {&b, "tensor"}}, "dot");
  if (a.dim() != 1 || b.dim() != 1) {
    throw Error("1D tensors expected, but got " + std::to_string(a.dim()) + "D and " +
                std::to_string(b.dim()) + "D tensors");
  }
  if (a.dtype() != b.dtype()) {
    throw Error("dot : expected both vectors to have same dtype, but found " +
                std::string(scalar_type_name(a.dtype())) + " and " +
                std::string(scalar_type_name(b.dtype())));
  }
  if (a.numel() != b.numel()) {
    throw Error("inconsistent tensor size, expected tensor " + to_string(a.shape()) + " and src " +
                to_string(b.shape()) + " to have the same number of elements, but got " +
                std::to_string(a.numel()) + " and " + std::to_string(b.numel()) + " elements respectively");
  }
  Tensor out;
  {
    const autograd::NoGradGuard guard;
    out = reshape(product(unsqueeze(a, 0), unsqueeze(b, 1), "dot"), {}).detach();
  }
  record_product(
      out, "DotBackward0", a, b, [](const Tensor& grad, const Tensor& right) { return mul(right, grad); },
      [](const Tensor& grad, const Tensor& left) { return mul(left, grad); });
  return out;
}

Tensor addmm(const Tensor& bias, const Tensor& a, const Tensor& b, Scalar beta, Scalar alpha) {
  check_same_device({{&bias, "self"}, {&a, "mat1"}, {&b, "mat2"}}, "addmm");
  if (a.dim() != 2) throw Error("mat1 must be a matrix, got " + std::to_string(a.dim()) + "-D tensor");
  if (b.dim() != 2) throw Error("mat2 must be a matrix, got " + std::to_string(b.dim()) + "-D tensor");
  const auto refuse = [](std::string_view name, DType x, DType y) {
    throw Error(std::string(name) + " and mat2 must have the same dtype, but got " +
                std::string(scalar_type_name(x)) + " and " + std::string(scalar_type_name(y)));
  };
  if (bias.dtype() != b.dtype()) refuse("self", bias.dtype(), b.dtype());
  if (a.dtype() != b.dtype()) refuse("mat1", a.dtype(), b.dtype());
  check_shapes(a, b);
  const Shape shape{a.shape()[0], b.shape()[1]};
  if (bias.shape() != shape) expand(bias.detach(), shape);  // says where it does not fit
  Tensor out = addmm_value(bias.detach(), a, b, beta, alpha);
  if (autograd::recording(a, b) || autograd::recording(bias)) {
    autograd::record<2>(out, "AddmmBackward0", {&bias, &a, &b}, {saved_for(b, a), saved_for(a, b)},
                        [back = AddmmGradients{column_major(a), column_major(b), bias.dim() == 1}, beta,
                         alpha](const Tensor& grad, const auto& saved, const Node& node) {
                          Gradients grads = back(grad, saved[0], saved[1], node);
                          grads[0] = times(grads[0], beta);
                          grads[1] = times(grads[1], alpha);
                          grads[2] = times(grads[2], alpha);
                          return grads;
                        });
  }
  return out;
}

}  // namespace todevice::ops
