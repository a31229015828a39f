// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace todevice {

/// What PyTorch says of a CUDA error: `what` is CUDA's sentence for it, `name` its constant
/// ("cudaErrorStreamCaptureUnsupported").
std::string cuda_error_text(std::string_view what, std::string_view name);

}  // namespace todevice
