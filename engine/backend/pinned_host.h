// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

#include "core/storage.h"

namespace todevice {

/// Uninitialised memory on the CPU that GPUs copy from and to by themselves (page-locked). Starts CUDA.
/// Throws Error where there is no GPU, in PyTorch's words.
std::shared_ptr<Storage> allocate_pinned(std::size_t bytes);
/// Is this memory of the CPU page-locked? Never starts CUDA.
bool is_pinned(const Storage& storage);

}  // namespace todevice
