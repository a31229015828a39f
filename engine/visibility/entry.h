// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "visibility/visibility.h"

namespace todevice::visibility {

/// Cut at every comma; one entry at least, empty ones too.
std::vector<std::string> split_entries(const std::string& text);

/// An index as the driver reads it: C's strtoul in base 10 (leading white space and a sign are taken, what
/// follows the digits is ignored), then cut to 32 bits.
struct IndexReading {
  std::uint32_t value = 0;
  bool negative = false;
  Remark remark = Remark::none;
};
/// Absent when there is no digit.
std::optional<IndexReading> read_index(std::string_view text);

/// "GPU-..." and "MIG-...": an entry that names a card, or a slice of one, by what it is called.
bool is_name(std::string_view text);

/// What a name can mean: how many there are, and the last of them.
struct NameReading {
  int count = 0;
  int physical = -1;
  int mig = -1;  ///< place among the card's instances; -1: the card itself
  Remark remark = Remark::none;
};
/// A UUID or an unambiguous beginning of one with at least one hex digit, in either case; text after a whole
/// UUID is ignored. For a MIG instance also "MIG-GPU-<UUID>/<GPU instance>/<compute instance>".
NameReading read_name(const std::string& text, const std::vector<PhysicalGpu>& gpus);

}  // namespace todevice::visibility
