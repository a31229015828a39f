// SPDX-License-Identifier: Apache-2.0
#include "ops/indexing.h"

#include <cstring>

#include "ops/checks.h"
#include "ops/creation.h"
#include "ops/flat.h"
#include "ops/view.h"

namespace todevice::ops {

using namespace detail;

namespace {

std::vector<std::int64_t> host_numbers(const Tensor& index) {
  const std::vector<std::byte> bytes = to_host(index);
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(index.numel()));
  if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

Tensor from_numbers(const std::vector<std::int64_t>& numbers, const Shape& shape, Device device) {
  return from_host(numbers.data(), shape, {DType::int64, device});
}

/// Laid out as x is, but for the dimension that is picked from.
Tensor new_rows(const Tensor& x, int dim, const Shape& shape) {
  if (x.is_contiguous() || x.dim() < 2) return new_tensor(shape, x.dtype(), x.device());
  Strides strides = x.strides();
  strides[dim] = 0;
  const Tensor stretched = x.as_strided(shape, strides, x.storage_offset());
  return new_result(shape, x.dtype(), x.device(), {&stretched, nullptr});
}

/// out[i] = x[index[i]] along `dim`, which becomes `along` (as many elements as the index has); with history
/// under `name`, which watches over `watched`. The index is flat and right. `laid_as_x`: as x lies in memory,
/// not row by row.
Tensor gather_rows(const Tensor& x, int dim, const Tensor& index, const Shape& along, std::string_view name,
                   std::span<const Tensor> watched, bool laid_as_x = false,
                   Counted counted = Counted::from_start) {
  Shape shape = x.shape();
  shape[dim] = index.numel();
  Tensor out = laid_as_x ? new_rows(x, dim, shape) : new_tensor(shape, x.dtype(), x.device());
  if (out.numel() > 0) {
    const autograd::NoGradGuard guard;
    const Tensor rows = transpose(x, 0, dim);
    const Tensor into = transpose(out, 0, dim);
    kernels_of(out).index_select(view_of(into), view_of(rows), view_of(index), counted);
  }
  if (along.count() != 1) {
    if (!out.is_contiguous()) out = contiguous(out);
    Shape full;
    for (int i = 0; i < dim; ++i) full.push_back(shape[i]);
    for (const std::int64_t size : along) full.push_back(size);
    for (int i = dim + 1; i < x.dim(); ++i) full.push_back(shape[i]);
    out = out.as_strided(full, contiguous_strides(full), 0);
  }
  if (autograd::recording(x)) {
    autograd::record<1>(
        out, name, {&x}, {Saved(index)},
        [whole = x.shape(), shape, dim](const Tensor& grad, const auto& saved, const Node&) {
          const Tensor sums = zeros(whole, {grad.dtype(), grad.device()});
          if (grad.numel() > 0) {
            const Tensor into = transpose(sums, 0, dim);
            const Tensor from = transpose(reshape(grad, shape), 0, dim);
            kernels_of(sums).index_add(view_of(into), view_of(from), view_of(saved[0]));
          }
          return Gradients{sums};
        },
        saved_of(watched));
  }
  return out;
}

/// Which elements are true, counted in row-major order.
std::vector<std::int64_t> places_of(const Tensor& mask) {
  const std::vector<std::byte> truth = to_host(mask);
  std::vector<std::int64_t> places;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (truth[i] != std::byte{0}) places.push_back(static_cast<std::int64_t>(i));
  }
  return places;
}

void check_reachable(const Tensor& index, Device device) {
  if (index.device() == device) return;
  throw Error("indices should be either on cpu or on the same device as the indexed tensor (" + device.str() +
              ")");
}

}  // namespace

