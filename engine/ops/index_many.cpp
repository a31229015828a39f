// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <string>

#include "backend/streams.h"
#include "ops/creation.h"
#include "ops/flat.h"
#include "ops/indexing.h"
#include "ops/reduction.h"
#include "ops/view.h"

namespace todevice::ops {

using namespace detail;

namespace {

bool is_mask(const Tensor& index) {
  return index.dtype() == DType::boolean || index.dtype() == DType::uint8;  // bytes were masks before bools
}

void check_mask(const Tensor& mask, const Tensor& x, int dim) {
  for (int i = 0; i < mask.dim(); ++i) {
    if (mask.shape()[i] == x.shape()[wrap_dim(dim + i, x.dim())]) continue;
    throw IndexError("The shape of the mask " + to_string(mask.shape()) + " at index " + std::to_string(i) +
                     " does not match the shape of the indexed tensor " + to_string(x.shape()) +
                     " at index " + std::to_string(dim + i));
  }
}

void check_count(const Tensor& x, std::size_t count) {
  if (static_cast<int>(count) <= x.dim()) return;
  throw IndexError("too many indices for tensor of dimension " + std::to_string(x.dim()) + " (got " +
                   std::to_string(count) + ")");
}

/// The same with masks as the positions of what is true in them: an index of integers for each dimension.
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

/// The place of the only index; -1 where there are more.
int only_one(std::span<const Tensor> indices) {
  int found = -1;
  for (int i = 0; i < static_cast<int>(indices.size()); ++i) {
    if (!indices[i].defined()) continue;
    if (found >= 0) return -1;
    found = i;
  }
  return found;
}

/// Where an index stands in the result: the shape that all broadcast to, and the dimension it begins at.
struct Layout {
  Shape common;
  int at = 0;
  Shape result;
};

[[noreturn]] void refuse(std::span<const Tensor> indices) {
  std::string shapes;
  for (const Tensor& index : indices) {
    if (index.defined()) shapes += (shapes.empty() ? "" : ", ") + to_string(index.shape());
  }
  throw IndexError("shape mismatch: indexing tensors could not be broadcast together with shapes " + shapes);
}

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

/// x with each element once: what it stretches has one element along that dimension.
Tensor unstretched(const Tensor& x) {
  Shape shape = x.shape();
  for (int i = 0; i < x.dim(); ++i) {
    if (x.strides()[i] == 0 && shape[i] > 1) shape[i] = 1;
  }
  return shape == x.shape() ? x : x.as_strided(shape, x.strides(), x.storage_offset());
}

/// How far elements of `target` lie apart in its row-major order, for a step along each dimension of x, which
/// may stretch it.
Strides steps_in(const Tensor& target, const Tensor& x) {
  Strides steps = contiguous_strides(target.shape());
  for (int i = 0; i < x.dim(); ++i) {
    if (target.shape()[i] != x.shape()[i]) steps[i] = 0;
  }
  return steps;
}

/// Do a device's numbers lie open at once? Simulated GPUs work in the host's memory, unless what they do is
/// only written down for a graph.
bool lies_open(const Tensor& x) {
  Backend& backend = x.storage()->backend();
  StreamControl* const streams = backend.streams();
  return backend.name() == "sim" && !(streams && streams->is_capturing(x.device().index()));
}

/// Positions in the order that `strides` count in, in the shape of the result. `look`: at the numbers of a
/// GPU, too.
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
      part = reshape(plain_index(contiguous(wide), x.shape()[i], number++, x.device(), look), {-1});
      for (int k = 0; k < width; ++k) along[layout.at + k] = layout.common[k];
    } else {
      if (layout.at > 0 && out == layout.at) out += width;
      part = arange(0, x.shape()[i], 1, {DType::int64, x.device()});
      along[out++] = x.shape()[i];
    }
    places = add(places, reshape(mul(part, strides[i]), along));
  }
  return places;
}

/// For each element of x the number of the value that it takes, -1 where it keeps its own.
Tensor takers(const Tensor& positions, std::int64_t count) {
  std::vector<std::int64_t> taken(static_cast<std::size_t>(count), -1);
  const std::vector<std::byte> bytes = to_host(positions);
  for (std::int64_t i = 0; i < positions.numel(); ++i) {
    std::int64_t place = 0;
    std::memcpy(&place, bytes.data() + static_cast<std::size_t>(i) * sizeof place, sizeof place);
    taken[static_cast<std::size_t>(place)] = i;
  }
  return from_host(taken.data(), {count}, {DType::int64, positions.device()});
}

void check_dtypes(const Tensor& x, const Tensor& values) {
  if (values.dtype() == x.dtype()) return;
  throw Error("Index put requires the source and destination dtypes match, got " +
              std::string(scalar_type_name(x.dtype())) + " for the destination and " +
              std::string(scalar_type_name(values.dtype())) + " for the source.");
}

