// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstring>

#include "backend/host/kernels_impl.h"
#include "backend/host/loop.h"
#include "backend/host/scalar_view.h"

namespace todevice::host {

void fill(const View& out, Scalar value) {
  dispatch(out.dtype, [&]<class T>() {
    const T element = value.is_floating() || (value.is_large() && !std::is_integral_v<T>)
                          ? convert<T>(value.to_double())
                          : convert<T>(value.to_int64());
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

namespace {

/// Whole vectors of 32 bytes, two at a time, count from their own rounded first element; what is left counts
/// from the start. Float halves are worked out in float, all else in double. So does PyTorch, to the last
/// bit.
template <class T>
void count_floating(T* out, std::int64_t n, double start, double step) {
  using C = std::conditional_t<sizeof(T) == 2, float, double>;
  constexpr std::int64_t kVector = 32 / sizeof(T);
  const auto at = [first = static_cast<C>(start), by = static_cast<C>(step)](std::int64_t i) {
    return std::fma(by, static_cast<C>(i), first);
  };
  const std::int64_t whole = n / (2 * kVector) * (2 * kVector);
  for (std::int64_t i = 0; i < whole; i += kVector) {
    const auto base = static_cast<C>(convert<Compute<T>>(convert<T>(at(i))));
    for (std::int64_t k = 0; k < kVector; ++k) {
      out[i + k] = convert<T>(std::fma(static_cast<C>(k), static_cast<C>(step), base));
    }
  }
  for (std::int64_t i = whole; i < n; ++i) out[i] = convert<T>(at(i));
}

}  // namespace

void arange(const View& out, Scalar start, Scalar step) {
  const std::int64_t n = numel(out.shape);
  dispatch(out.dtype, [&]<class T>() {
    T* o = out.as<T>();
    if constexpr (std::is_integral_v<T>) {
      for (std::int64_t i = 0; i < n; ++i) o[i] = convert<T>(start.to_int64() + step.to_int64() * i);
    } else {
      count_floating(o, n, start.to_double(), step.to_double());
    }
  });
}

}  // namespace todevice::host
