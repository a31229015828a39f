// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdint>
#include <string>
#include <type_traits>

#include "core/dtype.h"
#include "core/errors.h"
#include "core/scalar.h"

namespace todevice::cuda {

using Half = __half;
using BFloat16 = __nv_bfloat16;

template <class T>
inline constexpr bool is_half = std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>;
template <class T>
inline constexpr bool is_floating = is_half<T> || std::is_floating_point_v<T>;
/// What a kernel computes in: float for the 16-bit floats.
template <class T>
using Compute = std::conditional_t<is_half<T>, float, T>;

/// Element conversion as PyTorch's: to bool by "not zero", a float to an integer by truncation.
template <class To, class From>
__host__ __device__ inline To convert(From value) {
  if constexpr (std::is_same_v<To, From>) {
    return value;
  } else if constexpr (std::is_same_v<From, Half>) {
    return convert<To>(__half2float(value));
  } else if constexpr (std::is_same_v<From, BFloat16>) {
    return convert<To>(__bfloat162float(value));
  } else if constexpr (std::is_same_v<To, Half>) {
    return __float2half(static_cast<float>(value));
  } else if constexpr (std::is_same_v<To, BFloat16>) {
    return __float2bfloat16(static_cast<float>(value));
  } else if constexpr (std::is_same_v<To, bool>) {
    return value != From(0);
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To> && sizeof(To) < 4) {
    return static_cast<To>(static_cast<std::int64_t>(value));
  } else {
    return static_cast<To>(value);
  }
}

template <class T>
T from_scalar(Scalar s) {
  return s.is_floating() || (s.is_large() && !std::is_integral_v<T>) ? convert<T>(s.to_double())
                                                                     : convert<T>(s.to_int64());
}

/// Calls `f` with the C++ type of a floating dtype; `what` names the operation in the error.
template <class F>
void for_floating(DType dtype, const char* what, F&& f) {
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
      throw NotImplementedError("\"" + std::string(what) + "\" not implemented for '" +
                                std::string(scalar_type_name(dtype)) + "'");
  }
}

/// The same for every dtype.
template <class F>
void for_type(DType dtype, F&& f) {
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
    default:
      return for_floating(dtype, "", f);
  }
}

/// For kernels that only move elements: an unsigned type of the same size.
template <class F>
void for_size(DType dtype, F&& f) {
  switch (item_size(dtype)) {
    case 1:
      return f.template operator()<std::uint8_t>();
    case 2:
      return f.template operator()<std::uint16_t>();
    case 4:
      return f.template operator()<std::uint32_t>();
    default:
      return f.template operator()<std::uint64_t>();
  }
}

}  // namespace todevice::cuda
