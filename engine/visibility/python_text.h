// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace todevice::visibility::python_text {

/// One character of UTF-8 as Python's os.environ has it: a byte that is no UTF-8 is a lone surrogate.
struct Character {
  char32_t code = 0;
  std::size_t length = 1;
};
Character character_at(const std::string& text, std::size_t at);

/// What str.isdigit() and int() make of a character.
inline constexpr int kNoDigit = -1;
inline constexpr int kRefusedDigit = -2;  ///< a digit to str.isdigit() that int() does not take, as "²"
int digit_value(char32_t code);

bool is_space(char32_t code);  ///< str.isspace()
std::string stripped(const std::string& text);

}  // namespace todevice::visibility::python_text
