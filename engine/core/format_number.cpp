// SPDX-License-Identifier: Apache-2.0
#include "core/format_number.h"

#include <algorithm>
#include <cmath>

#include "core/decimal_text.h"
#include "core/format.h"

namespace todevice::format {

namespace {

std::string integer_text(const Numbers& from, std::size_t i) {
  if (from.dtype == DType::boolean) return from.integers[i] ? "True" : "False";
  return std::to_string(from.integers[i]);
}

}  // namespace

ElementFormat::ElementFormat(const Numbers& shown) {
  if (is_floating_point(shown.dtype)) {
    choose_for_floats(shown.floats);
    return;
  }
  for (std::size_t i = 0; i < shown.integers.size(); ++i)
    width_ = std::max(width_, integer_text(shown, i).size());
}

void ElementFormat::choose_for_floats(const std::vector<double>& values) {
  const PrintOptions& options = print_options();
  double least = 0, most = 0;
  bool any = false;
  for (const double value : values) {
    if (!std::isfinite(value) || value == 0) continue;
    const double size = std::fabs(value);
    least = any ? std::min(least, size) : size;
    most = any ? std::max(most, size) : size;
    any = true;
    if (value != std::ceil(value)) whole_ = false;
  }
  if (!any) return;  // nothing to go by: the width stays 1
  const bool chosen = most / least > 1000 || most > 1e8 || (!whole_ && least < 1e-4);
  scientific_ =
      options.sci_mode == PrintOptions::Sci::choose ? chosen : options.sci_mode == PrintOptions::Sci::always;
  for (const double value : values) {
    if (!std::isfinite(value) || value == 0) continue;
    const std::string text = scientific_ ? decimal::exponent(value, options.precision)
                             : whole_    ? decimal::fixed(value, 0) + "."
                                         : decimal::fixed(value, options.precision);
    width_ = std::max(width_, text.size());
  }
}

std::string ElementFormat::plain(double value) const {
  const int precision = print_options().precision;
  if (scientific_) return decimal::exponent(value, precision);
  if (!whole_) return decimal::fixed(value, precision);
  return decimal::fixed(value, 0) + (std::isfinite(value) ? "." : "");
}

std::string ElementFormat::operator()(const Numbers& from, std::size_t i) const {
  const std::string text = is_floating_point(from.dtype) ? plain(from.floats[i]) : integer_text(from, i);
  return text.size() < width_ ? std::string(width_ - text.size(), ' ') + text : text;
}

}  // namespace todevice::format
