// SPDX-License-Identifier: Apache-2.0
#include "devices.h"

#include <unistd.h>

#include <charconv>
#include <cstdlib>

#include "backend/registry.h"
#include "backend/sim/sim.h"
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
  device.simulated = simulated;
  return device;
}

/// What the process that started this one simulates, so that both are programs on one machine.
std::optional<int> inherited() {
  const auto text = environment(kSimulate);
  int count = -1;
  if (text) std::from_chars(text->data(), text->data() + text->size(), count);
  return count >= 0 && count <= kMostSimulated ? std::optional<int>(count) : std::nullopt;
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
  for (const int physical : result.logical) {
    for (const auto& gpu : gpus) {
      if (gpu.index == physical) ready.predicted_uuids.push_back(gpu.uuid);
    }
  }
  ready.mapping_error = error_word(result.error);
}

}  // namespace

void set_environment(const Options& options) {
  if (options.visible_devices) setenv(kVisible, options.visible_devices->c_str(), 1);
  if (options.device_order) setenv(kOrder, options.device_order->c_str(), 1);
  if (options.simulate) setenv(kSimulate, std::to_string(*options.simulate).c_str(), 1);
}

protocol::Ready choose_gpus(const Options& options) {
  protocol::Ready ready;
  ready.pid = getpid();
  ready.backend = "none";
  ready.visible_devices = environment(kVisible);
  ready.device_order = environment(kOrder);
  std::vector<visibility::PhysicalGpu> gpus;
  const auto simulate = options.simulate ? options.simulate : inherited();
  if (simulate && *simulate > 0) {
    gpus = sim::machine(*simulate);
    registry::set_cuda(sim::make_backend(gpus));
    ready.backend = "sim";
  } else if (simulate) {
    ready.note = "No GPU, as asked for (--simulate 0).";
  } else {
    auto real = find_real_gpus();
    ready.note = std::move(real.note);
    if (real.backend) {
      gpus = std::move(real.physical);
      registry::set_cuda(std::move(real.backend));
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
