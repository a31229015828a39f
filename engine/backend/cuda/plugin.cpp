// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/plugin.h"

#include <cuda_runtime_api.h>
#include <dlfcn.h>

#include "backend/cuda/cublas.h"
#include "backend/cuda/cuda_backend.h"
#include "backend/cuda/inventory.h"

namespace todevice::cuda {

namespace {

std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// What CUDA the driver serves; 0 without one. Asked of the driver itself: the runtime would start CUDA for
/// it, which reads CUDA_VISIBLE_DEVICES, and a lesson may still set that.
int driver_version() {
  void* const library =
      dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);  // never closed: it stays loaded anyway
  if (library == nullptr) return 0;
  int version = 0;
  const auto ask = reinterpret_cast<int (*)(int*)>(dlsym(library, "cuDriverGetVersion"));
  return ask != nullptr && ask(&version) == 0 ? version : 0;
}

/// Empty when the driver can serve this build.
std::string driver_problem() {
  const int driver = driver_version();
  constexpr int runtime = CUDART_VERSION;
  if (driver == 0) return "There is no working NVIDIA driver on this machine; install NVIDIA's driver.";
  if (driver / 1000 >= runtime / 1000) return {};
  return "The NVIDIA driver is too old: it serves CUDA " + version_text(driver) +
         ", and ToDevice needs CUDA " + version_text(runtime) + "; update the driver.";
}

void describe(Plugin& plugin) {
  plugin.note = driver_problem();
  if (!plugin.note.empty()) return;
  if (!cublas::is_there()) {
    plugin.note = "There is an NVIDIA driver, but ToDevice's CUDA part needs " + cublas::file_name() +
                  ", which is missing: install the CUDA toolkit's libraries.";
    return;
  }
  const Inventory found = inventory();
  for (const GpuReading& gpu : found.gpus) plugin.physical.push_back(gpu.gpu);
  if (found.gpus.empty()) {
    plugin.note = found.problem.empty() ? "There is no NVIDIA GPU in this machine." : found.problem;
    if (found.problem.empty()) return;  // the library that counts them is missing: CUDA may still see some
  }
  plugin.backend = make_backend(plugin.physical);
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
