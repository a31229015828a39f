// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "ops/creation.h"
#include "ops/viewing.h"

namespace todevice::ops {

using namespace detail;

namespace {

/// The gradient of a part: zeros all over but there.
template <class Part>
Tensor padded(const Tensor& grad, const Shape& whole, Part part) {
  const Tensor out = zeros(whole, {grad.dtype(), grad.device()});
  copy_into(part(out), grad);
  return out;
}

}  // namespace

namespace {

Tensor selected(const Tensor& x, int at, std::int64_t index, std::string_view name) {
  Shape shape = x.shape();
  Strides strides = x.strides();
  const std::int64_t offset = x.storage_offset() + index * strides[at];
  shape.erase(at);
  strides.erase(at);
  return viewed(x, shape, strides, offset, name, [whole = x.shape(), at, index](const Tensor& grad) {
    return padded(grad, whole, [&](const Tensor& out) { return select(out, at, index); });
  });
}

}  // namespace

Tensor select(const Tensor& x, std::int64_t dim, std::int64_t index) {
  if (x.dim() == 0) throw IndexError("select() cannot be applied to a 0-dim tensor.");
  const int at = wrap_dim(dim, x.dim());
  const std::int64_t size = x.shape()[at];
  if (index < -size || index >= size) {
    throw IndexError("select(): index " + std::to_string(index) + " out of range for tensor of size " +
                     to_string(x.shape()) + " at dimension " + std::to_string(at));
  }
  return selected(x, at, index < 0 ? index + size : index, "SelectBackward0");
}

namespace {

Tensor part_of(const Tensor& x, std::int64_t dim, std::int64_t start, std::int64_t end, std::int64_t step,
               std::string_view name) {
  const int at = wrap_dim(dim, x.dim());
  const std::int64_t size = x.shape()[at];
  if (start < 0) start += size;
  if (end < 0) end += size;
  start = std::clamp<std::int64_t>(start, 0, size);
  end = std::clamp<std::int64_t>(end, start, size);
  Shape shape = x.shape();
  Strides strides = x.strides();
  const std::int64_t offset = x.storage_offset() + start * strides[at];
  shape[at] = (end - start + step - 1) / step;
  strides[at] *= step;
  return viewed(
      x, shape, strides, offset, name, [whole = x.shape(), at, start, end, step](const Tensor& grad) {
        return padded(grad, whole, [&](const Tensor& out) { return slice(out, at, start, end, step); });
      });
}

}  // namespace

Tensor slice(const Tensor& x, std::int64_t dim, std::int64_t start, std::int64_t end, std::int64_t step) {
  if (x.dim() == 0) throw Error("slice() cannot be applied to a 0-dim tensor.");
  if (step <= 0) throw Error("slice step must be positive");
  return part_of(x, dim, start, end, step, "SliceBackward0");
}

namespace {

void mark_several(const std::vector<Tensor>& parts) {
  for (std::size_t i = 0; i < parts.size(); ++i) autograd::mark_one_of_several(parts[i], static_cast<int>(i));
}

}  // namespace

std::vector<Tensor> split(const Tensor& x, std::int64_t size, std::int64_t dim) {
  if (x.dim() == 0) throw Error("split expects at least a 1-dimensional tensor");
  const int at = wrap_dim(dim, x.dim());
  const std::int64_t length = x.shape()[at];
  if (size < 0) {
    throw Error("split expects split_size be non-negative, but got split_size=" + std::to_string(size));
  }
  if (size == 0 && length != 0) {
    throw Error("split_size can only be 0 if dimension size is 0, but got dimension size of " +
                std::to_string(length));
  }
  std::vector<Tensor> parts;
  std::int64_t from = 0;
  do {
    const std::int64_t end = std::min(from + size, length);
    parts.push_back(part_of(x, at, from, end, 1, "SplitBackward0"));
    from = end;
  } while (from < length);
  mark_several(parts);
  return parts;
}

std::vector<Tensor> split_with_sizes(const Tensor& x, std::span<const std::int64_t> sizes, std::int64_t dim) {
  std::vector<Tensor> parts;
  std::int64_t from = 0;
  for (const std::int64_t size : sizes) {
    parts.push_back(part_of(x, dim, from, from + size, 1, "SplitWithSizesBackward0"));
    from += size;
  }
  mark_several(parts);
  return parts;
}

std::vector<Tensor> unbind(const Tensor& x, std::int64_t dim) {
  const int at = wrap_dim(dim, x.dim());
  if (x.dim() == 0) throw IndexError("Dimension specified as 0 but tensor has no dimensions");
  std::vector<Tensor> parts;
  for (std::int64_t i = 0; i < x.shape()[at]; ++i) parts.push_back(selected(x, at, i, "UnbindBackward0"));
  mark_several(parts);
  return parts;
}

}  // namespace todevice::ops
