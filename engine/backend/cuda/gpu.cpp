// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/gpu.h"

#include <array>
#include <atomic>

#include "backend/cuda/capture.h"
#include "backend/cuda/guard.h"

namespace todevice::cuda {

namespace {

constexpr std::size_t kMaxGpus = 128;
std::array<std::atomic<Gpu*>, kMaxGpus> gpus;
std::mutex start_mutex;
thread_local std::array<Stream*, kMaxGpus> chosen{};

int attribute(cudaDeviceAttr which, int index) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, index));
  return value;
}

}  // namespace

Gpu& Gpu::at(int index) {
  auto& slot = gpus[static_cast<std::size_t>(index)];
  Gpu* gpu = slot.load(std::memory_order_acquire);
  use_device(index);
  if (gpu) [[likely]]
    return *gpu;
  const std::lock_guard lock(start_mutex);
  gpu = slot.load(std::memory_order_acquire);
  if (!gpu) slot.store(gpu = new Gpu(index), std::memory_order_release);
  return *gpu;
}

Gpu& Gpu::started(int index) noexcept {
  return *gpus[static_cast<std::size_t>(index)].load(std::memory_order_acquire);
}

void Gpu::each_started(const std::function<void(Gpu&)>& what) {
  for (const auto& slot : gpus) {
    if (Gpu* const gpu = slot.load(std::memory_order_acquire)) what(*gpu);
  }
}

Gpu::Gpu(int number)
    : index(number),
      multiprocessors(attribute(cudaDevAttrMultiProcessorCount, number)),
      threads_per_multiprocessor(attribute(cudaDevAttrMaxThreadsPerMultiProcessor, number)),
      major(attribute(cudaDevAttrComputeCapabilityMajor, number)),
      segments_(number),
      allocator_(number, segments_) {
  // One of our own: unlike the legacy stream it waits for nobody and can be captured into a graph.
  check(cudaStreamCreateWithFlags(&default_stream_.handle, cudaStreamNonBlocking));
}

Stream& Gpu::stream() {
  Stream* stream = chosen[static_cast<std::size_t>(index)];
  return stream ? *stream : default_stream_;
}

void Gpu::set_stream(Stream* stream) {
  chosen[static_cast<std::size_t>(index)] = stream;
}

void* Gpu::allocate(std::size_t bytes) {
  const Stream& now = stream();
  return allocator_.allocate(bytes, now.id, now.capture ? now.capture->pool() : 0);
}

void* Gpu::workspace() {
  Stream& now = stream();
  if (!now.workspace) {
    const std::lock_guard lock(mutex_);
    if (!now.workspace) check(cudaMalloc(&now.workspace, kWorkspaceBytes));
  }
  return now.workspace;
}

}  // namespace todevice::cuda
