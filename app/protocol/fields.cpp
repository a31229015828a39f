// SPDX-License-Identifier: Apache-2.0
#include "protocol/fields.h"

#include <array>
#include <charconv>
#include <cmath>

namespace todevice::protocol::fields {

namespace {

constexpr std::array<std::string_view, 3> kModes{"step", "record", "whole"};
constexpr std::array<std::string_view, 4> kReasons{"line", "finished", "error", "interrupted"};
constexpr std::array<std::string_view, 3> kReaches{"over", "into", "out"};

template <class Enum, std::size_t N>
void parse(std::string_view name, const json& value, const std::array<std::string_view, N>& words,
           Enum& result) {
  if (!value.is_string()) fail(name, "a word");
  const auto& text = value.get_ref<const std::string&>();
  for (std::size_t i = 0; i < N; ++i) {
    if (words[i] != text) continue;
    result = static_cast<Enum>(i);
    return;
  }
  fail(name, "a known word");
}

constexpr int kDeepest = 100;

bool is_too_deep(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      in_string = !in_string;
    } else if (in_string) {
      if (c == '\\') ++i;
    } else if (c == '[' || c == '{') {
      if (++depth > kDeepest) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

}  // namespace

void fail(std::string_view name, std::string_view expected) {
  std::string text = "\"";
  text.append(name).append("\" should be ").append(expected);
  throw json::other_error::create(501, text, nullptr);
}

std::string hex(Address address) {
  std::array<char, 18> text{'0', 'x'};
  const auto end = std::to_chars(text.data() + 2, text.data() + text.size(), address, 16).ptr;
  return {text.data(), end};
}

Address parse_hex(std::string_view name, const json& value) {
  if (!value.is_string()) fail(name, "a \"0x...\" text");
  const auto& text = value.get_ref<const std::string&>();
  Address address = 0;
  const char* const end = text.data() + text.size();
  if (!text.starts_with("0x")) fail(name, "a \"0x...\" text");
  const auto [stop, error] = std::from_chars(text.data() + 2, end, address, 16);
  if (error != std::errc{} || stop != end) fail(name, "a \"0x...\" text");
  return address;
}

json number(double value) {
  return std::isfinite(value) ? json(value) : json(nullptr);
}

double parse_number(std::string_view name, const json& value) {
  if (value.is_null()) return std::numeric_limits<double>::quiet_NaN();
  if (!value.is_number()) fail(name, "a number");
  return value.get<double>();
}

std::string_view word(Mode mode) {
  return kModes.at(static_cast<std::size_t>(mode));
}
std::string_view word(StopReason reason) {
  return kReasons.at(static_cast<std::size_t>(reason));
}
std::string_view word(Reach reach) {
  return kReaches.at(static_cast<std::size_t>(reach));
}
void parse_word(std::string_view name, const json& value, Mode& mode) {
  parse(name, value, kModes, mode);
}
void parse_word(std::string_view name, const json& value, StopReason& reason) {
  parse(name, value, kReasons, reason);
}

void parse_word(std::string_view name, const json& value, Reach& reach) {
  parse(name, value, kReaches, reach);
}

json parse_message(std::string_view line) {
  if (is_too_deep(line)) throw json::parse_error::create(101, line.size(), "nested too deeply", nullptr);
  return json::parse(line);
}

std::string line_of(const json& message) {
  return message.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace todevice::protocol::fields
