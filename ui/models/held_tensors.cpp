// SPDX-License-Identifier: GPL-3.0-or-later
#include "held_tensors.h"

#include <utility>

namespace todevice {

void HeldTensors::add(const protocol::TensorInfo& tensor) {
  Storage& storage = m_storages[tensor.storage_serial];
  ++storage.tensors;
  Sum& sum = m_sums[tensor.device];
  ++sum.tensors;
  sum.bytes += tensor.storage_bytes - std::exchange(storage.bytes, tensor.storage_bytes);
}

void HeldTensors::remove(const protocol::TensorInfo& tensor) {
  const auto storage = m_storages.find(tensor.storage_serial);
  const auto sum = m_sums.find(tensor.device);
  if (storage == m_storages.end() || sum == m_sums.end()) return;
  if (--storage->tensors == 0) {
    sum->second.bytes -= storage->bytes;
    m_storages.erase(storage);
  }
  if (--sum->second.tensors == 0) m_sums.erase(sum);
}

}  // namespace todevice
