// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tensor.h"

namespace todevice::ops {

/// (x - mean) / sqrt(variance + eps) * weight + bias over the last dimensions, which are those of
/// `normalized`. weight and bias have that shape or are undefined. Differentiable.
Tensor layer_norm(const Tensor& x, const Shape& normalized, const Tensor& weight, const Tensor& bias,
                  double eps);

/// The same over all dimensions but the second, channel by channel. In training with the batch's own mean and
/// variance, which move the running ones (undefined: none are kept) by `momentum`; else with the running
/// ones.
Tensor batch_norm(const Tensor& x, const Tensor& running_mean, const Tensor& running_var,
                  const Tensor& weight, const Tensor& bias, bool training, double momentum, double eps);

/// weight[index]: rows (index..., width). The row `padding` (if not negative) gets no gradient.
Tensor embedding(const Tensor& weight, const Tensor& index, std::int64_t padding = -1);

}  // namespace todevice::ops
