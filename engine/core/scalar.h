// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/dtype.h"

namespace todevice {

/// A Python number: bool, int or float. Not a tensor: it does not decide the dtype within its kind.
class Scalar {
 public:
  enum class Kind : std::uint8_t { boolean, integer, floating };

  constexpr Scalar() = default;
  template <class T>
  requires std::is_arithmetic_v<T>
  constexpr Scalar(T value) {  // NOLINT: implicit on purpose, so that add(x, 1) reads as in Python
    if constexpr (std::is_same_v<T, bool>) {
      kind_ = Kind::boolean;
      integer_ = value;
    } else if constexpr (std::is_integral_v<T>) {
      kind_ = Kind::integer;
      integer_ = static_cast<std::int64_t>(value);
    } else {
      kind_ = Kind::floating;
      floating_ = static_cast<double>(value);
    }
  }

  /// A Python int from 2^63 to 2^64 - 1: an integer all the same, which wraps where whole numbers are wanted.
  static constexpr Scalar large(std::uint64_t value) {
    Scalar result(static_cast<std::int64_t>(value));
    result.large_ = true;
    return result;
  }

  constexpr Kind kind() const { return kind_; }
  constexpr bool is_large() const { return large_; }
  constexpr bool is_floating() const { return kind_ == Kind::floating; }
  constexpr bool is_boolean() const { return kind_ == Kind::boolean; }
  constexpr double to_double() const {
    if (large_) return static_cast<double>(static_cast<std::uint64_t>(integer_));
    return is_floating() ? floating_ : static_cast<double>(integer_);
  }
  constexpr std::int64_t to_int64() const {
    return is_floating() ? static_cast<std::int64_t>(floating_) : integer_;
  }
  /// The dtype a tensor made from it alone would have: bool, int64 or float32 (the default dtype).
  constexpr DType natural_dtype() const {
    return is_floating() ? DType::float32 : is_boolean() ? DType::boolean : DType::int64;
  }

 private:
  Kind kind_ = Kind::integer;
  bool large_ = false;
  union {
    std::int64_t integer_ = 0;
    double floating_;
  };
};

}  // namespace todevice
