// SPDX-License-Identifier: Apache-2.0
// Which operations one block does, and how it is told.
#include <algorithm>

#include "backend/cuda/device/binary_ops.cuh"
#include "backend/cuda/device/small_parts.cuh"
#include "backend/cuda/device/unary_ops.cuh"
#include "backend/cuda/device/walk.cuh"
#include "backend/cuda/launchers.h"
#include "backend/cuda/reduced_split.h"
#include "backend/cuda/small_work.h"

namespace todevice::cuda::small {

namespace {

// What the block does in about the time in which a kernel of its own would start:
constexpr std::int64_t kFewElements = 4096;
constexpr std::int64_t kShortSum = 2048;
constexpr std::int64_t kFewRows = 512;                 // of a loss
constexpr std::int64_t kNear = std::int64_t{1} << 18;  // steps: kFewElements of them fit 32 bits

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
  bool near = true;
  const auto steps = [&walk, &near](int k) {
    const std::int64_t right = walk.dims > 0 ? walk.strides[walk.dims - 1][k] : 0,
                       down = walk.dims > 1 ? walk.strides[0][k] : 0;
    near = near && std::max(right, down) <= kNear;
    return Map::Steps{static_cast<std::uint32_t>(down), static_cast<std::uint32_t>(right)};
  };
  const auto columns = walk.dims > 1 ? walk.size[1] : count;
  const Map::Steps out_steps = steps(0), a_steps = steps(1), b_steps = steps(2);
  if (!near) return nullptr;
  auto work = work_of(kind);
  work->map = {op,
               out.as<float>(),
               a ? a->as<float>() : nullptr,
               b ? b->as<float>() : nullptr,
               from_scalar<float>(a_number),
               from_scalar<float>(b_number),
               static_cast<std::uint32_t>(count),
               Divider(static_cast<std::uint32_t>(columns)),
               out_steps,
               a_steps,
               b_steps};
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
  const auto [kept_out, kept, inner] = ReducedSplit(out, in, dims);
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

Maybe product(const View& out, const View& a, const View& b, const View* bias, double alpha, double beta,
              const View* sums) {
  if (!is_small_product(out, a) || !all_float({&out, &a, &b, bias, sums})) return nullptr;
  const auto product = block_product_of(out, a, b, bias, alpha, beta, sums);
  if (!product) return nullptr;
  auto work = work_of(Kind::product);
  work->product = *product;
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

}  // namespace todevice::cuda::small
