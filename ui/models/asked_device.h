// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "protocol/messages.h"

namespace todevice {

/// A GPU that the failing code asks for by a number that this process does not have, and where the number is
/// written.
struct AskedDevice {
  int number = -1;
  int line = 0;  ///< 0: it is computed, or written in several places; nothing can be mended then
  int column = 0, length = 0;  ///< of the digits, in characters
  bool inList = false;         ///< an item of a list, as in `device_ids=[0, 1]`
};

/// The devices that an error of a missing GPU can be about: those past the `count` that there are. Only what
/// stands where a device stands is one: "cuda:N", `.cuda(N)`, `device=N`, an item of `device_ids`, or a name
/// in such a place with the value that it had. Looks into the innermost call first, then into those that led
/// there.
std::vector<AskedDevice> askedDevices(const QString& code, const std::vector<protocol::ErrorFrame>& frames,
                                      int count);

/// The list around an item without the items that are missing: the row as it would read. Empty where the list
/// does not end in its row or nothing of it would be left.
QString withoutMissing(const QString& row, const AskedDevice& item, int count);

}  // namespace todevice
