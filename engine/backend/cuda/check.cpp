// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/check.h"

#include <atomic>
#include <cstdlib>

#include "core/errors.h"

namespace todevice::cuda {

namespace {

std::atomic<cudaError_t> fatal{cudaSuccess};

/// Errors after which the context is lost.
bool is_sticky(cudaError_t error) {
  switch (error) {
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchFailure:
    case cudaErrorLaunchTimeout:
    case cudaErrorAssert:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorECCUncorrectable:
    case cudaErrorUnknown:
      return true;
    default:
      return false;
  }
}

void remember(cudaError_t error) noexcept {
  cudaGetLastError();  // an error that is not sticky must not be met again by the next call
  if (is_sticky(error)) fatal = error;
}

bool launches_block() {
  static const bool block = [] {
    const char* value = std::getenv("CUDA_LAUNCH_BLOCKING");
    return value && std::atoi(value) != 0;
  }();
  return block;
}

std::string text_of(cudaError_t error) {
  std::string text = std::string("CUDA error: ") + cudaGetErrorString(error);
  if (error == cudaErrorInvalidDevice) {
    text += "\nGPU device may be out of range, do you have enough GPUs?";
  } else {
    text += std::string("\nSearch for `") + cudaGetErrorName(error) +
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

}  // namespace

void raise(cudaError_t error) {
  remember(error);
  if (error == cudaErrorMemoryAllocation) throw OutOfMemoryError(text_of(error));
  throw AcceleratorError(text_of(error));
}

void raise(cublasStatus_t status, const char* call) {
  remember(cudaPeekAtLastError());
  throw Error(std::string("CUDA error: ") + cublasLtGetStatusName(status) + " when calling `" + call + "`");
}

bool quiet(cudaError_t error) noexcept {
  if (error == cudaSuccess) return true;
  remember(error);
  return false;
}

cudaError_t fatal_error() noexcept {
  return fatal.load(std::memory_order_relaxed);
}

}  // namespace todevice::cuda
