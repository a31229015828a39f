// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "backend/backend.h"

namespace todevice {

/// "512 bytes", "1.50 KiB", "2.00 MiB", "139.80 GiB": the sizes of PyTorch's memory messages.
std::string format_bytes(std::size_t bytes);

/// PyTorch's "CUDA out of memory. Tried to allocate ..." for the GPU `index`. `tried` is the segment asked
/// for; `process` what this process holds on the device (left out of the text when unknown).
std::string out_of_memory_text(int index, std::size_t tried, const MemoryStats& stats,
                               std::optional<std::size_t> process);

}  // namespace todevice
