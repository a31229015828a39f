// SPDX-License-Identifier: Apache-2.0
#include "ops/products.h"

#include "ops/checks.h"
#include "ops/elementwise.h"
#include "ops/reduction.h"
#include "ops/view.h"

namespace todevice::ops::detail {

namespace {

View with_batch(const Tensor& t) {
  if (t.dim() == 3) return view_of(t);
  const Strides& s = t.strides();
  return {t.data_ptr(), t.dtype(), {1, t.shape()[0], t.shape()[1]}, {0, s[0], s[1]}};
}

/// Integers have no kernel: multiplied and summed, which is what PyTorch's does too.
Tensor integer_product(const Tensor& a, const Tensor& b, std::string_view kernel) {
  if (a.dtype() == DType::boolean && !a.is_cuda()) throw_not_implemented(kernel, a.dtype());
  if (a.is_cuda()) throw_not_implemented(a.dim() == 3 ? "baddbmm_cuda" : "addmm_cuda", a.dtype());
  const Tensor left = unsqueeze(a.detach(), -1);
  const Tensor right = unsqueeze(b.detach(), -3);
  const std::int64_t over[] = {-2};
  return cast(sum(mul(left, right), over), a.dtype());
}

}  // namespace

Tensor product(const Tensor& a, const Tensor& b, std::string_view kernel) {
  if (!is_floating_point(a.dtype())) {
    return integer_product(a, b, kernel.empty() ? a.dim() == 3 ? "baddbmm" : "addmm_impl_cpu_" : kernel);
  }
  Shape shape = a.shape();
  shape[a.dim() - 1] = b.shape()[b.dim() - 1];
  Tensor out = new_tensor(shape, a.dtype(), a.device());
  if (out.numel() == 0) return out;
  if (a.numel() == 0) {
    kernels_of(out).fill(view_of(out), 0);
  } else {
    kernels_of(out).matmul(with_batch(out), with_batch(a), with_batch(b), 1, 0);
  }
  return out;
}

Tensor product_plus(const Tensor& bias, const Tensor& a, const Tensor& b) {
  Tensor out = new_tensor({a.shape()[0], b.shape()[1]}, a.dtype(), a.device());
  if (out.numel() == 0) return out;
  const View start = broadcast_view(bias, out.shape());
  if (a.numel() > 0) {
    kernels_of(out).matmul_plus(view_of(out), start, view_of(a), view_of(b));
  } else {
    kernels_of(out).copy(view_of(out), start);
  }
  return out;
}

Tensor product_plus(const Tensor& bias, const Tensor& a, const Tensor& b, double beta, double alpha) {
  if (beta == 1 && alpha == 1) return product_plus(bias, a, b);
  Tensor out = new_tensor({a.shape()[0], b.shape()[1]}, a.dtype(), a.device());
  if (out.numel() == 0) return out;
  if (beta == 0) {
    kernels_of(out).fill(view_of(out), 0);
  } else {
    kernels_of(out).copy(view_of(out), broadcast_view(bias, out.shape()));
  }
  if (a.numel() > 0) {
    kernels_of(out).matmul(with_batch(out), with_batch(a), with_batch(b), alpha, beta);
  } else {
    kernels_of(out).binary(BinaryOp::mul, view_of(out), view_of(out), Scalar(beta));
  }
  return out;
}

namespace {

Tensor turned(const Tensor& t) {
  return transpose(t, -2, -1);
}

}  // namespace

bool column_major(const Tensor& t) {
  const int n = t.dim();
  return t.strides()[n - 2] == 1 && t.strides()[n - 1] == t.shape()[n - 2] && !t.is_contiguous();
}

Tensor left_gradient(const Tensor& grad, const Tensor& b, bool by_columns) {
  return by_columns ? turned(product(b, turned(grad))) : product(grad, turned(b));
}

Tensor right_gradient(const Tensor& grad, const Tensor& a, bool by_columns) {
  return by_columns ? turned(product(turned(grad), a)) : product(turned(a), grad);
}

}  // namespace todevice::ops::detail