/// Elements cannot be read from where others are written to.
void check_apart(const Tensor& x, const Tensor& other) {
  if (!other.defined() || other.storage() != x.storage() || !is_dense(x) || !is_dense(other)) return;
  if (overlaps(other, x) || other.storage_offset() == x.storage_offset()) throw_overlap();
}

/// Is it one number of the CPU through one mask? That is no exchange of elements, and the dtypes may differ.
bool is_masked_fill(std::span<const Tensor> indices, const Tensor& values) {
  const int at = only_one(indices);
  return at >= 0 && is_mask(indices[static_cast<std::size_t>(at)]) && values.numel() == 1 &&
         values.device().is_cpu();
}

void check_fits(const Tensor& values, const Shape& to) {
  const int lead = to.count() - values.dim();
  bool fits = lead >= 0;
  for (int i = 0; fits && i < values.dim(); ++i) {
    fits = values.shape()[i] == 1 || values.shape()[i] == to[lead + i];
  }
  if (fits) return;
  throw Error("shape mismatch: value tensor of shape " + to_string(values.shape()) +
              " cannot be broadcast to indexing result of shape " + to_string(to));
}

void write(const Tensor& x, const Tensor& values, const Tensor& positions, const Tensor& taken) {
  const autograd::NoGradGuard guard;
  const Tensor flat =
      contiguous(reshape(expand(values.detach().to({.device = x.device()}), positions.shape()), {-1}));
  const Tensor given = take_flat(flat, clamp(taken, 0, {}), "IndexBackward0");
  const Tensor own = contiguous(reshape(x.detach(), {-1}));
  copy_into(x, reshape(where(binary(BinaryOp::ge, taken, 0), given, own), x.shape()));
}

}  // namespace

Tensor index_many(const Tensor& x, std::span<const Tensor> indices) {
  if (const int at = only_one(indices); at >= 0) {
    const Tensor& index = indices[static_cast<std::size_t>(at)];
    if (!is_mask(index)) return ops::index(x, at, index);
    check_mask(index, x, at);
    return take_masked(x, at, index);
  }
  const std::vector<Tensor> plain = without_masks(x, indices);
  return take_flat(x,
                   positions_of(x, plain, layout_of(x, plain), contiguous_strides(x.shape()), lies_open(x)),
                   "IndexBackward0");
}

void index_put_(const Tensor& x, std::span<const Tensor> indices, const Tensor& values) {
  autograd::check_in_place(x, values);
  const bool fill = is_masked_fill(indices, values);
  if (fill && indices[static_cast<std::size_t>(only_one(indices))].dtype() == DType::uint8) {
    throw Error("masked_fill_ only supports boolean masks, but got mask with dtype unsigned char");
  }
  if (!fill) {
    check_apart(x, values);
    for (const Tensor& index : indices) check_apart(x, index);
  }
  const std::vector<Tensor> plain = without_masks(x, indices);
  const Layout layout = layout_of(x, plain);
  Tensor given = values;
  if (fill) {
    given = full({}, to_scalar(values), {x.dtype(), x.device()});  // says what x's dtype cannot hold
  } else {
    check_fits(values, layout.result);
    check_dtypes(x, values);
    if (values.dim() == 0) given = copy_to(values, x.device(), values.dtype());
    common_device({&x, &given});
  }
  const Tensor target = autograd::recording(x, values) ? x : unstretched(x);
  check_writable(target);
  const Tensor positions = positions_of(x, plain, layout, steps_in(target, x), true);
  const Tensor taken = takers(positions, target.numel());
  const bool recorded = autograd::recording(x, values);
  std::shared_ptr<Node> node;
  if (recorded) {
    node = autograd::make_step<2>("IndexPutBackward0", {&x, &values}, {Saved(taken), Saved(positions)},
                                  [shape = values.shape(), from = values.device()](
                                      const Tensor& grad, const auto& saved, const Node& self) {
                                    Gradients grads(2);
                                    if (self.needs(0)) {
                                      const Tensor kept = binary(BinaryOp::lt, saved[0], 0);
                                      grads[0] = where(reshape(kept, grad.shape()), grad, 0.0);
                                    }
                                    if (!self.needs(1)) return grads;
                                    grads[1] = take_flat(grad, saved[1], "IndexBackward0");
                                    if (numel(shape) == 1) grads[1] = reshape(sum(grads[1]), shape);
                                    if (from != grad.device())
                                      grads[1] = copy_to(grads[1], from, grad.dtype());
                                    return grads;
                                  });
  }
  if (positions.numel() > 0) {
    write(target, given, positions, taken);
  } else {
    x.bump_version();
  }
  if (recorded) autograd::attach_in_place(x, std::move(node));
}

}  // namespace todevice::ops
