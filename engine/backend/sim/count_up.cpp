// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "backend/sim/sim_calls.h"
#include "core/dispatch.h"

namespace todevice::sim {

// Each element by itself, product and sum rounded once in the type that the dtype is computed in.
void count_up(const View& out, Scalar start, Scalar step) {
  const std::int64_t n = numel(out.shape);
  dispatch(out.dtype, [&]<class T>() {
    T* o = out.as<T>();
    if constexpr (std::is_integral_v<T>) {
      for (std::int64_t i = 0; i < n; ++i) o[i] = convert<T>(start.to_int64() + step.to_int64() * i);
    } else {
      using C = Compute<T>;
      const auto first = static_cast<C>(start.to_double()), by = static_cast<C>(step.to_double());
      for (std::int64_t i = 0; i < n; ++i) o[i] = convert<T>(std::fma(by, static_cast<C>(i), first));
    }
  });
}

}  // namespace todevice::sim
