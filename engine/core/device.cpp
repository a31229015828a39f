// SPDX-License-Identifier: Apache-2.0
#include "core/device.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "core/errors.h"

namespace todevice {

namespace {

constexpr std::array kTypes = {"cpu",    "cuda", "ipu",  "xpu",  "mkldnn", "opengl",       "opencl",
                               "ideep",  "hip",  "ve",   "fpga", "maia",   "xla",          "lazy",
                               "vulkan", "mps",  "meta", "hpu",  "mtia",   "privateuseone"};

constexpr int kMostIndex = 127;

[[noreturn]] void throw_invalid(std::string_view text) {
  throw Error("Invalid device string: '" + std::string(text) + "'");
}

[[noreturn]] void throw_unknown_type(std::string_view text) {
  std::string names;
  for (const char* name : kTypes) names += (names.empty() ? "" : ", ") + std::string(name);
  throw Error("Expected one of " + names + " device type at start of device string: " + std::string(text));
}

[[noreturn]] void throw_too_large(std::string_view digits, std::string_view text) {
  throw Error("Could not parse device index '" + std::string(digits) + "' in device string '" +
              std::string(text) + "'");
}

/// Digits without a leading zero. PyTorch keeps an index in eight bits and lets a larger one wrap; we refuse
/// it.
int parse_index(std::string_view digits, std::string_view text) {
  const bool plain = !digits.empty() &&
                     std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; }) &&
                     (digits.size() == 1 || digits.front() != '0');
  if (!plain) throw_invalid(text);
  const int index = digits.size() <= 9 ? std::stoi(std::string(digits)) : kMostIndex + 1;
  if (index > kMostIndex) throw_too_large(digits, text);
  return index;
}

}  // namespace

Device Device::parse(std::string_view text) {
  if (text.empty()) throw Error("Device string must not be empty");
  const std::size_t colon = text.find(':');
  const std::string_view type = text.substr(0, colon);
  const bool word = !type.empty() && std::all_of(type.begin(), type.end(), [](char c) {
    return std::isalpha(static_cast<unsigned char>(c)) || c == '_';
  });
  if (!word) throw_invalid(text);
  const int index = colon == std::string_view::npos ? -1 : parse_index(text.substr(colon + 1), text);
  if (std::find(kTypes.begin(), kTypes.end(), type) == kTypes.end()) throw_unknown_type(type);
  if (type == "cpu") return Device(DeviceType::cpu, index);
  if (type == "cuda") return Device(DeviceType::cuda, index);
  throw NotImplementedError("ToDevice knows the devices cpu and cuda, not '" + std::string(type) + "'");
}

std::string Device::str() const {
  std::string text(device_type_name(type_));
  if (has_index()) text += ":" + std::to_string(index_);
  return text;
}

std::string_view device_type_name(DeviceType type) {
  return type == DeviceType::cpu ? "cpu" : "cuda";
}

}  // namespace todevice
