// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "backend/cuda/device/relu.cuh"
#include "backend/cuda/device/walk.cuh"
#include "backend/kernels.h"

namespace todevice::cuda {

/// A matrix product that one block does within its shared memory: out = alpha a x b + beta out + bias, and
/// the sums of the rows of a, as if b had one more column, of ones. Both factors are fetched once, as lines
/// of neighbouring factors of a sum; then a few neighbouring threads of a warp share one element of the
/// result and add up its factors in a fixed order, four at a time.
struct BlockProduct {
  /// Lines of `length` numbers, one for each row of a or column of b.
  struct Lines {
    const float* from;
    std::uint32_t count, line_step, step;  ///< steps in elements, of memory
    bool by_line;                          ///< neighbouring threads fetch from one line, or else across lines
    Divider across;                        ///< of a running number: how many of what runs fastest
  };
  Lines rows, columns;
  float *out, *sums;  ///< sums may be null
  const float* bias;  ///< may be null
  std::uint32_t out_down, out_right, bias_step, sums_step;
  std::uint32_t length, fours;  ///< numbers that add up to one element, padded to a multiple of four
  std::uint32_t line;           ///< fours from line to line in shared memory: no two threads meet in a bank
  std::uint32_t shared;         ///< 2 to this power is how many threads share an element
  Divider width;                ///< elements of a row, its sum too
  float alpha, beta;
  /// What would follow as a step of its own, done with each element at hand (see joins()): `relu` becomes
  /// relu(out), or, with `gate`, its gradient: out where gate is above zero. All lie as `out` does.
  float* relu;
  const float* gate;

  __host__ __device__ std::uint32_t elements() const { return rows.count * width.divisor; }
};

inline constexpr std::uint32_t kProductRoom = 1536;    ///< fours of shared memory for both factors
inline constexpr std::uint32_t kProductThreads = 512;  ///< of the block, at most
// From here on a kernel of several blocks is faster, though it starts and stops (measured on an H200, as
// graphs of training steps with layers of 3 to 64 numbers and batches of 16 to 256):
inline constexpr std::int64_t kBlockElements = 2048;  ///< of the result
inline constexpr std::int64_t kBlockFactors = 3072;   ///< numbers fetched

/// Nothing where the factors have no room, or lie too far apart for short offsets.
inline std::optional<BlockProduct> block_product_of(const View& out, const View& a, const View& b,
                                                    const View* bias, double alpha, double beta,
                                                    const View* sums) {
  const int last = out.shape.count() - 1;
  const std::int64_t length = a.shape[last], rows = out.shape[last - 1],
                     width = out.shape[last] + (sums ? 1 : 0);
  if (rows * width * length == 0 || rows * width > kBlockElements || (rows + width) * length > kBlockFactors)
    return {};
  BlockProduct p{};
  p.length = static_cast<std::uint32_t>(length);
  p.fours = (p.length + 3) / 4;
  while (p.shared < 3 && (2u << p.shared) <= p.fours && (rows * width << (p.shared + 1)) <= kProductThreads)
    ++p.shared;
  // Eight threads fetch four numbers each at once. With this step between lines they meet in no bank, be
  // they on eight lines or on a part of one.
  p.line = p.fours;
  while (p.line % 8 != (1u << p.shared) % 8) ++p.line;
  if ((rows + width) * p.line > kProductRoom) return {};

  const auto fits = [](std::initializer_list<const View*> views) {
    for (const View* v : views) {
      std::int64_t end = 0;
      for (int d = 0; v && d < v->shape.count(); ++d) end += v->shape[d] * v->strides[d];
      if (end > std::numeric_limits<std::int32_t>::max()) return false;
    }
    return true;
  };
  if (!fits({&out, &a, &b, bias, sums})) return {};
  const auto lines = [&p](const View& m, std::int64_t count, std::int64_t line_step, std::int64_t step) {
    BlockProduct::Lines l{};
    l.from = m.as<float>();
    l.count = static_cast<std::uint32_t>(count);
    l.line_step = static_cast<std::uint32_t>(line_step);
    l.step = static_cast<std::uint32_t>(step);
    l.by_line = step <= line_step;
    l.across = Divider(l.by_line ? p.fours * 4 : l.count);
    return l;
  };
  p.rows = lines(a, rows, a.strides[last - 1], a.strides[last]);
  p.columns = lines(b, out.shape[last], b.strides[last], b.strides[last - 1]);
  p.out = out.as<float>();
  p.out_down = static_cast<std::uint32_t>(out.strides[last - 1]);
  p.out_right = static_cast<std::uint32_t>(out.strides[last]);
  if (bias) {
    p.bias = bias->as<float>();
    p.bias_step = static_cast<std::uint32_t>(bias->strides[bias->shape.count() - 1]);
  }
  if (sums) {
    p.sums = sums->as<float>();
    p.sums_step = static_cast<std::uint32_t>(sums->strides[0]);
  }
  p.width = Divider(static_cast<std::uint32_t>(width));
  p.alpha = static_cast<float>(alpha);
  p.beta = static_cast<float>(beta);
  return p;
}

/// One number of a factor, and where it goes: `at`, or nowhere (beyond the last).
struct Fetched {
  float value;
  std::uint32_t at;
  bool inside;

