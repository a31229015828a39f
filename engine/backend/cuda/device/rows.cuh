// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

#include "backend/cuda/device/types.cuh"
#include "backend/kernels.h"

namespace todevice::cuda {

/// A matrix in memory.
template <class T>
struct Rows {
  T* data;
  std::int64_t row_step, step;
  Rows() = default;
  explicit Rows(const View& view) : data(view.as<T>()), row_step(view.strides[0]), step(view.strides[1]) {}
  __device__ T& at(std::int64_t row, std::int64_t i) const { return data[row * row_step + i * step]; }
};

struct Larger {
  template <class A>
  __device__ A operator()(A a, A b) const {
    return a != a || a > b ? a : b;
  }
};
struct Plus {
  template <class A>
  __device__ A operator()(A a, A b) const {
    return a + b;
  }
};

/// What the `together` threads of a row have, joined within one warp; each of them gets it.
struct JoinInWarp {
  std::uint32_t together;
  template <class A, class F>
  __device__ A operator()(A value, F f) const {
    for (std::uint32_t half = together / 2; half > 0; half /= 2)
      value = f(value, __shfl_xor_sync(~0u, value, static_cast<int>(half), static_cast<int>(together)));
    return value;
  }
};

/// What one of the `together` threads of a row does. `width` is 0 for a thread without a row: none may miss a
/// join. Rows are read again rather than kept: they are in the cache by then.
template <class T, class Join>
__device__ void softmax_row(const Rows<T>& out, const Rows<T>& in, std::int64_t row, std::uint32_t lane,
                            std::int64_t width, std::uint32_t together, bool log, Join join) {
  using C = Compute<T>;
  C top = -INFINITY;
  for (std::int64_t i = lane; i < width; i += together) top = Larger{}(convert<C>(in.at(row, i)), top);
  top = join(top, Larger{});
  C total = 0;
  for (std::int64_t i = lane; i < width; i += together) total += ::exp(convert<C>(in.at(row, i)) - top);
  total = join(total, Plus{});
  const C log_total = ::log(total);
  for (std::int64_t i = lane; i < width; i += together) {
    const C x = convert<C>(in.at(row, i)) - top;
    out.at(row, i) = convert<T>(log ? x - log_total : ::exp(x) / total);
  }
}

template <class T, class Join>
__device__ void softmax_grad_row(const Rows<T>& grad_in, const Rows<T>& grad_out, const Rows<T>& out,
                                 std::int64_t row, std::uint32_t lane, std::int64_t width,
                                 std::uint32_t together, bool log, Join join) {
  using C = Compute<T>;
  C total = 0;
  for (std::int64_t i = lane; i < width; i += together) {
    const C g = convert<C>(grad_out.at(row, i));
    total += log ? g : g * convert<C>(out.at(row, i));
  }
  total = join(total, Plus{});
  for (std::int64_t i = lane; i < width; i += together) {
    const C g = convert<C>(grad_out.at(row, i)), y = convert<C>(out.at(row, i));
    grad_in.at(row, i) = convert<T>(log ? g - ::exp(y) * total : (g - total) * y);
  }
}

}  // namespace todevice::cuda
