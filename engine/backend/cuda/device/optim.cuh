// SPDX-License-Identifier: Apache-2.0
// One element of an optimiser's step. Rounding follows PyTorch's default (foreach) optimisers.
#pragma once

#include <cmath>
#include <cstdint>

#include "backend/cuda/device/types.cuh"
#include "backend/kernels.h"

namespace todevice::cuda {

/// a * b + c in one rounding, as PyTorch's `add_(x, alpha)` compiles to.
__device__ inline float multiply_add(float a, float b, float c) {
  return __fmaf_rn(a, b, c);
}
__device__ inline double multiply_add(double a, double b, double c) {
  return __fma_rn(a, b, c);
}

template <class C>
struct Sgd {
  C lr, momentum, take, weight_decay;
  bool nesterov, maximize, first, has_momentum;
};

template <class C>
Sgd<C> sgd_of(const Kernels::SgdStep& how, bool has_momentum) {
  return {static_cast<C>(how.lr),
          static_cast<C>(how.momentum),
          static_cast<C>(1 - how.dampening),
          static_cast<C>(how.weight_decay),
          how.nesterov,
          how.maximize,
          how.first,
          has_momentum};
}

/// `p` the parameter, `g` its gradient, `m` its momentum (null where there is none).
template <class T>
__device__ void sgd_at(const Sgd<Compute<T>>& how, T* p, const T* g, T* m, std::int64_t i) {
  using C = Compute<T>;
  const C param = convert<C>(p[i]);
  C d = convert<C>(g[i]);
  if (how.maximize) d = -d;
  if (how.weight_decay != C(0)) d = multiply_add(how.weight_decay, param, d);
  if (how.has_momentum) {
    const C velocity = how.first ? d : multiply_add(how.take, d, how.momentum * convert<C>(m[i]));
    m[i] = convert<T>(velocity);
    d = how.nesterov ? multiply_add(how.momentum, velocity, d) : velocity;
  }
  p[i] = convert<T>(multiply_add(-how.lr, d, param));
}

/// What of a step of Adam depends on how many there were: for a graph, in memory of the device.
struct AdamSize {
  double step, correction;
};
struct AdamCell {
  std::uint64_t count;
  AdamSize size;
};

template <class C>
struct Adam {
  double lr, beta1, beta2;  ///< for AdamSize
  C take1, beta2c, take2, eps, weight_decay, shrink;
  bool decoupled, maximize;

  __host__ __device__ AdamSize size_at(double step) const {
    return {lr / (1 - ::pow(beta1, step)), ::sqrt(1 - ::pow(beta2, step))};
  }
};

template <class C>
Adam<C> adam_of(const Kernels::AdamStep& how) {
  return {how.lr,
          how.beta1,
          how.beta2,
          static_cast<C>(1 - how.beta1),
          static_cast<C>(how.beta2),
          static_cast<C>(1 - how.beta2),
          static_cast<C>(how.eps),
          static_cast<C>(how.weight_decay),
          static_cast<C>(1 - how.lr * how.weight_decay),
          how.decoupled,
          how.maximize};
}

/// One more step was made.
template <class C>
__device__ void count_adam(const Adam<C>& how, AdamCell* cell) {
  cell->size = how.size_at(static_cast<double>(++cell->count));
}

/// `m` and `v`: the running averages of the gradient and of its square.
template <class T>
__device__ void adam_at(const Adam<Compute<T>>& how, const AdamSize& size, T* p, const T* g, T* m, T* v,
                        std::int64_t i) {
  using C = Compute<T>;
  C param = convert<C>(p[i]);
  C d = convert<C>(g[i]);
  if (how.maximize) d = -d;
  if (how.weight_decay != C(0)) {
    if (how.decoupled) {
      param *= how.shrink;
    } else {
      d = multiply_add(how.weight_decay, param, d);
    }
  }
  const C old = convert<C>(m[i]);
  const C average = multiply_add(how.take1, d - old, old);
  const C square = multiply_add(how.take2, d * d, convert<C>(v[i]) * how.beta2c);
  m[i] = convert<T>(average);
  v[i] = convert<T>(square);
  const C bottom = ::sqrt(square) / static_cast<C>(size.correction) + how.eps;
  p[i] = convert<T>(multiply_add(-static_cast<C>(size.step), average / bottom, param));
}

}  // namespace todevice::cuda
