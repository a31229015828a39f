// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// The bounds of PyTorch's initialisations, computed in the same order so that the last bit agrees.
namespace todevice::nn::init {

/// kaiming_uniform_ with leaky_relu's slope `a`: values lie in +- this.
double kaiming_uniform_bound(std::int64_t fan_in, double a);

}  // namespace todevice::nn::init
