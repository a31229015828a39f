// SPDX-License-Identifier: Apache-2.0
#include "visibility/entry.h"

#include <algorithm>
#include <limits>

namespace todevice::visibility {

namespace {

// By hand: the program's locale has no say in it.
bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
bool is_hex(char c) {
  return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'f');
}

constexpr std::size_t kPrefix = 4;  // "GPU-", "MIG-"

/// A UUID as it was written, its digits in lower case, and where it ends in the text.
struct WrittenUuid {
  std::string text;
  std::size_t end = 0;
  bool has_digit = false;
};
WrittenUuid written_uuid(const std::string& text, std::size_t prefix) {
  WrittenUuid uuid;
  uuid.end = std::min(prefix, text.size());
  uuid.text = text.substr(0, uuid.end);
  for (; uuid.end < text.size() && (is_hex(text[uuid.end]) || text[uuid.end] == '-'); ++uuid.end)
    uuid.text += lower(text[uuid.end]);
  uuid.has_digit = uuid.text.size() > prefix && is_hex(uuid.text[prefix]);
  return uuid;
}

void match(const WrittenUuid& given, const std::string& text, const std::string& uuid, int physical, int mig,
           NameReading& reading) {
  const bool whole = given.text == uuid;
  const bool prefix = given.end == text.size() && uuid.starts_with(given.text);
  if (!whole && !prefix) return;
  ++reading.count;
  reading.physical = physical;
  reading.mig = mig;
  reading.remark = given.end < text.size() ? Remark::trailing_text : Remark::none;
}

std::optional<int> number(const std::string& text, std::size_t& at) {
  const std::size_t begin = at;
  int value = 0;
  for (; at < text.size() && is_digit(text[at]) && at - begin < 4; ++at)
    value = value * 10 + (text[at] - '0');
  return at > begin ? std::optional(value) : std::nullopt;
}

/// The older spelling of an instance: its card's UUID, then the two instances' numbers.
NameReading read_old_mig(const std::string& text, const std::vector<PhysicalGpu>& gpus) {
  NameReading reading;
  const WrittenUuid card = written_uuid(text.substr(kPrefix), kPrefix);
  std::size_t at = kPrefix + card.end;
  if (at >= text.size() || text[at++] != '/') return reading;
  const auto instance = number(text, at);
  if (!instance || at >= text.size() || text[at++] != '/') return reading;
  const auto compute = number(text, at);
  if (!compute || at != text.size()) return reading;
  for (const PhysicalGpu& gpu : gpus) {
    if (gpu.uuid != card.text) continue;
    for (std::size_t i = 0; i < gpu.mig.size(); ++i) {
      if (gpu.mig[i].gpu_instance != *instance || gpu.mig[i].compute_instance != *compute) continue;
      ++reading.count;
      reading.physical = gpu.index;
      reading.mig = static_cast<int>(i);
    }
  }
  return reading;
}

}  // namespace

std::vector<std::string> split_entries(const std::string& text) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (true) {
    const std::size_t comma = text.find(',', begin);
    parts.push_back(text.substr(begin, comma - begin));
    if (comma == std::string::npos) return parts;
    begin = comma + 1;
  }
}

std::optional<IndexReading> read_index(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size() && is_space(text[i])) ++i;
  IndexReading reading;
  if (i < text.size() && (text[i] == '+' || text[i] == '-')) reading.negative = text[i++] == '-';
  if (i >= text.size() || !is_digit(text[i])) return std::nullopt;
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t value = 0;
  bool overflow = false;
  for (; i < text.size() && is_digit(text[i]); ++i) {
    const auto digit = static_cast<std::uint64_t>(text[i] - '0');
    overflow = overflow || value > (most - digit) / 10;
    value = value * 10 + digit;
  }
  if (value > std::numeric_limits<std::uint32_t>::max() || overflow)
    reading.remark = Remark::cut_to_32_bits;
  else if (i < text.size())
    reading.remark = Remark::trailing_text;
  if (overflow)
    value = most;
  else if (reading.negative)
    value = ~value + 1;
  reading.value = static_cast<std::uint32_t>(value);
  return reading;
}

bool is_name(std::string_view text) {
  return text.starts_with("GPU-") || text.starts_with("MIG-");
}

NameReading read_name(const std::string& text, const std::vector<PhysicalGpu>& gpus) {
  if (text.starts_with("MIG-GPU-")) return read_old_mig(text, gpus);
  NameReading reading;
  const WrittenUuid given = written_uuid(text, kPrefix);
  if (!given.has_digit) return reading;
  for (const PhysicalGpu& gpu : gpus) {
    match(given, text, gpu.uuid, gpu.index, -1, reading);
    for (std::size_t i = 0; i < gpu.mig.size(); ++i)
      match(given, text, gpu.mig[i].uuid, gpu.index, static_cast<int>(i), reading);
  }
  return reading;
}

}  // namespace todevice::visibility
