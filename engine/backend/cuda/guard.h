// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/cuda/check.h"

namespace todevice::cuda {

/// Makes a GPU the calling thread's. Costs a comparison when it is already: within this process only these
/// functions change it.
inline void use_device(int index) {
  static thread_local int current = -1;
  if (current == index) return;
  check(cudaSetDevice(index));
  current = index;
}

}  // namespace todevice::cuda
