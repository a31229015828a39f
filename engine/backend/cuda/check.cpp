// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/check.h"

#include <atomic>

#include "backend/common/error_text.h"
#include "backend/cuda/cublas.h"
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
    case cudaErrorContained:
    case cudaErrorNvlinkUncorrectable:
    case cudaErrorContextIsDestroyed:
    case cudaErrorMpsClientTerminated:
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

std::string text_of(cudaError_t error) {
  return cuda_error_text(cudaGetErrorString(error), cudaGetErrorName(error));
}

}  // namespace

void raise(cudaError_t error) {
  remember(error);
  if (error == cudaErrorMemoryAllocation) throw OutOfMemoryError(text_of(error));
  throw AcceleratorError(text_of(error));
}

void raise(cublasStatus_t status, const char* call) {
  remember(cudaPeekAtLastError());
  throw Error(std::string("CUDA error: ") + cublas::library().status_name(status) + " when calling `" + call +
              "`");
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
