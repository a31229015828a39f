// SPDX-License-Identifier: Apache-2.0
#include "ops/checks.h"
#include "ops/creation.h"
#include "ops/view.h"

namespace todevice::ops {

using namespace detail;

namespace {

/// PyTorch's old rule: an empty 1-d tensor joins anything and adds nothing.
bool skipped(const Tensor& t) {
  return t.dim() == 1 && t.shape()[0] == 0;
}

void check_device(std::span<const Tensor> tensors) {
  for (const Tensor& t : tensors) check_same_device({{&tensors[0], "tensors"}, {&t, "tensors"}}, "cat");
}

Shape joined_shape(std::span<const Tensor> tensors, const Tensor& first, int dim) {
  Shape shape = first.shape();
  shape[dim] = 0;
  for (std::size_t k = 0; k < tensors.size(); ++k) {
    const Tensor& t = tensors[k];
    if (skipped(t)) continue;
    if (t.dim() != first.dim()) {
      throw Error("Tensors must have same number of dimensions: got " + std::to_string(first.dim()) +
                  " and " + std::to_string(t.dim()));
    }
    for (int i = 0; i < t.dim(); ++i) {
      if (i == dim || t.shape()[i] == first.shape()[i]) continue;
      throw Error("Sizes of tensors must match except in dimension " + std::to_string(dim) +
                  ". Expected size " + std::to_string(first.shape()[i]) + " but got size " +
                  std::to_string(t.shape()[i]) + " for tensor number " + std::to_string(k) + " in the list.");
    }
    shape[dim] += t.shape()[dim];
  }
  return shape;
}

bool any_tracked(std::span<const Tensor> tensors) {
  for (const Tensor& t : tensors) {
    if (autograd::recording(t)) return true;
  }
  return false;
}

/// A step with as many inputs as were joined; `back` gives all their gradients.
template <class F>
void record_many(const Tensor& out, std::string_view name, std::span<const Tensor> tensors, F back) {
  auto node = autograd::make_step<0>(
      name, {}, {}, [back](const Tensor& grad, const auto&, const Node& self) { return back(grad, self); });
  node->edges.reserve(tensors.size());
  for (const Tensor& t : tensors) node->edges.push_back(autograd::edge_to(t));
  autograd::attach(out, std::move(node));
}

}  // namespace

Tensor cat(std::span<const Tensor> tensors, std::int64_t dim) {
  if (tensors.empty()) throw ValueError("torch.cat(): expected a non-empty list of Tensors");
  check_device(tensors);
  const Tensor* first = &tensors[0];
  for (std::size_t k = 0; k < tensors.size(); ++k) {
    if (tensors[k].dim() == 0) {
      throw Error("zero-dimensional tensor (at position " + std::to_string(k) + ") cannot be concatenated");
    }
    if (skipped(*first)) first = &tensors[k];
  }
  const int at = wrap_dim(dim, first->dim());
  const Shape shape = joined_shape(tensors, *first, at);
  Tensor out = new_tensor(shape, result_type(tensors), first->device());
  std::vector<std::int64_t> lengths;
  lengths.reserve(tensors.size());
  {
    const autograd::NoGradGuard guard;
    std::int64_t from = 0;
    for (const Tensor& t : tensors) {
      const std::int64_t length = skipped(t) ? 0 : t.shape()[at];
      lengths.push_back(length);
      if (t.numel() == 0) continue;
      const Tensor part = slice(out, at, from, from + length, 1);
      kernels_of(out).copy(view_of(part), view_of(t));
      from += length;
    }
  }
  if (any_tracked(tensors)) {
    record_many(out, "CatBackward0", tensors, [at, lengths](const Tensor& grad, const Node& node) {
      Gradients grads(lengths.size());
      std::int64_t from = 0;
      for (std::size_t k = 0; k < lengths.size(); ++k) {
        if (node.needs(k) && lengths[k] > 0) grads[k] = slice(grad, at, from, from + lengths[k], 1);
        from += lengths[k];
      }
      return grads;
    });
  }
  return out;
}

Tensor stack(std::span<const Tensor> tensors, std::int64_t dim) {
  if (tensors.empty()) throw Error("stack expects a non-empty TensorList");
  check_device(tensors);
  for (std::size_t k = 1; k < tensors.size(); ++k) {
    if (tensors[k].shape() == tensors[0].shape()) continue;
    throw Error("stack expects each tensor to be equal size, but got " + to_string(tensors[0].shape()) +
                " at entry 0 and " + to_string(tensors[k].shape()) + " at entry " + std::to_string(k));
  }
  const int at = wrap_dim(dim, tensors[0].dim() + 1);
  Shape shape = tensors[0].shape();
  shape.insert(at, static_cast<std::int64_t>(tensors.size()));
  Tensor out = new_tensor(shape, result_type(tensors), tensors[0].device());
  if (out.numel() > 0) {
    const autograd::NoGradGuard guard;
    for (std::size_t k = 0; k < tensors.size(); ++k) {
      const Tensor part = select(out, at, static_cast<std::int64_t>(k));
      kernels_of(out).copy(view_of(part), view_of(tensors[k]));
    }
  }
  if (any_tracked(tensors)) {
    record_many(out, "StackBackward0", tensors, [at](const Tensor& grad, const Node& node) {
      Gradients grads(node.edges.size());
      for (std::size_t k = 0; k < grads.size(); ++k) {
        if (node.needs(k)) grads[k] = select(grad, at, static_cast<std::int64_t>(k));
      }
      return grads;
    });
  }
  return out;
}

}  // namespace todevice::ops
