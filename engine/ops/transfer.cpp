// SPDX-License-Identifier: Apache-2.0
#include "ops/transfer.h"

#include <chrono>
#include <cstring>

#include "backend/registry.h"
#include "trace/trace.h"

namespace todevice::ops::detail {

void transfer(Device to, void* dst, Device from, const void* src, std::size_t bytes, bool blocking) {
  if (bytes == 0) return;
  if (to.is_cpu() && from.is_cpu()) {
    std::memcpy(dst, src, bytes);
    return;
  }
  Backend& backend = registry::of(to.is_cpu() ? from : to);
  trace::Sink* sink = trace::sink();
  if (!sink) return backend.copy(to, dst, from, src, bytes, blocking);
  const auto begin = std::chrono::steady_clock::now();
  backend.copy(to, dst, from, src, bytes, blocking);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  sink->copied(to, dst, from, src, bytes, took.count());
}

}  // namespace todevice::ops::detail
