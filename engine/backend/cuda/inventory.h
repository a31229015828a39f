// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "visibility/visibility.h"

namespace todevice::cuda {

/// One process on a GPU.
struct GpuProcess {
  unsigned pid = 0;
  std::optional<std::uint64_t> memory_used;  ///< bytes; absent where the driver does not tell
};

/// One physical GPU now. What a card does not report is absent.
struct GpuReading {
  visibility::PhysicalGpu gpu;
  std::uint64_t memory_used = 0;  ///< bytes, every process counted
  std::optional<int> gpu_busy;    ///< percent of the last sample period
  std::optional<int> memory_busy;
  std::optional<int> temperature;  ///< degrees Celsius
  std::optional<double> power;     ///< watts
  std::vector<GpuProcess> processes;
};

/// Every NVIDIA GPU of the machine, whatever CUDA_VISIBLE_DEVICES says, in PCI bus order.
struct Inventory {
  std::string driver_version;  ///< "580.159.04"
  std::vector<GpuReading> gpus;
  std::string problem;  ///< why nothing could be read, in one sentence; empty when it was
};

/// Asks NVML (libnvidia-ml.so.1, opened at the first call). Starts no CUDA. About a millisecond a GPU; 10 to
/// 15 the first time. Thread-safe.
Inventory inventory();

/// What is free on the GPU of this UUID, every process counted; absent where NVML does not know it. Starts no
/// CUDA.
std::optional<std::uint64_t> free_memory(const std::string& uuid);
/// What a process holds there; absent where NVML does not tell (in a container it numbers them otherwise).
std::optional<std::uint64_t> memory_of_process(const std::string& uuid, unsigned pid);

}  // namespace todevice::cuda
