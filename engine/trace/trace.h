// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "core/device.h"
#include "core/tensor.h"

namespace todevice::trace {

/// Who wants to know what the engine does. At most one, called on the thread that does the work, with the GIL
/// in whatever state that thread has it; must not throw and must not call back into the engine. Seconds are
/// measured around the operation, on the host.
class Sink {
 public:
  virtual ~Sink() = default;

  virtual void allocated(const Storage& storage) = 0;
  virtual void freed(Device device, const void* data, std::size_t bytes, std::uint64_t serial) = 0;
  virtual void copied(Device to, const void* dst, Device from, const void* src, std::size_t bytes,
                      double seconds) = 0;
  /// A `.to()` (or .cuda(), .cpu()) ended. `result.is_same(source)` when it had nothing to do.
  virtual void moved(const Tensor& source, const Tensor& result) = 0;
  /// A module's .to() (or .cuda(), .float(), ...) begins, and ends: what moves in between is its own and its
  /// children's.
  virtual void module_begins(const std::weak_ptr<const void>& module) = 0;
  virtual void module_ends() = 0;
  /// CUDA was initialised: from here on the mapping is fixed.
  virtual void cuda_initialized() = 0;
};

/// Installs `sink` (null: nobody listens, which costs one branch). Returns the previous one.
Sink* set_sink(Sink* sink) noexcept;
Sink* sink() noexcept;

/// Nobody listens while it lives: for looking at tensors without leaving a trace.
class Quiet {
 public:
  Quiet() : sink_(set_sink(nullptr)) {}
  ~Quiet() { set_sink(sink_); }
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  Sink* sink_;
};

/// Set from another thread to end a long operation: engine loops throw Interrupted soon after.
void set_interrupt(bool value) noexcept;
bool interrupt_requested() noexcept;

}  // namespace todevice::trace
