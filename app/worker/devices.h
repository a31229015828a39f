// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "options.h"
#include "protocol/messages.h"
#include "visibility/visibility.h"

namespace todevice::worker {

/// Sets CUDA_VISIBLE_DEVICES and CUDA_DEVICE_ORDER of this process as the options say, and TODEVICE_SIMULATE,
/// by which the processes that it starts simulate as many GPUs.
void set_environment(const Options& options);
/// The GPUs that `options` ask for: simulated ones, or none when the machine's own are meant. Throws
/// std::runtime_error for a machine's file that cannot be read.
std::vector<visibility::PhysicalGpu> simulated_gpus(const Options& options);
/// Chooses the backend of `cuda`: simulated GPUs, the machine's own, or none. CUDA is not initialised.
protocol::Ready choose_gpus(const Options& options);
/// The physical GPUs as JSON, for `--inventory`.
std::string inventory(const protocol::Ready& ready);

}  // namespace todevice::worker
