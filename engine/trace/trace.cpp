// SPDX-License-Identifier: Apache-2.0
#include "trace/trace.h"

#include <atomic>

namespace todevice::trace {

namespace {
std::atomic<Sink*> current{nullptr};
std::atomic<bool> interrupted{false};
}  // namespace

Sink* set_sink(Sink* sink) noexcept {
  return current.exchange(sink);
}
Sink* sink() noexcept {
  return current.load(std::memory_order_relaxed);
}

void set_interrupt(bool value) noexcept {
  interrupted.store(value, std::memory_order_relaxed);
}
bool interrupt_requested() noexcept {
  return interrupted.load(std::memory_order_relaxed);
}

}  // namespace todevice::trace
