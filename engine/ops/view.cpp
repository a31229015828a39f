// SPDX-License-Identifier: Apache-2.0
#include "ops/view.h"

#include <algorithm>

#include "ops/checks.h"
#include "ops/creation.h"

namespace todevice::ops {

using namespace detail;

namespace {

/// A view with its history: `back` turns the view's gradient into that of the whole.
template <class F>
Tensor viewed(const Tensor& x, const Shape& shape, const Strides& strides, std::int64_t offset,
              std::string_view name, F back) {
  Tensor out = x.as_strided(shape, strides, offset);
  if (!autograd::grad_enabled()) return out;
  autograd::mark_view(out, x);
  if (autograd::tracked(x)) {
    autograd::record<0>(out, name, {&x}, {}, [back](const Tensor& grad, const auto&, const Node&) {
      return Gradients{back(grad)};
    });
  }
  return out;
}

/// For views whose gradient only changes shape.
Tensor reshaped(const Tensor& x, const Shape& shape, const Strides& strides, std::string_view name) {
  return viewed(x, shape, strides, x.storage_offset(), name,
                [whole = x.shape()](const Tensor& grad) { return reshape(grad, whole); });
}

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
  for (int i = 0; i < shape.count(); ++i) {
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
    strides[i] = i < lead || own != full[i] ? 0 : x.strides()[i - lead];
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

namespace {

/// The gradient of a part: zeros all over but there.
template <class Part>
Tensor padded(const Tensor& grad, const Shape& whole, Part part) {
  const Tensor out = zeros(whole, {grad.dtype(), grad.device()});
  copy_into(part(out), grad);
  return out;
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
  const std::int64_t plain = index < 0 ? index + size : index;
  Shape shape = x.shape();
  Strides strides = x.strides();
  const std::int64_t offset = x.storage_offset() + plain * strides[at];
  shape.erase(at);
  strides.erase(at);
  return viewed(x, shape, strides, offset, "SelectBackward0",
                [whole = x.shape(), at, plain](const Tensor& grad) {
                  return padded(grad, whole, [&](const Tensor& out) { return select(out, at, plain); });
                });
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
  return parts;
}

}  // namespace todevice::ops
