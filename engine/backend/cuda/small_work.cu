// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/small_work.h"

#undef NDEBUG
#include "backend/cuda/capture.h"
#include "backend/cuda/device/binary_ops.cuh"
#include "backend/cuda/device/launch.cuh"
#include "backend/cuda/device/nll.cuh"
#include "backend/cuda/device/optim.cuh"
#include "backend/cuda/device/rows.cuh"
#include "backend/cuda/device/small_product.cuh"
#include "backend/cuda/device/unary_ops.cuh"
#include "backend/cuda/device/walk.cuh"

namespace todevice::cuda::small {

namespace {

constexpr unsigned kThreads = 1024;
// What the block does in about the time in which a kernel of its own would start:
constexpr std::int64_t kFewElements = 4096;
constexpr std::int64_t kShortSum = 2048;
constexpr std::int64_t kFewRows = 512;  // of a loss

enum class Kind : std::uint8_t {
  fill,
  copy,
  unary,
  binary,
  sum,
  softmax,
  softmax_grad,
  nll,
  nll_grad,
  sgd,
  adam,
  count
};

/// Element-wise, rows of columns; a null input is the number.
struct Map {
  std::uint8_t op;
  float* out;
  const float *a, *b;
  float a_number, b_number;
  std::uint32_t count, columns;
  Lay out_lies, a_lies, b_lies;
};

struct Sum {
  float* out;
  const float* in;
  float factor;
  std::uint32_t outputs, length, together;
  std::int64_t out_step, kept_step, inner_step;
};

struct Softmax {
  Rows<float> out, in, result;  ///< forward: out, in; backward: grad_in, grad_out, out
  std::uint32_t rows, width, together;
  bool log;
};

struct SgdPart {
  Sgd<float> how;
  float* param;
  const float* grad;
  float* momentum;
  std::uint32_t count;
};

struct AdamPart {
  Adam<float> how;
  float *param, *average, *square;
  const float* grad;
  const AdamCell* cell;
  std::uint32_t count;
};

struct Count {
  Adam<float> how;
  AdamCell* cell;
};

}  // namespace

struct alignas(16) Work {
  Kind kind;
  bool waits;
  std::uint32_t shift;  ///< the thread that begins: parts that wait for nothing take other warps
  union {
    Map map;
    Sum sum;
    Softmax softmax;
    Nll<float> nll;
    NllGrad<float> nll_grad;
    SgdPart sgd;
    AdamPart adam;
    Count count;
  };
  Work() {}  // which of them it is comes later
};

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
  if (m.columns == m.count) {
    each(me, m.count, [&](std::uint32_t i) {
      m.out[i * m.out_lies.right] =
          f(m.a ? m.a[i * m.a_lies.right] : m.a_number, m.b ? m.b[i * m.b_lies.right] : m.b_number);
    });
    return;
  }
  each(me, m.count, [&](std::uint32_t i) {
    const std::uint32_t row = i / m.columns, column = i - row * m.columns;
    const auto at = [&](const Lay& lay) { return row * lay.down + column * lay.right; };
    m.out[at(m.out_lies)] = f(m.a ? m.a[at(m.a_lies)] : m.a_number, m.b ? m.b[at(m.b_lies)] : m.b_number);
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
      return kThreads;
    default:
      return w.map.count;
  }
}

bool all_float(std::initializer_list<const View*> views) {
  return std::ranges::all_of(views, [](const View* v) { return !v || v->dtype == DType::float32; });
}

std::shared_ptr<Work> work_of(Kind kind) {
  auto work = std::make_shared<Work>();
  work->kind = kind;
  return work;
}

/// Null views are numbers.
Maybe map_of(Kind kind, std::uint8_t op, const View& out, const View* a, const View* b, Scalar a_number,
             Scalar b_number) {
  const std::int64_t count = numel(out.shape);
  if (count == 0 || count > kFewElements || !all_float({&out, a, b})) return nullptr;
  const Walk<3> walk = make_walk<3>({&out, a, b});
  if (walk.dims > 2) return nullptr;
  const auto lay = [&walk](int k) {
    Lay lay{};
    lay.right = walk.dims > 0 ? walk.strides[walk.dims - 1][k] : 0;
    lay.down = walk.dims > 1 ? walk.strides[0][k] : 0;
    return lay;
  };
  const auto columns = walk.dims > 1 ? walk.size[1] : count;
  auto work = work_of(kind);
  work->map = {op,
               out.as<float>(),
               a ? a->as<float>() : nullptr,
               b ? b->as<float>() : nullptr,
               from_scalar<float>(a_number),
               from_scalar<float>(b_number),
               static_cast<std::uint32_t>(count),
               static_cast<std::uint32_t>(columns),
               lay(0),
               lay(1),
               lay(2)};
  return work;
}

std::uint32_t power_of_two_below(std::int64_t n) {
  std::uint32_t p = 1;
  while (p < 32 && p * 2 <= n) p *= 2;
  return p;
}

Maybe softmax_of(Kind kind, const View& out, const View& in, const View& result, bool log) {
  const std::int64_t rows = out.shape[0], width = out.shape[1];
  const std::uint32_t together = power_of_two_below(width);
  if (rows * width == 0 || rows * width > kFewElements || width > 1024 || !all_float({&out, &in, &result}))
    return nullptr;
  auto work = work_of(kind);
  work->softmax = {Rows<float>(out),
                   Rows<float>(in),
                   Rows<float>(result),
                   static_cast<std::uint32_t>(rows),
                   static_cast<std::uint32_t>(width),
                   together,
                   log};
  return work;
}

}  // namespace

