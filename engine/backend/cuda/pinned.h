// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "backend/cuda/gpu.h"

namespace todevice::cuda::pinned {

/// Host memory that the GPUs read and write by themselves, kept for reuse after it is freed. Throws
/// AcceleratorError when the system has no more to lock.
void* allocate(std::size_t bytes);
/// The memory serves again once every copy that was noted for it is done.
void deallocate(void* data) noexcept;
/// Is this address within such memory?
bool contains(const void* data) noexcept;
/// A copy from or to it was queued on the GPU's current stream.
void note_use(const void* data, Gpu& gpu);

}  // namespace todevice::cuda::pinned
