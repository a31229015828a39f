// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/gpu.h"

#include <algorithm>
#include <array>
#include <atomic>

#include "backend/common/memory_text.h"
#include "backend/cuda/capture.h"
#include "backend/cuda/crew.h"
#include "backend/cuda/guard.h"
#include "core/errors.h"

namespace todevice::cuda {

namespace {

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
  refuse_in_child();
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

Gpu* Gpu::find(int index) noexcept {
  return gpus[static_cast<std::size_t>(index)].load(std::memory_order_acquire);
}

Gpu& Gpu::started(int index) noexcept {
  return *find(index);
}

void Gpu::each_started(const std::function<void(Gpu&)>& what) {
  for (const auto& slot : gpus) {
    if (Gpu* const gpu = slot.load(std::memory_order_acquire)) what(*gpu);
  }
}

Gpu::Gpu(int number)
    : generator(generator_of(number)),
      index(number),
      multiprocessors(attribute(cudaDevAttrMultiProcessorCount, number)),
      threads_per_multiprocessor(attribute(cudaDevAttrMaxThreadsPerMultiProcessor, number)),
      major(attribute(cudaDevAttrComputeCapabilityMajor, number)),
      reads_ordinary_memory(attribute(cudaDevAttrPageableMemoryAccessUsesHostPageTables, number) != 0),
      segments_(number),
      allocator_(number, segments_) {
  watch_forks();
  // One of our own: unlike the legacy stream it waits for nobody and can be captured into a graph.
  check(cudaStreamCreateWithFlags(&default_stream_.handle, cudaStreamNonBlocking));
}

Stream& Gpu::stream() {
  Stream* stream = chosen[static_cast<std::size_t>(index)];
  return stream ? *stream : default_stream_;
}

cudaStream_t Gpu::queue(Stream& stream) {
  if (stream.capture) [[unlikely]]
    stream.capture->queue_deferred(stream);
  return stream.handle;
}

void Gpu::set_stream(Stream* stream) {
  chosen[static_cast<std::size_t>(index)] = stream;
}

void* Gpu::allocate(std::size_t bytes) {
  const Stream& now = stream();
  return allocator_.allocate(bytes, now.id, now.capture ? now.capture->pool() : 0);
}

Stream& Gpu::next_stream(int priority) {
  constexpr std::size_t kEach = 32;
  int least = 0, most = 0;
  check(cudaDeviceGetStreamPriorityRange(&least, &most));
  priority = std::clamp(priority, most, least);
  const std::lock_guard lock(mutex_);
  Ring& ring = rings_[priority];
  if (ring.streams.size() < kEach) {
    static std::atomic<std::uint64_t> next_id{1};
    auto made = std::make_unique<Stream>();
    check(cudaStreamCreateWithPriority(&made->handle, cudaStreamNonBlocking, priority));
    made->id = next_id++;
    ring.streams.push_back(made.get());
    streams_.emplace(made->id, std::move(made));
    return *ring.streams.back();
  }
  return *ring.streams[ring.next++ % kEach];
}

Stream& Gpu::stream(std::uint64_t id) {
  if (id == 0) return default_stream_;
  const std::lock_guard lock(mutex_);
  const auto found = streams_.find(id);
  if (found == streams_.end()) {
    throw Error("There is no such stream on cuda:" + std::to_string(index) + ": it belongs to another GPU");
  }
  return *found->second;
}

void Gpu::each_stream(const std::function<void(const Stream&)>& what) {
  const std::lock_guard lock(mutex_);
  for (const auto& [id, stream] : streams_) what(*stream);
}

void Gpu::share(void* data, Stream& with) {
  if (allocator_.stream_of(data) == with.id) return;
  const std::lock_guard lock(mutex_);
  auto& users = shared_[data];
  if (std::ranges::find(users, &with) == users.end()) users.push_back(&with);
  shares_ = true;
}

void Gpu::deallocate(void* data) noexcept {
  if (shares_.load(std::memory_order_relaxed)) {
    std::vector<Stream*> users;
    {
      const std::lock_guard lock(mutex_);
      if (const auto found = shared_.find(data); found != shared_.end()) {
        users = std::move(found->second);
        shared_.erase(found);
        if (is_recording()) {  // waiting for the users would draw the block's own stream into the graph
          held_.emplace_back(data, std::move(users));
          return;
        }
      }
    }
    hand_back(data, users);
  }
  allocator_.deallocate(data);
}

/// The block's own stream waits for its users, so whoever gets the block next does too.
void Gpu::hand_back(void* data, const std::vector<Stream*>& users) noexcept {
  if (users.empty()) return;
  try {
    use_device(index);
    const cudaStream_t own = queue(stream(allocator_.stream_of(data)));
    for (Stream* user : users) {
      cudaEvent_t event = nullptr;
      if (!quiet(cudaEventCreateWithFlags(&event, cudaEventDisableTiming))) continue;
      if (quiet(cudaEventRecord(event, queue(*user)))) quiet(cudaStreamWaitEvent(own, event, 0));
      quiet(cudaEventDestroy(event));  // lives on until it has happened
    }
  } catch (const Error&) {
    quiet(cudaDeviceSynchronize());  // no such stream any more: then wait for all of them
  }
}

void Gpu::begin_recording(Capture& capture) {
  const std::lock_guard lock(mutex_);
  captures_.push_back(&capture);
  ++recording_;
}

void Gpu::end_recording(Capture& capture) noexcept {
  std::vector<std::pair<void*, std::vector<Stream*>>> held;
  {
    const std::lock_guard lock(mutex_);
    std::erase(captures_, &capture);
    if (--recording_ == 0) held.swap(held_);
  }
  for (const auto& [data, users] : held) {
    hand_back(data, users);
    allocator_.deallocate(data);
  }
}

Capture* Gpu::recorded(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find_if(captures_, [&](Capture* one) { return one->number() == number; });
  return found == captures_.end() ? nullptr : *found;
}

void* Gpu::workspace() {
  Stream& now = stream();
  if (now.capture) return now.capture->workspace(now);
  void*& memory = now.workspaces.at(now.workspace);
  if (!memory) {
    const std::lock_guard lock(mutex_);
    if (!memory) memory = reserve(kWorkspaceBytes);
  }
  return memory;
}

void* Gpu::reserve(std::size_t bytes) {
  if (void* const data = segments_.allocate(bytes)) return data;
  allocator_.empty_cache();
  if (void* const data = segments_.allocate(bytes)) return data;
  throw OutOfMemoryError(out_of_memory_text(index, bytes, allocator_.stats(), segments_.process_bytes()));
}

}  // namespace todevice::cuda
