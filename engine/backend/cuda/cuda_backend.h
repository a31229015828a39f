// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "backend/backend.h"

namespace todevice::cuda {

/// The GPUs that CUDA shows this process. Making it starts nothing.
std::shared_ptr<Backend> make_backend();

}  // namespace todevice::cuda
