// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <cstdint>
#include <limits>
#include <numeric>

#include "visibility/torch_parser.h"
#include "visibility/visibility.h"

namespace todevice::visibility {

namespace {

bool is_hex(char c) {
  return std::isxdigit(static_cast<unsigned char>(c)) != 0;
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (true) {
    const std::size_t comma = text.find(',', begin);
    parts.push_back(text.substr(begin, comma - begin));
    if (comma == std::string::npos) return parts;
    begin = comma + 1;
  }
}

/// As strtoul in base 10, then cut to 32 bits. Absent when there is no digit.
std::optional<std::uint32_t> read_index(const std::string& text) {
  std::size_t i = 0;
  while (i < text.size() && std::isspace(static_cast<unsigned char>(text[i]))) ++i;
  bool negative = false;
  if (i < text.size() && (text[i] == '+' || text[i] == '-')) negative = text[i++] == '-';
  if (i >= text.size() || !std::isdigit(static_cast<unsigned char>(text[i]))) return std::nullopt;
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t value = 0;
  bool overflow = false;
  for (; i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])); ++i) {
    const auto digit = static_cast<std::uint64_t>(text[i] - '0');
    overflow = overflow || value > (most - digit) / 10;
    value = value * 10 + digit;
  }
  if (overflow)
    value = most;
  else if (negative)
    value = ~value + 1;
  return static_cast<std::uint32_t>(value);
}

/// How many GPUs a "GPU-..." entry can mean, and the last of them. `rest` after a whole UUID is ignored.
struct UuidMatch {
  int count = 0;
  int physical = -1;
};
UuidMatch match_uuid(const std::string& text, const std::vector<PhysicalGpu>& gpus) {
  std::size_t end = 4;
  while (end < text.size() && (is_hex(text[end]) || text[end] == '-')) ++end;
  std::string given = text.substr(0, end);
  std::transform(given.begin() + 4, given.end(), given.begin() + 4,
                 [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
  UuidMatch match;
  if (end == 4 || !is_hex(given[4])) return match;
  for (const PhysicalGpu& gpu : gpus) {
    const bool whole = gpu.uuid == given;
    const bool prefix = end == text.size() && gpu.uuid.starts_with(given);
    if (!whole && !prefix) continue;
    ++match.count;
    match.physical = gpu.index;
  }
  return match;
}

/// Indices count in this order: fastest first (equal cards as in PCI order), or by PCI place.
std::optional<std::vector<int>> enumeration(const std::optional<std::string>& order,
                                            const std::vector<PhysicalGpu>& gpus) {
  std::vector<int> indices(gpus.size());
  std::iota(indices.begin(), indices.end(), 0);
  if (order && *order == "PCI_BUS_ID") return indices;
  if (order && *order != "FASTEST_FIRST") return std::nullopt;
  std::stable_sort(indices.begin(), indices.end(), [&](int a, int b) {
    return gpus[static_cast<std::size_t>(a)].speed_class > gpus[static_cast<std::size_t>(b)].speed_class;
  });
  return indices;
}

std::string count_words(std::size_t count) {
  return count == 1 ? "this machine has 1 GPU" : "this machine has " + std::to_string(count) + " GPUs";
}

/// Reads one entry by itself: which GPU it names, or why none.
Token read_token(const std::string& text, bool by_uuid, const std::vector<int>& order,
                 const std::vector<PhysicalGpu>& gpus) {
  Token token{text, Verdict::visible, std::nullopt, {}};
  const auto refuse = [&](Verdict verdict, std::string why) {
    token.verdict = verdict;
    token.why = std::move(why);
    return token;
  };
  const bool looks_uuid = text.starts_with("GPU-") || text.starts_with("MIG-");
  if (by_uuid) {
    if (!looks_uuid)
      return refuse(Verdict::other_kind, "the list began with a UUID, and this is none: the list ends here");
    const UuidMatch match = match_uuid(text, gpus);
    if (match.count == 0) return refuse(Verdict::unknown_uuid, "no GPU has this UUID: the list ends here");
    if (match.count > 1) {
      return refuse(Verdict::ambiguous_uuid,
                    std::to_string(match.count) + " GPUs have a UUID that begins so: the list ends here");
    }
    token.physical = match.physical;
    return token;
  }
  if (looks_uuid)
    return refuse(Verdict::other_kind,
                  "the list began with an index, and this is a UUID: the list ends here");
  const auto index = read_index(text);
  if (!index) return refuse(Verdict::not_an_index, "neither an index nor a UUID: the list ends here");
  if (*index >= gpus.size()) {
    const std::string number = text.find('-') != std::string::npos ? "-1" : std::to_string(*index);
    return refuse(Verdict::out_of_range,
                  number == "-1"
                      ? "a negative number ends the list here"
                      : "no GPU " + number + " (" + count_words(gpus.size()) + "): the list ends here");
  }
  token.physical = gpus[static_cast<std::size_t>(order[*index])].index;
  return token;
}

void read_list(const std::string& text, const std::vector<int>& order, const std::vector<PhysicalGpu>& gpus,
               Result& result) {
  if (text.empty()) return;
  const bool by_uuid = text.starts_with("GPU-") || text.starts_with("MIG-");
  bool ended = false;
  for (const std::string& part : split(text)) {
    if (ended) {
      result.tokens.push_back(
          {part, Verdict::after_end, std::nullopt, "stands behind the end of the list and is not read"});
      continue;
    }
    Token token = read_token(part, by_uuid, order, gpus);
    if (token.verdict != Verdict::visible) {
      ended = true;
    } else if (std::find(result.logical.begin(), result.logical.end(), *token.physical) !=
               result.logical.end()) {
      token.verdict = Verdict::duplicate;
      token.why = "GPU " + std::to_string(*token.physical) + " is named twice: CUDA refuses the whole list";
      result.error = DriverError::invalid_device;
    } else {
      token.why =
          "GPU " + std::to_string(*token.physical) + " becomes cuda:" + std::to_string(result.logical.size());
      result.logical.push_back(*token.physical);
    }
    result.tokens.push_back(std::move(token));
  }
}

}  // namespace

Result resolve(const std::optional<std::string>& variable, const std::optional<std::string>& order,
               const std::vector<PhysicalGpu>& gpus) {
  Result result;
  const auto indices = enumeration(order, gpus);
  if (!indices) {
    result.error = DriverError::invalid_device;
  } else if (!variable) {
    for (const int i : *indices) result.logical.push_back(gpus[static_cast<std::size_t>(i)].index);
  } else {
    read_list(*variable, *indices, gpus, result);
  }
  if (result.error != DriverError::none)
    result.logical.clear();
  else if (result.logical.empty())
    result.error = DriverError::no_device;
  count_as_torch(variable, gpus, result);
  return result;
}

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::visible:
      return "visible";
    case Verdict::duplicate:
      return "duplicate";
    case Verdict::out_of_range:
      return "out_of_range";
    case Verdict::not_an_index:
      return "not_an_index";
    case Verdict::unknown_uuid:
      return "unknown_uuid";
    case Verdict::ambiguous_uuid:
      return "ambiguous_uuid";
    case Verdict::other_kind:
      return "other_kind";
    case Verdict::after_end:
      return "after_end";
  }
  return "";
}

}  // namespace todevice::visibility
