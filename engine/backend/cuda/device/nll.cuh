// SPDX-License-Identifier: Apache-2.0
// The including file leaves assert() in force: a class out of range stops the kernel.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>

#include "backend/cuda/device/types.cuh"
#include "backend/kernels.h"

namespace todevice::cuda {

inline constexpr unsigned kNllThreads = 1024;  // at most, of the one block that adds up a loss

/// Kernels::nll_reduced.
template <class T>
struct Nll {
  T *loss, *total;
  const T* log_prob;
  std::int64_t row_step, step;
  const std::int64_t* target;
  std::int64_t target_step, rows, classes, ignore;
  bool mean;
};

template <class T>
Nll<T> nll_of(const View& loss, const View& total, const View& log_prob, const View& target, bool mean,
              std::int64_t ignore_index) {
  return {loss.as<T>(),
          total.as<T>(),
          log_prob.as<T>(),
          log_prob.strides[0],
          log_prob.strides[1],
          target.as<std::int64_t>(),
          target.strides[0],
          log_prob.shape[0],
          log_prob.shape[1],
          ignore_index,
          mean};
}

__host__ __device__ inline unsigned threads_of_nll(std::int64_t rows) {
  unsigned threads = 32;
  while (threads < kNllThreads && threads < rows) threads *= 2;
  return threads;
}

/// The first `threads` threads of a block add up the loss; all of the block must come. Each takes its rows in
/// order, so the sum is the same every time.
template <class T>
__device__ void add_up_nll(const Nll<T>& p, unsigned threads) {
  using C = Compute<T>;
  constexpr unsigned kWarp = 32;
  __shared__ C sums[kNllThreads / kWarp];
  __shared__ int counts[kNllThreads / kWarp];
  C sum = 0;
  int count = 0;
  const auto join = [&](unsigned together) {
    for (unsigned half = together / 2; half > 0; half /= 2) {
      sum += __shfl_down_sync(~0u, sum, half);
      count += __shfl_down_sync(~0u, count, half);
    }
  };
  if (threadIdx.x < threads) {
    for (std::int64_t i = threadIdx.x; i < p.rows; i += threads) {
      const std::int64_t t = p.target[i * p.target_step];
      if (t == p.ignore) continue;
      assert(t >= 0 && t < p.classes);
      sum -= convert<C>(p.log_prob[i * p.row_step + t * p.step]);
      ++count;
    }
    join(kWarp);
    if (threadIdx.x % kWarp == 0) {
      sums[threadIdx.x / kWarp] = sum;
      counts[threadIdx.x / kWarp] = count;
    }
  }
  __syncthreads();
  if (threadIdx.x >= kWarp) return;
  const bool inside = threadIdx.x < threads / kWarp;
  sum = inside ? sums[threadIdx.x] : C(0);
  count = inside ? counts[threadIdx.x] : 0;
  join(kWarp);
  if (threadIdx.x != 0) return;
  const C rows_that_count = static_cast<C>(count);
  *p.total = convert<T>(rows_that_count);
  *p.loss = convert<T>(p.mean ? sum / rows_that_count : sum);
}

/// Kernels::nll_grad; `total` may be null.
template <class T>
struct NllGrad {
  T* grad;
  const std::int64_t* target;
  std::int64_t target_step;
  const T* scale;
  std::int64_t scale_step, rows, classes, ignore;
  const T* total;
};

template <class T>
NllGrad<T> nll_grad_of(const View& grad, const View& target, const View& scale, std::int64_t ignore_index,
                       const std::optional<View>& total) {
  return {grad.as<T>(),
          target.as<std::int64_t>(),
          target.strides[0],
          scale.as<T>(),
          scale.strides[0],
          grad.shape[0],
          grad.shape[1],
          ignore_index,
          total ? total->as<T>() : nullptr};
}

template <class T>
__device__ void nll_grad_at(const NllGrad<T>& p, Compute<T> divisor, std::int64_t at) {
  using C = Compute<T>;
  const std::int64_t i = at / p.classes, c = at - i * p.classes;
  const std::int64_t t = p.target[i * p.target_step];
  const bool hit = t == c && t != p.ignore;
  p.grad[at] = convert<T>(hit ? -convert<C>(p.scale[i * p.scale_step]) / divisor : C(0));
}

}  // namespace todevice::cuda
