// SPDX-License-Identifier: Apache-2.0
#include "backend/sim/sim.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>

#include "backend/sim/sim_device.h"
#include "backend/sim/sim_graph.h"
#include "backend/sim/sim_streams.h"
#include "core/errors.h"

namespace todevice::sim {

namespace {

std::optional<std::string> environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? std::optional<std::string>(value) : std::nullopt;
}

/// The card, or the instance of it that a process sees as a card.
visibility::PhysicalGpu part_of(const visibility::PhysicalGpu& card, const std::string& uuid) {
  visibility::PhysicalGpu part = card;
  for (const visibility::MigInstance& mig : card.mig) {
    if (mig.uuid != uuid) continue;
    part.uuid = mig.uuid;
    part.name += " MIG " + mig.name;
    part.total_memory = mig.total_memory;
    part.busy_memory = 0;
  }
  return part;
}

class SimBackend final : public Backend {
 public:
  explicit SimBackend(std::vector<visibility::PhysicalGpu> gpus) : gpus_(std::move(gpus)) {}

  std::string_view name() const noexcept override { return "sim"; }
  DeviceType device_type() const noexcept override { return DeviceType::cuda; }
  int device_count() noexcept override {
    start();
    return static_cast<int>(devices_.size());
  }
  bool has_read_variable() const noexcept override { return read_; }
  std::string start_error() override {
    start();
    return error_;
  }

  std::vector<visibility::PhysicalGpu> physical_gpus() override { return gpus_; }

  DeviceProperties properties(int index) override {
    const visibility::PhysicalGpu& gpu = device(index).gpu;
    DeviceProperties properties;
    properties.name = gpu.name;
    properties.uuid = gpu.uuid;
    properties.pci_bus_id = gpu.pci_bus_id;
    properties.total_memory = gpu.total_memory;
    properties.major = 9;
    properties.multiprocessor_count = kMultiprocessors;
    properties.simulated = true;
    return properties;
  }
  MemoryStats memory_stats(int index) override { return device(index).allocator.stats(); }
  AllocatorCounts allocator_counts(int index) override { return device(index).allocator.counts(); }
  void reset_peaks(int index) override { device(index).allocator.reset_peaks(); }
  void reset_totals(int index) override { device(index).allocator.reset_totals(); }

  void* allocate(int index, std::size_t bytes) override {
    const SimGraph* graph = recording(device(index), index);
    return device(index).allocator.allocate(bytes, 0, graph ? graph->pool() : 0);
  }
  void deallocate(int index, void* data, std::size_t) noexcept override {
    device(index).allocator.deallocate(data);
  }
  void empty_cache(int index) override { device(index).allocator.empty_cache(); }
  void copy(Device to, void* dst, Device from, const void* src, std::size_t bytes, bool) override {
    if (bytes == 0) return;  // no bytes may come from nowhere
    const int index = to.is_cpu() ? from.index() : to.index();
    if (SimGraph* graph = recording(device(index), index)) {
      const bool moves =
          (to.is_cpu() && !streams_.is_pinned(dst)) || (from.is_cpu() && !streams_.is_pinned(src));
      if (moves) refuse_while_recording();
      return graph->add([dst, src, bytes] { std::memmove(dst, src, bytes); });
    }
    const std::string_view name = from.is_cpu() ? "copy to the GPU"
                                  : to.is_cpu() ? "copy to the CPU"
                                                : "copy";
    calls_.note(trace::CallKind::copy, name, index, bytes, [&] { std::memmove(dst, src, bytes); });
  }
  void synchronize(int index) override {
    if (recording(device(index), index)) refuse_while_recording();
  }
  Kernels& kernels(int index) override {
    SimGraph* graph = recording(device(index), index);
    return graph ? graph->recorder() : *device(index).kernels;
  }
  StreamControl* streams() noexcept override { return &streams_; }
  trace::CallRecorder* calls() noexcept override { return &calls_; }

 private:
  SimDevice& device(int index) { return *devices_[static_cast<std::size_t>(index)]; }

  /// Reads the variables, as the driver does: once.
  void start() noexcept {
    std::call_once(once_, [this] {
      read_ = true;
      const auto seen =
          visibility::resolve(environment("CUDA_VISIBLE_DEVICES"), environment("CUDA_DEVICE_ORDER"), gpus_);
      if (seen.error == visibility::DriverError::invalid_device) {
        error_ =
            "Unexpected error from cudaGetDeviceCount(). Did you run some cuda functions before calling "
            "NumCudaDevices() that might have already set an error? Error 101: invalid device ordinal";
        return;
      }
      try {
        for (std::size_t i = 0; i < seen.logical.size(); ++i) {
          const visibility::PhysicalGpu& card = gpus_[static_cast<std::size_t>(seen.logical[i])];
          devices_.push_back(
              std::make_unique<SimDevice>(static_cast<int>(i), part_of(card, seen.uuids[i]), calls_));
        }
      } catch (const Error& error) {
        devices_.clear();
        error_ = error.what();
      }
    });
  }

  std::vector<visibility::PhysicalGpu> gpus_;
  SimCalls calls_;
  std::once_flag once_;
  std::atomic<bool> read_ = false;
  std::vector<std::unique_ptr<SimDevice>> devices_;
  std::string error_;
  SimStreams streams_{[this](int index) -> SimDevice& { return device(index); }};
};

}  // namespace

std::shared_ptr<Backend> make_backend(std::vector<visibility::PhysicalGpu> gpus) {
  return std::make_shared<SimBackend>(std::move(gpus));
}

}  // namespace todevice::sim
