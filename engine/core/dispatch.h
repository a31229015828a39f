// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "core/dtype.h"
#include "core/half.h"
#include "core/not_implemented.h"

namespace todevice {

/// Calls `f` with the C++ type of a dtype: dispatch(dtype, [&]<class T>() { ... }).
template <class F>
decltype(auto) dispatch(DType dtype, F&& f) {
  switch (dtype) {
    case DType::boolean:
      return f.template operator()<bool>();
    case DType::uint8:
      return f.template operator()<std::uint8_t>();
    case DType::int8:
      return f.template operator()<std::int8_t>();
    case DType::int16:
      return f.template operator()<std::int16_t>();
    case DType::int32:
      return f.template operator()<std::int32_t>();
    case DType::int64:
      return f.template operator()<std::int64_t>();
    case DType::float16:
      return f.template operator()<Half>();
    case DType::bfloat16:
      return f.template operator()<BFloat16>();
    case DType::float32:
      return f.template operator()<float>();
    case DType::float64:
      return f.template operator()<double>();
  }
  throw Error("unknown dtype");
}

/// The floating types alone; `what` names the operation in the error.
template <class F>
decltype(auto) dispatch_floating(DType dtype, const char* what, F&& f) {
  switch (dtype) {
    case DType::float16:
      return f.template operator()<Half>();
    case DType::bfloat16:
      return f.template operator()<BFloat16>();
    case DType::float32:
      return f.template operator()<float>();
    case DType::float64:
      return f.template operator()<double>();
    default:
      break;
  }
  throw_not_implemented(what, dtype);
}

template <class T>
inline constexpr bool is_half = std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>;
/// What a kernel computes in: float for the 16-bit floats, the type itself for all others.
template <class T>
using Compute = std::conditional_t<is_half<T>, float, T>;
/// What sums are carried in.
template <class T>
using Accumulate =
    std::conditional_t<is_half<T>, float, std::conditional_t<std::is_floating_point_v<T>, T, std::int64_t>>;

/// Element conversion as PyTorch's: to bool by "not zero", a float to an integer by truncation (through 64
/// bits, so that it wraps as an integer would).
template <class To, class From>
inline To convert(From value) {
  if constexpr (is_half<From>) {
    return convert<To>(static_cast<float>(value));
  } else if constexpr (std::is_same_v<To, bool>) {
    return value != From{};
  } else if constexpr (is_half<To>) {
    return To(static_cast<float>(value));
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    if constexpr (sizeof(To) < 4) {
      return static_cast<To>(static_cast<std::int64_t>(value));
    } else {
      return static_cast<To>(value);
    }
  } else {
    return static_cast<To>(value);
  }
}

}  // namespace todevice
