// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace todevice::cuda::nvml {

// NVML's interface as far as it is used here: its header is no part of the CUDA toolkit.

using Device = struct DeviceHandle*;
using Status = int;
inline constexpr Status kSuccess = 0;
inline constexpr Status kTooSmall = 7;  // NVML_ERROR_INSUFFICIENT_SIZE

struct PciInfo {
  char bus_id_legacy[16];
  unsigned domain, bus, device, pci_device_id, pci_subsystem_id;
  char bus_id[32];
};
struct Memory {
  unsigned long long total, free, used;
};
struct Utilization {
  unsigned gpu, memory;
};
struct Process {
  unsigned pid;
  unsigned long long used_memory;  ///< all ones: not told
  unsigned gpu_instance, compute_instance;
};

/// The library's functions; null where this driver has none.
struct Library {
  Status (*init)() = nullptr;
  const char* (*error_string)(Status) = nullptr;
  Status (*driver_version)(char*, unsigned) = nullptr;
  Status (*count)(unsigned*) = nullptr;
  Status (*by_index)(unsigned, Device*) = nullptr;
  Status (*by_uuid)(const char*, Device*) = nullptr;
  Status (*name)(Device, char*, unsigned) = nullptr;
  Status (*uuid)(Device, char*, unsigned) = nullptr;
  Status (*pci)(Device, PciInfo*) = nullptr;
  Status (*memory)(Device, Memory*) = nullptr;
  Status (*utilization)(Device, Utilization*) = nullptr;
  Status (*temperature)(Device, unsigned sensor, unsigned*) = nullptr;
  Status (*power)(Device, unsigned* milliwatts) = nullptr;
  Status (*processes)(Device, unsigned* count, Process*) = nullptr;
  Status (*capability)(Device, int* major, int* minor) = nullptr;
  Status (*cores)(Device, unsigned*) = nullptr;
  Status (*max_clock)(Device, unsigned kind, unsigned* megahertz) = nullptr;

  std::string problem;  ///< why it cannot be used, in one sentence
};

/// Opened and started once, never closed.
const Library& library();

}  // namespace todevice::cuda::nvml
