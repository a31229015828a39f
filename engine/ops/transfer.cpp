// SPDX-License-Identifier: Apache-2.0
#include "ops/transfer.h"

#include <cstring>

#include "backend/registry.h"

namespace todevice::ops::detail {

void transfer(Device to, void* dst, Device from, const void* src, std::size_t bytes, bool blocking) {
  if (bytes == 0) return;
  if (to.is_cpu() && from.is_cpu()) {
    std::memcpy(dst, src, bytes);
    return;
  }
  registry::of(to.is_cpu() ? from : to).copy(to, dst, from, src, bytes, blocking);
}

}  // namespace todevice::ops::detail
