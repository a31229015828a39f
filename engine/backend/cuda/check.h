// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cublasLt.h>
#include <cuda_runtime_api.h>

#include <string>

namespace todevice::cuda {

/// Throws AcceleratorError (OutOfMemoryError for a full device) in PyTorch's words and clears the error.
[[noreturn]] void raise(cudaError_t error);
[[noreturn]] void raise(cublasStatus_t status, const char* call);

inline void check(cudaError_t error) {
  if (error != cudaSuccess) [[unlikely]]
    raise(error);
}
/// `call` names what failed: "cublasLtMatmul".
inline void check(cublasStatus_t status, const char* call) {
  if (status != CUBLAS_STATUS_SUCCESS) [[unlikely]]
    raise(status, call);
}

/// For destructors: remembers what must be remembered, throws nothing. True when all is well.
bool quiet(cudaError_t error) noexcept;

/// The error that ended this process's use of CUDA (an illegal address, a failed device assertion), or
/// cudaSuccess. After it every call fails: only a new process helps.
cudaError_t fatal_error() noexcept;

}  // namespace todevice::cuda
