// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/capture.h"

#include <utility>

#include "backend/cuda/gpu.h"
#include "backend/cuda/guard.h"
#include "backend/cuda/launchers.h"

namespace todevice::cuda {

namespace {

std::uint64_t* new_cell() {
  void* cell = nullptr;
  check(cudaMalloc(&cell, sizeof(std::uint64_t)));
  return static_cast<std::uint64_t*>(cell);
}

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
  for (std::uint64_t* cell : counters_) quiet(cudaFree(cell));
  if (random_base_) quiet(cudaFree(random_base_));
  gpu_.allocator().close_pool(pool_);
}

void Capture::finish() {
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

std::uint64_t Capture::take_random(std::uint64_t count) {
  return std::exchange(random_used_, random_used_ + count);
}

const std::uint64_t* Capture::random_base() {
  if (!random_base_) random_base_ = new_cell();
  return random_base_;
}

std::uint64_t* Capture::counter(std::uint64_t value) {
  std::uint64_t* const cell = new_cell();
  counters_.push_back(cell);
  cudaStream_t aside = nullptr;
  check(cudaStreamCreateWithFlags(&aside, cudaStreamNonBlocking));
  const cudaError_t error = cudaMemcpyAsync(cell, &value, sizeof value, cudaMemcpyHostToDevice, aside);
  quiet(cudaStreamSynchronize(aside));
  quiet(cudaStreamDestroy(aside));
  check(error);
  return cell;
}

}  // namespace todevice::cuda
