// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/checks.h"

/// The way back of element-wise operations.
namespace todevice::ops::detail {

/// What a unary operation's gradient is computed from.
enum class Needs : std::uint8_t { nothing, input, result };
Needs unary_needs(UnaryOp op);
/// "ExpBackward0"; empty for operations that are not differentiable (tests, bits).
std::string_view unary_node_name(UnaryOp op);
/// `saved`: input or result, as unary_needs says.
Tensor unary_gradient(UnaryOp op, const Tensor& grad, const Tensor& saved);

/// The node of a binary operation; null for operations without history (comparisons, bits). `out`: the
/// result, undefined for an operation in place.
std::shared_ptr<Node> binary_node(BinaryOp op, const Arg& a, const Arg& b, const Tensor& out = {});

}  // namespace todevice::ops::detail
