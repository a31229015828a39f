// SPDX-License-Identifier: Apache-2.0
#include "nn/losses.h"

namespace todevice::nn {

Tensor CrossEntropyLoss::forward(const Tensor& input, const Tensor& target) {
  const auto& buffers = own_buffers();
  const Tensor weight = buffers.empty() ? Tensor() : buffers.front().second;
  return ops::cross_entropy(input, target, reduction, ignore_index, weight);
}

Tensor MSELoss::forward(const Tensor& input, const Tensor& target) {
  return ops::mse_loss(input, target, reduction);
}

}  // namespace todevice::nn
