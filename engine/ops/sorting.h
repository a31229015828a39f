// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/reduction.h"

namespace todevice::ops {

// The order is found on the host, on whatever device the numbers are: the answer is small and waited for.

/// torch.sort: equal ones stay in their order, NaN counts as the largest. Differentiable. `stable` only names
/// the node, as PyTorch does.
ValuesIndices sort(const Tensor& x, std::int64_t dim = -1, bool descending = false, bool stable = false);
/// The k largest or smallest along `dim`, in order unless `sorted` is false. Which of equal ones are taken,
/// and in which order, is as PyTorch's on the CPU. Throws Error "selected index k out of range".
ValuesIndices topk(const Tensor& x, std::int64_t k, std::int64_t dim = -1, bool largest = true,
                   bool sorted = true);
/// x's elements where `index` (int64, of x's dimensions) says along `dim`: out[i][j] = x[index[i][j]][j] for
/// dim 0. Differentiable.
Tensor gather(const Tensor& x, std::int64_t dim, const Tensor& index);
/// Running sums; integers give int64. Floating ones are carried in double on the host. Differentiable.
Tensor cumsum(const Tensor& x, std::int64_t dim);

}  // namespace todevice::ops
