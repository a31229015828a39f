// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "backend/cuda/capture.h"

namespace todevice::cuda {

/// Puts off one step of an optimiser: as one operation, or, where the parameters are few numbers, as one of
/// each, which may join what else is small.
void defer_sgd(Capture& capture, std::span<const View> params, std::span<const View> grads,
               std::span<const View> momenta, const Kernels::SgdStep& how);
void defer_adam(Capture& capture, std::span<const View> params, std::span<const View> grads,
                std::span<const View> averages, std::span<const View> squares, const Kernels::AdamStep& how);

}  // namespace todevice::cuda
