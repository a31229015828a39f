// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "options.h"

namespace todevice::worker {

/// What a program started with these settings would see, and why: a table for people, or with `--json` one
/// line
///
///     {"logical": [physical index, ...], "error": null or "cudaError...", "torch_device_count": n,
///      "tokens": [{"text", "verdict", "why"}, ...]}
///
/// `torch_device_count` is what PyTorch says before CUDA is initialised; -1, and "torch_error" beside it,
/// where torch.cuda.device_count() raises ValueError. Starts no CUDA; the environment is not looked at. Where
/// the machine's own GPUs cannot be listed there are none, and stderr says why.
std::string explain(const Options& options);

}  // namespace todevice::worker
