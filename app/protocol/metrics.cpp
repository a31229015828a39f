// SPDX-License-Identifier: Apache-2.0
#include "protocol/metrics.h"

#include <array>
#include <charconv>
#include <cmath>

namespace todevice::protocol {

namespace {

using fields::json;

constexpr double kExact = 9007199254740992.0;  // 2^53: whole numbers up to here are exact

void append(std::string& out, double value) {
  if (!std::isfinite(value)) {
    out += "null";
    return;
  }
  std::array<char, 32> text{};
  out.append(text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr);
}

void append(std::string& out, const std::vector<double>& values) {
  out += '[';
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out += ',';
    append(out, values[i]);
  }
  out += ']';
}

bool counts_up(const std::vector<double>& x) {
  if (x.empty() || !(std::abs(x.front()) < kExact / 2) || x.front() != std::floor(x.front())) return false;
  for (std::size_t i = 1; i < x.size(); ++i) {
    if (x[i] != x.front() + static_cast<double>(i)) return false;
  }
  return true;
}

std::vector<double> read_numbers(const char* name, const json& values) {
  std::vector<double> numbers;
  fields::Reader::decode(name, values, numbers);
  return numbers;
}

Metrics::Series read_series(const json& from) {
  Metrics::Series series;
  const fields::Reader reader(from);
  reader("name", series.name);
  if (const auto y = from.find("y"); y != from.end()) series.y = read_numbers("y", *y);
  const auto x = from.find("x");
  if (x != from.end() && x->is_array()) {
    series.x = read_numbers("x", *x);
  } else {
    const double first = x == from.end() ? 0.0 : fields::parse_number("x", *x);
    for (std::size_t i = 0; i < series.y.size(); ++i) series.x.push_back(first + static_cast<double>(i));
  }
  if (series.x.size() != series.y.size()) fields::fail("x", "as long as y");
  return series;
}

}  // namespace

std::string encode_metrics(const Metrics& metrics) {
  std::string out = R"({"jsonrpc":"2.0","method":"metrics","params":{"run":)";
  out += fields::line_of(metrics.run) + R"(,"series":[)";
  for (std::size_t i = 0; i < metrics.series.size(); ++i) {
    const auto& series = metrics.series[i];
    if (i > 0) out += ',';
    out += R"({"name":)" + fields::line_of(series.name) + R"(,"x":)";
    if (counts_up(series.x)) {
      append(out, series.x.front());
    } else {
      append(out, series.x);
    }
    out += R"(,"y":)";
    append(out, series.y);
    out += '}';
  }
  return out += "]}}";
}

Metrics decode_metrics(const json& params) {
  Metrics metrics;
  const fields::Reader reader(params);
  reader("run", metrics.run);
  const auto list = params.find("series");
  if (list == params.end()) return metrics;
  if (!list->is_array()) fields::fail("series", "a list");
  for (const auto& series : *list) metrics.series.push_back(read_series(series));
  return metrics;
}

}  // namespace todevice::protocol
