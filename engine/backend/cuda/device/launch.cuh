// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>

#include "backend/cuda/check.h"
#include "backend/cuda/gpu.h"

namespace todevice::cuda {

inline constexpr int kBlock = 256;

/// Queues a kernel on the GPU's current stream and checks that it was taken.
template <class... P, class... A>
void launch(Gpu& gpu, void (*kernel)(P...), dim3 grid, dim3 block, A&&... args) {
  cudaLaunchConfig_t config{};
  config.gridDim = grid;
  config.blockDim = block;
  config.stream = gpu.queue();
  check(cudaLaunchKernelEx(&config, kernel, static_cast<P>(args)...));
}

/// Blocks of kBlock threads for `count` pieces of work; kernels stride over what is left.
inline unsigned blocks_for(const Gpu& gpu, std::int64_t count) {
  const std::int64_t most = std::int64_t{gpu.multiprocessors} * (gpu.threads_per_multiprocessor / kBlock) * 4;
  return static_cast<unsigned>(std::clamp<std::int64_t>((count + kBlock - 1) / kBlock, 1, most));
}

__device__ inline std::uint32_t thread_number() {
  return blockIdx.x * blockDim.x + threadIdx.x;
}
__device__ inline std::uint32_t thread_count() {
  return gridDim.x * blockDim.x;
}

/// Four neighbouring elements, moved at once.
template <class T>
struct alignas(sizeof(T) * 4 < 16 ? sizeof(T) * 4 : 16) Four {
  T v[4];
};

template <class T>
bool aligned_for_four(const T* data) {
  return reinterpret_cast<std::uintptr_t>(data) % alignof(Four<T>) == 0;
}

}  // namespace todevice::cuda
