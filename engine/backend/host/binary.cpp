// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>

#include "backend/host/kernels_impl.h"
#include "backend/host/loop.h"
#include "backend/host/with_number.h"
#include "core/dispatch.h"
#include "core/errors.h"
#include "core/not_implemented.h"

namespace todevice::host {

namespace {

/// Python's remainder: it has the sign of the divisor.
template <class C>
C python_remainder(C a, C b) {
  if constexpr (std::is_floating_point_v<C>) {
    const C r = std::fmod(a, b);
    return r != C(0) && (r < C(0)) != (b < C(0)) ? r + b : r;
  } else {
    if (b == C(0)) throw Error("ZeroDivisionError");
    if constexpr (std::is_signed_v<C>) {
      if (b == C(-1)) return C(0);  // the smallest number divided by -1 overflows
    }
    const C r = static_cast<C>(a % b);
    return static_cast<C>(r != C(0) && (r < C(0)) != (b < C(0)) ? r + b : r);
  }
}

template <class C>
C python_floor_div(C a, C b) {
  if constexpr (std::is_floating_point_v<C>) {
    if (b == C(0)) return a / b;
    const C remainder = std::fmod(a, b);
    C quotient = (a - remainder) / b;
    if (remainder != C(0) && (b < C(0)) != (remainder < C(0))) quotient -= C(1);
    if (quotient == C(0)) return std::copysign(C(0), a / b);
    const C floored = std::floor(quotient);
    return quotient - floored > C(0.5) ? floored + C(1) : floored;
  } else {
    if (b == C(0)) throw Error("ZeroDivisionError");
    if constexpr (std::is_signed_v<C>) {
      if (b == C(-1)) return static_cast<C>(C(0) - a);
    }
    const C q = static_cast<C>(a / b);
    return static_cast<C>(a % b != C(0) && (a < C(0)) != (b < C(0)) ? q - 1 : q);
  }
}

/// Integer powers by squaring; negative exponents as PyTorch: 1 and -1 stay, all else is 0.
template <class C>
C power(C a, C b) {
  if constexpr (std::is_floating_point_v<C>) {
    if (b == C(2)) return a * a;
    return std::pow(a, b);
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

template <class C>
C nan_or(C a, C b, bool take_a) {
  if constexpr (std::is_floating_point_v<C>) {
    if (a != a) return a;
    if (b != b) return b;
  }
  return take_a ? a : b;
}

template <class C>
C gelu_slope(C x) {
  const C cdf = C(0.5) * (C(1) + std::erf(x * C(std::numbers::sqrt2 / 2)));
  return cdf + x * std::exp(x * x * C(-0.5)) * C(std::numbers::inv_sqrtpi / std::numbers::sqrt2);
}

template <class T>
class Pair {
  using C = Compute<T>;
  static constexpr bool kFloating = std::is_floating_point_v<C>;
  static constexpr bool kBool = std::is_same_v<C, bool>;

 public:
  Pair(const View& out, const View& a, const View& b) : out_(out), a_(a), b_(b) {}

  bool compare(BinaryOp op) {
    switch (op) {
      case BinaryOp::eq:
        return test([](C x, C y) { return x == y; });
      case BinaryOp::ne:
        return test([](C x, C y) { return x != y; });
      case BinaryOp::lt:
        return test([](C x, C y) { return x < y; });
      case BinaryOp::le:
        return test([](C x, C y) { return x <= y; });
      case BinaryOp::gt:
        return test([](C x, C y) { return x > y; });
      case BinaryOp::ge:
        return test([](C x, C y) { return x >= y; });
      case BinaryOp::logical_and:
        return test([](C x, C y) { return x != C(0) && y != C(0); });
      case BinaryOp::logical_or:
        return test([](C x, C y) { return x != C(0) || y != C(0); });
      case BinaryOp::logical_xor:
        return test([](C x, C y) { return (x != C(0)) != (y != C(0)); });
      default:
        return false;
    }
  }

  bool arithmetic(BinaryOp op) {
    switch (op) {
      case BinaryOp::add:
        return number([](C x, C y) { return static_cast<C>(x + y); });
      case BinaryOp::sub:
        return number([](C x, C y) { return static_cast<C>(x - y); });
      case BinaryOp::mul:
        return number([](C x, C y) { return static_cast<C>(x * y); });
      case BinaryOp::maximum:
        return number([](C x, C y) { return nan_or(x, y, x >= y); });
      case BinaryOp::minimum:
        return number([](C x, C y) { return nan_or(x, y, x <= y); });
      default:
        break;
    }
    if constexpr (!kBool) {
      switch (op) {
        case BinaryOp::floor_div:
          return number([](C x, C y) { return python_floor_div(x, y); });
        case BinaryOp::remainder:
          return number([](C x, C y) { return python_remainder(x, y); });
        case BinaryOp::pow:
          return number([](C x, C y) { return power(x, y); });
        default:
          break;
      }
    }
    return false;
  }

  bool bitwise(BinaryOp op) {
    if constexpr (!kFloating) {
      switch (op) {
        case BinaryOp::bitwise_and:
          return number([](C x, C y) { return static_cast<C>(x & y); });
        case BinaryOp::bitwise_or:
          return number([](C x, C y) { return static_cast<C>(x | y); });
        case BinaryOp::bitwise_xor:
          return number([](C x, C y) { return static_cast<C>(x ^ y); });
        case BinaryOp::fmod:
          if constexpr (!kBool) {
            return number([](C x, C y) {
              if (y == C(0)) throw Error("ZeroDivisionError");
              if constexpr (std::is_signed_v<C>) {
                if (y == C(-1)) return C(0);  // the least number has no negative
              }
              return static_cast<C>(x % y);
            });
          }
          break;
        default:
          break;
      }
    }
    return false;
  }

  bool floating(BinaryOp op) {
    if constexpr (kFloating) {
      switch (op) {
        case BinaryOp::div:
          return number([](C x, C y) { return x / y; });
        case BinaryOp::fmod:
          return number([](C x, C y) { return std::fmod(x, y); });
        case BinaryOp::atan2:
          return number([](C x, C y) { return std::atan2(x, y); });
        case BinaryOp::relu_grad:
          return number([](C g, C x) { return x <= C(0) ? C(0) : g; });  // NaN lets it pass
        case BinaryOp::sigmoid_grad:
          return number([](C g, C s) { return g * (C(1) - s) * s; });
        case BinaryOp::tanh_grad:
          return number([](C g, C t) { return g * (C(1) - t * t); });
        case BinaryOp::gelu_grad:
          return number([](C g, C x) { return g * gelu_slope(x); });
        default:
          break;
      }
    }
    return false;
  }

 private:
  template <class F>
  bool test(F f) {
    map<bool, T, T>(out_, a_, b_, [&](T x, T y) { return f(convert<C>(x), convert<C>(y)); });
    return true;
  }
  template <class F>
  bool number(F f) {
    map<T, T, T>(out_, a_, b_, [&](T x, T y) { return convert<T>(f(convert<C>(x), convert<C>(y))); });
    return true;
  }

  const View &out_, &a_, &b_;
};

template <class T, class F>
bool map_number(const View& out, const View& a, Scalar number, F f) {
  const auto value = static_cast<float>(number.to_double());
  map<T, T>(out, a, [&](T x) { return convert<T>(f(convert<float>(x), value)); });
  return true;
}

template <class T>
bool with_number(BinaryOp op, const View& out, const View& a, Scalar number) {
  switch (op) {
    case BinaryOp::mul:
      return map_number<T>(out, a, number, [](float x, float y) { return x * y; });
    case BinaryOp::div:
      return map_number<T>(out, a, number, [](float x, float y) { return x / y; });
    case BinaryOp::floor_div:
      return map_number<T>(out, a, number, [](float x, float y) { return python_floor_div(x, y); });
    default:
      return false;
  }
}

}  // namespace

bool binary_with_number(BinaryOp op, const View& out, const View& a, Scalar number) {
  if (out.dtype != a.dtype || (a.dtype != DType::float16 && a.dtype != DType::bfloat16)) return false;
  bool done = false;
  dispatch(a.dtype, [&]<class T>() {
    if constexpr (is_half<T>) done = with_number<T>(op, out, a, number);
  });
  return done;
}

void binary(BinaryOp op, const View& out, const View& a, const View& b) {
  dispatch(a.dtype, [&]<class T>() {
    Pair<T> pair(out, a, b);
    if (pair.arithmetic(op) || pair.compare(op) || pair.floating(op) || pair.bitwise(op)) return;
    throw_not_implemented(a.dtype);
  });
}

}  // namespace todevice::host
