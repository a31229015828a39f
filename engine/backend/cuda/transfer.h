// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "backend/cuda/gpu.h"

namespace todevice::cuda {

// Bytes between the host and a GPU, or between GPUs, in the order of the GPU's current stream. Ordinary host
// memory goes through pinned buffers: the card reads and writes only what cannot be paged away, and filling
// the buffers takes several threads to keep up with it.

void to_gpu(Gpu& gpu, void* dst, const void* src, std::size_t bytes, bool blocking);
void to_host(Gpu& gpu, void* dst, const void* src, std::size_t bytes, bool blocking);
void between(Gpu& to, void* dst, Gpu& from, const void* src, std::size_t bytes);

}  // namespace todevice::cuda
