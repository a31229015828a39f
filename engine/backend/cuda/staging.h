// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "backend/cuda/gpu.h"

namespace todevice::cuda::staging {

/// From here on several threads copy faster than the driver does alone.
inline constexpr std::size_t kWorthwhile = std::size_t{1} << 19;

/// Large copies of ordinary memory. Both return when the host's end is read or written completely.
void to_gpu(Gpu& gpu, void* dst, const void* src, std::size_t bytes);
void to_host(Gpu& gpu, void* dst, const void* src, std::size_t bytes);

}  // namespace todevice::cuda::staging
