// SPDX-License-Identifier: Apache-2.0
#include "optim/optimizer.h"

#include "core/errors.h"
#include "ops/creation.h"

namespace todevice::optim {

Optimizer::Optimizer(std::vector<Tensor> params) : params_(std::move(params)) {
  if (params_.empty()) throw ValueError("optimizer got an empty parameter list");
  for (const Tensor& param : params_) {
    if (!param.is_leaf()) throw ValueError("can't optimize a non-leaf Tensor");
  }
}

void Optimizer::zero_grad(bool set_to_none) {
  for (const Tensor& param : params_) {
    if (set_to_none) {
      param.set_grad({});
    } else if (const Tensor grad = param.grad(); grad.defined()) {
      ops::fill_(grad.detach(), 0);
    }
  }
}

}  // namespace todevice::optim
