// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/stream_control.h"

#include "backend/cuda/capture.h"
#include "backend/cuda/guard.h"
#include "backend/cuda/pinned.h"
#include "core/errors.h"

namespace todevice::cuda {

namespace {

/// True or not yet; anything else is thrown.
bool happened(cudaError_t state) {
  if (state == cudaErrorNotReady) {
    cudaGetLastError();
    return false;
  }
  check(state);
  return true;
}

cudaStream_t queue_of(int index, StreamId stream) {
  Gpu& gpu = Gpu::at(index);
  return gpu.queue(gpu.stream(stream));
}

class CudaEvent final : public Event {
 public:
  CudaEvent(int index, bool timing) : index_(index) {
    Gpu::at(index);
    check(cudaEventCreateWithFlags(&event_, timing ? cudaEventDefault : cudaEventDisableTiming));
  }
  ~CudaEvent() override { quiet(cudaEventDestroy(event_)); }

  void record(StreamId stream) override {
    check(cudaEventRecord(event_, queue_of(index_, stream)));
    const Capture* const graph = Gpu::started(index_).stream(stream).capture;
    graph_ = graph ? graph->number() : 0;
    recorded_ = true;
  }
  bool query() override { return happened(cudaEventQuery(event_)); }
  void synchronize() override { check(cudaEventSynchronize(event_)); }
  void hold_back(int index, StreamId stream) override {
    Stream& waiting = Gpu::at(index).stream(stream);
    Capture* const graph = graph_ ? Gpu::started(index_).recorded(graph_) : nullptr;
    if (graph && index != index_) throw NotImplementedError("ToDevice's CUDA graphs stay on one GPU");
    // CUDA lets this pass in its relaxed mode, and the graph then waits for nothing.
    if (waiting.capture && !graph && recorded_) raise(cudaErrorStreamCaptureIsolation);
    check(cudaStreamWaitEvent(queue_of(index, stream), event_, 0));
    if (graph) graph->take_in(waiting);
  }
  double elapsed_ms(const Event& end) override {
    const auto* other = dynamic_cast<const CudaEvent*>(&end);
    if (!other) throw Error("Both events must be of the same kind of device");
    float ms = 0;
    check(cudaEventElapsedTime(&ms, event_, other->event_));
    return ms;
  }

 private:
  int index_;
  cudaEvent_t event_ = nullptr;
  bool recorded_ = false;
  std::uint64_t graph_ = 0;  ///< into which it was recorded
};

class CudaGraph final : public Graph {
 public:
  CudaGraph(Gpu& gpu, std::uint64_t pool) : index_(gpu.index), capture_(gpu, pool) {}
  void end_capture() override {
    Gpu::at(index_);
    capture_.finish();
  }
  bool is_empty() const override { return capture_.is_empty(); }
  std::uint64_t pool() const override { return capture_.pool(); }
  void replay() override {
    Gpu::at(index_);
    capture_.replay();
  }

 private:
  int index_;
  Capture capture_;
};

}  // namespace

StreamId CudaStreams::create_stream(int index, int priority) {
  return Gpu::at(index).next_stream(priority).id;
}

StreamId CudaStreams::current_stream(int index) {
  return Gpu::at(index).stream().id;
}

void CudaStreams::set_current_stream(int index, StreamId stream) {
  Gpu& gpu = Gpu::at(index);
  gpu.set_stream(&gpu.stream(stream));
}

bool CudaStreams::query_stream(int index, StreamId stream) {
  return happened(cudaStreamQuery(queue_of(index, stream)));
}

void CudaStreams::synchronize_stream(int index, StreamId stream) {
  check(cudaStreamSynchronize(queue_of(index, stream)));
}

std::uintptr_t CudaStreams::stream_handle(int index, StreamId stream) {
  return stream == 0 ? 0 : reinterpret_cast<std::uintptr_t>(queue_of(index, stream));
}

void CudaStreams::record_stream(int index, void* data, StreamId stream) {
  Gpu& gpu = Gpu::at(index);
  gpu.share(data, gpu.stream(stream));
}

std::unique_ptr<Event> CudaStreams::create_event(int index, bool timing) {
  return std::make_unique<CudaEvent>(index, timing);
}

std::unique_ptr<Graph> CudaStreams::begin_capture(int index, std::uint64_t pool) {
  Gpu& gpu = Gpu::at(index);
  if (gpu.stream().id == 0) throw Error(kCaptureNeedsStream);
  return std::make_unique<CudaGraph>(gpu, pool);
}

bool CudaStreams::is_capturing(int index) {
  return Gpu::at(index).stream().capture != nullptr;
}

void* CudaStreams::allocate_pinned(std::size_t bytes) {
  return pinned::allocate(bytes);
}
void CudaStreams::deallocate_pinned(void* data) noexcept {
  pinned::deallocate(data);
}
bool CudaStreams::is_pinned(const void* data) noexcept {
  return pinned::contains(data);
}

}  // namespace todevice::cuda
