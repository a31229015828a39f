// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "backend/backend.h"

namespace todevice::cuda {

/// The GPUs that CUDA shows this process, of those that the machine has. Making it starts nothing.
std::shared_ptr<Backend> make_backend(std::vector<visibility::PhysicalGpu> physical);

}  // namespace todevice::cuda
