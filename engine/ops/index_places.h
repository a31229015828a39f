// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/tensor.h"

/// What brackets name, as reading and writing by several indices need it.
namespace todevice::ops::detail {

/// Throws IndexError "The shape of the mask [2] at index 0 does not match ..." where it does not lie on x's
/// dimensions from `dim` on.
void check_mask(const Tensor& mask, const Tensor& x, int dim);
/// The place of the only index that is defined; -1 where there are more.
int only_one(std::span<const Tensor> indices);
/// The indices with masks as the positions of what is true in them: one of integers for each dimension.
std::vector<Tensor> without_masks(const Tensor& x, std::span<const Tensor> indices);

/// Where an index stands in the result: the shape that all broadcast to, and the dimension it begins at.
struct Layout {
  Shape common;
  int at = 0;
  Shape result;
};

/// Of indices without masks. Throws IndexError where they do not broadcast.
Layout layout_of(const Tensor& x, std::span<const Tensor> indices);
/// Positions in the order that `strides` count in, in the shape of the result. `look`: at the numbers of a
/// GPU, too.
Tensor positions_of(const Tensor& x, std::span<const Tensor> indices, const Layout& layout,
                    const Strides& strides, bool look);

}  // namespace todevice::ops::detail
