// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "trace/calls.h"

namespace todevice::cuda {

/// The calls that this process makes to CUDA and the work of its GPUs.
class CudaCalls : public trace::CallRecorder {
 public:
  /// CUDA has read its variables and counted the GPUs, and made no context yet: only now may the recording
  /// start, for a lesson may set the variables before.
  virtual void cuda_started() noexcept = 0;
};

/// As NVIDIA's CUPTI reports them. Where CUPTI is missing, now or when this was built, every line's calls say
/// so in a sentence, and all else works.
std::unique_ptr<CudaCalls> make_calls();

}  // namespace todevice::cuda
