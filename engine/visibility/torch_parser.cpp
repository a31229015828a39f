// SPDX-License-Identifier: Apache-2.0
#include "visibility/torch_parser.h"

#include <algorithm>
#include <cstdint>

#include "visibility/entry.h"
#include "visibility/python_text.h"

namespace todevice::visibility {

namespace {

using python_text::character_at;

constexpr int kMostDigits = 4300;                           // Python's sys.get_int_max_str_digits()
constexpr std::int64_t kBeyondAll = std::int64_t{1} << 40;  // more GPUs than there are

/// The number an entry starts with, -1 for none.
struct Leading {
  std::int64_t number = -1;
  std::string digits;  ///< without leading zeros: what tells huge numbers apart
  std::string error;   ///< what int() raises, or empty
};

std::string int_error(const std::string& literal, int digits, bool refused) {
  if (digits > kMostDigits && !refused) {
    return "Exceeds the limit (4300 digits) for integer string conversion: value has " +
           std::to_string(digits) + " digits; use sys.set_int_max_str_digits() to increase the limit";
  }
  return "invalid literal for int() with base 10: '" + literal + "'";
}

Leading leading_number(const std::string& text) {
  std::size_t end = 0;
  bool sign = false, negative = false, refused = false;
  std::int64_t value = 0;
  int digits = 0;
  std::string significant;
  while (end < text.size()) {
    const auto c = character_at(text, end);
    const int digit = python_text::digit_value(c.code);
    const bool is_sign = end == 0 && (c.code == U'+' || c.code == U'-');
    if (digit == python_text::kNoDigit && !is_sign) break;
    if (is_sign) {
      sign = true;
      negative = c.code == U'-';
    } else {
      ++digits;
      refused = refused || digit == python_text::kRefusedDigit;
      value = std::min(value * 10 + std::max(digit, 0), kBeyondAll);
      if (digit > 0 || !significant.empty()) significant += static_cast<char>('0' + std::max(digit, 0));
    }
    end += c.length;
  }
  if (end == 0) return {};
  if (refused || digits > kMostDigits || (sign && digits == 0))
    return {-1, {}, int_error(text.substr(0, end), digits, refused)};
  return {negative ? -value : value, significant, {}};
}

int count_uuids(const std::string& text, const std::vector<PhysicalGpu>& gpus) {
  std::vector<std::string> names;
  for (const std::string& part : split_entries(text)) {
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
  std::vector<Leading> numbers;
  for (const std::string& part : split_entries(text)) {
    Leading leading = leading_number(python_text::stripped(part));
    if (!leading.error.empty()) {
      result.torch_device_count = -1;
      result.torch_error = leading.error;
      return;
    }
    if (leading.number < 0) break;
    const auto same = [&](const Leading& other) { return other.digits == leading.digits; };
    if (std::any_of(numbers.begin(), numbers.end(), same)) {
      numbers.clear();
      break;
    }
    numbers.push_back(std::move(leading));
  }
  const auto beyond = std::find_if(numbers.begin(), numbers.end(), [&](const Leading& leading) {
    return leading.number >= static_cast<std::int64_t>(gpus.size());
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
