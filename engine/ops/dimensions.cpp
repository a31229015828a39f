// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>

#include "ops/viewing.h"

// Dimensions added, removed, stretched and put in another order.

namespace todevice::ops {

using namespace detail;

Tensor alias(const Tensor& x) {
  return viewed(x, x.shape(), x.strides(), x.storage_offset(), "AliasBackward0",
                [](const Tensor& grad) { return grad; });
}

Tensor squeeze(const Tensor& x) {
  Shape shape;
  Strides strides;
  for (int i = 0; i < x.dim(); ++i) {
    if (x.shape()[i] == 1) continue;
    shape.push_back(x.shape()[i]);
    strides.push_back(x.strides()[i]);
  }
  return reshaped(x, shape, strides, "SqueezeBackward0");
}

Tensor squeeze(const Tensor& x, std::int64_t dim) {
  const int at = wrap_dim(dim, x.dim());
  Shape shape = x.shape();
  Strides strides = x.strides();
  if (x.dim() > 0 && shape[at] == 1) {
    shape.erase(at);
    strides.erase(at);
  }
  return reshaped(x, shape, strides, "SqueezeBackward1");
}

Tensor squeeze(const Tensor& x, std::span<const std::int64_t> dims) {
  const std::uint32_t mask = dims.empty() ? 0 : dim_mask(dims, x.dim());
  Shape shape;
  Strides strides;
  for (int i = 0; i < x.dim(); ++i) {
    if ((mask >> i & 1u) && x.shape()[i] == 1) continue;
    shape.push_back(x.shape()[i]);
    strides.push_back(x.strides()[i]);
  }
  return reshaped(x, shape, strides, "SqueezeBackward2");
}

Tensor unsqueeze(const Tensor& x, std::int64_t dim) {
  const int at = wrap_dim(dim, x.dim() + 1);
  Shape shape = x.shape();
  Strides strides = x.strides();
  const std::int64_t stride = at < x.dim() ? shape[at] * strides[at] : 1;
  shape.insert(at, 1);
  strides.insert(at, stride);
  return reshaped(x, shape, strides, "UnsqueezeBackward0");
}

Tensor expand(const Tensor& x, const Shape& shape) {
  const int lead = shape.count() - x.dim();
  if (lead < 0) {
    throw Error("expand(torch." + std::string(x.is_cuda() ? "cuda." : "") +
                std::string(scalar_type_name(x.dtype())) + "Tensor{" + to_string(x.shape()) + "}, size=" +
                to_string(shape) + "): the number of sizes provided (" + std::to_string(shape.count()) +
                ") must be greater or equal to the number of dimensions in the tensor (" +
                std::to_string(x.dim()) + ")");
  }
  Shape full = shape;
  Strides strides = shape;
  for (int i = shape.count() - 1; i >= 0; --i) {
    const std::int64_t own = i < lead ? 1 : x.shape()[i - lead];
    if (shape[i] == -1 && i < lead) {
      throw Error("The expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension " +
                  std::to_string(i));
    }
    full[i] = shape[i] == -1 ? own : shape[i];
    if (own != full[i] && own != 1) {
      throw Error("The expanded size of the tensor (" + std::to_string(full[i]) +
                  ") must match the existing size (" + std::to_string(own) + ") at non-singleton dimension " +
                  std::to_string(i) + ".  Target sizes: " + to_string(shape) +
                  ".  Tensor sizes: " + to_string(x.shape()));
    }
    const std::int64_t around = i + 1 < shape.count() ? full[i + 1] * strides[i + 1] : 1;
    const std::int64_t stride = i < lead ? around : x.strides()[i - lead];
    strides[i] = own != full[i] ? 0 : stride;
  }
  return viewed(x, full, strides, x.storage_offset(), "ExpandBackward0",
                [](const Tensor& grad) { return grad; });
}

Tensor permute(const Tensor& x, std::span<const std::int64_t> dims) {
  if (static_cast<int>(dims.size()) != x.dim()) {
    throw Error(
        "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the "
        "desired "
        "ordering of dimensions i.e. input.dim() = " +
        std::to_string(x.dim()) + " is not equal to len(dims) = " + std::to_string(dims.size()));
  }
  Shape shape = x.shape();
  Strides strides = x.strides();
  Dims back = x.shape();
  std::uint32_t seen = 0;
  for (int i = 0; i < x.dim(); ++i) {
    const int from = wrap_dim(dims[static_cast<std::size_t>(i)], x.dim());
    if (seen & (1u << from)) throw Error("permute(): duplicate dims are not allowed.");
    seen |= 1u << from;
    shape[i] = x.shape()[from];
    strides[i] = x.strides()[from];
    back[from] = i;
  }
  return viewed(x, shape, strides, x.storage_offset(), "PermuteBackward0", [back](const Tensor& grad) {
    return permute(grad, {back.begin(), static_cast<std::size_t>(back.count())});
  });
}

namespace {

Tensor swapped(const Tensor& x, int a, int b, std::string_view name) {
  Shape shape = x.shape();
  Strides strides = x.strides();
  if (x.dim() > 0) {
    std::swap(shape[a], shape[b]);
    std::swap(strides[a], strides[b]);
  }
  return viewed(x, shape, strides, x.storage_offset(), name,
                [a, b](const Tensor& grad) { return transpose(grad, a, b); });
}

}  // namespace

Tensor transpose(const Tensor& x, std::int64_t a, std::int64_t b) {
  return swapped(x, wrap_dim(a, x.dim()), wrap_dim(b, x.dim()), "TransposeBackward0");
}

Tensor t(const Tensor& x) {
  if (x.dim() > 2) {
    throw Error("t() expects a tensor with <= 2 dimensions, but self is " + std::to_string(x.dim()) + "D");
  }
  return swapped(x, 0, x.dim() == 2 ? 1 : 0, "TBackward0");
}

}  // namespace todevice::ops
