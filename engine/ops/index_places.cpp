// SPDX-License-Identifier: Apache-2.0
#include "ops/index_places.h"

#include <string>

#include "ops/checks.h"
#include "ops/creation.h"
#include "ops/flat.h"
#include "ops/indexing.h"
#include "ops/view.h"

namespace todevice::ops {

bool is_mask(const Tensor& index) {
  return index.dtype() == DType::boolean || index.dtype() == DType::uint8;
}

namespace detail {

void check_mask(const Tensor& mask, const Tensor& x, int dim) {
  for (int i = 0; i < mask.dim(); ++i) {
    if (mask.shape()[i] == x.shape()[wrap_dim(dim + i, x.dim())]) continue;
    throw IndexError("The shape of the mask " + to_string(mask.shape()) + " at index " + std::to_string(i) +
                     " does not match the shape of the indexed tensor " + to_string(x.shape()) +
                     " at index " + std::to_string(dim + i));
  }
}

namespace {

void check_count(const Tensor& x, std::size_t count) {
  if (static_cast<int>(count) <= x.dim()) return;
  throw IndexError("too many indices for tensor of dimension " + std::to_string(x.dim()) + " (got " +
                   std::to_string(count) + ")");
}

}  // namespace

std::vector<Tensor> without_masks(const Tensor& x, std::span<const Tensor> indices) {
  check_count(x, indices.size());
  for (const Tensor& index : indices) {
    if (!index.defined() || is_mask(index) || index.dtype() == DType::int64 || index.dtype() == DType::int32)
      continue;
    throw IndexError("tensors used as indices must be long, int, byte or bool tensors");
  }
  std::vector<Tensor> plain;
  for (const Tensor& index : indices) {
    if (!index.defined() || !is_mask(index)) {
      plain.push_back(index);
      continue;
    }
    check_mask(index, x, static_cast<int>(plain.size()));
    const Tensor places = nonzero(index);
    for (int i = 0; i < index.dim(); ++i) plain.push_back(contiguous(select(places, 1, i)));
  }
  check_count(x, plain.size());
  return plain;
}

int only_one(std::span<const Tensor> indices) {
  int found = -1;
  for (int i = 0; i < static_cast<int>(indices.size()); ++i) {
    if (!indices[i].defined()) continue;
    if (found >= 0) return -1;
    found = i;
  }
  return found;
}

namespace {

[[noreturn]] void refuse(std::span<const Tensor> indices) {
  std::string shapes;
  for (const Tensor& index : indices) {
    if (index.defined()) shapes += (shapes.empty() ? "" : ", ") + to_string(index.shape());
  }
  throw IndexError("shape mismatch: indexing tensors could not be broadcast together with shapes " + shapes);
}

}  // namespace

Layout layout_of(const Tensor& x, std::span<const Tensor> indices) {
  Layout layout;
  int first = -1, last = -1, count = 0;
  for (int i = 0; i < static_cast<int>(indices.size()); ++i) {
    if (!indices[i].defined()) continue;
    if (first < 0) first = i;
    last = i;
    ++count;
    try {
      layout.common = broadcast_shapes(layout.common, indices[i].shape());
    } catch (const Error&) {
      refuse(indices);
    }
  }
  layout.at = last - first + 1 == count ? first : 0;
  int kept = 0;
  bool done = false;
  const auto put_common = [&] {
    if (done || kept != layout.at) return;
    for (const std::int64_t size : layout.common) layout.result.push_back(size);
    done = true;
  };
  for (int i = 0; i < x.dim(); ++i) {
    put_common();
    if (i < static_cast<int>(indices.size()) && indices[i].defined()) continue;
    layout.result.push_back(x.shape()[i]);
    ++kept;
  }
  put_common();
  for (int i = 0; i < static_cast<int>(indices.size()); ++i) {
    if (indices[i].defined()) check_some(x.shape()[i], numel(layout.common));
  }
  return layout;
}

namespace {

/// Where the elements of one dimension stand.
Tensor all_along(std::int64_t size, std::int64_t stride, Device device) {
  return mul(arange(0, size, 1, {DType::int64, device}), stride);
}

/// Where the elements stand that `index`, a row of numbers, names.
Tensor places_along(const Tensor& index, bool unseen, std::int64_t size, std::int64_t stride) {
  if (!unseen || index.numel() == 0) return mul(index, stride);
  const Tensor zeros = looked_up(index, size, Counted::either_end);
  const Tensor from_start = where(binary(BinaryOp::lt, index, 0), add(index, size), index);
  return add(mul(from_start, stride), zeros);
}

}  // namespace

Tensor positions_of(const Tensor& x, std::span<const Tensor> indices, const Layout& layout,
                    const Strides& strides, bool look) {
  const autograd::NoGradGuard guard;
  const int width = layout.common.count();
  Tensor places = zeros(layout.result, {DType::int64, x.device()});
  int out = layout.at == 0 ? width : 0;  // where the next dimension that is taken whole stands
  int number = 0;                        // of the index: what PyTorch's error calls the dimension
  for (int i = 0; i < x.dim(); ++i) {
    const bool picked = i < static_cast<int>(indices.size()) && indices[i].defined();
    Shape along;
    for (int k = 0; k < layout.result.count(); ++k) along.push_back(1);
    Tensor part;
    if (picked) {
      const Tensor wide = expand(indices[i], layout.common);
      part = plain_index(contiguous(wide), x.shape()[i], number++, x.device(), look);
      part = places_along(reshape(part, {-1}), indices[i].is_cuda(), x.shape()[i], strides[i]);
      for (int k = 0; k < width; ++k) along[layout.at + k] = layout.common[k];
    } else {
      if (layout.at > 0 && out == layout.at) out += width;
      part = all_along(x.shape()[i], strides[i], x.device());
      along[out++] = x.shape()[i];
    }
    places = add(places, reshape(part, along));
  }
  return places;
}

}  // namespace detail

}  // namespace todevice::ops
