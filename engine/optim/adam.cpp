// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "autograd/autograd.h"
#include "ops/creation.h"
#include "optim/batch.h"
#include "optim/optimizer.h"

namespace todevice::optim {

Adam::Adam(std::vector<Tensor> params, AdamOptions chosen) : Optimizer(std::move(params)), options(chosen) {
  if (options.lr < 0) refuse("Invalid learning rate", options.lr);
  if (options.eps < 0) refuse("Invalid epsilon value", options.eps);
  if (options.beta1 < 0 || options.beta1 >= 1) refuse("Invalid beta parameter at index 0", options.beta1);
  if (options.beta2 < 0 || options.beta2 >= 1) refuse("Invalid beta parameter at index 1", options.beta2);
  if (options.weight_decay < 0) refuse("Invalid weight_decay value", options.weight_decay);
}

namespace {

float& count_of(const Tensor& step) {
  return *static_cast<float*>(step.data_ptr());
}

}  // namespace

// Parameters that joined later count their steps from there, so a call is made for each count.
void Adam::step() {
  const autograd::NoGradGuard guard;
  std::map<std::int64_t, std::vector<Batch>> by_step;
  for (const Tensor& param : params_) {
    const Tensor grad = param.grad();
    if (!grad.defined()) continue;
    State& state = state_[&param.impl()];
    if (!state.exp_avg.defined()) {
      state.exp_avg = ops::zeros(param.shape(), {param.dtype(), param.device()});
      state.exp_avg_sq = ops::zeros(param.shape(), {param.dtype(), param.device()});
      state.step = ops::zeros({}, {DType::float32, kCpu});
    }
    batch_for(by_step[static_cast<std::int64_t>(count_of(state.step)) + 1], param)
        .add(param, grad, state.exp_avg, state.exp_avg_sq);
  }
  for (const Tensor& param : params_) {
    if (!param.grad().defined()) continue;
    const Tensor& step = state_[&param.impl()].step;
    ++count_of(step);
    step.storage()->bump_version();
  }
  for (auto& [step, batches] : by_step) {
    for (Batch& batch : batches) {
      if (batch.empty()) continue;
      batch.kernels().adam_step(batch.params(), batch.grads(), batch.state1(), batch.state2(),
                                {options.lr, options.beta1, options.beta2, options.eps, options.weight_decay,
                                 options.decoupled, options.maximize, step});
      batch.finish();
    }
  }
}

Adam::State* Adam::state(const Tensor& param) {
  const auto found = state_.find(&param.impl());
  return found == state_.end() ? nullptr : &found->second;
}

void Adam::set_state(const Tensor& param, State state) {
  state_[&param.impl()] = std::move(state);
}

}  // namespace todevice::optim
