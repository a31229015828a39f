// SPDX-License-Identifier: Apache-2.0
#include "core/storage.h"

#include <atomic>

#include "backend/registry.h"
#include "trace/trace.h"

namespace todevice {

namespace {
std::atomic<std::uint64_t> next_serial{1};
}

std::shared_ptr<Storage> Storage::allocate(Device device, std::size_t bytes) {
  device = registry::resolve(device);
  return allocate_from(registry::of(device), device, bytes);
}

std::shared_ptr<Storage> Storage::allocate_from(Backend& backend, Device device, std::size_t bytes) {
  const int index = device.is_cpu() ? 0 : device.index();
  void* data = bytes == 0 ? nullptr : backend.allocate(index, bytes);
  auto storage = std::make_shared<Storage>(backend, device, data, bytes,
                                           next_serial.fetch_add(1, std::memory_order_relaxed));
  if (trace::Sink* sink = trace::sink(); sink && data) sink->allocated(*storage);
  return storage;
}

Storage::Storage(Backend& backend, Device device, void* data, std::size_t bytes, std::uint64_t serial)
    : backend_(&backend), data_(data), bytes_(bytes), serial_(serial), device_(device) {}

Storage::~Storage() {
  if (!data_) return;
  if (trace::Sink* sink = trace::sink()) sink->freed(device_, data_, bytes_, serial_);
  backend_->deallocate(device_.is_cpu() ? 0 : device_.index(), data_, bytes_);
}

}  // namespace todevice
