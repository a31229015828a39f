// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/tensor.h"

namespace todevice::ops {

/// Views share the storage; all are differentiable. Sizes may hold one -1. Errors are PyTorch's.
Tensor alias(const Tensor& x);  ///< x[...]: all of it
Tensor view(const Tensor& x, Shape shape);
Tensor reshape(const Tensor& x, Shape shape);  ///< a view where strides allow it, else a copy
Tensor flatten(const Tensor& x, std::int64_t start = 0, std::int64_t end = -1);
Tensor squeeze(const Tensor& x);
Tensor squeeze(const Tensor& x, std::int64_t dim);
Tensor squeeze(const Tensor& x, std::span<const std::int64_t> dims);
Tensor unsqueeze(const Tensor& x, std::int64_t dim);
Tensor expand(const Tensor& x, const Shape& shape);
Tensor permute(const Tensor& x, std::span<const std::int64_t> dims);
Tensor transpose(const Tensor& x, std::int64_t a, std::int64_t b);
Tensor t(const Tensor& x);

/// x[i] along a dimension (removed), x[start:end:step] along one (kept). Negative indices count from the end.
Tensor select(const Tensor& x, std::int64_t dim, std::int64_t index);
Tensor slice(const Tensor& x, std::int64_t dim, std::int64_t start, std::int64_t end, std::int64_t step);

Tensor cat(std::span<const Tensor> tensors, std::int64_t dim = 0);
Tensor stack(std::span<const Tensor> tensors, std::int64_t dim = 0);
/// These give several views at once; no in-place operation may record itself on one of them.
std::vector<Tensor> split(const Tensor& x, std::int64_t size, std::int64_t dim = 0);
std::vector<Tensor> split_with_sizes(const Tensor& x, std::span<const std::int64_t> sizes,
                                     std::int64_t dim = 0);
std::vector<Tensor> unbind(const Tensor& x, std::int64_t dim = 0);

}  // namespace todevice::ops
