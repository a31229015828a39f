// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/nvml.h"

#include <dlfcn.h>

namespace todevice::cuda::nvml {

namespace {

template <class F>
void find(void* from, F*& function, const char* name) {
  function = reinterpret_cast<F*>(dlsym(from, name));
}

Library open() {
  Library lib;
  void* const file = dlopen("libnvidia-ml.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (!file) {
    lib.problem =
        "NVIDIA's management library (libnvidia-ml.so.1) is not on this machine, so its GPUs cannot be "
        "listed; it "
        "comes with NVIDIA's driver.";
    return lib;
  }
  find(file, lib.init, "nvmlInit_v2");
  find(file, lib.error_string, "nvmlErrorString");
  find(file, lib.driver_version, "nvmlSystemGetDriverVersion");
  find(file, lib.count, "nvmlDeviceGetCount_v2");
  find(file, lib.by_index, "nvmlDeviceGetHandleByIndex_v2");
  find(file, lib.by_uuid, "nvmlDeviceGetHandleByUUID");
  find(file, lib.name, "nvmlDeviceGetName");
  find(file, lib.uuid, "nvmlDeviceGetUUID");
  find(file, lib.pci, "nvmlDeviceGetPciInfo_v3");
  find(file, lib.memory, "nvmlDeviceGetMemoryInfo");
  find(file, lib.utilization, "nvmlDeviceGetUtilizationRates");
  find(file, lib.temperature, "nvmlDeviceGetTemperature");
  find(file, lib.power, "nvmlDeviceGetPowerUsage");
  find(file, lib.processes, "nvmlDeviceGetComputeRunningProcesses_v3");
  find(file, lib.capability, "nvmlDeviceGetCudaComputeCapability");
  find(file, lib.cores, "nvmlDeviceGetNumGpuCores");
  find(file, lib.max_clock, "nvmlDeviceGetMaxClockInfo");
  if (!lib.init || !lib.count || !lib.by_index || !lib.name || !lib.uuid || !lib.pci || !lib.memory) {
    lib.problem = "NVIDIA's management library is too old to list the GPUs; update NVIDIA's driver.";
  } else if (const Status status = lib.init(); status != kSuccess) {
    lib.problem = "NVIDIA's management library does not start";
    if (lib.error_string) lib.problem += std::string(": ") + lib.error_string(status);
    lib.problem += ".";
  }
  return lib;
}

}  // namespace

const Library& library() {
  static const Library& opened = *new Library(open());
  return opened;
}

}  // namespace todevice::cuda::nvml
