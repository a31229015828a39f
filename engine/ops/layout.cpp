// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "ops/checks.h"
#include "ops/creation.h"

// Which dimension of a new tensor lies innermost in memory.

namespace todevice::ops::detail {

namespace {

/// The stride along a dimension of `shape`, to which the tensor broadcasts; 0 where it is stretched.
std::int64_t stretched_stride(const Tensor& t, const Shape& shape, int dim) {
  const int own = dim - (shape.count() - t.dim());
  return own < 0 || (t.shape()[own] == 1 && shape[dim] != 1) ? 0 : t.strides()[own];
}

/// Above 0 where dimension a lies outside b, below 0 where inside, 0 where nobody tells.
int compare(const Shape& shape, std::span<const Tensor* const> inputs, int a, int b) {
  for (const Tensor* const input : inputs) {
    if (!input) continue;
    const std::int64_t along_a = stretched_stride(*input, shape, a);
    const std::int64_t along_b = stretched_stride(*input, shape, b);
    if (along_a == 0 || along_b == 0) continue;
    if (along_a != along_b) return along_a < along_b ? -1 : 1;
    if (shape[a] > shape[b]) return 1;
  }
  return 0;
}

/// The dimensions from the innermost on: PyTorch's insertion sort, which ambiguous pairs make a rule of its
/// own.
Dims from_innermost(const Shape& shape, std::span<const Tensor* const> inputs) {
  Dims order = shape;
  for (int i = 0; i < order.count(); ++i) order[i] = order.count() - 1 - i;
  for (int i = 1; i < order.count(); ++i) {
    int moving = i;
    for (int other = i - 1; other >= 0; --other) {
      const int told =
          compare(shape, inputs, static_cast<int>(order[other]), static_cast<int>(order[moving]));
      if (told < 0) break;
      if (told == 0) continue;
      std::swap(order[other], order[moving]);
      moving = other;
    }
  }
  return order;
}

/// `nothing` is what a dimension of no elements counts as.
Strides dense_strides(const Shape& shape, const Dims& order, std::int64_t nothing) {
  Strides strides = shape;
  std::int64_t step = 1;
  for (const std::int64_t dim : order) {
    strides[static_cast<int>(dim)] = step;
    step *= std::max(shape[static_cast<int>(dim)], nothing);
  }
  return strides;
}

bool is_row_by_row(const Dims& order) {
  for (int i = 0; i < order.count(); ++i) {
    if (order[i] != order.count() - 1 - i) return false;
  }
  return true;
}

/// The strides that all inputs of the full shape share, if they do.
bool agree(const Shape& shape, std::span<const Tensor* const> inputs) {
  const Tensor* first = nullptr;
  for (const Tensor* const input : inputs) {
    if (!input || input->shape() != shape) return false;
    if (!first) first = input;
    if (input->strides() != first->strides()) return false;
  }
  return first && is_dense(*first);
}

}  // namespace

Tensor new_like(const Tensor& t, TensorOptions options) {
  Tensor out = Tensor::empty(t.shape(), options);
  if (t.strides() == out.strides()) return out;
  const Tensor* const alone = &t;
  out.impl().strides =
      is_dense(t) ? t.strides() : dense_strides(t.shape(), from_innermost(t.shape(), {&alone, 1}), 1);
  return out;
}

Tensor new_like(const Tensor& t, DType dtype) {
  return new_like(t, {dtype, t.device()});
}

Tensor new_result(const Shape& shape, DType dtype, Device device,
                  std::initializer_list<const Tensor*> inputs) {
  Tensor out = new_tensor(shape, dtype, device);
  const std::span<const Tensor* const> all(inputs.begin(), inputs.size());
  const auto first = std::find_if(all.begin(), all.end(), [](const Tensor* t) { return t != nullptr; });
  if (first == all.end() || ((*first)->shape() == shape && (*first)->strides() == out.strides())) return out;
  const auto fills = [&](const Tensor* t) { return t && t->shape() == shape && t->is_contiguous(); };
  if (std::all_of(all.begin(), all.end(), fills)) return out;
  if (agree(shape, all)) {
    out.impl().strides = (*first)->strides();
  } else if (const Dims order = from_innermost(shape, all); !is_row_by_row(order)) {
    out.impl().strides = dense_strides(shape, order, 0);  // as PyTorch, which multiplies them all
  }
  return out;
}

Tensor row_by_row(const Tensor& t) {
  Tensor out = contiguous(t.detach()).detach();
  out.impl().strides = contiguous_strides(out.shape());
  return out;
}

Tensor laid_like(const Tensor& t, const Tensor& model) {
  if (t.strides() == model.strides()) return t;
  Tensor out = new_like(model, t.dtype());
  if (out.strides() == t.strides()) return t;
  if (t.numel() > 0) kernels_of(out).copy(view_of(out), view_of(t));
  if (const std::shared_ptr<Node>& node = t.grad_fn()) autograd::attach(out, node);
  return out;
}

View in_memory_order(const Tensor& t) {
  View view = view_of(t);
  const Tensor* const alone = &t;
  const Dims order = from_innermost(t.shape(), {&alone, 1});
  for (int i = 0; i < t.dim(); ++i) {
    const int from = static_cast<int>(order[t.dim() - 1 - i]);
    view.shape[i] = t.shape()[from];
    view.strides[i] = t.strides()[from];
  }
  return view;
}

}  // namespace todevice::ops::detail
