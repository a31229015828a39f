// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/cuda_backend.h"

#include <array>
#include <atomic>
#include <cstdio>
#include <mutex>
#include <utility>
#include <vector>

#include "backend/cuda/cuda_calls.h"
#include "backend/cuda/cuda_kernels.h"
#include "backend/cuda/gpu.h"
#include "backend/cuda/guard.h"
#include "backend/cuda/identity.h"
#include "backend/cuda/inventory.h"
#include "backend/cuda/product.h"
#include "backend/cuda/stream_control.h"
#include "backend/cuda/transfer.h"

namespace todevice::cuda {

namespace {

class CudaBackend final : public Backend {
 public:
  explicit CudaBackend(std::vector<visibility::PhysicalGpu> physical) : physical_(std::move(physical)) {}

  std::string_view name() const noexcept override { return "cuda"; }
  DeviceType device_type() const noexcept override { return DeviceType::cuda; }
  int device_count() noexcept override {
    start();
    return count_;
  }
  bool has_read_variable() const noexcept override { return read_; }
  std::string start_error() override {
    start();
    return error_;
  }

  std::vector<visibility::PhysicalGpu> physical_gpus() override { return physical_; }

  DeviceProperties properties(int index) override {
    const std::lock_guard lock(mutex_);
    auto& known = properties_[static_cast<std::size_t>(index)];
    if (known.name.empty()) known = ask(index);
    return known;
  }
  // A GPU that was not used yet costs 0.3 s and some 300 MB to start: what can be told is told without.
  MemoryStats memory_stats(int index) override {
    if (Gpu::find(index)) return Gpu::at(index).allocator().stats();
    const DeviceProperties card = properties(index);
    MemoryStats stats;
    stats.device_total = card.total_memory;
    stats.device_free = free_memory(card.uuid).value_or(card.total_memory);
    return stats;
  }
  AllocatorCounts allocator_counts(int index) override {
    Gpu* const gpu = Gpu::find(index);
    return gpu ? gpu->allocator().counts() : AllocatorCounts();
  }
  void reset_peaks(int index) override {
    if (Gpu* const gpu = Gpu::find(index)) gpu->allocator().reset_peaks();
  }
  void reset_totals(int index) override {
    if (Gpu* const gpu = Gpu::find(index)) gpu->allocator().reset_totals();
  }

  void* allocate(int index, std::size_t bytes) override { return Gpu::at(index).allocate(bytes); }
  void deallocate(int index, void* data, std::size_t) noexcept override {
    Gpu::started(index).deallocate(data);
  }
  void empty_cache(int index) override {
    if (Gpu::find(index)) Gpu::at(index).allocator().empty_cache();
  }
  void copy(Device to, void* dst, Device from, const void* src, std::size_t bytes, bool blocking) override {
    if (to.is_cpu()) {
      to_host(Gpu::at(from.index()), dst, src, bytes, blocking);
    } else if (from.is_cpu()) {
      to_gpu(Gpu::at(to.index()), dst, src, bytes, blocking);
    } else {
      Gpu& source = Gpu::at(from.index());
      between(Gpu::at(to.index()), dst, source, src, bytes);
    }
  }
  void synchronize(int index) override {
    if (!Gpu::find(index)) return;  // nothing was queued there
    Gpu::at(index);
    check(cudaDeviceSynchronize());
  }
  Kernels& kernels(int index) override { return *kernels_[static_cast<std::size_t>(index)]; }

  StreamControl* streams() noexcept override { return &streams_; }
  trace::CallRecorder* calls() noexcept override { return calls_.get(); }
  void set_allow_tf32(bool value) noexcept override { cuda::set_allow_tf32(value); }
  bool allow_tf32() const noexcept override { return cuda::allow_tf32(); }
  std::string fault() override {
    const cudaError_t error = fatal_error();
    if (error == cudaSuccess) return {};
    return cudaGetErrorString(error);
  }

 private:
  std::vector<visibility::PhysicalGpu> physical_;

  /// Reads the variables, as the driver does: once.
  void start() noexcept {
    std::call_once(once_, [this] {
      read_ = true;
      const cudaError_t error = cudaGetDeviceCount(&count_);
      if (!quiet(error)) count_ = 0;
      if (error != cudaSuccess && error != cudaErrorNoDevice) error_ = explain(error);
      for (int i = 0; i < count_; ++i) kernels_.push_back(make_kernels(i));
      properties_.resize(static_cast<std::size_t>(count_));
      if (count_ > 0) calls_->cuda_started();
    });
  }

  static std::string explain(cudaError_t error) {
    if (error == cudaErrorInsufficientDriver) {
      int driver = 0;
      quiet(cudaDriverGetVersion(&driver));
      if (driver == 0) {
        return "Found no NVIDIA driver on your system. Please check that you have an NVIDIA GPU and "
               "installed a "
               "driver from http://www.nvidia.com/Download/index.aspx";
      }
      return "The NVIDIA driver on your system is too old (found version " + std::to_string(driver) +
             "). Please update your GPU driver by downloading and installing a new version from the URL: "
             "http://www.nvidia.com/Download/index.aspx";
    }
    return "Unexpected error from cudaGetDeviceCount(). Did you run some cuda functions before calling "
           "NumCudaDevices() that might have already set an error? Error " +
           std::to_string(static_cast<int>(error)) + ": " + cudaGetErrorString(error);
  }

  static DeviceProperties ask(int index) {
    cudaDeviceProp prop{};
    check(cudaGetDeviceProperties(&prop, index));
    std::array<char, 32> pci{};
    std::snprintf(pci.data(), pci.size(), "%04x:%02x:%02x.0", static_cast<unsigned>(prop.pciDomainID),
                  static_cast<unsigned>(prop.pciBusID), static_cast<unsigned>(prop.pciDeviceID));
    DeviceProperties properties;
    properties.name = prop.name;
    properties.uuid = uuid_text(prop.uuid);
    properties.pci_bus_id = pci.data();
    properties.total_memory = prop.totalGlobalMem;
    properties.major = prop.major;
    properties.minor = prop.minor;
    properties.multiprocessor_count = prop.multiProcessorCount;
    return properties;
  }

  std::once_flag once_;
  std::atomic<bool> read_ = false;
  int count_ = 0;
  std::string error_;
  std::mutex mutex_;
  std::vector<DeviceProperties> properties_;
  std::vector<std::unique_ptr<Kernels>> kernels_;
  CudaStreams streams_;
  std::unique_ptr<CudaCalls> calls_ = make_calls();
};

}  // namespace

std::shared_ptr<Backend> make_backend(std::vector<visibility::PhysicalGpu> physical) {
  return std::make_shared<CudaBackend>(std::move(physical));
}

}  // namespace todevice::cuda
