// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "backend/common/caching_allocator.h"
#include "backend/host/host.h"
#include "backend/sim/sim_calls.h"
#include "visibility/visibility.h"

namespace todevice::sim {

/// What a simulated GPU says of itself: an H200's figures, so that random numbers come in that card's order.
inline constexpr int kMultiprocessors = 132;
inline constexpr int kThreadsPerMultiprocessor = 2048;

/// Philox4x32-10 in PyTorch's CUDA order.
std::unique_ptr<host::Generator> make_philox();

/// The memory of one simulated GPU: a reserved range of addresses of which segments are handed out. Pages are
/// taken from the computer when they are first written to: what it could not give is not handed out, since
/// the system would end the program when the pages are written.
class AddressRange final : public SegmentSource {
 public:
  /// `busy` of the capacity is held by other programs, if only in make-believe.
  AddressRange(int physical, std::size_t capacity, std::size_t busy = 0);
  ~AddressRange() override;
  AddressRange(const AddressRange&) = delete;
  AddressRange& operator=(const AddressRange&) = delete;

  void* allocate(std::size_t bytes) override;
  std::optional<std::string> refusal() override { return refusal_; }
  void release(void* data, std::size_t bytes) noexcept override;
  std::size_t free_bytes() noexcept override { return capacity_ - busy_ - used_; }
  std::size_t total_bytes() noexcept override { return capacity_; }
  std::optional<std::size_t> process_bytes() noexcept override { return used_; }

 private:
  bool computer_has(std::size_t bytes);
  int physical_;
  std::optional<std::string> refusal_;  ///< of the last allocate()
  std::size_t unasked_ = 0;             ///< handed out since the computer was asked what it has
  void* base_ = nullptr;                ///< what the system gave
  std::byte* start_ = nullptr;          ///< the same, aligned
  std::size_t capacity_;
  std::size_t busy_;
  std::size_t used_ = 0;
  std::map<std::size_t, std::size_t> gaps_;  ///< offset to length
};

class SimGraph;

/// One logical device.
struct SimDevice {
  SimDevice(int logical, const visibility::PhysicalGpu& which, SimCalls& calls);
  visibility::PhysicalGpu gpu;
  AddressRange memory;
  NotedSegments segments;
  CachingAllocator allocator;
  std::unique_ptr<Kernels> kernels;
  int index;
  SimGraph* graph = nullptr;  ///< what is being recorded
};

}  // namespace todevice::sim
