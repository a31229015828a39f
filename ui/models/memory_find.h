// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "timeline.h"

namespace todevice {

/// Something in memory that what was typed means.
struct MemoryHit {
  QString name;               ///< as in the names table: "x"; the owner's for a part
  QString part;               ///< "0.weight" of a module, `[2]` of a list; else empty
  quint64 storageSerial = 0;  ///< of its storage; 0: it has none
};

/// By name (a piece of it), by id or by address: "0x7f18 93e0 0600" with or without its gaps, also an address
/// inside of a storage. Names that begin so come first. Empty text finds nothing.
std::vector<MemoryHit> findInMemory(const State& state, const QString& text);

}  // namespace todevice
