// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cublasLt.h>

#include <string>

namespace todevice::cuda::cublas {

/// cuBLASLt's functions, of the major version that this was built with.
struct Library {
  decltype(&cublasLtCreate) create = nullptr;
  decltype(&cublasLtMatmul) matmul = nullptr;
  decltype(&cublasLtMatmulAlgoGetHeuristic) heuristic = nullptr;
  decltype(&cublasLtMatmulDescCreate) desc_create = nullptr;
  decltype(&cublasLtMatmulDescDestroy) desc_destroy = nullptr;
  decltype(&cublasLtMatmulDescSetAttribute) desc_set = nullptr;
  decltype(&cublasLtMatrixLayoutCreate) layout_create = nullptr;
  decltype(&cublasLtMatrixLayoutDestroy) layout_destroy = nullptr;
  decltype(&cublasLtMatrixLayoutSetAttribute) layout_set = nullptr;
  decltype(&cublasLtMatmulPreferenceCreate) preference_create = nullptr;
  decltype(&cublasLtMatmulPreferenceDestroy) preference_destroy = nullptr;
  decltype(&cublasLtMatmulPreferenceSetAttribute) preference_set = nullptr;
  decltype(&cublasLtGetStatusName) status_name = nullptr;
};

/// Opened at the first call, never closed. Not when the plug-in is: loading it takes 150 MB of memory and a
/// tenth of a second, and only products need it. Throws Error when it cannot be loaded.
const Library& library();

/// Is there such a library? Looks for the file where the loader would; loads it only where that is not
/// enough.
bool is_there();

/// "libcublasLt.so.13"
const std::string& file_name();

}  // namespace todevice::cuda::cublas
