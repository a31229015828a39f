// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <string>

#include "ops/creation.h"
#include "ops/flat.h"
#include "ops/indexing.h"
#include "ops/view.h"

namespace todevice::ops {

using namespace detail;

namespace {

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
  return layout;
}

/// Positions in row-major order of x, in the shape of the result.
Tensor positions_of(const Tensor& x, std::span<const Tensor> indices, const Layout& layout) {
  const autograd::NoGradGuard guard;
  const Strides strides = contiguous_strides(x.shape());
  const int width = layout.common.count();
  Tensor places = zeros(layout.result, {DType::int64, x.device()});
  int out = layout.at == 0 ? width : 0;  // where the next dimension that is taken whole stands
  for (int i = 0; i < x.dim(); ++i) {
    const bool picked = i < static_cast<int>(indices.size()) && indices[i].defined();
    Shape along;
    for (int k = 0; k < layout.result.count(); ++k) along.push_back(1);
    Tensor part;
    if (picked) {
      const Tensor wide = expand(indices[i], layout.common);
      part = reshape(plain_index(contiguous(wide), x.shape()[i], i, x.device()), {-1});
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
  return take_flat(x, positions_of(x, indices, layout_of(x, indices)), "IndexBackward0");
}

void index_put_(const Tensor& x, std::span<const Tensor> indices, const Tensor& values) {
  if (values.dtype() != x.dtype()) {
    throw Error("Index put requires the source and destination dtypes match, got " +
                std::string(scalar_type_name(x.dtype())) + " for the destination and " +
                std::string(scalar_type_name(values.dtype())) + " for the source.");
  }
  autograd::check_in_place(x);
  check_writable(x);
  const Layout layout = layout_of(x, indices);
  const Tensor positions = positions_of(x, indices, layout);
  check_fits(values, positions.shape());
  if (positions.numel() == 0) return;
  const Tensor taken = takers(positions, x.numel());
  const bool recorded = autograd::recording(x, values);
  std::shared_ptr<Node> node;
  if (recorded) {
    node = autograd::make_step<2>("IndexPutBackward0", {&x, &values}, {Saved(taken), Saved(positions)},
                                  [](const Tensor& grad, const auto& saved, const Node& self) {
                                    Gradients grads(2);
                                    if (self.needs(0)) {
                                      const Tensor kept = binary(BinaryOp::lt, saved[0], 0);
                                      grads[0] = where(reshape(kept, grad.shape()), grad, 0.0);
                                    }
                                    if (self.needs(1)) grads[1] = take_flat(grad, saved[1], "IndexBackward0");
                                    return grads;
                                  });
  }
  write(x, values, positions, taken);
  if (recorded) autograd::attach_in_place(x, std::move(node));
}

}  // namespace todevice::ops
