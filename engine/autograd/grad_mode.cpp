// SPDX-License-Identifier: Apache-2.0
#include "autograd/autograd.h"

namespace todevice::autograd {

namespace {
thread_local bool enabled_here = true;
}

bool grad_enabled() noexcept {
  return enabled_here;
}

void set_grad_enabled(bool enabled) noexcept {
  enabled_here = enabled;
}

}  // namespace todevice::autograd
