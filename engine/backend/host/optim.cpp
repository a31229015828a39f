// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "backend/host/kernels_impl.h"
#include "core/dispatch.h"

namespace todevice::host {

void sgd_step(const View& param, const View& grad, const View* momentum, const Kernels::SgdStep& how) {
  dispatch_floating(param.dtype, "sgd", [&]<class T>() {
    using C = Compute<T>;
    const std::int64_t n = numel(param.shape);
    T* p = param.as<T>();
    const T* g = grad.as<T>();
    T* m = momentum ? momentum->as<T>() : nullptr;
    const C lr = static_cast<C>(how.lr), decay = static_cast<C>(how.weight_decay),
            mu = static_cast<C>(how.momentum);
    const C take = static_cast<C>(1 - how.dampening);
    for (std::int64_t i = 0; i < n; ++i) {
      C d = convert<C>(g[i]);
      if (how.maximize) d = -d;
      if (how.weight_decay != 0) d += decay * convert<C>(p[i]);
      if (m) {
        const C velocity = how.first ? d : mu * convert<C>(m[i]) + take * d;
        m[i] = convert<T>(velocity);
        d = how.nesterov ? d + mu * velocity : velocity;
      }
      p[i] = convert<T>(convert<C>(p[i]) - lr * d);
    }
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
