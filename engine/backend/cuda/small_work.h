// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "backend/cuda/gpu.h"
#include "backend/kernels.h"

/// Operations on so few numbers that a kernel of their own mostly starts and stops. Within a graph,
/// neighbours of them become one kernel of one block, which does them one after the other: each still reads
/// and writes the memory that it would have alone.
namespace todevice::cuda {

class Capture;
struct AdamCell;

namespace small {

struct Work;
/// Null: too much for one block, another dtype than float32, or a layout that it does not know.
using Maybe = std::shared_ptr<const Work>;

Maybe fill(const View& out, Scalar value);
Maybe copy(const View& out, const View& in);
Maybe unary(UnaryOp op, const View& out, const View& in);
Maybe binary(BinaryOp op, const View& out, const Operand& a, const Operand& b);
Maybe reduce(ReduceOp op, const View& out, const View& in, std::uint32_t dims);
/// As launchers.h's small_product; `bias` and `sums` may be null.
Maybe product(const View& out, const View& a, const View& b, const View* bias, double alpha, double beta,
              const View* sums);
Maybe softmax(const View& out, const View& in, bool log);
Maybe softmax_grad(const View& grad_in, const View& grad_out, const View& out, bool log);
Maybe nll_reduced(const View& loss, const View& total, const View& log_prob, const View& target, bool mean,
                  std::int64_t ignore_index);
Maybe nll_grad(const View& grad, const View& target, const View& scale, std::int64_t ignore_index,
               const std::optional<View>& total);
/// Of one parameter; `momentum` may be null.
Maybe sgd(const View& param, const View& grad, const View* momentum, const Kernels::SgdStep& how);
Maybe adam(const View& param, const View& grad, const View& average, const View& square,
           const Kernels::AdamStep& how, const AdamCell* cell);
Maybe count_adam(const Kernels::AdamStep& how, AdamCell* cell);

inline constexpr std::size_t kMost = 64;  ///< of one kernel: it keeps them in its block's memory
struct Part {
  const Work* work;
  bool waits;  ///< for what the parts before it write, or still read
};
/// Queues one kernel that does all of them (kMost at most), while `capture` records.
void run(Gpu& gpu, Capture& capture, std::span<const Part> parts);

}  // namespace small
}  // namespace todevice::cuda
