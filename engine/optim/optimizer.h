// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unordered_map>
#include <vector>

#include "core/tensor.h"

namespace todevice::optim {

/// Parameters that are changed by their gradients. Empty lists and non-leaf tensors are refused in PyTorch's
/// words. State is kept per parameter and lives on the device it was made on: moving the parameters later
/// leaves it behind, as in PyTorch.
class Optimizer {
 public:
  virtual ~Optimizer() = default;
  virtual void step() = 0;
  void zero_grad(bool set_to_none = true);
  const std::vector<Tensor>& params() const { return params_; }

 protected:
  explicit Optimizer(std::vector<Tensor> params);
  std::vector<Tensor> params_;
};

struct SgdOptions {
  double lr = 1e-3, momentum = 0, dampening = 0, weight_decay = 0;
  bool nesterov = false, maximize = false;
};

/// https://docs.pytorch.org/docs/stable/generated/torch.optim.SGD.html
class SGD : public Optimizer {
 public:
  /// Throws ValueError with PyTorch's text for options out of range ("Invalid learning rate: -0.1").
  SGD(std::vector<Tensor> params, SgdOptions options);
  /// Throws Error "Expected all tensors to be on the same device, ..." where state was left behind; nothing
  /// is changed then.
  void step() override;
  SgdOptions options;

  /// The state of a parameter; undefined before its first step with momentum.
  Tensor momentum_buffer(const Tensor& param) const;
  void set_momentum_buffer(const Tensor& param, Tensor buffer);

 private:
  std::unordered_map<const TensorImpl*, Tensor> momentum_;
};

struct AdamOptions {
  double lr = 1e-3, beta1 = 0.9, beta2 = 0.999, eps = 1e-8, weight_decay = 0;
  bool decoupled = false;  ///< AdamW (whose weight_decay is 0.01 unless given)
  bool maximize = false;
};

/// https://docs.pytorch.org/docs/stable/generated/torch.optim.Adam.html (and AdamW)
class Adam : public Optimizer {
 public:
  Adam(std::vector<Tensor> params, AdamOptions options);
  /// While a graph is recorded nothing is counted; each replay counts as one step.
  void step() override;
  AdamOptions options;

  struct State {
    Tensor exp_avg, exp_avg_sq;
    Tensor step;  ///< float32, one element, on the CPU: the count, which others may share
  };
  /// The state of a parameter, to read and to replace; null before its first step.
  State* state(const Tensor& param);
  void set_state(const Tensor& param, State state);

 private:
  std::unordered_map<const TensorImpl*, State> state_;
};

}  // namespace todevice::optim
