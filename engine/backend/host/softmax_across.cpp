// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <vector>

#include "backend/host/kernels_impl.h"
#include "core/dispatch.h"
#include "core/errors.h"
#include "trace/trace.h"

// PyTorch's CPU kernel (aten/src/ATen/native/cpu/SoftMaxKernel.cpp, vec_softmax): it takes as many columns of
// 16-bit floats at once as fit a vector, in float32; those that are left over are computed in their own
// dtype, each step rounded.

namespace todevice::host {

namespace {

/// How many 16-bit floats PyTorch takes at once on this processor.
std::int64_t vector_width() {
#if defined(__x86_64__) && defined(__GNUC__)
  static const bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
  return wide ? 32 : 16;
#else
  return 16;
#endif
}

/// Columns side by side, in the dtype that sums are carried in.
template <class T>
void unrounded(T* out, const T* in, std::int64_t n, std::int64_t step, std::int64_t columns) {
  using C = Compute<T>;
  constexpr std::int64_t kTogether = 64;
  std::vector<C> each(static_cast<std::size_t>(n * std::min(columns, kTogether)));
  for (std::int64_t begin = 0; begin < columns; begin += kTogether) {
    const std::int64_t m = std::min(kTogether, columns - begin);
    C highest[kTogether], total[kTogether] = {};
    for (std::int64_t j = 0; j < m; ++j) highest[j] = convert<C>(in[begin + j]);
    for (std::int64_t i = 1; i < n; ++i) {
      for (std::int64_t j = 0; j < m; ++j)
        highest[j] = std::max(highest[j], convert<C>(in[i * step + begin + j]));
    }
    for (std::int64_t i = 0; i < n; ++i) {
      C* const row = each.data() + i * m;
      for (std::int64_t j = 0; j < m; ++j) {
        row[j] = std::exp(convert<C>(in[i * step + begin + j]) - highest[j]);
        total[j] += row[j];
      }
    }
    for (std::int64_t i = 0; i < n; ++i) {
      const C* const row = each.data() + i * m;
      for (std::int64_t j = 0; j < m; ++j) out[i * step + begin + j] = convert<T>(row[j] / total[j]);
    }
  }
}

/// One column, what was raised rounded before it is divided.
template <class T>
void rounded(T* out, const T* in, std::int64_t n, std::int64_t step) {
  float highest = convert<float>(in[0]);
  for (std::int64_t i = 1; i < n; ++i) highest = std::max(highest, convert<float>(in[i * step]));
  float total = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    const float value = std::exp(convert<float>(in[i * step]) - highest);
    out[i * step] = convert<T>(value);
    total += value;
  }
  for (std::int64_t i = 0; i < n; ++i) out[i * step] = convert<T>(convert<float>(out[i * step]) / total);
}

}  // namespace

void softmax_across(const View& out, const View& in) {
  const std::int64_t n = in.shape[1], columns = in.shape[2];
  dispatch_floating(in.dtype, "softmax_kernel_impl", [&]<class T>() {
    for (std::int64_t b = 0; b < in.shape[0]; ++b) {
      if (trace::interrupt_requested()) throw Interrupted();
      T* const to = out.as<T>() + b * n * columns;
      const T* const from = in.as<T>() + b * n * columns;
      const std::int64_t together = is_half<T> ? columns / vector_width() * vector_width() : columns;
      unrounded(to, from, n, columns, together);
      if constexpr (is_half<T>) {
        for (std::int64_t j = together; j < columns; ++j) rounded(to + j, from + j, n, columns);
      }
    }
  });
}

}  // namespace todevice::host
