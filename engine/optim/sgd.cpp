// SPDX-License-Identifier: Apache-2.0
#include "autograd/autograd.h"
#include "core/errors.h"
#include "ops/creation.h"
#include "optim/batch.h"
#include "optim/optimizer.h"

namespace todevice::optim {

SGD::SGD(std::vector<Tensor> params, SgdOptions chosen) : Optimizer(std::move(params)), options(chosen) {
  if (options.lr < 0) refuse("Invalid learning rate", options.lr);
  if (options.momentum < 0) refuse("Invalid momentum value", options.momentum);
  if (options.weight_decay < 0) refuse("Invalid weight_decay value", options.weight_decay);
  if (options.nesterov && (options.momentum <= 0 || options.dampening != 0)) {
    throw ValueError("Nesterov momentum requires a momentum and zero dampening");
  }
}

void SGD::step() {
  const autograd::NoGradGuard guard;
  std::vector<Batch> first, later;
  std::vector<std::pair<const TensorImpl*, Tensor>> fresh;
  for (const Tensor& param : params_) {
    const Tensor grad = param.grad();
    if (!grad.defined()) continue;
    if (options.momentum == 0) {
      batch_for(later, param).add(param, grad);
      continue;
    }
    const auto found = momentum_.find(&param.impl());
    if (found != momentum_.end()) {
      batch_for(later, param).add(param, grad, found->second);
    } else {
      const Tensor buffer = Tensor::empty(param.shape(), {param.dtype(), param.device()});
      batch_for(first, param).add(param, grad, buffer);
      fresh.emplace_back(&param.impl(), buffer);
    }
  }
  for (auto& [param, buffer] : fresh) momentum_.emplace(param, std::move(buffer));
  const auto run = [this](std::vector<Batch>& batches, bool is_first) {
    for (Batch& batch : batches) {
      if (batch.empty()) continue;
      batch.kernels().sgd_step(batch.params(), batch.grads(), batch.state1(),
                               {options.lr, options.momentum, options.dampening, options.weight_decay,
                                options.nesterov, options.maximize, is_first});
      batch.finish();
    }
  };
  run(first, true);
  run(later, false);
}

Tensor SGD::momentum_buffer(const Tensor& param) const {
  const auto found = momentum_.find(&param.impl());
  return found == momentum_.end() ? Tensor() : found->second;
}

void SGD::set_momentum_buffer(const Tensor& param, Tensor buffer) {
  if (buffer.defined()) {
    momentum_[&param.impl()] = std::move(buffer);
  } else {
    momentum_.erase(&param.impl());
  }
}

}  // namespace todevice::optim
