// SPDX-License-Identifier: Apache-2.0
#include "ops/checks.h"
#include "ops/creation.h"
#include "ops/loss.h"
#include "ops/reduce.h"
#include "ops/view.h"

namespace todevice::ops {

using namespace detail;

namespace {

/// Rows of the dimension that is normalised: it is made the last, the others are joined.
Tensor as_rows(const Tensor& x, int dim) {
  if (x.dim() == 0) return reshape(x, {1, 1});
  if (x.dim() == 2 && dim == 1) return contiguous(x);
  const Tensor turned = dim == x.dim() - 1 ? x : transpose(x, dim, -1);
  return contiguous(reshape(turned, {-1, x.shape()[dim]}));
}

Tensor from_rows(const Tensor& rows, const Shape& shape, int dim) {
  if (shape.count() == 0) return reshape(rows, {});
  if (dim == shape.count() - 1) return shape.count() == 2 ? rows : reshape(rows, shape);
  Shape turned = shape;
  std::swap(turned[dim], turned[shape.count() - 1]);
  return row_by_row(transpose(reshape(rows, turned), dim, -1));
}

void check_dtype(const Tensor& x, int dim, bool log) {
  if (is_floating_point(x.dtype())) return;
  const std::string name = log ? "log_softmax" : "softmax";
  const bool last = dim == std::max(0, x.dim() - 1);
  throw_not_implemented(x.is_cuda() ? "host_softmax" : name + (last ? "_lastdim" : "") + "_kernel_impl",
                        x.dtype());
}

/// Over a dimension other than the last, where the device has a kernel for it; else undefined.
Tensor across(const Tensor& x, int dim) {
  std::int64_t before = 1;
  for (int i = 0; i < dim; ++i) before *= x.shape()[i];
  const std::int64_t n = x.shape()[dim];
  const Tensor in = reshape(contiguous(x.detach()), {before, n, x.numel() / (before * n)});
  const Tensor out = new_tensor(in.shape(), x.dtype(), x.device());
  if (!kernels_of(out).softmax_across(view_of(out), view_of(in))) return {};
  return reshape(out, x.shape()).detach();
}

Tensor gradient(const Tensor& grad, const Tensor& result, int dim, bool log) {
  const Tensor rows = as_rows(grad, dim);
  const Tensor saved = as_rows(result, dim);
  const Tensor out = new_tensor(rows.shape(), rows.dtype(), rows.device());
  if (out.numel() > 0) kernels_of(out).softmax_grad(view_of(out), view_of(rows), view_of(saved), log);
  return from_rows(out, grad.shape(), dim);
}

Tensor normalised(const Tensor& x, std::int64_t dim, bool log) {
  const int at = wrap_dim(dim, x.dim());
  check_dtype(x, at, log);
  Tensor out;
  if (x.numel() == 0) {
    out = new_tensor(x.shape(), x.dtype(), x.device());
  } else {
    const autograd::NoGradGuard guard;
    const bool last = at == std::max(0, x.dim() - 1);  // PyTorch rounds 16-bit floats midway there
    if (!last && !log) out = across(x, at);
    if (!out.defined()) {
      const Tensor rows = as_rows(last ? x : cast(x, opmath_dtype(x.dtype())), at);
      const Tensor result = new_tensor(rows.shape(), rows.dtype(), rows.device());
      kernels_of(result).softmax(view_of(result), view_of(rows), log);
      out = cast(from_rows(result, x.shape(), at), x.dtype());
    }
  }
  if (autograd::recording(x)) {
    autograd::record<1>(out, log ? "LogSoftmaxBackward0" : "SoftmaxBackward0", {&x}, {Saved::result(out)},
                        [at, log](const Tensor& grad, const auto& saved, const Node&) {
                          return Gradients{gradient(grad, saved[0], at, log)};
                        });
  }
  return out;
}

}  // namespace

Tensor softmax(const Tensor& x, std::int64_t dim) {
  return normalised(x, dim, false);
}

Tensor log_softmax(const Tensor& x, std::int64_t dim) {
  return normalised(x, dim, true);
}

}  // namespace todevice::ops
