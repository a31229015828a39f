// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nn/module.h"

namespace todevice::nn {

/// y = x W^T + b; weight (out, in) and bias (out) uniform in +-1/sqrt(in), drawn in PyTorch's order.
class Linear : public Module {
 public:
  Linear(std::int64_t in_features, std::int64_t out_features, bool bias = true, TensorOptions options = {});
  Tensor forward(const Tensor& input) override;
  std::string type_name() const override { return "Linear"; }
  std::string extra_repr() const override;
  void reset_parameters();
  Tensor weight() const;
  Tensor bias() const;

  std::int64_t in_features, out_features;
};

class ReLU : public Module {
 public:
  explicit ReLU(bool inplace = false) : inplace(inplace) {}
  Tensor forward(const Tensor& input) override;
  std::string type_name() const override { return "ReLU"; }
  std::string extra_repr() const override;
  bool inplace;
};

class Sigmoid : public Module {
 public:
  Tensor forward(const Tensor& input) override;
  std::string type_name() const override { return "Sigmoid"; }
};

class Tanh : public Module {
 public:
  Tensor forward(const Tensor& input) override;
  std::string type_name() const override { return "Tanh"; }
};

class Flatten : public Module {
 public:
  explicit Flatten(std::int64_t start_dim = 1, std::int64_t end_dim = -1)
      : start_dim(start_dim), end_dim(end_dim) {}
  Tensor forward(const Tensor& input) override;
  std::string type_name() const override { return "Flatten"; }
  std::string extra_repr() const override;
  std::int64_t start_dim, end_dim;
};

/// Its children one after another, named "0", "1", ...
class Sequential : public Module {
 public:
  Sequential() = default;
  explicit Sequential(const std::vector<std::shared_ptr<Module>>& modules);
  Tensor forward(const Tensor& input) override;
  std::string type_name() const override { return "Sequential"; }
};

}  // namespace todevice::nn
