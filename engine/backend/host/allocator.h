// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace todevice::host {

/// 64-byte aligned memory. Small blocks are kept for the next tensor of their size: a step-by-step lesson
/// makes thousands of them. Throws Error in PyTorch's words when there is none.
void* allocate(std::size_t bytes);
void deallocate(void* data, std::size_t bytes) noexcept;
/// Bytes in use, and the most there ever were.
std::size_t allocated_bytes() noexcept;
std::size_t max_allocated_bytes() noexcept;

}  // namespace todevice::host
