// SPDX-License-Identifier: Apache-2.0
#include "visibility/python_text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace todevice::visibility::python_text {

namespace {

constexpr char32_t kSurrogate = 0xDC00;  // os.fsdecode: "surrogateescape"

/// The zero of each run of ten decimal digits (Unicode 14, general category Nd).
constexpr std::array<char32_t, 66> kZeros = {
    0x30,    0x660,   0x6F0,   0x7C0,   0x966,   0x9E6,   0xA66,   0xAE6,   0xB66,   0xBE6,   0xC66,
    0xCE6,   0xD66,   0xDE6,   0xE50,   0xED0,   0xF20,   0x1040,  0x1090,  0x17E0,  0x1810,  0x1946,
    0x19D0,  0x1A80,  0x1A90,  0x1B50,  0x1BB0,  0x1C40,  0x1C50,  0xA620,  0xA8D0,  0xA900,  0xA9D0,
    0xA9F0,  0xAA50,  0xABF0,  0xFF10,  0x104A0, 0x10D30, 0x11066, 0x110F0, 0x11136, 0x111D0, 0x112F0,
    0x11450, 0x114D0, 0x11650, 0x116C0, 0x11730, 0x118E0, 0x11950, 0x11C50, 0x11D50, 0x11DA0, 0x16A60,
    0x16AC0, 0x16B50, 0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6, 0x1E140, 0x1E2F0, 0x1E950, 0x1FBF0};

/// Digits that are no decimal ones (Numeric_Type=Digit): superscripts, circled numbers and the like.
constexpr std::array<std::pair<char32_t, char32_t>, 20> kRefused = {
    {{0xB2, 0xB3},     {0xB9, 0xB9},       {0x1369, 0x1371},   {0x19DA, 0x19DA},   {0x2070, 0x2070},
     {0x2074, 0x2079}, {0x2080, 0x2089},   {0x2460, 0x2468},   {0x2474, 0x247C},   {0x2488, 0x2490},
     {0x24EA, 0x24EA}, {0x24F5, 0x24FD},   {0x24FF, 0x24FF},   {0x2776, 0x277E},   {0x2780, 0x2788},
     {0x278A, 0x2792}, {0x10A40, 0x10A43}, {0x10E60, 0x10E68}, {0x11052, 0x1105A}, {0x1F100, 0x1F10A}}};

/// What a first byte says: how many bytes there are, and the least code that needs them.
std::pair<std::size_t, char32_t> form(unsigned char first) {
  if (first >= 0xC2 && first < 0xE0) return {2, 0x80};
  if (first >= 0xE0 && first < 0xF0) return {3, 0x800};
  if (first >= 0xF0 && first < 0xF5) return {4, 0x10000};
  return {0, 0};
}

}  // namespace

Character character_at(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  if (first < 0x80) return {first, 1};
  const Character broken{kSurrogate + first, 1};
  const auto [length, least] = form(first);
  if (length == 0 || at + length > text.size()) return broken;
  char32_t code = first & (0x7Fu >> length);
  for (std::size_t i = at + 1; i < at + length; ++i) {
    if ((byte(i) & 0xC0u) != 0x80u) return broken;
    code = (code << 6) | (byte(i) & 0x3Fu);
  }
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  return code < least || surrogate || code > 0x10FFFF ? broken : Character{code, length};
}

int digit_value(char32_t code) {
  for (const char32_t zero : kZeros) {
    if (code >= zero && code < zero + 10) return static_cast<int>(code - zero);
  }
  const bool refused = std::any_of(kRefused.begin(), kRefused.end(), [code](const auto& range) {
    return code >= range.first && code <= range.second;
  });
  return refused ? kRefusedDigit : kNoDigit;
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

}  // namespace todevice::visibility::python_text