Maybe fill(const View& out, Scalar value) {
  return map_of(Kind::fill, 0, out, nullptr, nullptr, value, 0);
}

Maybe copy(const View& out, const View& in) {
  return map_of(Kind::copy, 0, out, &in, nullptr, 0, 0);
}

Maybe unary(UnaryOp op, const View& out, const View& in) {
  if (is_test(op) || op == UnaryOp::bitwise_not) return nullptr;
  return map_of(Kind::unary, static_cast<std::uint8_t>(op), out, &in, nullptr, 0, 0);
}

Maybe binary(BinaryOp op, const View& out, const Operand& a, const Operand& b) {
  if (is_comparison(op) || !has(op, DType::float32)) return nullptr;
  const auto number = [](const Operand& x) {
    return std::get_if<Scalar>(&x) ? std::get<Scalar>(x) : Scalar(0);
  };
  const View *a_view = std::get_if<View>(&a), *b_view = std::get_if<View>(&b);
  if (op == BinaryOp::div && !b_view) {  // as binary.cu divides by a number
    const float inverse = 1.0f / from_scalar<float>(number(b));
    return map_of(Kind::binary, static_cast<std::uint8_t>(BinaryOp::mul), out, a_view, nullptr, number(a),
                  static_cast<double>(inverse));
  }
  return map_of(Kind::binary, static_cast<std::uint8_t>(op), out, a_view, b_view, number(a), number(b));
}

Maybe reduce(ReduceOp op, const View& out, const View& in, std::uint32_t dims) {
  if ((op != ReduceOp::sum && op != ReduceOp::mean) || !all_float({&out, &in})) return nullptr;
  View kept_out = out, kept = in, inner = in;
  for (int d = in.shape.count() - 1; d >= 0; --d) {
    const bool reduced = (dims >> d) & 1u;
    View& loses = reduced ? kept : inner;
    loses.shape.erase(d);
    loses.strides.erase(d);
    if (reduced) {
      kept_out.shape.erase(d);
      kept_out.strides.erase(d);
    }
  }
  const std::int64_t outputs = numel(kept.shape), length = numel(inner.shape);
  if (outputs * length == 0 || outputs * length > kFewElements || length > kShortSum) return nullptr;
  const Walk<2> outer = make_walk<2>({&kept_out, &kept});
  const Walk<1> along = make_walk<1>({&inner});
  if (outer.dims > 1 || along.dims > 1) return nullptr;
  auto work = work_of(Kind::sum);
  const auto together = length >= 4 ? power_of_two_below(length / 4) : 1;
  work->sum = {out.as<float>(),
               in.as<float>(),
               op == ReduceOp::mean ? static_cast<float>(1 / static_cast<double>(length)) : 1,
               static_cast<std::uint32_t>(outputs),
               static_cast<std::uint32_t>(length),
               together,
               outer.dims > 0 ? outer.strides[0][0] : 0,
               outer.dims > 0 ? outer.strides[0][1] : 0,
               along.dims > 0 ? along.strides[0][0] : 0};
  return work;
}

