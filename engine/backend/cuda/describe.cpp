// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/describe.h"

#include <algorithm>

#include "backend/cuda/launchers.h"
#include "backend/cuda/product.h"

namespace todevice::cuda::describe {

namespace {

/// From the first element to the last, with what lies between.
Range range_of(const View& view) {
  std::int64_t last = 0;
  for (int d = 0; d < view.shape.count(); ++d) {
    if (view.shape[d] == 0) return {0, 0};
    last += (view.shape[d] - 1) * view.strides[d];
  }
  const auto begin = reinterpret_cast<std::uintptr_t>(view.data);
  return {begin, begin + (static_cast<std::size_t>(last) + 1) * item_size(view.dtype)};
}

/// Every kernel knows these, and one launch is enough for so few elements.
bool is_plain(const View& view) {
  return view.dtype == DType::float32 && numel(view.shape) > 0 && numel(view.shape) <= std::int64_t{1} << 30;
}

Deferred touching(std::initializer_list<const View*> writes, std::initializer_list<const View*> reads,
                  small::Maybe small) {
  Deferred made;
  for (const View* view : writes) made.writes.push_back(range_of(*view));
  for (const View* view : reads) made.reads.push_back(range_of(*view));
  made.small = std::move(small);
  return made;
}

// Multiplications of float32 from which a product keeps every multiprocessor busy.
constexpr std::int64_t kManyProducts = std::int64_t{1} << 28;

Deferred product(const View& out, const View& a, const View& b, const View* bias, double alpha, double beta,
                 const View* sums, bool tf32) {
  Deferred made = touching({&out}, {&a, &b}, small::product(out, a, b, bias, alpha, beta, sums));
  if (beta != 0) made.reads.push_back(range_of(out));
  if (bias) made.reads.push_back(range_of(*bias));
  if (sums) made.writes.push_back(range_of(*sums));
  made.uses_workspace = !is_small_product(out, a);
  made.fills_gpu = !tf32 && numel(out.shape) * a.shape[a.shape.count() - 1] >= kManyProducts;
  return made;
}

}  // namespace

Maybe fill(const View& out, const Scalar& value) {
  if (!is_plain(out)) return {};
  return touching({&out}, {}, small::fill(out, value));
}

Maybe copy(const View& out, const View& in) {
  if (!is_plain(out) || !is_plain(in)) return {};
  return touching({&out}, {&in}, small::copy(out, in));
}

Maybe unary(UnaryOp op, const View& out, const View& in) {
  if (!is_plain(out) || !is_plain(in) || op == UnaryOp::bitwise_not) return {};
  return touching({&out}, {&in}, small::unary(op, out, in));
}

Maybe binary(BinaryOp op, const View& out, const Operand& a, const Operand& b) {
  const bool bits = op >= BinaryOp::bitwise_and && op <= BinaryOp::bitwise_xor;
  if (!is_plain(out) || bits) return {};
  Deferred made = touching({&out}, {}, small::binary(op, out, a, b));
  for (const Operand* operand : {&a, &b}) {
    const View* view = std::get_if<View>(operand);
    if (!view) continue;
    if (!is_plain(*view)) return {};
    made.reads.push_back(range_of(*view));
  }
  return made;
}

Maybe reduce(ReduceOp op, const View& out, const View& in, std::uint32_t dims) {
  if (!is_plain(out) || !is_plain(in)) return {};
  Deferred made = touching({&out}, {&in}, small::reduce(op, out, in, dims));
  made.uses_workspace = !made.small;
  return made;
}

Maybe matmul(const View& out, const View& a, const View& b, double alpha, double beta, bool tf32) {
  if (!is_plain(out) || !is_plain(a) || !is_plain(b) || !lies_for_product(out, a, b)) return {};
  return product(out, a, b, nullptr, alpha, beta, nullptr, tf32);
}

Maybe product_plus_row(const View& out, const View& bias, const View& a, const View& b, bool tf32) {
  if (!is_plain(out) || !is_plain(a) || !is_plain(b) || !lies_for_product(out, a, b)) return {};
  return product(out, a, b, &bias, 1, 0, nullptr, tf32);
}

Maybe product_row_sums(const View& out, const View& sums, const View& a, const View& b) {
  if (!is_plain(out)) return {};
  return product(out, a, b, nullptr, 1, 0, &sums, false);
}

Maybe softmax(const View& out, const View& in, bool log) {
  if (!is_plain(out) || !is_plain(in)) return {};
  return touching({&out}, {&in}, small::softmax(out, in, log));
}

Maybe softmax_grad(const View& grad_in, const View& grad_out, const View& out, bool log) {
  if (!is_plain(grad_in)) return {};
  return touching({&grad_in}, {&grad_out, &out}, small::softmax_grad(grad_in, grad_out, out, log));
}

Maybe nll_reduced(const View& loss, const View& total, const View& log_prob, const View& target, bool mean,
                  std::int64_t ignore_index) {
  if (!is_plain(log_prob)) return {};
  return touching({&loss, &total}, {&log_prob, &target},
                  small::nll_reduced(loss, total, log_prob, target, mean, ignore_index));
}

Maybe nll_grad(const View& grad, const View& target, const View& scale, std::int64_t ignore_index,
               const std::optional<View>& total) {
  if (!is_plain(grad)) return {};
  Deferred made =
      touching({&grad}, {&target, &scale}, small::nll_grad(grad, target, scale, ignore_index, total));
  if (total) made.reads.push_back(range_of(*total));
  return made;
}

Deferred optimiser(std::span<const std::span<const View>> tensors, const AdamCell* counts,
                   const AdamCell* reads) {
  Deferred made;
  for (const auto& list : tensors) {
    for (const View& view : list) made.writes.push_back(range_of(view));  // the gradients, too: no matter
  }
  const auto cell = [](const AdamCell* at) {
    const auto begin = reinterpret_cast<std::uintptr_t>(at);
    return Range{begin, begin + 1};
  };
  if (counts) made.writes.push_back(cell(counts));
  if (reads) made.reads.push_back(cell(reads));
  return made;
}

}  // namespace todevice::cuda::describe
