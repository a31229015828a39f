// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/capture.h"

#include <array>
#include <cstddef>
#include <cstring>
#include <utility>

#include "backend/cuda/gpu.h"
#include "backend/cuda/guard.h"
#include "backend/cuda/launchers.h"

namespace todevice::cuda {

namespace {

constexpr std::size_t kCellBytes = 64;  // of an AdamCell, whose first number counts the steps

}  // namespace

// Relaxed: while work is recorded, memory may still be asked for.
Capture::Capture(Gpu& gpu, CachingAllocator::Pool pool)
    : gpu_(gpu), recorded_(gpu.queue()), pool_(pool == 0 ? CachingAllocator::new_pool() : pool) {
  gpu.workspace();
  check(cudaStreamBeginCapture(recorded_, cudaStreamCaptureModeRelaxed));
  gpu.allocator().open_pool(pool_);
  gpu.stream().capture = this;
}

Capture::~Capture() {
  if (gpu_.stream().capture == this) {
    cudaGraph_t unfinished = nullptr;
    quiet(cudaStreamEndCapture(recorded_, &unfinished));
    if (unfinished) quiet(cudaGraphDestroy(unfinished));
    gpu_.stream().capture = nullptr;
  }
  if (graph_) quiet(cudaGraphExecDestroy(graph_));
  for (void* memory : kept_) quiet(cudaFree(memory));
  gpu_.allocator().close_pool(pool_);
}

void Capture::finish() {
  queue_deferred();
  gpu_.stream().capture = nullptr;
  cudaGraph_t graph = nullptr;
  check(cudaStreamEndCapture(recorded_, &graph));
  const cudaError_t error = cudaGraphInstantiate(&graph_, graph, 0);
  quiet(cudaGraphDestroy(graph));
  check(error);
}

void Capture::replay() {
  if (random_base_) set_cell(gpu_, random_base_, gpu_.generator.skip(random_used_));
  check(cudaGraphLaunch(graph_, gpu_.queue()));
}

void Capture::defer(Deferred operation) {
  deferred_.add(std::move(operation));
}

void Capture::queue_deferred() {
  deferred_.queue(gpu_, *this);
}

std::uint64_t Capture::take_random(std::uint64_t count) {
  return std::exchange(random_used_, random_used_ + count);
}

const std::uint64_t* Capture::random_base() {
  constexpr std::uint64_t kUnset = 0;  // written before each replay
  if (!random_base_) random_base_ = static_cast<std::uint64_t*>(keep(&kUnset, sizeof kUnset));
  return random_base_;
}

AdamCell* Capture::adam_cell(std::uint64_t step) {
  std::array<std::byte, kCellBytes> cell{};
  std::memcpy(cell.data(), &step, sizeof step);
  return static_cast<AdamCell*>(keep(cell.data(), cell.size()));
}

// Through a stream aside: nothing of it is recorded.
void* Capture::keep(const void* data, std::size_t bytes) {
  void* memory = nullptr;
  check(cudaMalloc(&memory, bytes));
  kept_.push_back(memory);
  cudaStream_t aside = nullptr;
  check(cudaStreamCreateWithFlags(&aside, cudaStreamNonBlocking));
  const cudaError_t error = cudaMemcpyAsync(memory, data, bytes, cudaMemcpyHostToDevice, aside);
  quiet(cudaStreamSynchronize(aside));
  quiet(cudaStreamDestroy(aside));
  check(error);
  return memory;
}

}  // namespace todevice::cuda
