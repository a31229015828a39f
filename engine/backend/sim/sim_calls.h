// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>

#include "backend/common/segment_source.h"
#include "backend/kernels.h"
#include "trace/calls.h"

namespace todevice::sim {

/// What the simulator itself did: memory that it reserved, bytes that it copied, operations that it computed,
/// with the time each took on the CPU. It makes no CUDA calls, so it tells none.
class SimCalls final : public trace::CallRecorder {
 public:
  void begin() noexcept override;
  trace::Calls end() noexcept override;
  void stop() noexcept override { on_ = false; }

  /// Does `act` and notes it under `name`. Costs a branch while nobody records.
  template <class Act>
  decltype(auto) note(trace::CallKind kind, std::string_view name, int device, std::size_t bytes,
                      const Act& act) {
    if (!on_.load(std::memory_order_relaxed)) return act();
    const Note noting{*this, kind, name, device, bytes, Clock::now()};
    return act();
  }

 private:
  using Clock = std::chrono::steady_clock;
  struct Note {
    SimCalls& calls;
    trace::CallKind kind;
    std::string_view name;
    int device;
    std::size_t bytes;
    Clock::time_point began;
    ~Note() { calls.add(*this); }
  };
  void add(const Note& note) noexcept;

  std::atomic<bool> on_ = false;
  std::mutex mutex_;
  Clock::time_point origin_{};
  trace::Calls noted_;
};

/// Kernels::arange with a GPU's last bits, which are not the CPU's.
void count_up(const View& out, Scalar start, Scalar step);

/// `kernels` of the logical device `device`, each operation noted.
std::unique_ptr<Kernels> noted_kernels(SimCalls& calls, int device, std::unique_ptr<Kernels> kernels);

/// Segments of `from`, each one taken or given back noted.
class NotedSegments final : public SegmentSource {
 public:
  NotedSegments(SimCalls& calls, int device, SegmentSource& from)
      : calls_(calls), device_(device), from_(from) {}
  void* allocate(std::size_t bytes) override {
    return calls_.note(trace::CallKind::api, "reserve memory", device_, bytes,
                       [&] { return from_.allocate(bytes); });
  }
  std::optional<std::string> refusal() override { return from_.refusal(); }
  void release(void* data, std::size_t bytes) noexcept override {
    calls_.note(trace::CallKind::api, "give memory back", device_, bytes,
                [&] { from_.release(data, bytes); });
  }
  std::size_t free_bytes() noexcept override { return from_.free_bytes(); }
  std::size_t total_bytes() noexcept override { return from_.total_bytes(); }
  std::optional<std::size_t> process_bytes() noexcept override { return from_.process_bytes(); }

 private:
  SimCalls& calls_;
  int device_;
  SegmentSource& from_;
};

}  // namespace todevice::sim
