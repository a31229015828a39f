// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "backend/kernels.h"

namespace todevice::cuda {

class Gpu;

/// The operations of one GPU, queued on the calling thread's stream of it.
std::unique_ptr<Kernels> make_kernels(int index);

}  // namespace todevice::cuda
