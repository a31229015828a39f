// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/cuda/plugin.h"

namespace todevice::worker {

/// What this machine has of real GPUs.
using RealGpus = cuda::Plugin;

/// Loads the CUDA plug-in, where there is a driver for it. Never throws.
RealGpus find_real_gpus();

}  // namespace todevice::worker
