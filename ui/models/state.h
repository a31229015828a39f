// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QMap>
#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "object_map.h"
#include "protocol/messages.h"

namespace todevice {

/// A line that wrote to CUDA_VISIBLE_DEVICES or CUDA_DEVICE_ORDER, or at which CUDA read them. With neither:
/// an os.environ.setdefault() that raised TypeError.
struct VariableEvent {
  int record = 0;
  int line = 0;
  QString source;
  std::optional<protocol::VariableChange> change;
  std::optional<protocol::VariableReading> reading;
};

/// What is alive after a record: the lesson's names and every object they reach.
struct State {
  QMap<QString, protocol::Address> names;  ///< "x", or "forward: x" inside a function
  ObjectMap objects;
  QMap<QString, protocol::DeviceMemory> memory;  ///< by device
  std::vector<std::string> cudaUuids;            ///< logical to physical, once CUDA is initialised
  int currentDevice = -1;
  std::vector<VariableEvent> variables;              ///< oldest first, the last kMostVariableEvents of them
  QHash<quint64, protocol::Allocation> allocations;  ///< live blocks of all devices, by serial
  QHash<quint64, int> madeAt;                        ///< of these, the line that took them
};

inline constexpr std::size_t kMostVariableEvents = 50;

}  // namespace todevice
