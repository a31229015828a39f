// SPDX-License-Identifier: Apache-2.0
#include "visibility/torch_parser.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace todevice::visibility {

namespace {

/// One character of UTF-8; a broken byte stands for itself.
struct Character {
  char32_t code = 0;
  std::size_t length = 1;
};
Character character_at(const std::string& text, std::size_t i) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(k < text.size() ? text[k] : 0); };
  const unsigned char first = byte(i);
  const std::size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (length == 1 || first < 0xC2 || i + length > text.size()) return {first, 1};
  char32_t code = first & (0x7Fu >> length);
  for (std::size_t k = 1; k < length; ++k) code = (code << 6) | (byte(i + k) & 0x3Fu);
  return {code, length};
}

/// Blocks of ten decimal digits that Python's int() takes, by their zero: ASCII, Arabic-Indic (two),
/// Devanagari, Bengali, Thai, fullwidth.
constexpr std::array<char32_t, 7> kZeros = {U'0', 0x660, 0x6F0, 0x966, 0x9E6, 0xE50, 0xFF10};

/// -1: no digit; -2: a digit to str.isdigit() that int() refuses (superscripts, subscripts, circled numbers).
int digit_value(char32_t code) {
  for (const char32_t zero : kZeros) {
    if (code >= zero && code < zero + 10) return static_cast<int>(code - zero);
  }
  const bool refused = code == 0xB2 || code == 0xB3 || code == 0xB9 || code == 0x2070 ||
                       (code >= 0x2074 && code <= 0x2079) || (code >= 0x2080 && code <= 0x2089) ||
                       (code >= 0x2460 && code <= 0x2468);
  return refused ? -2 : -1;
}

bool is_space(char32_t code) {
  return code == U' ' || (code >= 9 && code <= 13) || (code >= 0x1C && code <= 0x1F) || code == 0x85 ||
         code == 0xA0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200A) || code == 0x2028 ||
         code == 0x2029 || code == 0x202F || code == 0x205F || code == 0x3000;
}

std::string stripped(const std::string& text) {
  std::size_t begin = text.size(), end = 0;
  for (std::size_t i = 0; i < text.size();) {
    const Character c = character_at(text, i);
    if (!is_space(c.code)) {
      begin = std::min(begin, i);
      end = i + c.length;
    }
    i += c.length;
  }
  return begin < end ? text.substr(begin, end - begin) : std::string();
}

/// The number an entry starts with, -1 for none. False: int() raises, and `literal` is what it was given.
bool leading_number(const std::string& text, std::int64_t& number, std::string& literal) {
  number = -1;
  std::size_t end = 0;
  bool sign = false, negative = false, refused = false;
  std::int64_t value = 0;
  int digits = 0;
  while (end < text.size()) {
    const Character c = character_at(text, end);
    const int digit = digit_value(c.code);
    if (digit == -1 && !(end == 0 && (c.code == U'+' || c.code == U'-'))) break;
    if (digit == -1) {
      sign = true;
      negative = c.code == U'-';
    } else {
      ++digits;
      refused = refused || digit == -2;
      value = std::min<std::int64_t>(value * 10 + std::max(digit, 0),
                                     std::int64_t{1} << 40);  // enough to be too large
    }
    end += c.length;
  }
  if (end == 0) return true;
  literal = text.substr(0, end);
  if (refused || (sign && digits == 0)) return false;
  number = negative ? -value : value;
  return true;
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ',')
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

int count_uuids(const std::string& text, const std::vector<PhysicalGpu>& gpus) {
  std::vector<std::string> names;
  for (const std::string& part : split(text)) {
    if (std::find(names.begin(), names.end(), part) != names.end()) return 0;
    if (!part.starts_with("GPU-")) break;
    names.push_back(part);
  }
  std::vector<std::ptrdiff_t> found;
  for (const std::string& name : names) {
    const auto fits = [&](const PhysicalGpu& gpu) { return gpu.uuid.starts_with(name); };
    if (std::count_if(gpus.begin(), gpus.end(), fits) != 1) break;
    const auto at = std::find_if(gpus.begin(), gpus.end(), fits) - gpus.begin();
    if (std::find(found.begin(), found.end(), at) != found.end()) return 0;
    found.push_back(at);
  }
  return static_cast<int>(found.size());
}

void count_indices(const std::string& text, const std::vector<PhysicalGpu>& gpus, Result& result) {
  std::vector<std::int64_t> numbers;
  for (const std::string& part : split(text)) {
    std::int64_t number = 0;
    std::string literal;
    if (!leading_number(stripped(part), number, literal)) {
      result.torch_device_count = -1;
      result.torch_error = "invalid literal for int() with base 10: '" + literal + "'";
      return;
    }
    if (std::find(numbers.begin(), numbers.end(), number) != numbers.end()) {
      numbers.clear();
      break;
    }
    if (number < 0) break;
    numbers.push_back(number);
  }
  const auto beyond = std::find_if(numbers.begin(), numbers.end(), [&](std::int64_t n) {
    return n >= static_cast<std::int64_t>(gpus.size());
  });
  result.torch_device_count = static_cast<int>(beyond - numbers.begin());
}

}  // namespace

void count_as_torch(const std::optional<std::string>& variable, const std::vector<PhysicalGpu>& gpus,
                    Result& result) {
  if (!variable) {
    result.torch_device_count = static_cast<int>(gpus.size());
  } else if (variable->starts_with("GPU-")) {
    result.torch_device_count = count_uuids(*variable, gpus);
  } else if (variable->starts_with("MIG-")) {
    result.torch_device_count = static_cast<int>(result.logical.size());  // it asks the driver
  } else {
    count_indices(*variable, gpus, result);
  }
}

}  // namespace todevice::visibility
