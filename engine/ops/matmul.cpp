// SPDX-License-Identifier: Apache-2.0
#include "ops/checks.h"
#include "ops/linalg.h"
#include "ops/view.h"

// Products of any dimension, reduced to those of linalg.cpp.

namespace todevice::ops {

using namespace detail;

namespace {

Shape front(const Shape& shape, int drop) {
  Shape out;
  for (int i = 0; i < shape.count() - drop; ++i) out.push_back(shape[i]);
  return out;
}

Shape with(Shape shape, std::int64_t size) {
  shape.push_back(size);
  return shape;
}

/// PyTorch's name for the last step, which puts the batch dimensions back.
Tensor unfolded(const Tensor& x, const Shape& shape) {
  Tensor out = view(x, shape);
  if (autograd::recording(x)) {
    autograd::record<0>(out, "UnsafeViewBackward0", {&x}, {},
                        [whole = x.shape()](const Tensor& grad, const auto&, const Node&) {
                          return Gradients{reshape(grad, whole)};
                        });
  }
  return out;
}

/// (..., n, k) x (k, m) or (k): the batch joins the rows.
Tensor folded(const Tensor& a, const Tensor& b) {
  const Tensor rows = reshape(a, {-1, a.shape()[a.dim() - 1]});
  const Shape batch = front(a.shape(), 1);
  if (b.dim() == 1) return unfolded(mv(rows, b), batch);
  return unfolded(mm(rows, b), with(batch, b.shape()[1]));
}

Tensor batched(const Tensor& a, const Tensor& b) {
  const Tensor left = a.dim() == 1 ? unsqueeze(a, 0) : a;
  const Tensor right = b.dim() == 1 ? unsqueeze(b, 1) : b;
  const std::int64_t n = left.size(-2), k = left.size(-1), inner = right.size(-2), m = right.size(-1);
  const Shape batch = broadcast_shapes(front(left.shape(), 2), front(right.shape(), 2));
  const Tensor x = reshape(expand(left, with(with(batch, n), k)), {numel(batch), n, k});
  const Tensor y = reshape(expand(right, with(with(batch, inner), m)), {numel(batch), inner, m});
  Shape shape = batch;
  if (a.dim() > 1) shape.push_back(n);
  if (b.dim() > 1) shape.push_back(m);
  return unfolded(bmm(x, y), shape);
}

}  // namespace

Tensor matmul(const Tensor& a, const Tensor& b) {
  if (a.dim() == 0 || b.dim() == 0) {
    throw Error("both arguments to matmul need to be at least 1D, but they are " + std::to_string(a.dim()) +
                "D and " + std::to_string(b.dim()) + "D");
  }
  if (a.dim() == 2 && b.dim() == 2) return mm(a, b);
  if (a.dim() == 1 && b.dim() == 1) return dot(a, b);
  if (a.dim() == 2 && b.dim() == 1) return mv(a, b);
  if (a.dim() == 1 && b.dim() == 2) return squeeze(mm(unsqueeze(a, 0), b), 0);
  if (a.dim() >= 3 && b.dim() <= 2) return folded(a, b);
  return batched(a, b);
}

Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias) {
  if (!bias.defined()) return matmul(x, t(weight));
  if (x.dim() == 2) return addmm(bias, x, t(weight));
  if (x.dim() == 0) {
    throw Error("both arguments to linear need to be at least 1D, but they are 0D and " +
                std::to_string(weight.dim()) + "D");
  }
  const Tensor rows = reshape(x, {-1, x.shape()[x.dim() - 1]});
  const Tensor out = addmm(bias, rows, t(weight));
  return view(out, with(front(x.shape(), 1), out.shape()[1]));
}

}  // namespace todevice::ops
