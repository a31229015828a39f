// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/segments.h"

#include <unistd.h>

#include <exception>

#include "backend/cuda/guard.h"
#include "backend/cuda/identity.h"
#include "backend/cuda/inventory.h"

namespace todevice::cuda {

void* Segments::allocate(std::size_t bytes) {
  use_device(index_);
  void* data = nullptr;
  const cudaError_t error = cudaMalloc(&data, bytes);
  if (error == cudaErrorMemoryAllocation) {
    quiet(error);
    return nullptr;
  }
  check(error);
  return data;
}

// cudaFree waits for the device, so nothing queued can still use the segment.
void Segments::release(void* data, std::size_t) noexcept {
  quiet(cudaFree(data));
}

std::size_t Segments::free_bytes() noexcept {
  std::size_t free = 0, total = 0;
  quiet(cudaMemGetInfo(&free, &total));
  return free;
}

std::size_t Segments::total_bytes() noexcept {
  if (total_ == 0) {
    std::size_t free = 0;
    quiet(cudaMemGetInfo(&free, &total_));
  }
  return total_;
}

// The runtime tells only what the whole device has given away, which may be other people's.
std::optional<std::size_t> Segments::process_bytes() noexcept {
  try {
    return memory_of_process(uuid_of(index_), static_cast<unsigned>(getpid()));
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace todevice::cuda
