// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/inventory.h"

#include <array>
#include <cstdio>

#include "backend/cuda/nvml.h"

namespace todevice::cuda {

namespace {

using nvml::kSuccess;

constexpr unsigned kMultiprocessorClock = 1;  // NVML_CLOCK_SM
constexpr unsigned kGpuSensor = 0;

/// "0000:01:00.0": as everybody but NVML writes it.
std::string pci_text(const nvml::PciInfo& pci) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%04x:%02x:%02x.0", pci.domain, pci.bus, pci.device);
  return text.data();
}

/// What FASTEST_FIRST goes by, roughly: the arithmetic a card can do. Equal cards get equal numbers.
int speed_of(const nvml::Library& lib, nvml::Device device) {
  int major = 0, minor = 0;
  unsigned cores = 0, clock = 0;
  if (lib.cores && lib.max_clock && lib.cores(device, &cores) == kSuccess &&
      lib.max_clock(device, kMultiprocessorClock, &clock) == kSuccess) {
    return static_cast<int>(static_cast<std::uint64_t>(cores) * clock / 1000);
  }
  if (lib.capability && lib.capability(device, &major, &minor) == kSuccess) return major * 10 + minor;
  return 0;
}

void read_load(const nvml::Library& lib, nvml::Device device, GpuReading& reading) {
  nvml::Utilization busy{};
  if (lib.utilization && lib.utilization(device, &busy) == kSuccess) {
    reading.gpu_busy = static_cast<int>(busy.gpu);
    reading.memory_busy = static_cast<int>(busy.memory);
  }
  unsigned value = 0;
  if (lib.temperature && lib.temperature(device, kGpuSensor, &value) == kSuccess) {
    reading.temperature = static_cast<int>(value);
  }
  if (lib.power && lib.power(device, &value) == kSuccess) reading.power = value / 1000.0;
}

std::vector<GpuProcess> processes_on(const nvml::Library& lib, nvml::Device device) {
  if (!lib.processes) return {};
  std::vector<nvml::Process> found(32);
  auto count = static_cast<unsigned>(found.size());
  nvml::Status status = lib.processes(device, &count, found.data());
  if (status == nvml::kTooSmall) {
    found.resize(count + 16);
    count = static_cast<unsigned>(found.size());
    status = lib.processes(device, &count, found.data());
  }
  if (status != kSuccess) return {};
  std::vector<GpuProcess> told;
  for (unsigned i = 0; i < count; ++i) {
    GpuProcess process{found[i].pid, {}};
    if (found[i].used_memory != ~0ull) process.memory_used = found[i].used_memory;
    told.push_back(process);
  }
  return told;
}

nvml::Device device_of(const nvml::Library& lib, const std::string& uuid) {
  nvml::Device device = nullptr;
  if (!lib.problem.empty() || !lib.by_uuid) return nullptr;
  return lib.by_uuid(uuid.c_str(), &device) == kSuccess ? device : nullptr;
}

GpuReading read(const nvml::Library& lib, nvml::Device device, unsigned index) {
  GpuReading reading;
  reading.gpu.index = static_cast<int>(index);
  std::array<char, 128> text{};
  if (lib.name(device, text.data(), text.size()) == kSuccess) reading.gpu.name = text.data();
  if (lib.uuid(device, text.data(), text.size()) == kSuccess) reading.gpu.uuid = text.data();
  nvml::PciInfo pci{};
  if (lib.pci(device, &pci) == kSuccess) reading.gpu.pci_bus_id = pci_text(pci);
  nvml::Memory memory{};
  if (lib.memory(device, &memory) == kSuccess) {
    reading.gpu.total_memory = memory.total;
    reading.memory_used = memory.used;
  }
  reading.gpu.speed_class = speed_of(lib, device);
  read_load(lib, device, reading);
  reading.processes = processes_on(lib, device);
  return reading;
}

}  // namespace

Inventory inventory() {
  Inventory all;
  const nvml::Library& lib = nvml::library();
  all.problem = lib.problem;
  if (!lib.problem.empty()) return all;
  std::array<char, 96> text{};
  if (lib.driver_version && lib.driver_version(text.data(), text.size()) == kSuccess) {
    all.driver_version = text.data();
  }
  unsigned count = 0;
  if (lib.count(&count) != kSuccess) {
    all.problem = "NVIDIA's management library cannot count the GPUs.";
    return all;
  }
  for (unsigned i = 0; i < count; ++i) {
    nvml::Device device = nullptr;
    if (lib.by_index(i, &device) == kSuccess) all.gpus.push_back(read(lib, device, i));
  }
  return all;
}

std::optional<std::uint64_t> free_memory(const std::string& uuid) {
  const nvml::Library& lib = nvml::library();
  const nvml::Device device = device_of(lib, uuid);
  nvml::Memory memory{};
  if (!device || lib.memory(device, &memory) != kSuccess) return std::nullopt;
  return memory.free;
}

std::optional<std::uint64_t> memory_of_process(const std::string& uuid, unsigned pid) {
  const nvml::Library& lib = nvml::library();
  const nvml::Device device = device_of(lib, uuid);
  if (!device) return std::nullopt;
  for (const GpuProcess& process : processes_on(lib, device)) {
    if (process.pid == pid) return process.memory_used;
  }
  return std::nullopt;
}

}  // namespace todevice::cuda
