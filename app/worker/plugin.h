// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "backend/cuda/plugin.h"

namespace todevice::worker {

/// What this machine has of real GPUs, or why there are none: Ready::note_code and note_detail.
struct RealGpus {
  cuda::Plugin plugin;
  std::string code, detail;
};

/// Loads the CUDA plug-in, where there is a driver for it. Never throws.
RealGpus find_real_gpus();

}  // namespace todevice::worker
