// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/plugin.h"

#include <cuda_runtime_api.h>

#include "backend/cuda/cuda_backend.h"
#include "backend/cuda/inventory.h"

namespace todevice::cuda {

namespace {

std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// Empty when the driver can serve this build.
std::string driver_problem() {
  int driver = 0, runtime = 0;
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  if (driver == 0) return "There is no working NVIDIA driver on this machine; install NVIDIA's driver.";
  if (driver / 1000 >= runtime / 1000) return {};
  return "The NVIDIA driver is too old: it serves CUDA " + version_text(driver) +
         ", and ToDevice needs CUDA " + version_text(runtime) + "; update the driver.";
}

void describe(Plugin& plugin) {
  plugin.note = driver_problem();
  if (!plugin.note.empty()) return;
  const Inventory found = inventory();
  for (const GpuReading& gpu : found.gpus) plugin.physical.push_back(gpu.gpu);
  if (found.gpus.empty()) {
    plugin.note = found.problem.empty() ? "There is no NVIDIA GPU in this machine." : found.problem;
    if (found.problem.empty()) return;  // the library that counts them is missing: CUDA may still see some
  }
  plugin.backend = make_backend();
}

}  // namespace

}  // namespace todevice::cuda

extern "C" __attribute__((visibility("default"))) bool todevice_cuda_plugin(
    int abi, todevice::cuda::Plugin* plugin) noexcept {
  if (abi != todevice::cuda::kPluginAbi) return false;
  try {
    todevice::cuda::describe(*plugin);
  } catch (const std::exception& error) {
    plugin->backend = nullptr;
    plugin->note = std::string("CUDA cannot be used: ") + error.what();
  }
  return true;
}
