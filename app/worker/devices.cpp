// SPDX-License-Identifier: Apache-2.0
#include "devices.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "backend/registry.h"
#include "backend/sim/sim.h"
#include "machine_file.h"
#include "plugin.h"
#include "protocol/codec.h"
#include "visibility/visibility.h"

namespace todevice::worker {

namespace {

constexpr const char* kVisible = "CUDA_VISIBLE_DEVICES";
constexpr const char* kOrder = "CUDA_DEVICE_ORDER";
constexpr const char* kSimulate = "TODEVICE_SIMULATE";

std::optional<std::string> environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

protocol::PhysicalDevice describe(const visibility::PhysicalGpu& gpu, bool simulated) {
  protocol::PhysicalDevice device;
  device.index = gpu.index;
  device.name = gpu.name;
  device.uuid = gpu.uuid;
  device.pci_bus_id = gpu.pci_bus_id;
  device.total_memory = static_cast<std::int64_t>(gpu.total_memory);
  device.used_memory = static_cast<std::int64_t>(gpu.busy_memory);
  device.speed_class = gpu.speed_class;
  for (const auto& mig : gpu.mig) {
    device.mig.push_back({mig.uuid, mig.name, mig.gpu_instance, mig.compute_instance,
                          static_cast<std::int64_t>(mig.total_memory)});
  }
  device.simulated = simulated;
  return device;
}

/// What the process that started this one simulates, where nothing else is asked for: both are programs on
/// one machine.
Options with_inherited(Options options) {
  const auto text = environment(kSimulate);
  if (!text || options.simulate || !options.machine_file.empty()) return options;
  std::string problem;
  const Options theirs = parse_options({"--simulate", *text}, problem);
  if (!problem.empty()) return options;
  options.simulate = theirs.simulate;
  options.machine_file = theirs.machine_file;
  return options;
}

std::string error_word(visibility::DriverError error) {
  switch (error) {
    case visibility::DriverError::invalid_device:
      return "invalid_device";
    case visibility::DriverError::no_device:
      return "no_device";
    case visibility::DriverError::none:
      break;
  }
  return {};
}

void predict(protocol::Ready& ready, const std::vector<visibility::PhysicalGpu>& gpus) {
  const auto result = visibility::resolve(ready.visible_devices, ready.device_order, gpus);
  ready.predicted_uuids = result.uuids;
  ready.mapping_error = error_word(result.error);
}

}  // namespace

void set_environment(const Options& options) {
  if (options.visible_devices) setenv(kVisible, options.visible_devices->c_str(), 1);
  if (options.device_order) setenv(kOrder, options.device_order->c_str(), 1);
  if (options.simulate) setenv(kSimulate, std::to_string(*options.simulate).c_str(), 1);
  if (!options.machine_file.empty())
    setenv(kSimulate, std::filesystem::absolute(options.machine_file).c_str(), 1);
}

std::vector<visibility::PhysicalGpu> simulated_gpus(const Options& options) {
  auto gpus = options.machine_file.empty() ? sim::machine(options.simulate.value_or(0))
                                           : read_machine(options.machine_file);
  for (const int index : options.busy) {
    if (static_cast<std::size_t>(index) >= gpus.size()) {
      throw std::runtime_error("--busy: there is no simulated GPU " + std::to_string(index));
    }
    // A little is left: a full card has room for a context and no more.
    auto& gpu = gpus[static_cast<std::size_t>(index)];
    gpu.busy_memory = std::max(gpu.busy_memory, gpu.total_memory - gpu.total_memory / 16);
  }
  return gpus;
}

protocol::Ready choose_gpus(const Options& options) {
  protocol::Ready ready;
  ready.pid = getpid();
  ready.backend = "none";
  ready.visible_devices = environment(kVisible);
  ready.device_order = environment(kOrder);
  const Options chosen = with_inherited(options);
  std::vector<visibility::PhysicalGpu> gpus = simulated_gpus(chosen);
  if (!gpus.empty()) {
    registry::set_cuda(sim::make_backend(gpus));
    ready.backend = "sim";
  } else if (chosen.simulate) {
    ready.note = "No GPU, as asked for (--simulate 0).";
    ready.note_code = "none_wanted";
  } else {
    auto real = find_real_gpus();
    ready.note = std::move(real.plugin.note);
    ready.note_code = std::move(real.code);
    ready.note_detail = std::move(real.detail);
    if (real.plugin.backend) {
      gpus = std::move(real.plugin.physical);
      registry::set_cuda(std::move(real.plugin.backend));
      ready.backend = "cuda";
    }
  }
  for (const auto& gpu : gpus) ready.physical.push_back(describe(gpu, ready.backend == "sim"));
  predict(ready, gpus);
  return ready;
}

std::string inventory(const protocol::Ready& ready) {
  nlohmann::json all = ready;
  nlohmann::json gpus = nlohmann::json::array();
  if (all.contains("physical")) gpus = all.at("physical");
  return nlohmann::json{{"backend", ready.backend}, {"note", ready.note}, {"gpus", gpus}}.dump(
      2, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace todevice::worker
