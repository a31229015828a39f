// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/tensor.h"
#include "ops/elementwise.h"

namespace todevice::ops {

/// torch.index_select: a 1-d index of int64 or int32 on x's device, no negative numbers. Differentiable.
Tensor index_select(const Tensor& x, std::int64_t dim, const Tensor& index);
/// x[..., numbers, ...] with integers of any shape in place of dimension `dim`, negative ones counted from
/// the end; on x's device or the CPU. Differentiable. Throws IndexError "index 5 is out of bounds for
/// dimension 0 with size 2", for other dtypes "tensors used as indices must be long, int, byte or bool
/// tensors".
Tensor index(const Tensor& x, std::int64_t dim, const Tensor& numbers);
/// Does a tensor in the brackets say where? Bytes do too, as they did before there were bools.
bool is_mask(const Tensor& index);
/// x[a, :, b]: indices as they stand in the brackets, undefined where all of a dimension is taken. One of
/// int64 or int32 is for one dimension; one of bool or uint8 is a mask over as many as it has, and counts as
/// the positions of what is true in it. They broadcast against each other; what they give stands where they
/// stood, or first where another dimension lay between them. Throws IndexError in PyTorch's words.
Tensor index_many(const Tensor& x, std::span<const Tensor> indices);
/// Writes `values` (broadcast) there; of equal places the last one counts. One number through one mask takes
/// x's dtype. Differentiable. Throws Error "Index put requires the source and destination dtypes match, ...".
void index_put_(const Tensor& x, std::span<const Tensor> indices, const Tensor& values);
/// `value` (a number, or a tensor of one and no dimensions) where a bool mask is true; both broadcast against
/// each other. Differentiable. Throws Error "masked_fill_ only supports boolean masks, but got ...".
Tensor masked_fill(const Tensor& x, const Tensor& mask, const Arg& value);
/// The same in x, which keeps its shape. x may be stretched (expand).
void masked_fill_(const Tensor& x, const Tensor& mask, const Arg& value);
/// What stands where a bool mask is true, flat; both broadcast against each other. Differentiable. Throws
/// Error "masked_select: expected BoolTensor for mask".
Tensor masked_select(const Tensor& x, const Tensor& mask);
/// Positions (n, dim) of the true or nonzero elements.
Tensor nonzero(const Tensor& x);

}  // namespace todevice::ops
