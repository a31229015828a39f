// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory_sums.h"

#include <QCoreApplication>
#include <algorithm>

#include "address_format.h"
#include "device_info.h"

namespace todevice {

namespace {

struct MemorySums {
  Q_DECLARE_TR_FUNCTIONS(todevice::MemorySums)
};

qint64 tensorBytes(const State& state, const std::string& device) {
  qint64 bytes = 0;
  for (const auto& block : state.allocations) bytes += block.device == device ? block.bytes : 0;
  return bytes;
}

}  // namespace

QString MemorySum::sentence() const {
  return MemorySums::
      tr("%1: tensors %2 + rounding %3 + unused %4 = pool %5; pool + CUDA and other programs %6 = driver %7 "
         "of %8")
          .arg(device, formatBytes(tensors), formatBytes(rounding), formatBytes(unused), formatBytes(pool()),
               formatBytes(others), formatBytes(driver()), formatBytes(total()));
}

std::vector<MemorySum> memorySums(const State& state) {
  std::vector<MemorySum> sums;
  for (auto it = state.memory.cbegin(); it != state.memory.cend(); ++it) {
    const auto& memory = it.value();
    if (logicalIndex(it.key()) < 0 || memory.reserved == 0) continue;
    MemorySum sum;
    sum.device = it.key();
    // What is not in the records' blocks (a workspace of the library's own) counts as rounding.
    sum.tensors = std::min<qint64>(tensorBytes(state, memory.device), memory.allocated);
    sum.rounding = memory.allocated - sum.tensors;
    sum.unused = memory.reserved - memory.allocated;
    sum.free = memory.device_free;
    sum.others = std::max<qint64>(0, memory.device_total - memory.device_free - memory.reserved);
    sums.push_back(std::move(sum));
  }
  std::sort(sums.begin(), sums.end(), [](const MemorySum& a, const MemorySum& b) {
    return logicalIndex(a.device) < logicalIndex(b.device);
  });
  return sums;
}

}  // namespace todevice
