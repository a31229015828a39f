// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <vector>

#include "backend/host/kernels_impl.h"
#include "core/dispatch.h"
#include "core/errors.h"
#include "trace/trace.h"

// PyTorch's CPU kernel for 16-bit floats (aten/src/ATen/native/cpu/SoftMaxKernel.cpp, vec_softmax) takes as
// many columns at once as fit a vector, in float32; columns that are left over are computed in their own
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

template <class T>
void in_float(T* out, const T* in, std::int64_t n, std::int64_t step) {
  float highest = convert<float>(in[0]);
  for (std::int64_t i = 1; i < n; ++i) highest = std::max(highest, convert<float>(in[i * step]));
  std::vector<float> each(static_cast<std::size_t>(n));
  float total = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    float& value = each[static_cast<std::size_t>(i)];
    value = std::exp(convert<float>(in[i * step]) - highest);
    total += value;
  }
  for (std::int64_t i = 0; i < n; ++i) out[i * step] = convert<T>(each[static_cast<std::size_t>(i)] / total);
}

template <class T>
void rounded(T* out, const T* in, std::int64_t n, std::int64_t step) {
  const auto round = [](float value) { return convert<float>(convert<T>(value)); };
  float highest = convert<float>(in[0]);
  for (std::int64_t i = 1; i < n; ++i) highest = std::max(highest, convert<float>(in[i * step]));
  float total = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    const float value = round(std::exp(round(convert<float>(in[i * step]) - highest)));
    out[i * step] = convert<T>(value);
    total = round(total + value);
  }
  for (std::int64_t i = 0; i < n; ++i) out[i * step] = convert<T>(convert<float>(out[i * step]) / total);
}

}  // namespace

void softmax_across(const View& out, const View& in) {
  const std::int64_t n = in.shape[1], columns = in.shape[2];
  const std::int64_t together = columns / vector_width() * vector_width();
  dispatch_floating(in.dtype, "softmax_kernel_impl", [&]<class T>() {
    for (std::int64_t b = 0; b < in.shape[0]; ++b) {
      if (trace::interrupt_requested()) throw Interrupted();
      for (std::int64_t j = 0; j < columns; ++j) {
        const std::int64_t at = b * n * columns + j;
        if (j < together) {
          in_float(out.as<T>() + at, in.as<T>() + at, n, columns);
        } else {
          rounded(out.as<T>() + at, in.as<T>() + at, n, columns);
        }
      }
    }
  });
}

}  // namespace todevice::host
