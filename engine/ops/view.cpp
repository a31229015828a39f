// SPDX-License-Identifier: Apache-2.0

#include "ops/creation.h"
#include "ops/viewing.h"

namespace todevice::ops {

using namespace detail;

namespace {

/// The sizes with a -1 filled in.
Shape inferred(Shape shape, std::int64_t count) {
  int unknown = -1;
  std::int64_t known = 1;
  for (int i = 0; i < shape.count(); ++i) {
    if (shape[i] == -1) {
      if (unknown >= 0) throw Error("only one dimension can be inferred");
      unknown = i;
    } else if (shape[i] < 0) {
      throw Error("invalid shape dimension " + std::to_string(shape[i]) + " at index " + std::to_string(i) +
                  " of shape " + to_string(shape));
    } else {
      known *= shape[i];
    }
  }
  if (unknown >= 0 && known == 0 && count == 0) {
    throw Error("cannot reshape tensor of 0 elements into shape " + to_string(shape) +
                " because the unspecified dimension size -1 can be any value and is ambiguous");
  }
  if (known == count && unknown < 0) return shape;
  if (unknown < 0 || known == 0 || count % known != 0) {
    throw Error("shape '" + to_string(shape) + "' is invalid for input of size " + std::to_string(count));
  }
  shape[unknown] = count / known;
  return shape;
}

/// Strides of `shape` over the same memory, if there are any: each run of dimensions that lies evenly in
/// memory may be cut anew.
std::optional<Strides> view_strides(const Tensor& x, const Shape& shape) {
  if (x.numel() == 0) return x.shape() == shape ? x.strides() : contiguous_strides(shape);
  if (x.is_contiguous()) return contiguous_strides(shape);
  Strides strides = shape;
  int at = shape.count() - 1;
  std::int64_t run = 1;
  std::int64_t cut = 1;
  std::int64_t step = x.dim() ? x.strides()[x.dim() - 1] : 1;
  for (int i = x.dim() - 1; i >= 0; --i) {
    run *= x.shape()[i];
    const bool ends = i == 0 || (x.shape()[i - 1] != 1 && x.strides()[i - 1] != run * step);
    if (!ends) continue;
    while (at >= 0 && (cut < run || shape[at] == 1)) {
      strides[at] = cut * step;
      cut *= shape[at--];
    }
    if (cut != run) return std::nullopt;
    if (i > 0) {
      step = x.strides()[i - 1];
      run = cut = 1;
    }
  }
  return at == -1 ? std::optional(strides) : std::nullopt;
}

}  // namespace

Tensor view(const Tensor& x, Shape shape) {
  shape = inferred(shape, x.numel());
  const std::optional<Strides> strides = view_strides(x, shape);
  if (!strides) {
    throw Error(
        "view size is not compatible with input tensor's size and stride (at least one dimension spans "
        "across "
        "two contiguous subspaces). Use .reshape(...) instead.");
  }
  return reshaped(x, shape, *strides, "ViewBackward0");
}

Tensor reshape(const Tensor& x, Shape shape) {
  shape = inferred(shape, x.numel());
  if (const std::optional<Strides> strides = view_strides(x, shape)) {
    return reshaped(x, shape, *strides, "ViewBackward0");
  }
  const Tensor copy = contiguous(x);
  return reshaped(copy, shape, contiguous_strides(shape), "UnsafeViewBackward0");
}

Tensor flatten(const Tensor& x, std::int64_t start, std::int64_t end) {
  const int first = wrap_dim(start, x.dim());
  const int last = wrap_dim(end, x.dim());
  if (first > last) throw Error("flatten() has invalid args: start_dim cannot come after end_dim");
  if (x.dim() == 0) return reshape(x, {1});
  if (first == last) return x;
  Shape shape;
  std::int64_t joined = 1;
  for (int i = 0; i < x.dim(); ++i) {
    if (i < first || i > last) {
      shape.push_back(x.shape()[i]);
    } else {
      joined *= x.shape()[i];
      if (i == last) shape.push_back(joined);
    }
  }
  return reshape(x, shape);
}

}  // namespace todevice::ops