Maybe softmax(const View& out, const View& in, bool log) {
  return softmax_of(Kind::softmax, out, in, in, log);
}

Maybe softmax_grad(const View& grad_in, const View& grad_out, const View& out, bool log) {
  return softmax_of(Kind::softmax_grad, grad_in, grad_out, out, log);
}

Maybe nll_reduced(const View& loss, const View& total, const View& log_prob, const View& target, bool mean,
                  std::int64_t ignore_index) {
  if (log_prob.shape[0] > kFewRows || !all_float({&loss, &total, &log_prob})) return nullptr;
  auto work = work_of(Kind::nll);
  work->nll = nll_of<float>(loss, total, log_prob, target, mean, ignore_index);
  return work;
}

Maybe nll_grad(const View& grad, const View& target, const View& scale, std::int64_t ignore_index,
               const std::optional<View>& total) {
  const std::int64_t count = numel(grad.shape);
  if (count == 0 || count > kFewElements || !all_float({&grad, &scale, total ? &*total : nullptr}))
    return nullptr;
  auto work = work_of(Kind::nll_grad);
  work->nll_grad = nll_grad_of<float>(grad, target, scale, ignore_index, total);
  return work;
}

Maybe sgd(const View& param, const View& grad, const View* momentum, const Kernels::SgdStep& how) {
  const std::int64_t count = numel(param.shape);
  if (count > kFewElements || !all_float({&param, &grad, momentum})) return nullptr;
  auto work = work_of(Kind::sgd);
  work->sgd = {sgd_of<float>(how, momentum != nullptr), param.as<float>(), grad.as<float>(),
               momentum ? momentum->as<float>() : nullptr, static_cast<std::uint32_t>(count)};
  return work;
}

Maybe adam(const View& param, const View& grad, const View& average, const View& square,
           const Kernels::AdamStep& how, const AdamCell* cell) {
  const std::int64_t count = numel(param.shape);
  if (count > kFewElements || !all_float({&param, &grad, &average, &square})) return nullptr;
  auto work = work_of(Kind::adam);
  work->adam = {adam_of<float>(how),
                param.as<float>(),
                average.as<float>(),
                square.as<float>(),
                grad.as<float>(),
                cell,
                static_cast<std::uint32_t>(count)};
  return work;
}

Maybe count_adam(const Kernels::AdamStep& how, AdamCell* cell) {
  auto work = work_of(Kind::count);
  work->count = {adam_of<float>(how), cell};
  return work;
}

void run(Gpu& gpu, Capture& capture, std::span<const Part> parts) {
  std::vector<Work> list;
  std::uint32_t shift = 0;
  for (const Part& part : parts) {
    Work work = *part.work;
    work.waits = part.waits || work.kind == Kind::nll;  // it shares memory of the block
    if (work.waits || work.kind == Kind::count) shift = 0;
    work.shift = shift;
    shift = (shift + (threads_of(work) + 31) / 32 * 32) % kThreads;
    list.push_back(work);
  }
  const auto* on_gpu = static_cast<const Work*>(capture.keep(list.data(), list.size() * sizeof(Work)));
  launch(gpu, small_work_kernel, 1, kThreads, on_gpu, static_cast<std::uint32_t>(list.size()));
}

}  // namespace todevice::cuda::small
