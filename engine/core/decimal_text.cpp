// SPDX-License-Identifier: Apache-2.0
#include "core/decimal_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace todevice::decimal {

namespace {

std::string print(std::chars_format how, int digits, double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  std::array<char, 64> few{};
  auto [end, error] = std::to_chars(few.data(), few.data() + few.size(), value, how, digits);
  if (error == std::errc{}) return {few.data(), end};
  constexpr std::size_t kLongest = 320;  // a sign, the 309 digits before the point of the largest, the point
  std::string text(kLongest + static_cast<std::size_t>(std::max(digits, 6)), '\0');
  text.resize(static_cast<std::size_t>(
      std::to_chars(text.data(), text.data() + text.size(), value, how, digits).ptr - text.data()));
  return text;
}

}  // namespace

std::string fixed(double value, int digits) {
  return print(std::chars_format::fixed, digits, value);
}

std::string exponent(double value, int digits) {
  return print(std::chars_format::scientific, digits, value);
}

std::string general(double value) {
  return print(std::chars_format::general, 6, value);
}

}  // namespace todevice::decimal
