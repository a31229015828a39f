// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cstring>

#include "backend/host/allocator.h"
#include "backend/host/host.h"
#include "core/errors.h"

namespace todevice::host {

namespace {

class HostBackend final : public Backend {
 public:
  std::string_view name() const noexcept override { return "host"; }
  DeviceType device_type() const noexcept override { return DeviceType::cpu; }
  int device_count() noexcept override { return 1; }
  DeviceProperties properties(int) override {
    DeviceProperties properties;
    properties.name = "CPU";
    properties.total_memory = pages(_SC_PHYS_PAGES);
    properties.multiprocessor_count = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
    return properties;
  }
  MemoryStats memory_stats(int) override {
    MemoryStats stats;
    stats.allocated = stats.reserved = allocated_bytes();
    stats.max_allocated = stats.max_reserved = max_allocated_bytes();
    stats.device_total = pages(_SC_PHYS_PAGES);
    stats.device_free = pages(_SC_AVPHYS_PAGES);
    return stats;
  }
  void* allocate(int, std::size_t bytes) override { return host::allocate(bytes); }
  void deallocate(int, void* data, std::size_t bytes) noexcept override { host::deallocate(data, bytes); }
  void empty_cache(int) override {}
  void copy(Device to, void* dst, Device from, const void* src, std::size_t bytes, bool) override {
    if (!to.is_cpu() || !from.is_cpu()) throw Error("the CPU's backend copies within the CPU alone");
    if (bytes > 0) std::memcpy(dst, src, bytes);  // no bytes may come from nowhere
  }
  void synchronize(int) override {}
  Kernels& kernels(int) override { return *kernels_; }

 private:
  static std::size_t pages(int which) {
    return static_cast<std::size_t>(sysconf(which)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  }
  std::unique_ptr<Kernels> kernels_ = make_kernels(make_mt19937());
};

}  // namespace

std::unique_ptr<Backend> make_backend() {
  return std::make_unique<HostBackend>();
}

}  // namespace todevice::host
