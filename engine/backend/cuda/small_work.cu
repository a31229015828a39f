// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/small_work.h"

#include <utility>

#undef NDEBUG
#include "backend/cuda/device/binary_ops.cuh"
#include "backend/cuda/device/launch.cuh"
#include "backend/cuda/device/small_parts.cuh"
#include "backend/cuda/device/unary_ops.cuh"

namespace todevice::cuda::small {

namespace {

// `me`: the number of the thread, counted from the one that begins. Parts come by value: nothing that is
// written through a pointer can change them.

template <class F>
__device__ void each(std::uint32_t me, std::uint32_t count, F&& f) {
#pragma unroll 4
  for (std::uint32_t i = me; i < count; i += kThreads) f(i);
}

template <class F>
__device__ void map(std::uint32_t me, Map m, F f) {
  each(me, m.count, [&](std::uint32_t i) {
    const std::uint32_t row = m.columns.divide(i), column = i - row * m.columns.divisor;
    const auto at = [&](Map::Steps steps) { return row * steps.down + column * steps.right; };
    m.out[at(m.out_steps)] = f(m.a ? m.a[at(m.a_steps)] : m.a_number, m.b ? m.b[at(m.b_steps)] : m.b_number);
  });
}

__device__ void map_unary(std::uint32_t me, Map m) {
  const auto use = [&](auto f) { map(me, m, [f](float x, float) { return f(x); }); };
  const auto op = static_cast<UnaryOp>(m.op);
  if (!use_floating_unary<float>(op, use)) use_number_unary<float>(op, use);
}

__device__ void map_binary(std::uint32_t me, Map m) {
  const auto use = [&](auto f) { map(me, m, f); };
  const auto op = static_cast<BinaryOp>(m.op);
  if (!use_floating_binary<float>(op, use)) use_number_binary<float>(op, use);
}

// Steps in which threads of a warp work together are walked by whole warps.
template <class F>
__device__ void each_group(std::uint32_t me, std::uint32_t groups, std::uint32_t together, F&& f) {
  for (std::uint32_t first = 0; first < groups * together; first += kThreads) {
    const std::uint32_t thread = first + me;
    f(thread / together, thread % together);
  }
}

__device__ void add_up(std::uint32_t me, Sum s) {
  const JoinInWarp join{s.together};
  each_group(me, s.outputs, s.together, [&](std::uint32_t output, std::uint32_t lane) {
    const bool inside = output < s.outputs;
    const float* in = s.in + (inside ? output * s.kept_step : 0);
    float total = 0;
#pragma unroll 8
    for (std::uint32_t i = lane; i < (inside ? s.length : 0); i += s.together) total += in[i * s.inner_step];
    total = join(total, Plus{});
    if (inside && lane == 0) s.out[output * s.out_step] = total * s.factor;
  });
}

__device__ void normalise(std::uint32_t me, Softmax s, bool backward) {
  const JoinInWarp join{s.together};
  each_group(me, s.rows, s.together, [&](std::uint32_t row, std::uint32_t lane) {
    const std::int64_t width = row < s.rows ? s.width : 0;
    if (backward) {
      softmax_grad_row(s.out, s.in, s.result, row, lane, width, s.together, s.log, join);
    } else {
      softmax_row(s.out, s.in, row, lane, width, s.together, s.log, join);
    }
  });
}

__device__ void spread(std::uint32_t me, NllGrad<float> p) {
  const float divisor = p.total ? *p.total : 1;
  each(me, static_cast<std::uint32_t>(p.rows * p.classes),
       [&](std::uint32_t i) { nll_grad_at(p, divisor, i); });
}

__device__ void step(std::uint32_t me, SgdPart s) {
  each(me, s.count, [&](std::uint32_t i) { sgd_at<float>(s.how, s.param, s.grad, s.momentum, i); });
}

__device__ void step(std::uint32_t me, AdamPart s) {
  const AdamSize size = s.cell->size;
  each(me, s.count,
       [&](std::uint32_t i) { adam_at<float>(s.how, size, s.param, s.grad, s.average, s.square, i); });
}

using Words = uint4;

__global__ void __launch_bounds__(kThreads) small_work_kernel(const Work* list, std::uint32_t count) {
  __shared__ Words fetched[kMost * sizeof(Work) / sizeof(Words)];  // at once: one by one, each is waited for
  const auto* const work = reinterpret_cast<const Work*>(fetched);
  __shared__ float4 room[kProductRoom];
  for (std::uint32_t i = threadIdx.x; i < count * (sizeof(Work) / sizeof(Words)); i += kThreads)
    fetched[i] = reinterpret_cast<const Words*>(list)[i];
  __syncthreads();
  for (std::uint32_t k = 0; k < count; ++k) {
    const Work& w = work[k];
    const std::uint32_t me = (threadIdx.x - w.shift) % kThreads;
    if (w.waits) __syncthreads();
    switch (w.kind) {
      case Kind::fill:
      case Kind::copy:
        map(me, w.map, [](float x, float) { return x; });
        break;
      case Kind::unary:
        map_unary(me, w.map);
        break;
      case Kind::binary:
        map_binary(me, w.map);
        break;
      case Kind::sum:
        add_up(me, w.sum);
        break;
      case Kind::softmax:
        normalise(me, w.softmax, false);
        break;
      case Kind::softmax_grad:
        normalise(me, w.softmax, true);
        break;
      case Kind::nll:
        add_up_nll(w.nll, threads_of_nll(w.nll.rows));
        break;
      case Kind::nll_grad:
        spread(me, w.nll_grad);
        break;
      case Kind::sgd:
        step(me, w.sgd);
        break;
      case Kind::adam:
        step(me, w.adam);
        break;
      case Kind::count:
        if (threadIdx.x == 0) cuda::count_adam(w.count.how, w.count.cell);
        break;
      case Kind::product:
        multiply_in_block(w.product, room);
        break;
    }
  }
}

/// How many threads have something to do.
std::uint32_t threads_of(const Work& w) {
  switch (w.kind) {
    case Kind::sum:
      return w.sum.outputs * w.sum.together;
    case Kind::softmax:
    case Kind::softmax_grad:
      return w.softmax.rows * w.softmax.together;
    case Kind::nll_grad:
      return static_cast<std::uint32_t>(w.nll_grad.rows * w.nll_grad.classes);
    case Kind::sgd:
      return w.sgd.count;
    case Kind::adam:
      return w.adam.count;
    case Kind::nll:
    case Kind::count:
    case Kind::product:
      return kThreads;
    default:
      return w.map.count;
  }
}

bool is_dense(const Map& m, std::uint32_t columns) {
  const auto dense = [&](Map::Steps steps) {
    return steps.right == 1 && (m.columns.divisor == m.count || steps.down == columns);
  };
  return dense(m.out_steps) && dense(m.a_steps) && (!m.b || dense(m.b_steps));
}

bool apart(const float* a, std::size_t a_count, const float* b, std::size_t b_count) {
  return a + a_count <= b || b + b_count <= a;
}

/// A product and the ReLU (or its gradient) of what it gives, which follows, as one: true if that can be.
bool join(Work& before, const Work& next) {
  if (before.kind != Kind::product || (next.kind != Kind::unary && next.kind != Kind::binary)) return false;
  BlockProduct& product = before.product;
  const Map& map = next.map;
  const std::uint32_t columns = product.columns.count;
  const bool relu = next.kind == Kind::unary && UnaryOp{map.op} == UnaryOp::relu;
  const bool gradient = next.kind == Kind::binary && BinaryOp{map.op} == BinaryOp::relu_grad && map.b;
  if ((!relu && !gradient) || product.relu || map.a != product.out ||
      map.count != product.rows.count * columns || product.out_right != 1 || product.out_down != columns ||
      !is_dense(map, columns))
    return false;
  // Now some elements are read when others are written already.
  const std::size_t count = map.count, biases = product.bias ? (columns - 1) * product.bias_step + 1 : 0;
  if (gradient && (!apart(map.b, count, product.out, count) || !apart(map.b, count, map.out, count)))
    return false;
  if (!apart(product.bias, biases, map.out, count) || !apart(product.out, count, map.out, count))
    return false;
  if (product.sums && !apart(product.sums, product.rows.count * product.sums_step, map.out, count))
    return false;
  product.relu = map.out;
  product.gate = gradient ? map.b : nullptr;
  return true;
}

}  // namespace

void run(Gpu& gpu, Capture& capture, std::span<const Part> parts) {
  std::vector<Work> list;
  std::uint32_t shift = 0;
  bool joined = false;  // the part before: it gave up a wait
  for (const Part& part : parts) {
    Work work = *part.work;
    if (!list.empty() && !joined && join(list.back(), work)) {
      joined = true;
      continue;
    }
    const bool shares = work.kind == Kind::nll || work.kind == Kind::product;  // memory of the block
    const bool after_joined = std::exchange(joined, false);
    work.waits = part.waits || shares || after_joined;
    if (work.waits || work.kind == Kind::count) shift = 0;
    work.shift = shift;
    shift = (shift + (threads_of(work) + 31) / 32 * 32) % kThreads;
    list.push_back(work);
  }
  const auto* on_gpu = static_cast<const Work*>(capture.keep(list.data(), list.size() * sizeof(Work)));
  launch(gpu, small_work_kernel, 1, kThreads, on_gpu, static_cast<std::uint32_t>(list.size()));
}

}  // namespace todevice::cuda::small
