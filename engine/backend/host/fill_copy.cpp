// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstring>

#include "backend/host/kernels_impl.h"
#include "backend/host/loop.h"
#include "backend/host/scalar_view.h"

namespace todevice::host {

void fill(const View& out, Scalar value) {
  dispatch(out.dtype, [&]<class T>() {
    const T element = value.is_floating() ? convert<T>(value.to_double()) : convert<T>(value.to_int64());
    Loop<1>({&out}).run([&](const auto& offset, std::int64_t n, const auto& step) {
      T* o = out.as<T>() + offset[0];
      if (step[0] == 1) {
        for (std::int64_t i = 0; i < n; ++i) o[i] = element;
      } else {
        for (std::int64_t i = 0; i < n; ++i) o[i * step[0]] = element;
      }
    });
  });
}

void copy(const View& out, const View& in) {
  if (out.dtype != in.dtype) {
    dispatch(out.dtype, [&]<class To>() {
      dispatch(in.dtype,
               [&]<class From>() { map<To, From>(out, in, [](From value) { return convert<To>(value); }); });
    });
    return;
  }
  const std::size_t size = item_size(out.dtype);
  Loop<2>({&out, &in}).run([&](const auto& offset, std::int64_t n, const auto& step) {
    auto* o = out.as<std::byte>() + offset[0] * static_cast<std::int64_t>(size);
    const auto* i = in.as<std::byte>() + offset[1] * static_cast<std::int64_t>(size);
    if (step[0] == 1 && step[1] == 1) {
      std::memcpy(o, i, static_cast<std::size_t>(n) * size);
      return;
    }
    dispatch(out.dtype, [&]<class T>() {
      auto* to = reinterpret_cast<T*>(o);
      const auto* from = reinterpret_cast<const T*>(i);
      for (std::int64_t k = 0; k < n; ++k) to[k * step[0]] = from[k * step[1]];
    });
  });
}

void arange(const View& out, Scalar start, Scalar step) {
  const std::int64_t n = numel(out.shape);
  dispatch(out.dtype, [&]<class T>() {
    T* o = out.as<T>();
    for (std::int64_t i = 0; i < n; ++i) {
      if constexpr (std::is_integral_v<T>) {
        o[i] = start.is_floating() || step.is_floating()
                   ? convert<T>(start.to_double() + step.to_double() * static_cast<double>(i))
                   : convert<T>(start.to_int64() + step.to_int64() * i);
      } else {
        o[i] = convert<T>(start.to_double() + step.to_double() * static_cast<double>(i));
      }
    }
  });
}

}  // namespace todevice::host
