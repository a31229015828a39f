// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "backend/cuda/device/relu.cuh"
#include "backend/cuda/device/types.cuh"
#include "backend/kernels.h"

namespace todevice::cuda {

/// Calls use(f) with the function of `op` for numbers of type C that only floating types have.
template <class C, class Use>
__device__ bool use_floating_unary(UnaryOp op, Use&& use) {
  // clang-format off
  switch (op) {
    case UnaryOp::exp: use([](C x) { return ::exp(x); }); return true;
    case UnaryOp::expm1: use([](C x) { return ::expm1(x); }); return true;
    case UnaryOp::log: use([](C x) { return ::log(x); }); return true;
    case UnaryOp::log1p: use([](C x) { return ::log1p(x); }); return true;
    case UnaryOp::log2: use([](C x) { return ::log2(x); }); return true;
    case UnaryOp::log10: use([](C x) { return ::log10(x); }); return true;
    case UnaryOp::sqrt: use([](C x) { return ::sqrt(x); }); return true;
    case UnaryOp::rsqrt: use([](C x) { return ::rsqrt(x); }); return true;
    case UnaryOp::reciprocal: use([](C x) { return C(1) / x; }); return true;
    case UnaryOp::sin: use([](C x) { return ::sin(x); }); return true;
    case UnaryOp::cos: use([](C x) { return ::cos(x); }); return true;
    case UnaryOp::tan: use([](C x) { return ::tan(x); }); return true;
    case UnaryOp::asin: use([](C x) { return ::asin(x); }); return true;
    case UnaryOp::acos: use([](C x) { return ::acos(x); }); return true;
    case UnaryOp::atan: use([](C x) { return ::atan(x); }); return true;
    case UnaryOp::sinh: use([](C x) { return ::sinh(x); }); return true;
    case UnaryOp::cosh: use([](C x) { return ::cosh(x); }); return true;
    case UnaryOp::tanh: use([](C x) { return ::tanh(x); }); return true;
    case UnaryOp::erf: use([](C x) { return ::erf(x); }); return true;
    case UnaryOp::sigmoid: use([](C x) { return C(1) / (C(1) + ::exp(-x)); }); return true;
    case UnaryOp::gelu: use([](C x) { return x * C(0.5) * (C(1) + ::erf(x * C(M_SQRT1_2))); }); return true;
    case UnaryOp::silu: use([](C x) { return x / (C(1) + ::exp(-x)); }); return true;
    case UnaryOp::frac: use([](C x) { return x - ::trunc(x); }); return true;
    case UnaryOp::floor: use([](C x) { return ::floor(x); }); return true;
    case UnaryOp::ceil: use([](C x) { return ::ceil(x); }); return true;
    case UnaryOp::round: use([](C x) { return ::rint(x); }); return true;
    case UnaryOp::trunc: use([](C x) { return ::trunc(x); }); return true;
    default: return false;
  }
  // clang-format on
}

/// The functions of every number type.
template <class C, class Use>
__device__ void use_number_unary(UnaryOp op, Use&& use) {
  switch (op) {
    case UnaryOp::neg:
      return use([](C x) { return convert<C>(-x); });
    case UnaryOp::abs:
      return use([](C x) {
        if constexpr (std::is_floating_point_v<C>) return ::fabs(x);
        return x < C(0) ? convert<C>(-x) : x;
      });
    case UnaryOp::sign:
      return use([](C x) { return convert<C>((C(0) < x) - (x < C(0))); });
    case UnaryOp::square:
      return use([](C x) { return convert<C>(x * x); });
    case UnaryOp::relu:
      return use([](C x) { return relu(x); });
    case UnaryOp::bitwise_not:
      if constexpr (std::is_same_v<C, bool>) return use([](C x) { return !x; });
      if constexpr (std::is_integral_v<C> && !std::is_same_v<C, bool>)
        return use([](C x) { return convert<C>(~x); });
      return;
    default:
      return use([](C x) { return x; });  // rounding whole numbers
  }
}

template <class C, class Use>
__device__ void use_test(UnaryOp op, Use&& use) {
  constexpr bool kFloating = std::is_floating_point_v<C>;
  switch (op) {
    case UnaryOp::isnan:
      return use([](C x) { return kFloating && x != x; });
    case UnaryOp::isinf:
      return use([](C x) {
        if constexpr (kFloating) return static_cast<bool>(::isinf(x));
        return false;
      });
    case UnaryOp::isfinite:
      return use([](C x) {
        if constexpr (kFloating) return static_cast<bool>(::isfinite(x));
        return true;
      });
    default:
      return use([](C x) { return x == C(0); });  // logical_not
  }
}

/// Tests write bool, all else the input's type.
inline bool is_test(UnaryOp op) {
  return op == UnaryOp::isnan || op == UnaryOp::isinf || op == UnaryOp::isfinite ||
         op == UnaryOp::logical_not;
}

}  // namespace todevice::cuda
