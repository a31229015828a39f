// SPDX-License-Identifier: Apache-2.0
#include "ops/flat.h"

#include <cstring>

#include "ops/creation.h"
#include "ops/view.h"

namespace todevice::ops::detail {

namespace {

Tensor spread_back(const Tensor& grad, const Tensor& positions, const Shape& whole) {
  const Tensor sums = zeros({numel(whole)}, {grad.dtype(), grad.device()});
  if (grad.numel() > 0) {
    const Tensor from = contiguous(reshape(grad, {-1}));
    kernels_of(sums).index_add(view_of(sums), view_of(from), view_of(positions));
  }
  return reshape(sums, whole);
}

}  // namespace

std::vector<Saved> saved_of(std::span<const Tensor> tensors) {
  std::vector<Saved> saved;
  for (const Tensor& t : tensors) {
    if (t.defined()) saved.emplace_back(t);
  }
  return saved;
}

Tensor take_flat(const Tensor& x, const Tensor& positions, std::string_view node,
                 std::span<const Tensor> watched) {
  Tensor out = new_tensor({positions.numel()}, x.dtype(), x.device());
  Tensor places;
  {
    const autograd::NoGradGuard guard;
    places = contiguous(reshape(positions, {-1}));
    if (out.numel() > 0) {
      const Tensor from = contiguous(reshape(x.detach(), {-1}));
      kernels_of(out).index_select(view_of(out), view_of(from), view_of(places), Counted::from_start);
    }
    out = reshape(out, positions.shape()).detach();
  }
  if (autograd::recording(x)) {
    autograd::record<1>(
        out, node, {&x}, {Saved(places)},
        [whole = x.shape()](const Tensor& grad, const auto& saved, const Node&) {
          return Gradients{spread_back(grad, saved[0], whole)};
        },
        saved_of(watched));
  }
  return out;
}

Tensor flat_positions(const Shape& shape, int dim, const Tensor& index) {
  const autograd::NoGradGuard guard;
  const Strides strides = contiguous_strides(shape);
  Tensor places = mul(index, strides[dim]);
  for (int i = 0; i < shape.count(); ++i) {
    if (i == dim) continue;
    Shape along = index.shape();
    for (int k = 0; k < along.count(); ++k) along[k] = k == i ? along[k] : 1;
    const Tensor steps = arange(0, index.shape()[i], 1, {DType::int64, index.device()});
    places = add(places, reshape(mul(steps, strides[i]), along));
  }
  return places;
}

Tensor looked_up(const Tensor& index, std::int64_t size, Counted rows) {
  const autograd::NoGradGuard guard;
  const Tensor flat = contiguous(reshape(index.detach(), {-1}));
  const Tensor zero = expand(full({1}, 0, {DType::int64, index.device()}), {size});  // as long, of no memory
  const Tensor zeros = new_tensor(flat.shape(), DType::int64, index.device());
  if (flat.numel() > 0) kernels_of(zeros).index_select(view_of(zeros), view_of(zero), view_of(flat), rows);
  return reshape(zeros, index.shape());
}

void check_numbers(const Tensor& index, std::int64_t size, int dim) {
  const std::vector<std::byte> bytes = to_host(index);
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::int64_t)) {
    std::int64_t number = 0;
    std::memcpy(&number, bytes.data() + at, sizeof number);
    if (number >= 0 && number < size) continue;
    throw Error("index " + std::to_string(number) + " is out of bounds for dimension " + std::to_string(dim) +
                " with size " + std::to_string(size));
  }
}

}  // namespace todevice::ops::detail
