// SPDX-License-Identifier: Apache-2.0
#include "nn/layers.h"

#include "ops/elementwise.h"
#include "ops/view.h"

namespace todevice::nn {

Tensor ReLU::forward(const Tensor& input) {
  if (!inplace) return ops::relu(input);
  ops::unary_(UnaryOp::relu, input);
  return input;
}

std::string ReLU::extra_repr() const {
  return inplace ? "inplace=True" : "";
}

Tensor Sigmoid::forward(const Tensor& input) {
  return ops::sigmoid(input);
}

Tensor Tanh::forward(const Tensor& input) {
  return ops::tanh(input);
}

Tensor Flatten::forward(const Tensor& input) {
  return ops::flatten(input, start_dim, end_dim);
}

std::string Flatten::extra_repr() const {
  return "start_dim=" + std::to_string(start_dim) + ", end_dim=" + std::to_string(end_dim);
}

Sequential::Sequential(const std::vector<std::shared_ptr<Module>>& modules) {
  for (std::size_t i = 0; i < modules.size(); ++i) register_module(std::to_string(i), modules[i]);
}

Tensor Sequential::forward(const Tensor& input) {
  Tensor value = input;
  for (const auto& [name, child] : children()) value = child->forward(value);
  return value;
}

}  // namespace todevice::nn
