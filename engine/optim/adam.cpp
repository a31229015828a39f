// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <utility>

#include "autograd/autograd.h"
#include "backend/registry.h"
#include "backend/streams.h"
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

void count_up(const Tensor& step) {
  ++count_of(step);
  step.bump_version();
}

/// Is this thread's work on the parameters' GPU being recorded into a graph?
bool is_captured(const std::vector<Tensor>& params) {
  for (const Tensor& param : params) {
    if (param.is_cuda()) return registry::cuda()->streams()->is_capturing(param.device().index());
  }
  return false;
}

/// The parameters that have made as many steps.
struct Group {
  std::vector<Batch> batches;
  std::vector<Tensor> counts;
};

}  // namespace

// Parameters that joined later count their steps from there, so a call is made for each count. A graph counts
// when it is replayed, not when it is recorded.
void Adam::step() {
  const autograd::NoGradGuard guard;
  const bool captured = is_captured(params_);
  std::map<std::int64_t, Group> by_step;
  for (const Tensor& param : params_) {
    const Tensor grad = param.grad();
    if (!grad.defined()) continue;
    State& state = state_[&param.impl()];
    if (!state.exp_avg.defined()) {
      state.exp_avg = ops::zeros(param.shape(), {param.dtype(), param.device()});
      state.exp_avg_sq = ops::zeros(param.shape(), {param.dtype(), param.device()});
      state.step = ops::zeros({}, {DType::float32, kCpu});
    }
    Group& group = by_step[static_cast<std::int64_t>(count_of(state.step)) + 1];
    batch_for(group.batches, param).add(param, grad, state.exp_avg, state.exp_avg_sq);
    group.counts.push_back(state.step);
  }
  for (auto& [step, group] : by_step) {
    Kernels::AdamStep how{options.lr,           options.beta1,     options.beta2,    options.eps,
                          options.weight_decay, options.decoupled, options.maximize, step};
    bool counts = true;  // once for all batches
    for (Batch& batch : group.batches) {
      if (batch.empty()) continue;
      if (captured) {
        how.advance = [steps = group.counts, counts] {
          if (counts) std::ranges::for_each(steps, count_up);
          return static_cast<std::int64_t>(count_of(steps.front()));
        };
      }
      batch.kernels().adam_step(batch.params(), batch.grads(), batch.state1(), batch.state2(), how);
      batch.finish();
      counts = false;
    }
    if (!captured) std::ranges::for_each(group.counts, count_up);
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
