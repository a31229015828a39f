// SPDX-License-Identifier: Apache-2.0
#include "backend/registry.h"

#include <pthread.h>

#include <atomic>
#include <utility>
#include <vector>

#include "backend/common/error_text.h"
#include "backend/host/host.h"
#include "backend/streams.h"
#include "core/errors.h"
#include "trace/trace.h"

namespace todevice {

namespace {

std::shared_ptr<Backend> cuda_backend;
std::atomic<int> cuda_count{-1};  // -1: not initialised
thread_local int current = 0;
std::atomic<bool> has_side_streams{false};
std::vector<std::function<void(Backend&)>> at_start;

/// This process was forked off one that had used CUDA: the driver serves the parent alone.
bool forked = false;

void after_fork() {
  forked = forked || cuda_count > 0;
  cuda_count = -1;
}

[[noreturn]] void throw_bad_ordinal() {
  throw AcceleratorError(cuda_error_text("invalid device ordinal", "cudaErrorInvalidDevice"));
}

}  // namespace

namespace registry {

Backend& host() noexcept {
  static Backend& backend = *host::make_backend().release();  // never ended: storages may outlive everything
  return backend;
}

Backend* cuda() noexcept {
  return cuda_backend.get();
}

void set_cuda(std::shared_ptr<Backend> backend) {
  if (cuda_initialized()) throw Error("CUDA is in use already; its backend cannot change");
  cuda_backend = std::move(backend);
}

bool cuda_initialized() noexcept {
  return cuda_count.load(std::memory_order_relaxed) > 0;
}

void cuda_init() {
  if (cuda_initialized()) return;
  if (forked) {
    throw Error(
        "Cannot re-initialize CUDA in forked subprocess. To use CUDA with multiprocessing, you must use the "
        "'spawn' start method");
  }
  if (!cuda_backend) {
    throw Error(
        "Found no NVIDIA driver on your system. Please check that you have an NVIDIA GPU and installed a "
        "driver "
        "from http://www.nvidia.com/Download/index.aspx");
  }
  const int count = cuda_backend->device_count();
  if (const std::string error = cuda_backend->start_error(); !error.empty()) throw Error(error);
  if (count == 0) throw Error("No CUDA GPUs are available");
  cuda_count = count;
  [[maybe_unused]] static const int watched = pthread_atfork(nullptr, nullptr, after_fork);
  for (const auto& what : std::exchange(at_start, {})) what(*cuda_backend);
  if (trace::Sink* sink = trace::sink()) sink->cuda_initialized();
}

void at_cuda_start(std::function<void(Backend&)> what) {
  if (cuda_initialized()) return what(*cuda_backend);
  at_start.push_back(std::move(what));
}

Backend& of(Device device) {
  if (device.is_cpu()) return host();
  if (!cuda_initialized()) cuda_init();
  if (device.index() >= cuda_count.load(std::memory_order_relaxed)) throw_bad_ordinal();
  return *cuda_backend;
}

Device resolve(Device device) {
  if (device.is_cpu()) return kCpu;
  return device.has_index() ? device : Device(DeviceType::cuda, current_device());
}

int current_device() {
  if (!cuda_initialized()) cuda_init();
  return current;
}

void set_current_device(int index) {
  if (index < 0) return;
  of(Device(DeviceType::cuda, index));
  current = index;
}

void set_current_stream(int index, StreamId stream) {
  StreamControl* const control = of(Device(DeviceType::cuda, index)).streams();
  if (!control) throw NotImplementedError("These GPUs have no streams");
  control->set_current_stream(index, stream);
  if (stream != 0) has_side_streams.store(true, std::memory_order_relaxed);
}

bool side_streams_used() noexcept {
  return has_side_streams.load(std::memory_order_relaxed);
}

StreamId current_stream(Device device) {
  if (!device.is_cuda() || !side_streams_used()) return 0;
  return cuda_backend->streams()->current_stream(device.index());
}

}  // namespace registry

DeviceGuard::DeviceGuard(Device device) {
  if (!device.is_cuda() || !device.has_index()) return;
  previous_ = registry::current_device();
  registry::set_current_device(device.index());
}

DeviceGuard::~DeviceGuard() {
  if (previous_ >= 0) current = previous_;
}

}  // namespace todevice
