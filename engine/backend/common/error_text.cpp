// SPDX-License-Identifier: Apache-2.0
#include "backend/common/error_text.h"

#include <cstdlib>

namespace todevice {

namespace {

bool launches_block() {
  static const bool block = [] {
    const char* value = std::getenv("CUDA_LAUNCH_BLOCKING");
    return value && std::atoi(value) != 0;
  }();
  return block;
}

}  // namespace

std::string cuda_error_text(std::string_view what, std::string_view name) {
  std::string text = "CUDA error: " + std::string(what);
  if (name == "cudaErrorInvalidDevice") {
    text += "\nGPU device may be out of range, do you have enough GPUs?";
  } else {
    text += "\nSearch for `" + std::string(name) +
            "' in https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html for more "
            "information.";
  }
  if (!launches_block()) {
    text +=
        "\nCUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace "
        "below might be incorrect.\nFor debugging consider passing CUDA_LAUNCH_BLOCKING=1";
  }
  return text + "\nCompile with `TORCH_USE_CUDA_DSA` to enable device-side assertions.\n";
}

}  // namespace todevice
