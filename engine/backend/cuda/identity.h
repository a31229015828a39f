// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <string>

namespace todevice::cuda {

/// "GPU-9942a0b1-77c3-...": as NVML and nvidia-smi write it.
std::string uuid_text(const cudaUUID_t& uuid);
/// That of a logical GPU, which is not started for it.
std::string uuid_of(int index);

}  // namespace todevice::cuda
