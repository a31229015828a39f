// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "memory_table_model.h"
#include "timeline.h"

namespace todevice {

/// One line of the memory table, or a part of a module under it.
struct MemoryRow {
  QString name;
  protocol::Object object;
  Change change = Change::None;
  QString value;     ///< what stands for it in one line
  QString words;     ///< "moved from cpu to cuda:0"
  QString device;    ///< of a module: those of its parts
  qint64 bytes = 0;  ///< of a module: of all its parts
  quint64 beforeAddress = 0;
  QString beforeDevice;
  std::vector<MemoryRow> parts;
  int partsLeftOut = 0;  ///< further ones, beyond kMostParts
  bool isHeld = false;   ///< of a part: no parameter or buffer of a module
  bool isGrad = false;   ///< of a part: the gradient of another

  static constexpr int kMostParts = 500;

  quint64 address() const { return object.tensor ? object.tensor->address : 0; }
};

/// The rows after `record`, with what it did to each name since `before`; `__x__`, functions, classes and
/// imported modules have none. `record` may be null (the start).
std::vector<MemoryRow> memoryRows(const State& before, const State& after, const protocol::Record* record);

}  // namespace todevice
