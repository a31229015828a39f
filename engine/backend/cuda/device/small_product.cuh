// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "backend/cuda/device/types.cuh"
#include "backend/cuda/device/walk.cuh"
#include "backend/kernels.h"

namespace todevice::cuda {

/// A matrix in memory; steps in elements.
struct Lay {
  std::int64_t down, right;
  Lay() = default;
  explicit Lay(const View& m) : down(m.strides[m.shape.count() - 2]), right(m.strides[m.shape.count() - 1]) {}
};

/// out = alpha a x b + beta out + bias, and the sums of the rows of a. A few neighbouring threads of a warp
/// share one element of the result and add up their parts in a fixed order.
template <class T>
struct Product {
  T* out;
  const T *a, *b, *bias;  ///< `bias` may be null
  T* sums;                ///< of the rows of a, as if b had one more column, of ones; or null
  Lay out_lies, a_lies, b_lies;
  std::int64_t bias_step, sums_step;
  std::uint32_t rows, columns, inner;
  std::uint32_t shared;  ///< 2 to this power is how many threads share an element
  Divider width;         ///< elements of a row, its sum too
  Compute<T> alpha, beta;

  __host__ __device__ std::uint32_t threads() const { return (rows * width.divisor) << shared; }
};

/// The part of a product that a thread has.
struct Place {
  std::uint32_t row, column, lane;
  bool inside;  ///< false: beyond the last; such threads go along, since none may miss a shuffle
  bool adds;    ///< the sum of the row of a

  template <class T>
  __device__ Place(const Product<T>& p, std::uint32_t thread) {
    const std::uint32_t place = thread >> p.shared;
    inside = place < p.rows * p.width.divisor;
    row = inside ? p.width.divide(place) : 0;
    column = inside ? place - row * p.width.divisor : 0;
    lane = thread & ((1u << p.shared) - 1);
    adds = column == p.columns;
  }
};

/// Product::shared, so that each thread has about eight products to add.
inline std::uint32_t sharers_of_product(std::uint32_t inner) {
  std::uint32_t shared = 0;
  while (shared < 5 && (8u << shared) < inner) ++shared;
  return shared;
}

/// Operands are those of launchers.h's small_product.
template <class T>
Product<T> product_of(const View& out, const View& a, const View& b, const View* bias, double alpha,
                      double beta, const View* sums) {
  const int last = out.shape.count() - 1;
  const auto inner = static_cast<std::uint32_t>(a.shape[last]);
  return {out.as<T>(),
          a.as<T>(),
          b.as<T>(),
          bias ? bias->as<T>() : nullptr,
          sums ? sums->as<T>() : nullptr,
          Lay(out),
          Lay(a),
          Lay(b),
          bias ? bias->strides[bias->shape.count() - 1] : 0,
          sums ? sums->strides[0] : 0,
          static_cast<std::uint32_t>(out.shape[last - 1]),
          static_cast<std::uint32_t>(out.shape[last]),
          inner,
          sharers_of_product(inner),
          Divider(static_cast<std::uint32_t>(out.shape[last]) + (sums ? 1 : 0)),
          static_cast<Compute<T>>(alpha),
          static_cast<Compute<T>>(beta)};
}

/// Adds up what the threads of a place have, and writes it.
template <class T>
__device__ void finish_product(const Product<T>& p, const Place& at, Compute<T> sum) {
  using C = Compute<T>;
  const std::uint32_t together = 1u << p.shared;
  for (std::uint32_t half = together / 2; half > 0; half /= 2)
    sum += __shfl_down_sync(~0u, sum, half, together);
  if (!at.inside || at.lane != 0) return;
  if (at.adds) {
    p.sums[at.row * p.sums_step] = convert<T>(sum);
    return;
  }
  T& out = p.out[at.row * p.out_lies.down + at.column * p.out_lies.right];
  C result = p.alpha * sum;
  if (p.beta != C(0)) result += p.beta * convert<C>(out);
  if (p.bias) result += convert<C>(p.bias[at.column * p.bias_step]);
  out = convert<T>(result);
}

/// What thread number `thread` does of it. Whole warps must come, those beyond threads() too. Eight factors
/// are fetched at once: one after the other, each would be waited for.
template <class T>
__device__ void multiply_as(const Product<T>& p, std::uint32_t thread) {
  using C = Compute<T>;
  constexpr std::uint32_t kAtOnce = 8;
  const Place at(p, thread);
  const T* a = p.a + at.row * p.a_lies.down + at.lane * p.a_lies.right;
  const T* b = p.b + (at.adds ? 0 : at.column * p.b_lies.right) + at.lane * p.b_lies.down;
  const std::int64_t a_step = p.a_lies.right << p.shared, b_step = p.b_lies.down << p.shared;
  C sum = 0;
  for (std::uint32_t k = at.lane; k < p.inner; k += kAtOnce << p.shared) {
    C x[kAtOnce], y[kAtOnce];
#pragma unroll
    for (std::uint32_t j = 0; j < kAtOnce; ++j) {
      const bool there = k + (j << p.shared) < p.inner;
      x[j] = there ? convert<C>(*a) : C(0);
      y[j] = there ? convert<C>(*b) : C(0);
      a += a_step;
      b += b_step;
    }
#pragma unroll
    for (std::uint32_t j = 0; j < kAtOnce; ++j) {
      if (k + (j << p.shared) < p.inner) sum += x[j] * (at.adds ? C(1) : y[j]);
    }
  }
  finish_product(p, at, sum);
}

}  // namespace todevice::cuda
