// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>

#include "backend/host/kernels_impl.h"
#include "backend/host/loop.h"
#include "core/dispatch.h"
#include "core/errors.h"
#include "core/not_implemented.h"

namespace todevice::host {

namespace {

/// f computes in float for 16-bit floats.
template <class T, class F>
void floating_map(const View& out, const View& in, F f) {
  using C = Compute<T>;
  map<T, T>(out, in, [&](T x) { return convert<T>(f(convert<C>(x))); });
}

/// The error function; of a 16-bit float by the formula that PyTorch has for these: Abramowitz and Stegun,
/// Handbook of Mathematical Functions, 7.1.26.
template <class T>
Compute<T> error_function(Compute<T> x) {
  if constexpr (is_half<T>) {
    const float t = 1 / std::fma(0.3275911f, std::fabs(x), 1.0f);
    float series = std::fma(1.061405429f, t, -1.453152027f);
    for (const float next : {1.421413741f, -0.284496736f, 0.254829592f}) series = std::fma(series, t, next);
    return std::copysign(std::fma(-std::exp(-x * x) * t, series, 1.0f), x);
  }
  return std::erf(x);
}

/// PyTorch has the root of a 16-bit float rounded before it is divided by.
template <class T>
Compute<T> inverse_root(Compute<T> x) {
  using C = Compute<T>;
  const C root = std::sqrt(x);
  return C(1) / (is_half<T> ? convert<C>(convert<T>(root)) : root);
}

template <class T>
Compute<T> gelu(Compute<T> x) {
  using C = Compute<T>;
  return x * C(0.5) * (C(1) + error_function<T>(x * C(std::numbers::sqrt2 / 2)));
}

/// Operations that only floating types have. False when `op` is none of them.
template <class T>
bool floating_op(UnaryOp op, const View& out, const View& in) {
  using C = Compute<T>;
  const auto run = [&](auto f) {
    floating_map<T>(out, in, f);
    return true;
  };
  switch (op) {
    case UnaryOp::exp:
      return run([](C x) { return std::exp(x); });
    case UnaryOp::expm1:
      return run([](C x) { return std::expm1(x); });
    case UnaryOp::log:
      return run([](C x) { return std::log(x); });
    case UnaryOp::log1p:
      return run([](C x) { return std::log1p(x); });
    case UnaryOp::log2:
      return run([](C x) { return std::log2(x); });
    case UnaryOp::log10:
      return run([](C x) { return std::log10(x); });
    case UnaryOp::sqrt:
      return run([](C x) { return std::sqrt(x); });
    case UnaryOp::rsqrt:
      return run([](C x) { return inverse_root<T>(x); });
    case UnaryOp::reciprocal:
      return run([](C x) { return C(1) / x; });
    case UnaryOp::sin:
      return run([](C x) { return std::sin(x); });
    case UnaryOp::cos:
      return run([](C x) { return std::cos(x); });
    case UnaryOp::tan:
      return run([](C x) { return std::tan(x); });
    case UnaryOp::asin:
      return run([](C x) { return std::asin(x); });
    case UnaryOp::acos:
      return run([](C x) { return std::acos(x); });
    case UnaryOp::atan:
      return run([](C x) { return std::atan(x); });
    case UnaryOp::sinh:
      return run([](C x) { return std::sinh(x); });
    case UnaryOp::cosh:
      return run([](C x) { return std::cosh(x); });
    case UnaryOp::tanh:
      return run([](C x) { return std::tanh(x); });
    case UnaryOp::erf:
      return run([](C x) { return error_function<T>(x); });
    case UnaryOp::sigmoid:
      return run([](C x) { return C(1) / (C(1) + std::exp(-x)); });
    case UnaryOp::gelu:
      return run([](C x) { return gelu<T>(x); });
    case UnaryOp::silu:
      return run([](C x) { return x / (C(1) + std::exp(-x)); });
    case UnaryOp::frac:
      return run([](C x) { return x - std::trunc(x); });
    default:
      return false;
  }
}

template <class T>
T sign_of(T x) {
  return static_cast<T>(T(0) < x) - static_cast<T>(x < T(0));
}

/// floor, ceil, round or trunc; integers are round already.
template <class C>
C rounded([[maybe_unused]] UnaryOp op, C x) {
  if constexpr (std::is_floating_point_v<C>) {
    if (op == UnaryOp::floor) return std::floor(x);
    if (op == UnaryOp::ceil) return std::ceil(x);
    return op == UnaryOp::round ? std::nearbyint(x) : std::trunc(x);
  }
  return x;
}

/// Operations of every number type.
template <class T>
void number_op(UnaryOp op, const View& out, const View& in) {
  using C = Compute<T>;
  constexpr bool floating = std::is_floating_point_v<C>;
  switch (op) {
    case UnaryOp::neg:
      return floating_map<T>(out, in, [](C x) {
        if constexpr (floating)
          return -x;  // of 0 it is -0
        else
          return static_cast<C>(C(0) - x);
      });
    case UnaryOp::abs:
      return floating_map<T>(out, in, [](C x) {
        if constexpr (floating)
          return std::fabs(x);
        else
          return static_cast<C>(x < C(0) ? C(0) - x : x);
      });
    case UnaryOp::sign:
      return floating_map<T>(out, in, [](C x) { return sign_of(x); });
    case UnaryOp::square:
      return floating_map<T>(out, in, [](C x) { return static_cast<C>(x * x); });
    case UnaryOp::relu:
      return floating_map<T>(out, in, [](C x) { return x < C(0) ? C(0) : x; });
    case UnaryOp::floor:
    case UnaryOp::ceil:
    case UnaryOp::round:
    case UnaryOp::trunc:
      return floating_map<T>(out, in, [op](C x) { return rounded(op, x); });
    case UnaryOp::bitwise_not:
      if constexpr (std::is_same_v<T, bool>) {
        return map<T, T>(out, in, [](T x) { return !x; });
      } else if constexpr (std::is_integral_v<T>) {
        return map<T, T>(out, in, [](T x) { return static_cast<T>(~x); });
      }
      break;
    default:
      break;
  }
  throw_not_implemented(in.dtype);
}

/// Tests: out is bool.
template <class T>
bool test_op(UnaryOp op, const View& out, const View& in) {
  using C = Compute<T>;
  const auto run = [&](auto f) {
    map<bool, T>(out, in, [&](T x) { return f(convert<C>(x)); });
    return true;
  };
  constexpr bool floating = std::is_floating_point_v<C>;
  switch (op) {
    case UnaryOp::logical_not:
      return run([](C x) { return x == C(0); });
    case UnaryOp::isnan:
      return run([](C x) { return floating && x != x; });
    case UnaryOp::isinf:
      return run([](C x) {
        if constexpr (floating)
          return std::isinf(x);
        else
          return false;
      });
    case UnaryOp::isfinite:
      return run([](C x) {
        if constexpr (floating)
          return std::isfinite(x);
        else
          return true;
      });
    default:
      return false;
  }
}

}  // namespace

void unary(UnaryOp op, const View& out, const View& in) {
  dispatch(in.dtype, [&]<class T>() {
    if (test_op<T>(op, out, in)) return;
    if constexpr (is_half<T> || std::is_floating_point_v<T>) {
      if (floating_op<T>(op, out, in)) return;
    }
    number_op<T>(op, out, in);
  });
}

}  // namespace todevice::host
