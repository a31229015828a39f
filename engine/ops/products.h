// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tensor.h"

namespace todevice::ops::detail {

/// a x b of two matrices or two batches of them that fit; no history.
Tensor product(const Tensor& a, const Tensor& b, std::string_view kernel = {});
/// The same plus a bias that broadcasts to the result.
Tensor product_plus(const Tensor& bias, const Tensor& a, const Tensor& b);
/// beta * bias + alpha * a x b, in the same way.
Tensor product_plus(const Tensor& bias, const Tensor& a, const Tensor& b, double beta, double alpha);
/// Does it lie in memory column by column, as a transposed weight does?
bool column_major(const Tensor& t);
/// The gradients of a x b for a and for b. `by_columns`: laid out so, as the operand is, so that the
/// transpose behind it needs no copy.
Tensor left_gradient(const Tensor& grad, const Tensor& b, bool by_columns);
Tensor right_gradient(const Tensor& grad, const Tensor& a, bool by_columns);

}  // namespace todevice::ops::detail
