// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>
#include <string>

#include "core/dispatch.h"
#include "ops/checks.h"

namespace todevice::ops::detail {

namespace {

/// Numbers are compared as what they are: a double cannot tell the largest int64 from one more.
template <class T>
bool beyond(Scalar value) {
  using Limits = std::numeric_limits<T>;
  constexpr auto kLeast = static_cast<std::int64_t>(std::is_signed_v<T> ? Limits::min() : -Limits::max());
  constexpr auto kMost = static_cast<std::int64_t>(Limits::max());
  if (!value.is_floating()) return value.to_int64() < kLeast || value.to_int64() > kMost;
  const double number = std::trunc(value.to_double());
  const double past = static_cast<double>(kMost) + 1;
  if (sizeof(T) == 8 && number == past) return false;  // to PyTorch the largest int64, made a double
  return !(number >= static_cast<double>(kLeast) && number < past);
}

/// The largest number of a floating dtype.
double most_of(DType dtype) {
  if (dtype == DType::float16) return 65504;
  if (dtype == DType::bfloat16) return std::ldexp(255, 120);
  if (dtype == DType::float32) return static_cast<double>(std::numeric_limits<float>::max());
  return std::numeric_limits<double>::max();
}

}  // namespace

bool overflows(Scalar value, DType dtype) {
  if (is_floating_point(dtype)) {
    const double size = std::fabs(value.to_double());
    return std::isfinite(size) && size > most_of(dtype);
  }
  bool out = false;
  if (is_integral(dtype) && dtype != DType::boolean) {
    if (value.is_large()) return true;
    dispatch(dtype, [&]<class T>() {
      if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) out = beyond<T>(value);
    });
  }
  return out;
}

void check_fits(Scalar value, DType dtype) {
  if (!overflows(value, dtype)) return;
  const std::string name = dtype == DType::float16    ? "c10::Half"
                           : dtype == DType::bfloat16 ? "c10::BFloat16"
                           : dtype == DType::float32  ? "float"
                           : dtype == DType::int32    ? "int"
                                                      : std::string(dtype_name(dtype)) + "_t";
  throw Error("value cannot be converted to type " + name + " without overflow");
}

void check_fill(Scalar value, const Tensor& tensor) {
  const bool is_one_half = is_half_float(tensor.dtype()) && !tensor.is_cuda() && tensor.numel() == 1;
  if (!is_one_half) check_fits(value, tensor.dtype());
}

}  // namespace todevice::ops::detail
