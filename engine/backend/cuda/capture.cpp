// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/capture.h"

#include <utility>

#include "backend/cuda/gpu.h"
#include "backend/cuda/guard.h"
#include "backend/cuda/launchers.h"
#include "backend/streams.h"
#include "core/errors.h"

namespace todevice::cuda {

// Relaxed: while work is recorded, memory may still be asked for.
Capture::Capture(Gpu& gpu, CachingAllocator::Pool pool)
    : gpu_(gpu),
      recorded_(gpu.stream()),
      number_(CachingAllocator::new_pool()),
      pool_(pool == 0 ? CachingAllocator::new_pool() : pool) {
  check(cudaStreamBeginCapture(recorded_.handle, cudaStreamCaptureModeRelaxed));
  gpu.allocator().open_pool(pool_);
  gpu.begin_recording(*this);
  take_in(recorded_);
}

Capture::~Capture() {
  if (!streams_.empty()) {
    cudaGraph_t unfinished = nullptr;
    quiet(cudaStreamEndCapture(recorded_.handle, &unfinished));
    if (unfinished) quiet(cudaGraphDestroy(unfinished));
    stop();
  }
  if (graph_) quiet(cudaGraphExecDestroy(graph_));
  for (const Counter& counter : counters_) quiet(cudaFree(counter.cell));
  if (random_cells_) quiet(cudaFree(random_cells_));
  for (const auto& [stream, data] : workspaces_) gpu_.allocator().deallocate(data);
  gpu_.allocator().close_pool(pool_);
}

void Capture::take_in(Stream& stream) {
  if (stream.capture == this) return;
  stream.capture = this;
  streams_.push_back(&stream);
}

void Capture::stop() noexcept {
  for (Stream* stream : streams_) stream->capture = nullptr;
  streams_.clear();
  gpu_.end_recording(*this);
}

void Capture::finish() {
  if (&gpu_.stream() != &recorded_) throw Error(kCaptureEndsElsewhere);
  cudaGraph_t graph = nullptr;
  cudaError_t error = cudaStreamEndCapture(recorded_.handle, &graph);
  stop();
  check(error);
  error = cudaGraphGetNodes(graph, nullptr, &nodes_);
  if (error == cudaSuccess) error = cudaGraphInstantiate(&graph_, graph, 0);
  quiet(cudaGraphDestroy(graph));
  check(error);
}

void Capture::replay() {
  if (random_cells_) {
    const auto [seed, start] = gpu_.generator.skip(random_used_);
    set_cells(gpu_, random_cells_, start, seed);
  }
  for (Counter& counter : counters_) {
    const std::uint64_t before =
        counter.advance ? static_cast<std::uint64_t>(counter.advance()) - 1 : counter.value;
    if (before != counter.value) set_cells(gpu_, counter.cell, before, 0);
    counter.value = before + 1;
  }
  check(cudaGraphLaunch(graph_, gpu_.queue()));
}

std::uint64_t Capture::take_random(std::uint64_t count) {
  return std::exchange(random_used_, random_used_ + count);
}

const std::uint64_t* Capture::random_cells() {
  if (!random_cells_) random_cells_ = static_cast<std::uint64_t*>(gpu_.reserve(2 * sizeof(std::uint64_t)));
  return random_cells_;
}

void* Capture::workspace(Stream& stream) {
  void*& memory = workspaces_[&stream];
  if (!memory) memory = gpu_.allocator().allocate(kWorkspaceBytes, stream.id, pool_);
  return memory;
}

std::uint64_t* Capture::counter(std::uint64_t value, std::function<std::int64_t()> advance) {
  auto* const cell = static_cast<std::uint64_t*>(gpu_.reserve(2 * sizeof value));
  counters_.push_back({cell, value, std::move(advance)});
  cudaStream_t aside = nullptr;
  check(cudaStreamCreateWithFlags(&aside, cudaStreamNonBlocking));
  const cudaError_t error = cudaMemcpyAsync(cell, &value, sizeof value, cudaMemcpyHostToDevice, aside);
  quiet(cudaStreamSynchronize(aside));
  quiet(cudaStreamDestroy(aside));
  check(error);
  return cell;
}

}  // namespace todevice::cuda
