// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "backend/cuda/deferred.h"

/// What the operations of launchers.h touch, with the same arguments: all but `queue` of a Deferred. Nothing
/// where that cannot be told, where queueing could fail or allocate, or where it would win nothing: such an
/// operation is queued at once, after what came before it.
namespace todevice::cuda::describe {

using Maybe = std::optional<Deferred>;

Maybe fill(const View& out, const Scalar& value);
Maybe copy(const View& out, const View& in);
Maybe unary(UnaryOp op, const View& out, const View& in);
Maybe binary(BinaryOp op, const View& out, const Operand& a, const Operand& b);
Maybe reduce(ReduceOp op, const View& out, const View& in, std::uint32_t dims);
Maybe matmul(const View& out, const View& a, const View& b, double alpha, double beta, bool tf32);
Maybe product_plus_row(const View& out, const View& bias, const View& a, const View& b, bool tf32);
Maybe product_row_sums(const View& out, const View& sums, const View& a, const View& b);
Maybe softmax(const View& out, const View& in, bool log);
Maybe softmax_grad(const View& grad_in, const View& grad_out, const View& out, bool log);
Maybe nll_reduced(const View& loss, const View& total, const View& log_prob, const View& target, bool mean,
                  std::int64_t ignore_index);
Maybe nll_grad(const View& grad, const View& target, const View& scale, std::int64_t ignore_index,
               const std::optional<View>& total);
/// One step of an optimiser; of each list, all tensors. `counts`, `reads`: Adam's cell, or null.
Deferred optimiser(std::span<const std::span<const View>> tensors, const AdamCell* counts = nullptr,
                   const AdamCell* reads = nullptr);

}  // namespace todevice::cuda::describe