  __device__ Fetched(const BlockProduct::Lines& from, const BlockProduct& p, std::uint32_t i) {
    inside = i < p.fours * 4 * from.count;
    const std::uint32_t slow = from.across.divide(i), fast = i - slow * from.across.divisor;
    const std::uint32_t line = from.by_line ? slow : fast, k = from.by_line ? fast : slow;
    at = line * (p.line * 4) + k;
    value = inside && k < p.length ? from.from[line * from.line_step + k * from.step] : 0.0f;
  }
};

/// Both factors, so that their numbers are on their way at the same time. What pads the lines is zero.
__device__ inline void fetch_lines(const BlockProduct& p, float* rows, float* columns) {
  const std::uint32_t numbers = p.fours * 4 * max(p.rows.count, p.columns.count);
#pragma unroll 2
  for (std::uint32_t i = threadIdx.x; i < numbers; i += blockDim.x) {
    const Fetched x(p.rows, p, i), y(p.columns, p, i);
    if (x.inside) rows[x.at] = x.value;
    if (y.inside) columns[y.at] = y.value;
  }
}

/// All threads of the block must come. `room`: kProductRoom fours of shared memory, which nobody uses still.
__device__ inline void multiply_in_block(const BlockProduct p, float4* room) {
  float4* const columns = room + p.rows.count * p.line;
  fetch_lines(p, reinterpret_cast<float*>(room), reinterpret_cast<float*>(columns));
  if (p.sums) {
    auto* const ones = reinterpret_cast<float*>(columns + p.columns.count * p.line);
    for (std::uint32_t k = threadIdx.x; k < p.fours * 4; k += blockDim.x)
      ones[k] = k < p.length ? 1.0f : 0.0f;
  }
  __syncthreads();
  const std::uint32_t together = 1u << p.shared, lane = threadIdx.x & (together - 1);
  const std::uint32_t threads = p.elements() << p.shared;
  for (std::uint32_t first = 0; first < threads; first += blockDim.x) {  // whole warps, for the shuffles
    const std::uint32_t place = (first + threadIdx.x) >> p.shared;
    const bool inside = place < p.elements();
    const std::uint32_t row = inside ? p.width.divide(place) : 0;
    const std::uint32_t column = inside ? place - row * p.width.divisor : 0;
    const float4 *x = room + row * p.line, *y = columns + column * p.line;
    const bool adds = column == p.columns.count, writes = inside && lane == 0;
    const std::uint32_t at = row * p.out_down + column * p.out_right;
    float sum = 0, before = 0, bias = 0, gate = 0;  // fetched early: what is needed last is waited for, too
    if (writes && !adds) {
      if (p.beta != 0) before = p.beta * p.out[at];
      if (p.bias) bias = p.bias[column * p.bias_step];
      if (p.gate) gate = p.gate[at];
    }
#pragma unroll 4
    for (std::uint32_t k = lane; k < p.fours; k += together) {
      const float4 l = x[k], r = y[k];
      sum += l.x * r.x;
      sum += l.y * r.y;
      sum += l.z * r.z;
      sum += l.w * r.w;
    }
    for (std::uint32_t half = together / 2; half > 0; half /= 2)
      sum += __shfl_down_sync(~0u, sum, half, together);
    if (!writes) continue;
    if (adds) {
      p.sums[row * p.sums_step] = sum;
      continue;
    }
    const float result = p.alpha * sum + before + bias;
    p.out[at] = result;
    if (p.relu) p.relu[at] = p.gate ? relu_grad(result, gate) : relu(result);
  }
}

}  // namespace todevice::cuda
