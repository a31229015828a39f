// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <map>
#include <string>

#include "protocol/messages.h"

namespace todevice {

/// How many tensors there are on each device, and the bytes of their storages: kept up as tensors come and
/// go, so that nobody walks over thousands of them at each step.
class HeldTensors {
 public:
  struct Sum {
    int tensors = 0;
    std::int64_t bytes = 0;  ///< of storages: one that several tensors look into counts once
    bool operator==(const Sum&) const = default;
  };

  void add(const protocol::TensorInfo& tensor);
  /// One that was added, as it was then.
  void remove(const protocol::TensorInfo& tensor);
  /// Devices without a tensor are not in it.
  const std::map<std::string, Sum>& byDevice() const { return m_sums; }

 private:
  struct Storage {
    int tensors = 0;
    std::int64_t bytes = 0;  ///< as last said: a storage can be resized
  };
  QHash<std::uint64_t, Storage> m_storages;  ///< by serial
  std::map<std::string, Sum> m_sums;
};

}  // namespace todevice
