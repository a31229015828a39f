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

class CudaEvent final : public Event {
 public:
  CudaEvent(int index, bool timing) : index_(index) {
    Gpu::at(index);
    check(cudaEventCreateWithFlags(&event_, timing ? cudaEventDefault : cudaEventDisableTiming));
  }
  ~CudaEvent() override { quiet(cudaEventDestroy(event_)); }

  void record() override { check(cudaEventRecord(event_, Gpu::at(index_).queue())); }
  bool query() override { return happened(cudaEventQuery(event_)); }
  void synchronize() override { check(cudaEventSynchronize(event_)); }
  void make_current_stream_wait() override { check(cudaStreamWaitEvent(Gpu::at(index_).queue(), event_, 0)); }
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
};

class CudaGraph final : public Graph {
 public:
  explicit CudaGraph(Gpu& gpu) : index_(gpu.index), capture_(gpu) {}
  void end_capture() override { capture_.finish(); }
  void replay() override {
    Gpu::at(index_);
    capture_.replay();
  }

 private:
  int index_;
  Capture capture_;
};

}  // namespace

Stream& CudaStreams::find(Gpu& gpu, StreamId stream) {
  if (stream == 0) return gpu.default_stream();
  const std::lock_guard lock(mutex_);
  const auto found = streams_.find(stream);
  if (found == streams_.end()) throw Error("There is no such stream");
  return *found->second.stream;
}

StreamId CudaStreams::create_stream(int index) {
  Gpu::at(index);
  auto made = std::make_unique<Stream>();
  check(cudaStreamCreateWithFlags(&made->handle, cudaStreamNonBlocking));
  const std::lock_guard lock(mutex_);
  made->id = next_++;
  const StreamId id = made->id;
  streams_.emplace(id, Made{index, std::move(made)});
  return id;
}

StreamId CudaStreams::current_stream(int index) {
  return Gpu::at(index).stream().id;
}

void CudaStreams::set_current_stream(int index, StreamId stream) {
  Gpu& gpu = Gpu::at(index);
  gpu.set_stream(&find(gpu, stream));
}

bool CudaStreams::query_stream(int index, StreamId stream) {
  return happened(cudaStreamQuery(find(Gpu::at(index), stream).handle));
}

void CudaStreams::synchronize_stream(int index, StreamId stream) {
  check(cudaStreamSynchronize(find(Gpu::at(index), stream).handle));
}

std::unique_ptr<Event> CudaStreams::create_event(int index, bool timing) {
  return std::make_unique<CudaEvent>(index, timing);
}

std::unique_ptr<Graph> CudaStreams::begin_capture(int index) {
  return std::make_unique<CudaGraph>(Gpu::at(index));
}

void CudaStreams::each(int index, const std::function<void(const Stream&)>& what) {
  const std::lock_guard lock(mutex_);
  for (const auto& [id, made] : streams_) {
    if (made.index == index) what(*made.stream);
  }
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
