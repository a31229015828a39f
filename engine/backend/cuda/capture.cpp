// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/capture.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

#include "backend/cuda/gpu.h"
#include "backend/cuda/guard.h"
#include "backend/cuda/launchers.h"
#include "backend/streams.h"
#include "core/errors.h"

namespace todevice::cuda {

namespace {

constexpr std::size_t kCellBytes = 64;  // of an AdamCell, whose first number counts the steps

/// Makes a stream this thread's for a scope.
class On {
 public:
  On(Gpu& gpu, Stream& stream) : gpu_(gpu), before_(gpu.stream()) { gpu_.set_stream(&stream); }
  ~On() { gpu_.set_stream(&before_); }
  On(const On&) = delete;
  On& operator=(const On&) = delete;

 private:
  Gpu& gpu_;
  Stream& before_;
};

using Nodes = std::vector<cudaGraphNode_t>;

/// Work that nothing in the graph waits for, and that is not among `ends`. CUDA itself does not see it where
/// the order was set by hand, as the deferred lists do.
cudaError_t find_unjoined(cudaGraph_t graph, const Nodes& ends) {
  std::size_t count = 0, edges = 0;
  cudaError_t error = cudaGraphGetNodes(graph, nullptr, &count);
  if (error == cudaSuccess) error = cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges);
  Nodes nodes(count), from(edges), to(edges);
  std::vector<cudaGraphEdgeData> data(edges);
  if (error == cudaSuccess) error = cudaGraphGetNodes(graph, nodes.data(), &count);
  if (error == cudaSuccess && edges > 0)
    error = cudaGraphGetEdges(graph, from.data(), to.data(), data.data(), &edges);
  if (error != cudaSuccess) return error;
  const bool joined = std::ranges::all_of(nodes, [&](cudaGraphNode_t node) {
    return std::ranges::find(from, node) != from.end() || std::ranges::find(ends, node) != ends.end();
  });
  return joined ? cudaSuccess : cudaErrorStreamCaptureUnjoined;
}

}  // namespace

std::vector<cudaGraphNode_t> waited_for(cudaStream_t stream) {
  cudaStreamCaptureStatus status{};
  const cudaGraphNode_t* nodes = nullptr;
  std::size_t count = 0;
  check(cudaStreamGetCaptureInfo(stream, &status, nullptr, nullptr, &nodes, nullptr, &count));
  return {nodes, nodes + count};
}

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
  for (void* memory : kept_) quiet(cudaFree(memory));
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
  for (Stream* const stream : streams_) queue_deferred(*stream);
  const bool forked = streams_.size() > 1;
  const Nodes ends = waited_for(recorded_.handle);
  cudaGraph_t graph = nullptr;
  cudaError_t error = cudaStreamEndCapture(recorded_.handle, &graph);
  stop();
  check(error);
  error = cudaGraphGetNodes(graph, nullptr, &nodes_);
  if (error == cudaSuccess && forked) error = find_unjoined(graph, ends);
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

void Capture::defer(Deferred operation) {
  deferred_[&gpu_.stream()].add(std::move(operation));
}

void Capture::queue_deferred(Stream& stream) {
  const auto found = deferred_.find(&stream);
  if (found == deferred_.end() || found->second.empty()) return;
  const On on(gpu_, stream);
  found->second.queue(gpu_, *this);
}

std::uint64_t Capture::take_random(std::uint64_t count) {
  return std::exchange(random_used_, random_used_ + count);
}

const std::uint64_t* Capture::random_cells() {
  constexpr std::array<std::uint64_t, 2> kUnset{};  // written before each replay
  if (!random_cells_) random_cells_ = static_cast<std::uint64_t*>(keep(kUnset.data(), sizeof kUnset));
  return random_cells_;
}

// Not from the pool: what is put off may still write to memory that was given back there meanwhile.
void* Capture::workspace(const Stream& stream) {
  void*& memory = workspaces_[{&stream, stream.workspace}];
  if (!memory) kept_.push_back(memory = gpu_.reserve(kWorkspaceBytes));
  return memory;
}

AdamCell* Capture::adam_cell(std::uint64_t step, std::function<std::int64_t()> advance) {
  std::array<std::byte, kCellBytes> cell{};
  std::memcpy(cell.data(), &step, sizeof step);
  void* const there = keep(cell.data(), cell.size());
  counters_.push_back({static_cast<std::uint64_t*>(there), step, std::move(advance)});
  return static_cast<AdamCell*>(there);
}

// Through a stream aside: nothing of it is recorded.
void* Capture::keep(const void* data, std::size_t bytes) {
  void* const memory = gpu_.reserve(bytes);
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
