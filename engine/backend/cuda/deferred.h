// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "backend/cuda/gpu.h"
#include "backend/cuda/small_work.h"

namespace todevice::cuda {

/// Memory from `begin` to before `end`.
struct Range {
  std::uintptr_t begin, end;
  bool meets(const Range& other) const { return begin < other.end && other.begin < end; }
};
using Ranges = std::vector<Range>;

/// An operation that is recorded into a graph and not queued yet: what it touches, and how it is queued.
/// Queueing it allocates nothing and cannot fail but for CUDA itself.
struct Deferred {
  Ranges reads, writes;
  std::function<void(Gpu&)> queue;
  small::Maybe small;  ///< how one block would do it; null: it is too large for that
  bool uses_workspace = false;
  bool fills_gpu = false;  ///< two such beside each other would only be in each other's way

  /// Must one of the two wait for the other?
  bool clashes_with(const Deferred& other) const;
};

/// What a graph was asked to record. It is queued once more of it is known: small neighbours as one kernel,
/// everything else beside what it does not depend on.
class DeferredList {
 public:
  void add(Deferred operation);
  bool empty() const { return operations_.empty(); }
  /// Queues all of it on the GPU's current stream, which is recording.
  void queue(Gpu& gpu, Capture& capture);

 private:
  std::vector<Deferred> operations_;
};

}  // namespace todevice::cuda
