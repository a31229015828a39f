// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "ops/checks.h"

/// Elements picked one by one: what gather, sort and indexing with several tensors share.
namespace todevice::ops::detail {

/// x's elements at `positions` (int64, on x's device, counted in row-major order), in the shape of
/// `positions`; with history under `node`, which watches over `watched`.
Tensor take_flat(const Tensor& x, const Tensor& positions, std::string_view node,
                 std::span<const Tensor> watched = {});
/// What is defined among `tensors`, with the state it has.
std::vector<Saved> saved_of(std::span<const Tensor> tensors);
/// Where the elements stand that `index` names along `dim` of a tensor of `shape`.
Tensor flat_positions(const Shape& shape, int dim, const Tensor& index);
/// A zero for each number of `index` (int64), of its shape. What lies on a GPU is not seen here: its kernel
/// refuses each number that is out of its own dimension, though the place that all of them name lies within
/// x.
Tensor looked_up(const Tensor& index, std::int64_t size, Counted rows);
/// Throws Error "index 5 is out of bounds for dimension 0 with size 3" for a number outside [0, size).
/// The index is on the CPU.
void check_numbers(const Tensor& index, std::int64_t size, int dim);

/// An integer index as int64 on `device`. Numbers that can be seen at once (on the CPU) are checked and count
/// from 0 up. A GPU's stay as they are, from -size to size - 1, for index_select, which refuses others on the
/// GPU; where the caller waits for them anyway (`look`) they are checked here. Throws IndexError.
Tensor plain_index(const Tensor& index, std::int64_t size, int dim, Device device, bool look = false);
/// Throws IndexError where some of a dimension of no elements are wanted.
void check_some(std::int64_t size, std::int64_t wanted);
/// The rows of x, over the dimensions from `dim` on that the mask has, where it is true. The mask fits.
Tensor take_masked(const Tensor& x, int dim, const Tensor& mask);

}  // namespace todevice::ops::detail
