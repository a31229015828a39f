// SPDX-License-Identifier: Apache-2.0
// In place of cupti_calls.cpp where the toolkit has no CUPTI headers.
#include "backend/cuda/cuda_calls.h"

namespace todevice::cuda {

namespace {

class NoCalls final : public CudaCalls {
 public:
  void begin() noexcept override {}
  trace::Calls end() noexcept override {
    trace::Calls none;
    if (started_) {
      none.problem =
          "CUDA calls cannot be listed: ToDevice was built without CUPTI; build it where the CUDA toolkit "
          "has "
          "cupti.h.";
    }
    return none;
  }
  void stop() noexcept override {}
  void cuda_started() noexcept override { started_ = true; }

 private:
  bool started_ = false;
};

}  // namespace

std::unique_ptr<CudaCalls> make_calls() {
  return std::make_unique<NoCalls>();
}

}  // namespace todevice::cuda
