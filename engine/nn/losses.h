// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nn/module.h"
#include "ops/loss.h"

namespace todevice::nn {

/// A module of two inputs: what was computed and what it should have been.
class Loss : public Module {
 public:
  explicit Loss(ops::Reduction reduction) : reduction(reduction) {}
  using Module::forward;
  virtual Tensor forward(const Tensor& input, const Tensor& target) = 0;
  ops::Reduction reduction;
  /// The word given for it where it is none of the three: forward() leaves it out, the bindings refuse it at
  /// the call.
  std::string other_word;
};

class CrossEntropyLoss : public Loss {
 public:
  /// `weight` (classes): what a row of each class counts; a buffer, so that it moves with the module.
  explicit CrossEntropyLoss(ops::Reduction reduction = ops::Reduction::mean, Tensor weight = {},
                            std::int64_t ignore_index = -100)
      : Loss(reduction), ignore_index(ignore_index) {
    register_buffer("weight", std::move(weight));
  }
  using Loss::forward;
  Tensor forward(const Tensor& input, const Tensor& target) override;
  std::string type_name() const override { return "CrossEntropyLoss"; }
  std::int64_t ignore_index;
  double label_smoothing = 0;  ///< forward() leaves it out: the bindings see to it, as to class probabilities
};

class MSELoss : public Loss {
 public:
  explicit MSELoss(ops::Reduction reduction = ops::Reduction::mean) : Loss(reduction) {}
  using Loss::forward;
  Tensor forward(const Tensor& input, const Tensor& target) override;
  std::string type_name() const override { return "MSELoss"; }
};

}  // namespace todevice::nn
