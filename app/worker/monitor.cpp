// SPDX-License-Identifier: Apache-2.0
#include "monitor.h"

#include <unistd.h>

#include <algorithm>

#include "backend/cuda/inventory.h"
#include "backend/registry.h"
#include "core/errors.h"
#include "protocol/codec.h"

namespace todevice::worker {

namespace {

/// Of a simulated card: what it was given as busy, and this process's own.
void add_simulated(std::vector<protocol::PhysicalDevice>& devices) {
  for (auto& device : devices) device.own_memory = 0;
  Backend* const cuda = registry::cuda_initialized() ? registry::cuda() : nullptr;
  for (int i = 0; cuda != nullptr && i < cuda->device_count(); ++i) {
    const auto uuid = cuda->properties(i).uuid;
    const auto own = static_cast<std::int64_t>(cuda->memory_stats(i).reserved);
    for (auto& device : devices) {
      const bool slice = std::any_of(device.mig.begin(), device.mig.end(),
                                     [&](const auto& mig) { return mig.uuid == uuid; });
      if (device.uuid != uuid && !slice) continue;
      device.own_memory = own;
      device.used_memory += own;
    }
  }
}

void add_real(std::vector<protocol::PhysicalDevice>& devices) {
  const auto now = cuda::inventory();
  for (const auto& reading : now.gpus) {
    const auto device = std::find_if(devices.begin(), devices.end(),
                                     [&](const auto& one) { return one.uuid == reading.gpu.uuid; });
    if (device == devices.end()) continue;
    device->used_memory = static_cast<std::int64_t>(reading.memory_used);
    device->load = reading.gpu_busy;
    device->temperature = reading.temperature;
    device->power = reading.power;
    device->own_memory = 0;
    for (const auto& process : reading.processes) {
      if (process.pid != static_cast<unsigned>(getpid())) continue;
      device->own_memory.reset();  // unless the driver tells
      if (process.memory_used) device->own_memory = static_cast<std::int64_t>(*process.memory_used);
    }
  }
}

}  // namespace

Monitor::Monitor(Channel& channel, const protocol::Ready& ready)
    : channel_(channel),
      devices_(ready.physical),
      real_(ready.backend == "cuda"),
      thread_([this] { live(); }) {}

Monitor::~Monitor() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void Monitor::set_interval(int milliseconds) {
  {
    const std::lock_guard lock(mutex_);
    interval_ = std::chrono::milliseconds(milliseconds <= 0 ? 0 : std::clamp(milliseconds, kLeast, kMost));
  }
  wake_.notify_one();
}

protocol::DeviceStats Monitor::look() const {
  protocol::DeviceStats stats{devices_};
  try {
    real_ ? add_real(stats.devices) : add_simulated(stats.devices);
  } catch (const Error&) {
    // A card that answers no more keeps its first figures.
  }
  return stats;
}

void Monitor::live() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return ending_ || (interval_.count() > 0 && !devices_.empty()); });
    if (ending_) return;
    const auto interval = interval_;
    lock.unlock();
    channel_.send(protocol::encode_event(look()));
    lock.lock();
    wake_.wait_for(lock, interval, [&] { return ending_ || interval_ != interval; });
  }
}

}  // namespace todevice::worker
