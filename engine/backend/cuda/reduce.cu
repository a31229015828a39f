// SPDX-License-Identifier: Apache-2.0
// Reductions. A block is a little table of threads: some work together on one output, the others on the next
// ones; which run along memory depends on what lies side by side in it. Few outputs of much input are cut
// into parts, joined by a second launch. The order is fixed, so a sum is the same every time.
#include <vector>

#include "backend/cuda/device/launch.cuh"
#include "backend/cuda/device/reduce_ops.cuh"
#include "backend/cuda/device/walk.cuh"
#include "backend/cuda/launchers.h"
#include "backend/cuda/reduced_split.h"

namespace todevice::cuda {

namespace {

/// How the threads of a block share the work.
struct Plan {
  std::uint32_t outputs, length;  ///< results; elements that make one
  std::uint32_t together;         ///< threads on one output, a power of two
  bool outputs_adjacent;          ///< neighbouring threads take neighbouring outputs
  std::uint32_t parts = 1;        ///< blocks that share an output
  std::uint32_t first_part = 0;   ///< of an input taken in several pieces: which part this one begins with,
  std::int64_t first = 0;         ///< and at which element
};

constexpr std::uint32_t kWarp = 32;

/// The state of the thread `above` places further on, within groups of `together` of a warp.
template <class State>
__device__ State from_lane_above(const State& state, std::uint32_t above, std::uint32_t together) {
  constexpr std::size_t kWords = (sizeof(State) + 3) / 4;
  std::uint32_t words[kWords] = {};
  memcpy(words, &state, sizeof state);
  for (std::uint32_t& word : words) word = __shfl_down_sync(~0u, word, above, together);
  State other = state;
  memcpy(&other, words, sizeof other);
  return other;
}

template <class Op>
__device__ typename Op::State join_block(const Op& op, const Plan& plan, std::uint32_t lane,
                                         std::uint32_t slot, typename Op::State state) {
  if (!plan.outputs_adjacent && plan.together <= kWarp) {  // neighbours in one warp
    for (std::uint32_t half = plan.together / 2; half > 0; half /= 2)
      op.join(state, from_lane_above(state, half, plan.together));
    return state;
  }
  __shared__ typename Op::State shared[kBlock];
  const std::uint32_t slots = kBlock / plan.together;
  shared[lane * slots + slot] = state;
  for (std::uint32_t half = plan.together / 2; half > 0; half /= 2) {
    __syncthreads();
    if (lane < half) op.join(shared[lane * slots + slot], shared[(lane + half) * slots + slot]);
  }
  return shared[slot];
}

/// `kept` walks the outputs (out, in), `inner` the elements of one output; kEven: those lie evenly apart.
template <class T, class Op, bool kEven>
__global__ void __launch_bounds__(kBlock)
    reduce_kernel(Op op, typename Op::Out* out, const T* in, Plan plan, Walk<2> kept, Walk<1> inner,
                  typename Op::State* partial) {
  const std::uint32_t slots = kBlock / plan.together;
  const std::uint32_t slot = plan.outputs_adjacent ? threadIdx.x % slots : threadIdx.x / plan.together;
  const std::uint32_t lane = plan.outputs_adjacent ? threadIdx.x / slots : threadIdx.x % plan.together;
  const std::uint32_t output = blockIdx.x * slots + slot;
  std::int64_t base[2] = {0, 0};
  typename Op::State state = op.start();
  if (output < plan.outputs) {
    kept.at(output, base);
    const std::uint32_t step = plan.together * plan.parts;
#pragma unroll 8
    for (std::uint32_t i = blockIdx.y * plan.together + lane; i < plan.length; i += step) {
      std::int64_t at[1];
      if constexpr (kEven) {
        at[0] = i * inner.strides[0][0];
      } else {
        inner.at(i, at);
      }
      op.take(state, in[base[1] + at[0]], plan.first + i);
    }
  }
  state = join_block(op, plan, lane, slot, state);
  if (lane != 0 || output >= plan.outputs) return;
  if (partial) {
    partial[(plan.first_part + blockIdx.y) * plan.outputs + output] = state;
  } else {
    out[base[0]] = op.finish(state);
  }
}

/// Joins the parts of each output, in order.
template <class Op>
__global__ void __launch_bounds__(kBlock)
    join_parts(Op op, typename Op::Out* out, const typename Op::State* partial, Plan plan, Walk<2> kept) {
  for (std::uint32_t output = thread_number(); output < plan.outputs; output += thread_count()) {
    typename Op::State state = op.start();
    for (std::uint32_t part = 0; part < plan.parts; ++part)
      op.join(state, partial[part * plan.outputs + output]);
    std::int64_t base[2];
    kept.at(output, base);
    out[base[0]] = op.finish(state);
  }
}

std::uint32_t power_of_two_below(std::uint32_t n) {
  std::uint32_t p = 1;
  while (p * 2 <= n) p *= 2;
  return p;
}

Plan make_plan(const Gpu& gpu, const Walk<2>& kept, const Walk<1>& inner, std::size_t state_bytes,
               std::size_t room_bytes) {
  Plan plan{kept.count, inner.count, 1, false};
  const std::int64_t inner_step = inner.dims > 0 ? inner.strides[inner.dims - 1][0] : 1 << 30;
  const std::int64_t kept_step = kept.dims > 0 ? kept.strides[kept.dims - 1][1] : 1 << 30;
  const auto multiprocessors = static_cast<std::uint32_t>(gpu.multiprocessors);
  // few outputs of a short input: a block each, whatever lies side by side (it is all in the cache)
  const bool few = plan.outputs < 32 && (plan.outputs < 8 || plan.length <= 1u << 14);
  plan.outputs_adjacent = kept_step < inner_step && !few;
  // 32 outputs side by side fill a memory transaction; 8 do, too, and spread a small input over more blocks
  const std::uint32_t side_by_side = plan.outputs / 32 >= multiprocessors / 2 ? 8 : 32;
  plan.together =
      std::clamp(power_of_two_below(plan.length), 1u, plan.outputs_adjacent ? side_by_side : kBlock);
  const std::uint32_t blocks = (plan.outputs + kBlock / plan.together - 1) / (kBlock / plan.together);
  const std::uint32_t wanted = multiprocessors * 8;
  // a second launch costs as much as about 16 elements for each thread
  if (blocks < wanted && plan.length > plan.together * 16) {
    plan.parts = std::min({wanted / blocks, plan.length / (plan.together * 8), 1024u});
    const std::size_t room = room_bytes / (state_bytes * plan.outputs);
    plan.parts = std::max(1u, std::min<std::uint32_t>(plan.parts, static_cast<std::uint32_t>(room)));
  }
  return plan;
}

/// The elements of one output as a walk, or as several where there are more than 2^30.
struct Piece {
  Walk<1> walk;
  std::int64_t offset = 0;  ///< in memory
};

std::vector<Piece> pieces_of(const View& inner) {
  std::vector<Piece> pieces;
  in_parts<1>(make_walk<1>({&inner}), [&](const Walk<1>& walk, const auto& first) {
    pieces.push_back({walk, first[0]});
  });
  if (pieces.empty()) pieces.emplace_back().walk.count = 0;  // nothing to add up has a result too
  return pieces;
}

template <class T, class Op>
void run_outputs(Gpu& gpu, const Op& op, typename Op::Out* out, const T* in, const Walk<2>& kept,
                 const std::vector<Piece>& pieces) {
  using State = typename Op::State;
  std::vector<Plan> plans;
  std::uint32_t parts = 0;
  std::int64_t first = 0;
  const std::size_t room = kWorkspaceBytes / pieces.size();
  for (const Piece& piece : pieces) {
    Plan plan = make_plan(gpu, kept, piece.walk, sizeof(State), room);
    plan.first_part = parts;
    plan.first = first;
    parts += plan.parts;
    first += piece.walk.count;
    plans.push_back(plan);
  }
  if (pieces.size() > 1 && std::size_t{parts} * kept.count * sizeof(State) > kWorkspaceBytes) {
    throw NotImplementedError("a reduction of more than 2^30 elements to so many results is too large");
  }
  auto* partial = parts > 1 ? static_cast<State*>(gpu.workspace()) : nullptr;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Plan& plan = plans[i];
    const Walk<1>& inner = pieces[i].walk;
    const std::uint32_t slots = kBlock / plan.together;
    const dim3 grid((plan.outputs + slots - 1) / slots, plan.parts);
    const auto kernel = inner.dims == 1 ? reduce_kernel<T, Op, true> : reduce_kernel<T, Op, false>;
    launch(gpu, kernel, grid, kBlock, op, out, in + pieces[i].offset, plan, kept, inner, partial);
  }
  if (partial) {
    Plan all = plans.front();
    all.parts = parts;
    launch(gpu, join_parts<Op>, blocks_for(gpu, all.outputs), kBlock, op, out, partial, all, kept);
  }
}

template <class T, class Op>
void run(Gpu& gpu, const Op& op, const ReducedSplit& split) {
  const std::vector<Piece> pieces = pieces_of(split.inner);
  auto* const out = static_cast<typename Op::Out*>(split.out.data);
  in_parts<2>(make_walk<2>({&split.out, &split.kept}), [&](const Walk<2>& kept, const auto& first) {
    run_outputs<T, Op>(gpu, op, out + first[0], split.kept.template as<T>() + first[1], kept, pieces);
  });
}

}  // namespace

void reduce(Gpu& gpu, ReduceOp op, const View& out, const View& in, std::uint32_t dims) {
  const ReducedSplit split(out, in, dims);
  if (op == ReduceOp::all || op == ReduceOp::any) {
    return run<bool>(gpu, Truth{op == ReduceOp::all}, split);
  }
  for_type(in.dtype, [&]<class T>() {
    switch (op) {
      case ReduceOp::sum:
        return run<T>(gpu, Sum<T>{}, split);
      case ReduceOp::mean: {
        const double count = static_cast<double>(numel(split.inner.shape));
        return run<T>(gpu, Sum<T>{convert<Accumulate<T>>(1 / count)}, split);
      }
      case ReduceOp::prod:
        return run<T>(gpu, Product<T>{}, split);
      case ReduceOp::max:
      case ReduceOp::min:
        return run<T>(gpu, Extreme<T, T>{op == ReduceOp::max}, split);
      default:
        return run<T>(gpu, Extreme<T, Place>{op == ReduceOp::argmax}, split);
    }
  });
}

}  // namespace todevice::cuda
