// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdio>

#include "backend/sim/sim.h"

namespace todevice::sim {

namespace {

/// Eight UUIDs of which some begin alike: how long a prefix must be is to be learnt too.
constexpr std::array<const char*, 8> kUuids = {
    "GPU-9942a0b1-77c3-4d10-8a5e-0c1d2e3f4a50", "GPU-9e8d4c2f-1b6a-4f07-9d31-5566778899aa",
    "GPU-e42977aa-0d2e-4b8c-a6f1-102030405060", "GPU-ee10c3d4-5e6f-4a7b-8c9d-a1b2c3d4e5f6",
    "GPU-bb73019e-2c4d-4e5f-b0a1-c2d3e4f50617", "GPU-47a5d6e7-8f90-41a2-93b4-d5e6f7081929",
    "GPU-e5c81234-abcd-4ef0-8123-456789abcdef", "GPU-1c02fe98-7654-4321-90ab-cdef01234567"};

}  // namespace

std::vector<visibility::PhysicalGpu> machine(int count, std::size_t capacity) {
  std::vector<visibility::PhysicalGpu> gpus;
  for (int i = 0; i < count; ++i) {
    // A UUID and a PCI place that are the same every time, unlike each other from the first digits on.
    const auto mixed = (static_cast<unsigned>(i) + 1) * 0x9E3779B1u;
    char uuid[48], pci[24];
    std::snprintf(uuid, sizeof uuid, "GPU-%08x-0000-4000-8000-%012x", mixed, static_cast<unsigned>(i));
    std::snprintf(pci, sizeof pci, "0000:%02x:00.0", static_cast<unsigned>(i) + 1);
    visibility::PhysicalGpu gpu;
    gpu.index = i;
    gpu.name = "Simulated GPU";
    gpu.uuid = static_cast<std::size_t>(i) < kUuids.size() ? kUuids[static_cast<std::size_t>(i)] : uuid;
    gpu.pci_bus_id = pci;
    gpu.total_memory = capacity;
    gpus.push_back(gpu);
  }
  return gpus;
}

}  // namespace todevice::sim
