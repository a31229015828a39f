// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/tensor.h"

namespace todevice::ops {

enum class Reduction : std::uint8_t { none, mean, sum };

Tensor softmax(const Tensor& x, std::int64_t dim);
Tensor log_softmax(const Tensor& x, std::int64_t dim);
/// `log_prob` (n,c) or (c), `target` int64 (n) or (), `weight` (c) or undefined: what a row of each class
/// counts. Rows with `ignore_index` do not count.
Tensor nll_loss(const Tensor& log_prob, const Tensor& target, Reduction reduction = Reduction::mean,
                std::int64_t ignore_index = -100, const Tensor& weight = {});
/// log_softmax and nll_loss of logits (n,c).
Tensor cross_entropy(const Tensor& input, const Tensor& target, Reduction reduction = Reduction::mean,
                     std::int64_t ignore_index = -100, const Tensor& weight = {});
Tensor mse_loss(const Tensor& input, const Tensor& target, Reduction reduction = Reduction::mean);
/// `input`: probabilities; throws Error "all elements of input should be between 0 and 1" where the device
/// can tell at once. `weight` (or undefined) broadcasts.
Tensor binary_cross_entropy(const Tensor& input, const Tensor& target, const Tensor& weight = {},
                            Reduction reduction = Reduction::mean);
/// The same of sigmoid(input), without overflow; `positive`: what a yes counts.
Tensor binary_cross_entropy_with_logits(const Tensor& input, const Tensor& target, const Tensor& weight = {},
                                        const Tensor& positive = {}, Reduction reduction = Reduction::mean);
Tensor l1_loss(const Tensor& input, const Tensor& target, Reduction reduction = Reduction::mean);

}  // namespace todevice::ops
