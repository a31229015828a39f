// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "core/device.h"

namespace todevice::ops::detail {

/// Contiguous bytes from one device to another, or within the CPU. Where every copy between devices passes.
void transfer(Device to, void* dst, Device from, const void* src, std::size_t bytes, bool blocking);

}  // namespace todevice::ops::detail
