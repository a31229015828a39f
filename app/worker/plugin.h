// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "visibility/visibility.h"

namespace todevice::worker {

/// What this machine has of real GPUs.
struct RealGpus {
  std::shared_ptr<Backend> backend;  ///< null: none, and `note` says why in one sentence
  std::vector<visibility::PhysicalGpu> physical;
  std::string note;
};

/// Loads the CUDA plug-in, where there is a driver for it. Never throws.
RealGpus find_real_gpus();

}  // namespace todevice::worker