namespace detail {

void check_some(std::int64_t size, std::int64_t wanted) {
  if (size == 0 && wanted != 0) throw IndexError("index is out of bounds for dimension with size 0");
}

Tensor plain_index(const Tensor& index, std::int64_t size, int dim, Device device, bool look) {
  if (index.is_cuda()) {
    check_reachable(index, device);
    const Tensor wide = cast(index, DType::int64);
    if (look) plain_index(copy_to(wide, kCpu, DType::int64), size, dim, kCpu);
    return wide;
  }
  std::vector<std::int64_t> numbers = host_numbers(cast(index, DType::int64));
  for (std::int64_t& i : numbers) {
    if (i < -size || i >= size) {
      throw IndexError("index " + std::to_string(i) + " is out of bounds for dimension " +
                       std::to_string(dim) + " with size " + std::to_string(size));
    }
    if (i < 0) i += size;
  }
  return from_numbers(numbers, {index.numel()}, device);
}

Tensor take_masked(const Tensor& x, int dim, const Tensor& mask) {
  if (mask.is_cuda()) check_reachable(mask, x.device());
  Shape joined;
  for (int i = 0; i < dim; ++i) joined.push_back(x.shape()[i]);
  joined.push_back(mask.numel());
  for (int i = dim + mask.dim(); i < x.dim(); ++i) joined.push_back(x.shape()[i]);
  const std::vector<std::int64_t> places = places_of(cast(mask, DType::boolean));
  const Tensor index = from_numbers(places, {static_cast<std::int64_t>(places.size())}, x.device());
  const Tensor rows = mask.dim() == 1 ? x : reshape(x, joined);
  const Tensor watched[] = {mask};
  return gather_rows(rows, dim, index, {index.numel()}, "IndexBackward0", watched, true);
}

}  // namespace detail

Tensor index_select(const Tensor& x, std::int64_t dim, const Tensor& index) {
  check_same_device({{&x, "self"}, {&index, "index"}}, "_index_select");
  const int at = wrap_dim(dim, x.dim());
  if (index.dim() > 1) throw IndexError("index_select(): Index is supposed to be a vector");
  if (index.dtype() != DType::int64 && index.dtype() != DType::int32) {
    throw Error("index_select(): Expected dtype int32 or int64 for index");
  }
  const Tensor wide = cast(contiguous(index), DType::int64);
  if (!index.is_cuda()) {
    for (const std::int64_t i : host_numbers(wide)) {
      if (i < 0 || i >= (x.dim() == 0 ? 1 : x.shape()[at])) throw IndexError("index out of range in self");
    }
  }
  const Tensor flat = index.dim() == 1 ? wide : reshape(wide, {1});
  const Tensor watched[] = {index};
  if (x.dim() == 0) return gather_rows(reshape(x, {1}), 0, flat, {}, "IndexSelectBackward0", watched);
  return gather_rows(x, at, flat, {flat.numel()}, "IndexSelectBackward0", watched);
}

Tensor index(const Tensor& x, std::int64_t dim, const Tensor& numbers) {
  if (numbers.dtype() != DType::int64 && numbers.dtype() != DType::int32) {
    throw IndexError("tensors used as indices must be long, int, byte or bool tensors");
  }
  const int at = wrap_dim(dim, x.dim());
  check_some(x.shape()[at], numbers.numel());
  const Tensor flat = plain_index(numbers, x.shape()[at], 0, x.device());  // 0: of the indexed dimensions
  const Tensor watched[] = {numbers};
  return gather_rows(x, at, reshape(flat, {-1}), numbers.shape(), "IndexBackward0", watched, true,
                     Counted::either_end);
}

Tensor masked_select(const Tensor& x, const Tensor& mask) {
  check_same_device({{&x, "self"}, {&mask, "mask"}}, "_masked_select");
  if (mask.dtype() != DType::boolean) throw Error("masked_select: expected BoolTensor for mask");
  const Shape both = broadcast_shapes(mask.shape(), x.shape());
  const std::vector<std::int64_t> places = places_of(mask.shape() == both ? mask : expand(mask, both));
  const Tensor index = from_numbers(places, {static_cast<std::int64_t>(places.size())}, x.device());
  const Tensor whole = x.shape() == both ? x : expand(x, both);
  const Tensor watched[] = {mask, x};
  return gather_rows(reshape(whole, {-1}), 0, index, {index.numel()}, "MaskedSelectBackward0", watched);
}

Tensor nonzero(const Tensor& x) {
  const std::vector<std::int64_t> places = places_of(cast(x.detach(), DType::boolean));
  const auto count = static_cast<std::int64_t>(places.size());
  std::vector<std::int64_t> numbers;
  const Strides strides = contiguous_strides(x.shape());
  for (int d = 0; d < x.dim(); ++d) {  // as PyTorch's lies in memory: one dimension behind the other
    for (const std::int64_t place : places) numbers.push_back(place / strides[d] % x.shape()[d]);
  }
  const Tensor columns = from_numbers(numbers, {x.dim(), count}, x.device());
  return columns.as_strided({count, x.dim()}, {1, count}, 0).detach();
}

}  // namespace todevice::ops
