// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "timeline.h"

namespace todevice {

/// The three numbers that people compare, of one GPU, each part of the next: what the tensors need, what
/// PyTorch's pool holds (memory_reserved), and what the driver counts (nvidia-smi). Bytes.
struct MemorySum {
  QString device;
  qint64 tensors = 0;   ///< live storages, as the program asked for them
  qint64 rounding = 0;  ///< memory_allocated() less the tensors: blocks are multiples of 512 bytes
  qint64 unused = 0;    ///< memory_reserved() less memory_allocated(): kept for the next tensors
  qint64 others = 0;    ///< the driver's count less the pool: CUDA itself and other programs
  qint64 free = 0;

  qint64 pool() const { return tensors + rounding + unused; }
  qint64 driver() const { return pool() + others; }
  qint64 total() const { return driver() + free; }
  /// "tensors 36 B + rounding 476 B + unused 2.0 MiB = pool 2.0 MiB; + CUDA and others 500 MiB = driver 502
  /// MiB of 8 GiB"
  QString sentence() const;
};

/// Of each GPU with memory in use by the program, in the order of their numbers.
std::vector<MemorySum> memorySums(const State& state);

}  // namespace todevice
