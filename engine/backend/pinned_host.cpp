// SPDX-License-Identifier: Apache-2.0
#include "backend/pinned_host.h"

#include "backend/backend.h"
#include "backend/registry.h"
#include "backend/streams.h"
#include "core/errors.h"

namespace todevice {

namespace {

/// The host, but for where memory comes from.
class PinnedHost final : public Backend {
 public:
  std::string_view name() const noexcept override { return "host"; }
  DeviceType device_type() const noexcept override { return DeviceType::cpu; }
  int device_count() noexcept override { return 1; }
  DeviceProperties properties(int index) override { return registry::host().properties(index); }
  MemoryStats memory_stats(int index) override { return registry::host().memory_stats(index); }
  void* allocate(int, std::size_t bytes) override { return pinning().allocate_pinned(bytes); }
  void deallocate(int, void* data, std::size_t) noexcept override {
    registry::cuda()->streams()->deallocate_pinned(data);
  }
  void empty_cache(int) override {}
  void copy(Device to, void* dst, Device from, const void* src, std::size_t bytes, bool blocking) override {
    registry::host().copy(to, dst, from, src, bytes, blocking);
  }
  void synchronize(int) override {}
  Kernels& kernels(int index) override { return registry::host().kernels(index); }

 private:
  static StreamControl& pinning() {
    registry::cuda_init();
    StreamControl* streams = registry::cuda()->streams();
    if (!streams) throw Error("The GPUs of this process take no pinned memory");
    return *streams;
  }
};

}  // namespace

std::shared_ptr<Storage> allocate_pinned(std::size_t bytes) {
  static PinnedHost& backend = *new PinnedHost;  // storages may outlive everything else
  return Storage::allocate_from(backend, kCpu, bytes);
}

bool is_pinned(const Storage& storage) {
  if (!storage.device().is_cpu() || !storage.data() || !registry::cuda_initialized()) return false;
  StreamControl* streams = registry::cuda()->streams();
  return streams && streams->is_pinned(storage.data());
}

}  // namespace todevice
