// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/tensor.h"

/// One batch on several GPUs: what DataParallel is made of. All of it is differentiable, and gradients come
/// back to the device that they belong to.
namespace todevice::parallel {

/// Cuts `batch` along `dim` into pieces of ceil(size / devices) rows (the last may be shorter; with fewer
/// rows than devices there are fewer pieces) and moves piece i to device i. What is there already is not
/// copied. Throws Error for a 0-d tensor.
std::vector<Tensor> scatter(const Tensor& batch, std::span<const Device> devices, std::int64_t dim);

/// The pieces joined along `dim` on `device`; 0-d pieces give a vector. Throws Error for pieces on the CPU.
Tensor gather(std::span<const Tensor> pieces, Device device, std::int64_t dim);

/// `tensor` on another device, for one replica; the gradients of all replicas add up on the tensor's own.
Tensor broadcast(const Tensor& tensor, Device device);

}  // namespace todevice::parallel
