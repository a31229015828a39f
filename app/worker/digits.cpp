// SPDX-License-Identifier: Apache-2.0
#include "digits.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace todevice::worker {

/// digits.csv.gz, byte for byte; made by the build.
std::span<const unsigned char> embedded_digits();

namespace {

constexpr float kWhite = 16.0F;
constexpr int kGzip = 16 + MAX_WBITS;

std::string inflate_all(std::span<const unsigned char> packed) {
  z_stream stream{};
  stream.next_in = const_cast<unsigned char*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  if (inflateInit2(&stream, kGzip) != Z_OK) throw std::runtime_error("zlib does not start");
  std::string text(std::size_t{1} << 20, '\0');
  stream.next_out = reinterpret_cast<unsigned char*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  const int outcome = inflate(&stream, Z_FINISH);
  text.resize(stream.total_out);
  inflateEnd(&stream);
  if (outcome != Z_STREAM_END) throw std::runtime_error("the digits' data set cannot be unpacked");
  return text;
}

struct Row {
  std::array<float, Digits::kPixels> pixels;
  std::int64_t label;
};

Row read_row(const char*& at, const char* end) {
  Row row{};
  for (int i = 0; i <= Digits::kPixels; ++i) {
    int value = 0;
    const auto [next, error] = std::from_chars(at, end, value);
    if (error != std::errc{}) throw std::runtime_error("the digits' data set cannot be read");
    if (i < Digits::kPixels) {
      row.pixels[static_cast<std::size_t>(i)] = static_cast<float>(value) / kWhite;
    } else {
      row.label = value;
    }
    at = std::min(next + 1, end);
  }
  while (at < end && (*at == '\n' || *at == '\r')) ++at;
  return row;
}

/// Written out, since std::shuffle may differ from library to library.
void shuffle(std::vector<Row>& rows) {
  std::mt19937 random(0);
  for (std::size_t i = rows.size() - 1; i > 0; --i) std::swap(rows[i], rows[random() % (i + 1)]);
}

}  // namespace

Digits load_digits() {
  const std::string text = inflate_all(embedded_digits());
  std::vector<Row> rows;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end) rows.push_back(read_row(at, end));
  if (rows.empty()) throw std::runtime_error("the digits' data set is empty");
  shuffle(rows);
  Digits digits;
  digits.training = rows.size() * 4 / 5;
  for (const auto& row : rows) {
    digits.pixels.insert(digits.pixels.end(), row.pixels.begin(), row.pixels.end());
    digits.labels.push_back(row.label);
  }
  return digits;
}

}  // namespace todevice::worker
