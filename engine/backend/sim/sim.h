// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "backend/backend.h"
#include "visibility/visibility.h"

namespace todevice::sim {

inline constexpr std::size_t kDefaultCapacity = std::size_t{8} << 30;

/// `count` equal GPUs named "Simulated GPU", UUID and PCI id made from the number.
std::vector<visibility::PhysicalGpu> machine(int count, std::size_t capacity = kDefaultCapacity);

/// A machine of simulated GPUs. Each has its own reserved address range and a capacity that can be exhausted;
/// it computes with the host's kernels. Obeys CUDA_VISIBLE_DEVICES and CUDA_DEVICE_ORDER of this process,
/// read once at the first use.
std::shared_ptr<Backend> make_backend(std::vector<visibility::PhysicalGpu> gpus);

}  // namespace todevice::sim
