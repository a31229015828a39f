// SPDX-License-Identifier: Apache-2.0
#include "autograd/autograd.h"

namespace todevice::autograd {

namespace {
thread_local bool enabled_here = true;
thread_local bool inference_here = false;
thread_local bool guarded_here = false;
}  // namespace

bool grad_enabled() noexcept {
  return enabled_here;
}

void set_grad_enabled(bool enabled) noexcept {
  enabled_here = enabled;
}

bool guarded() noexcept {
  return guarded_here;
}

NoGradGuard::NoGradGuard() : enabled_(enabled_here), guarded_(guarded_here) {
  enabled_here = false;
  guarded_here = true;
}

NoGradGuard::~NoGradGuard() {
  enabled_here = enabled_;
  guarded_here = guarded_;
}

bool inference_mode() noexcept {
  return inference_here;
}

void set_inference_mode(bool on) noexcept {
  inference_here = on;
}

}  // namespace todevice::autograd
