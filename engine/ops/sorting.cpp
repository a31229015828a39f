// SPDX-License-Identifier: Apache-2.0
#include "ops/sorting.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/dispatch.h"
#include "ops/checks.h"
#include "ops/creation.h"
#include "ops/flat.h"
#include "ops/view.h"

namespace todevice::ops {

using namespace detail;

namespace {

template <class T>
bool is_nan(const T& value) {
  if constexpr (std::is_integral_v<T>) return false;
  return std::isnan(convert<double>(value));
}

/// NaN counts as larger than every number.
template <class T>
bool above(const T& a, const T& b) {
  if (is_nan(a)) return !is_nan(b);
  return !is_nan(b) && convert<Compute<T>>(a) > convert<Compute<T>>(b);
}
template <class T>
bool below(const T& a, const T& b) {
  return above(b, a);
}

/// Rows along `dim` on the host, and what was found in each put back as a tensor of x's shape but for `dim`.
/// find(row, n, out) writes `kept` positions.
template <class Find>
Tensor positions_by_row(const Tensor& x, int dim, std::int64_t kept, Find find) {
  const autograd::NoGradGuard guard;
  const Tensor plain = x.dim() == 0 ? reshape(x.detach(), {1}) : transpose(x.detach(), dim, -1);
  const std::int64_t n = plain.size(-1);
  const std::vector<std::byte> bytes = to_host(contiguous(plain));
  const std::int64_t rows = n == 0 ? 0 : plain.numel() / n;
  std::vector<std::int64_t> found(static_cast<std::size_t>(rows * kept));
  dispatch(x.dtype(), [&]<class T>() {
    const T* row = reinterpret_cast<const T*>(bytes.data());
    std::int64_t* out = found.data();
    for (std::int64_t i = 0; i < rows; ++i, row += n, out += kept) find(row, n, out);
  });
  Shape shape = plain.shape();
  shape[shape.count() - 1] = kept;
  const Tensor flat = from_host(found.data(), shape, {DType::int64, x.device()});
  if (x.dim() == 0) return reshape(flat, {});
  return dim == x.dim() - 1 ? flat : row_by_row(transpose(flat, dim, -1));
}

template <class T, class Before>
void order_row(const T* row, std::int64_t n, std::int64_t* out, Before before) {
  std::iota(out, out + n, std::int64_t{0});
  std::stable_sort(out, out + n, [&](std::int64_t a, std::int64_t b) { return before(row[a], row[b]); });
}

/// PyTorch's way on the CPU, which decides the order of equal ones: a heap where few are wanted, else a
/// partition and a sort of the front.
template <class T, class Before>
void best_of_row(const T* row, std::int64_t n, std::int64_t k, bool sorted, std::int64_t* out,
                 Before before) {
  std::vector<std::pair<T, std::int64_t>> queue(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i) queue[static_cast<std::size_t>(i)] = {row[i], i};
  const auto by_value = [&](const auto& a, const auto& b) { return before(a.first, b.first); };
  const auto kth = queue.begin() + k;
  if (k * 64 <= n) {
    std::partial_sort(queue.begin(), kth, queue.end(), by_value);
  } else if (k > 0) {
    std::nth_element(queue.begin(), kth - 1, queue.end(), by_value);
    if (sorted) std::sort(queue.begin(), kth - 1, by_value);
  }
  for (std::int64_t i = 0; i < k; ++i) out[i] = queue[static_cast<std::size_t>(i)].second;
}

Tensor chosen(const Tensor& x, int dim, const Tensor& index, std::string_view node,
              std::span<const Tensor> watched) {
  if (x.dim() == 0) {
    const Tensor out = clone(x.detach());
    if (autograd::recording(x)) {
      autograd::record<0>(
          out, node, {&x}, {}, [](const Tensor& grad, const auto&, const Node&) { return Gradients{grad}; },
          saved_of(watched));
    }
    return out;
  }
  return take_flat(x, flat_positions(x.shape(), dim, index), node, watched);
}

}  // namespace

ValuesIndices sort(const Tensor& x, std::int64_t dim, bool descending, bool stable) {
  const int at = wrap_dim(dim, x.dim());
  const std::int64_t kept = x.dim() == 0 ? 1 : x.shape()[at];
  const Tensor places = positions_by_row(x, at, kept, [&]<class T>(const T* row, std::int64_t n, auto* out) {
    if (descending) {
      order_row(row, n, out, above<T>);
    } else {
      order_row(row, n, out, below<T>);
    }
  });
  const Tensor numbers = laid_like(places, x);
  const Tensor watched[] = {numbers};
  return {laid_like(chosen(x, at, places, stable ? "SortBackward1" : "SortBackward0", watched), x), numbers};
}

ValuesIndices topk(const Tensor& x, std::int64_t k, std::int64_t dim, bool largest, bool sorted) {
  if (x.dtype() == DType::boolean && !x.is_cuda()) throw Error("topk does not support bool dtypes on CPU");
  if (x.dim() == 0 && k == 0) k = 1;  // PyTorch's answer is the number itself
  const int at = wrap_dim(dim, x.dim());
  if (k < 0 || k > (x.dim() == 0 ? 1 : x.shape()[at])) throw Error("selected index k out of range");
  const Tensor places = positions_by_row(x, at, k, [&]<class T>(const T* row, std::int64_t n, auto* out) {
    if (largest) {
      best_of_row(row, n, k, sorted, out, above<T>);
    } else {
      best_of_row(row, n, k, sorted, out, below<T>);
    }
  });
  const Tensor watched[] = {places};
  return {chosen(x, at, places, "TopkBackward0", watched), places};
}

Tensor gather(const Tensor& x, std::int64_t dim, const Tensor& index) {
  check_same_device({{&x, "self"}, {&index, "index"}}, "gather");
  const int at = wrap_dim(dim, x.dim());
  if (index.dtype() == DType::int32) return gather(x, dim, cast(index, DType::int64));
  if (index.dtype() != DType::int64) throw Error("gather(): Expected dtype int32/int64 for index");
  if (index.numel() == 0) return Tensor::empty(index.shape(), {.dtype = x.dtype(), .device = x.device()});
  if (x.dim() == 0 && index.dim() == 1) return gather(reshape(x, {1}), 0, index);
  if (index.dim() == 0 && x.dim() == 1) return reshape(gather(x, 0, reshape(index, {1})), {});
  if (index.dim() != x.dim()) {
    throw Error("Index tensor must have the same number of dimensions as input tensor");
  }
  for (int i = 0; i < x.dim(); ++i) {
    if (i == at || index.shape()[i] <= x.shape()[i]) continue;
    throw Error("Size does not match at dimension " + std::to_string(i) + " expected index " +
                to_string(index.shape()) + " to be no larger than self " + to_string(x.shape()) +
                " apart from dimension " + std::to_string(at));
  }
  const std::int64_t size = x.dim() == 0 ? 1 : x.shape()[at];
  const Tensor watched[] = {index, x};
  if (!index.is_cuda()) {
    check_numbers(index, size, at);
    return chosen(x, at, index, "GatherBackward0", watched);
  }
  return chosen(x, at, add(index.detach(), looked_up(index, size, Counted::from_start)), "GatherBackward0",
                watched);
}

namespace {

Tensor running(const Tensor& x, int dim, bool backwards) {
  const Tensor turned = contiguous(transpose(x.detach(), dim, -1));
  const std::int64_t n = turned.size(-1);
  std::vector<std::byte> bytes = to_host(turned);
  dispatch(x.dtype(), [&]<class T>() {
    T* row = reinterpret_cast<T*>(bytes.data());
    for (std::int64_t r = 0; n > 0 && r < turned.numel() / n; ++r, row += n) {
      std::conditional_t<std::is_integral_v<T>, std::int64_t, double> sum = 0;
      for (std::int64_t i = 0; i < n; ++i) {
        T& here = row[backwards ? n - 1 - i : i];
        sum += convert<decltype(sum)>(here);
        here = convert<T>(sum);
      }
    }
  });
  return row_by_row(transpose(from_host(bytes.data(), turned.shape(), {x.dtype(), x.device()}), dim, -1));
}

}  // namespace

Tensor cumsum(const Tensor& x, std::int64_t dim) {
  const int at = wrap_dim(dim, x.dim());
  const Tensor in = is_floating_point(x.dtype()) ? x : cast(x, DType::int64);
  Tensor out = x.dim() == 0 ? clone(in.detach()) : running(in, at, false);
  if (autograd::recording(x)) {
    autograd::record<0>(out, "CumsumBackward0", {&x}, {}, [at](const Tensor& grad, const auto&, const Node&) {
      return Gradients{grad.dim() == 0 ? grad : running(grad, at, true)};
    });
  }
  return out;
}

}  // namespace todevice::ops
