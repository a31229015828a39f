// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace todevice {

/// Where a caching allocator gets whole segments from: cudaMalloc, or the address range of a simulated GPU.
class SegmentSource {
 public:
  virtual ~SegmentSource() = default;

  /// `bytes` (a multiple of 2 MiB) of device memory, 2 MiB aligned; null when the device has not so much.
  /// Throws on any other failure.
  virtual void* allocate(std::size_t bytes) = 0;
  /// Why the last allocate() gave nothing although the device has so much, a whole message for the learner.
  /// Absent: the device is full.
  virtual std::optional<std::string> refusal() { return std::nullopt; }
  /// Gives a segment back. Never fails visibly: a lost device has no memory to return.
  virtual void release(void* data, std::size_t bytes) noexcept = 0;

  virtual std::size_t free_bytes() noexcept = 0;   ///< as the device says, every process counted
  virtual std::size_t total_bytes() noexcept = 0;  ///< the device's capacity
  /// What this process holds on the device, the driver's own share included; absent where nobody knows.
  virtual std::optional<std::size_t> process_bytes() noexcept { return std::nullopt; }
};

}  // namespace todevice
