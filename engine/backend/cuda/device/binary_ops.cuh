// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "backend/cuda/device/relu.cuh"
#include "backend/cuda/device/types.cuh"
#include "backend/kernels.h"

namespace todevice::cuda {

/// Python's remainder: it has the sign of the divisor.
template <class C>
__device__ C python_remainder(C a, C b) {
  if constexpr (std::is_floating_point_v<C>) {
    const C r = ::fmod(a, b);
    return r != C(0) && (r < C(0)) != (b < C(0)) ? r + b : r;
  } else {
    if constexpr (std::is_signed_v<C>) {
      if (b == C(-1)) return C(0);  // the smallest number divided by -1 overflows
    }
    const C r = static_cast<C>(a % b);
    return static_cast<C>(r != C(0) && (r < C(0)) != (b < C(0)) ? r + b : r);
  }
}

template <class C>
__device__ C python_floor_div(C a, C b) {
  if constexpr (std::is_floating_point_v<C>) {
    if (b == C(0)) return a / b;
    const C rest = ::fmod(a, b);
    C quotient = (a - rest) / b;
    if (rest != C(0) && (b < C(0)) != (rest < C(0))) quotient -= C(1);
    if (quotient == C(0)) return ::copysign(C(0), a / b);
    const C floored = ::floor(quotient);
    return quotient - floored > C(0.5) ? floored + C(1) : floored;
  } else {
    if constexpr (std::is_signed_v<C>) {
      if (b == C(-1)) return static_cast<C>(C(0) - a);
    }
    const C q = static_cast<C>(a / b);
    return static_cast<C>(a % b != C(0) && (a < C(0)) != (b < C(0)) ? q - 1 : q);
  }
}

/// Integer powers by squaring; negative exponents as PyTorch: 1 and -1 stay, all else is 0.
template <class C>
__device__ C power(C a, C b) {
  if constexpr (std::is_floating_point_v<C>) {
    if (b == C(2)) return a * a;
    return ::pow(a, b);
  } else {
    if (b < C(0)) return a == C(1) ? C(1) : a == C(-1) ? (b % 2 == 0 ? C(1) : C(-1)) : C(0);
    C result = 1;
    for (; b > 0; b = static_cast<C>(b / 2)) {
      if (b % 2 != 0) result = static_cast<C>(result * a);
      a = static_cast<C>(a * a);
    }
    return result;
  }
}

/// The larger of two numbers, NaN where one is; as on any GPU, 0 is larger than -0.
template <class C>
__device__ C larger(C a, C b) {
  if constexpr (std::is_floating_point_v<C>) {
    return a != a ? a : b != b ? b : ::fmax(a, b);
  } else {
    return a > b ? a : b;
  }
}

/// The smaller one, likewise.
template <class C>
__device__ C smaller(C a, C b) {
  if constexpr (std::is_floating_point_v<C>) {
    return a != a ? a : b != b ? b : ::fmin(a, b);
  } else {
    return a < b ? a : b;
  }
}

template <class C>
__device__ C gelu_slope(C x) {
  const C cdf = C(0.5) * (C(1) + ::erf(x * C(M_SQRT1_2)));
  return cdf + x * ::exp(x * x * C(-0.5)) * C(M_2_SQRTPI * M_SQRT1_2 * 0.5);
}

template <class C, class Use>
__device__ bool use_floating_binary(BinaryOp op, Use&& use) {
  // clang-format off
  switch (op) {
    case BinaryOp::div: use([](C x, C y) { return x / y; }); return true;
    case BinaryOp::fmod: use([](C x, C y) { return ::fmod(x, y); }); return true;
    case BinaryOp::atan2: use([](C x, C y) { return ::atan2(x, y); }); return true;
    case BinaryOp::relu_grad: use([](C g, C x) { return relu_grad(g, x); }); return true;
    case BinaryOp::sigmoid_grad: use([](C g, C s) { return g * (C(1) - s) * s; }); return true;
    case BinaryOp::tanh_grad: use([](C g, C t) { return g * (C(1) - t * t); }); return true;
    case BinaryOp::gelu_grad: use([](C g, C x) { return g * gelu_slope(x); }); return true;
    default: return false;
  }
  // clang-format on
}

template <class C, class Use>
__device__ bool use_integer_binary(BinaryOp op, Use&& use) {
  // clang-format off
  switch (op) {
    case BinaryOp::bitwise_and: use([](C x, C y) { return static_cast<C>(x & y); }); return true;
    case BinaryOp::bitwise_or: use([](C x, C y) { return static_cast<C>(x | y); }); return true;
    case BinaryOp::bitwise_xor: use([](C x, C y) { return static_cast<C>(x ^ y); }); return true;
    case BinaryOp::fmod:
      if constexpr (!std::is_same_v<C, bool>) use([](C x, C y) { return static_cast<C>(x % y); });
      return true;
    default: return false;
  }
  // clang-format on
}

template <class C, class Use>
__device__ void use_number_binary(BinaryOp op, Use&& use) {
  // clang-format off
  switch (op) {
    case BinaryOp::add: return use([](C x, C y) { return static_cast<C>(x + y); });
    case BinaryOp::sub: return use([](C x, C y) { return static_cast<C>(x - y); });
    case BinaryOp::mul: return use([](C x, C y) { return static_cast<C>(x * y); });
    case BinaryOp::maximum: return use([](C x, C y) { return larger(x, y); });
    case BinaryOp::minimum: return use([](C x, C y) { return smaller(x, y); });
    default: break;
  }
  if constexpr (!std::is_same_v<C, bool>) {
    switch (op) {
      case BinaryOp::floor_div: return use([](C x, C y) { return python_floor_div(x, y); });
      case BinaryOp::remainder: return use([](C x, C y) { return python_remainder(x, y); });
      case BinaryOp::pow: return use([](C x, C y) { return power(x, y); });
      default: break;
    }
  }
  // clang-format on
}

template <class C, class Use>
__device__ void use_comparison(BinaryOp op, Use&& use) {
  // clang-format off
  switch (op) {
    case BinaryOp::eq: return use([](C x, C y) { return x == y; });
    case BinaryOp::ne: return use([](C x, C y) { return x != y; });
    case BinaryOp::lt: return use([](C x, C y) { return x < y; });
    case BinaryOp::le: return use([](C x, C y) { return x <= y; });
    case BinaryOp::gt: return use([](C x, C y) { return x > y; });
    case BinaryOp::ge: return use([](C x, C y) { return x >= y; });
    case BinaryOp::logical_and: return use([](C x, C y) { return x != C(0) && y != C(0); });
    case BinaryOp::logical_or: return use([](C x, C y) { return x != C(0) || y != C(0); });
    default: return use([](C x, C y) { return (x != C(0)) != (y != C(0)); });  // logical_xor
  }
  // clang-format on
}

inline bool is_comparison(BinaryOp op) {
  return op >= BinaryOp::eq && op <= BinaryOp::logical_xor;
}

/// Does the dtype have this operation?
inline bool has(BinaryOp op, DType dtype) {
  const bool bits = op >= BinaryOp::bitwise_and && op <= BinaryOp::bitwise_xor;
  if (is_floating_point(dtype)) return !bits;
  if (op == BinaryOp::div || op == BinaryOp::atan2 || op >= BinaryOp::relu_grad) return false;
  const bool whole =
      op == BinaryOp::floor_div || op == BinaryOp::remainder || op == BinaryOp::fmod || op == BinaryOp::pow;
  return !whole || dtype != DType::boolean;
}

}  // namespace todevice::cuda
