// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "backend/host/kernels_impl.h"
#include "backend/host/wide.h"
#include "core/dispatch.h"

namespace todevice::host {

namespace {

/// What one SGD loop does besides p -= lr * d; fixed outside of it, so that each loop is straight.
struct Sgd {
  bool decays, has_momentum, first, nesterov;
};

template <class T, Sgd kind>
TODEVICE_INLINE void sgd_loop(T* p, const T* g, T* m, std::int64_t n, const Kernels::SgdStep& how) {
  using C = Compute<T>;
  const C lr = static_cast<C>(how.lr), decay = static_cast<C>(how.weight_decay),
          mu = static_cast<C>(how.momentum);
  const C take = static_cast<C>(1 - how.dampening), sign = how.maximize ? C(-1) : C(1);
  TODEVICE_NO_OVERLAP
  for (std::int64_t i = 0; i < n; ++i) {
    C d = convert<C>(g[i]) * sign;
    if constexpr (kind.decays) d += decay * convert<C>(p[i]);
    if constexpr (kind.has_momentum) {
      const C velocity = kind.first ? d : mu * convert<C>(m[i]) + take * d;
      m[i] = convert<T>(velocity);
      d = kind.nesterov ? d + mu * velocity : velocity;
    }
    p[i] = convert<T>(convert<C>(p[i]) - lr * d);
  }
}

template <class T>
TODEVICE_INLINE void sgd(T* p, const T* g, T* m, std::int64_t n, const Kernels::SgdStep& how) {
  const auto with = [&]<bool decays>() {
    if (!m) return sgd_loop<T, Sgd{decays, false, false, false}>(p, g, m, n, how);
    if (how.first) {
      return how.nesterov ? sgd_loop<T, Sgd{decays, true, true, true}>(p, g, m, n, how)
                          : sgd_loop<T, Sgd{decays, true, true, false}>(p, g, m, n, how);
    }
    return how.nesterov ? sgd_loop<T, Sgd{decays, true, false, true}>(p, g, m, n, how)
                        : sgd_loop<T, Sgd{decays, true, false, false}>(p, g, m, n, how);
  };
  if (how.weight_decay != 0) return with.template operator()<true>();
  with.template operator()<false>();
}

TODEVICE_WIDE void sgd_of(float* p, const float* g, float* m, std::int64_t n, const Kernels::SgdStep& how) {
  sgd(p, g, m, n, how);
}
TODEVICE_WIDE void sgd_of(double* p, const double* g, double* m, std::int64_t n,
                          const Kernels::SgdStep& how) {
  sgd(p, g, m, n, how);
}
void sgd_of(Half* p, const Half* g, Half* m, std::int64_t n, const Kernels::SgdStep& how) {
  sgd(p, g, m, n, how);
}
void sgd_of(BFloat16* p, const BFloat16* g, BFloat16* m, std::int64_t n, const Kernels::SgdStep& how) {
  sgd(p, g, m, n, how);
}

}  // namespace

void sgd_step(const View& param, const View& grad, const View* momentum, const Kernels::SgdStep& how) {
  dispatch_floating(param.dtype, "sgd", [&]<class T>() {
    sgd_of(param.as<T>(), grad.as<T>(), momentum ? momentum->as<T>() : nullptr, numel(param.shape), how);
  });
}

void adam_step(const View& param, const View& grad, const View& exp_avg, const View& exp_avg_sq,
               const Kernels::AdamStep& how) {
  dispatch_floating(param.dtype, "adam", [&]<class T>() {
    using C = Compute<T>;
    const std::int64_t n = numel(param.shape);
    T* p = param.as<T>();
    const T* g = grad.as<T>();
    T* m = exp_avg.as<T>();
    T* v = exp_avg_sq.as<T>();
    const auto step = static_cast<double>(how.step);
    const double correction1 = 1 - std::pow(how.beta1, step);
    const C correction2 = static_cast<C>(std::sqrt(1 - std::pow(how.beta2, step)));
    const C step_size = static_cast<C>(how.lr / correction1);
    const C take1 = static_cast<C>(1 - how.beta1), beta2 = static_cast<C>(how.beta2);
    const C take2 = static_cast<C>(1 - how.beta2), eps = static_cast<C>(how.eps);
    const C decay = static_cast<C>(how.weight_decay), shrink = static_cast<C>(1 - how.lr * how.weight_decay);
    for (std::int64_t i = 0; i < n; ++i) {
      C d = convert<C>(g[i]);
      C x = convert<C>(p[i]);
      if (how.maximize) d = -d;
      if (how.weight_decay != 0) {
        if (how.decoupled)
          x *= shrink;
        else
          d += decay * x;
      }
      const C average = convert<C>(m[i]) + (d - convert<C>(m[i])) * take1;
      const C square = convert<C>(v[i]) * beta2 + take2 * d * d;
      m[i] = convert<T>(average);
      v[i] = convert<T>(square);
      p[i] = convert<T>(x - step_size * average / (std::sqrt(square) / correction2 + eps));
    }
  });
}

}  // namespace todevice::host
