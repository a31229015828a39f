// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "backend/kernels.h"
#include "core/tensor.h"

namespace todevice::ops {

/// Over `dims` (empty: all). Integer and bool inputs of sum and prod give int64 unless `dtype` says
/// otherwise; mean refuses them in PyTorch's words.
Tensor sum(const Tensor& x, std::span<const std::int64_t> dims = {}, bool keepdim = false,
           std::optional<DType> dtype = {});
Tensor mean(const Tensor& x, std::span<const std::int64_t> dims = {}, bool keepdim = false);
Tensor prod(const Tensor& x, std::optional<std::int64_t> dim = {}, bool keepdim = false,
            std::optional<DType> dtype = {});
Tensor all(const Tensor& x, std::span<const std::int64_t> dims = {}, bool keepdim = false);
Tensor any(const Tensor& x, std::span<const std::int64_t> dims = {}, bool keepdim = false);
/// Largest or smallest over `dims` (empty: all); equal ones share the gradient. torch.max(x) and
/// torch.amax(x) are the same but for the name of their node, which `max_all` and `min_all` give.
Tensor amax(const Tensor& x, std::span<const std::int64_t> dims = {}, bool keepdim = false);
Tensor amin(const Tensor& x, std::span<const std::int64_t> dims = {}, bool keepdim = false);
Tensor max_all(const Tensor& x);
Tensor min_all(const Tensor& x);
struct ValuesIndices {
  Tensor values;
  Tensor indices;  ///< int64; the first of equal ones
};
ValuesIndices max(const Tensor& x, std::int64_t dim, bool keepdim = false);
ValuesIndices min(const Tensor& x, std::int64_t dim, bool keepdim = false);
/// Without `dim` over the flattened tensor.
Tensor argmax(const Tensor& x, std::optional<std::int64_t> dim = {}, bool keepdim = false);
Tensor argmin(const Tensor& x, std::optional<std::int64_t> dim = {}, bool keepdim = false);
/// Bessel-corrected unless `correction` is 0.
Tensor var(const Tensor& x, double correction = 1, std::span<const std::int64_t> dims = {},
           bool keepdim = false);
Tensor std(const Tensor& x, double correction = 1, std::span<const std::int64_t> dims = {},
           bool keepdim = false);
/// (sum |x|^p)^(1/p) over `dims`; p may be 0 (how many are not zero) or infinite (the largest or smallest
/// |x|).
Tensor norm(const Tensor& x, double p = 2, std::span<const std::int64_t> dims = {}, bool keepdim = false);
/// log(sum(exp(x))) without overflow.
Tensor logsumexp(const Tensor& x, std::span<const std::int64_t> dims, bool keepdim = false);

/// Same shape and all elements equal. Throws on different devices, as PyTorch.
bool equal(const Tensor& a, const Tensor& b);
bool allclose(const Tensor& a, const Tensor& b, double rtol = 1e-5, double atol = 1e-8);

}  // namespace todevice::ops
