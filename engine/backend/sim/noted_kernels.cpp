// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "backend/sim/sim_calls.h"

namespace todevice::sim {

namespace {

using trace::CallKind;

// In the order of the enumerations of backend/kernels.h.
constexpr std::array kUnary = std::to_array<std::string_view>(
    {"neg",   "abs",    "sign",        "exp",         "expm1", "log",   "log1p",   "log2",  "log10", "sqrt",
     "rsqrt", "square", "reciprocal",  "sin",         "cos",   "tan",   "asin",    "acos",  "atan",  "sinh",
     "cosh",  "tanh",   "erf",         "sigmoid",     "relu",  "gelu",  "silu",    "floor", "ceil",  "round",
     "trunc", "frac",   "logical_not", "bitwise_not", "isnan", "isinf", "isfinite"});
static_assert(kUnary.size() == static_cast<std::size_t>(UnaryOp::isfinite) + 1);
constexpr std::array kBinary = std::to_array<std::string_view>(
    {"add",        "sub",         "mul",       "div",          "floor_div",  "remainder",   "fmod",
     "pow",        "atan2",       "maximum",   "minimum",      "eq",         "ne",          "lt",
     "le",         "gt",          "ge",        "logical_and",  "logical_or", "logical_xor", "bitwise_and",
     "bitwise_or", "bitwise_xor", "relu_grad", "sigmoid_grad", "tanh_grad",  "gelu_grad"});
static_assert(kBinary.size() == static_cast<std::size_t>(BinaryOp::gelu_grad) + 1);
constexpr std::array kReduce =
    std::to_array<std::string_view>({"sum", "mean", "prod", "max", "min", "all", "any", "argmax", "argmin"});
static_assert(kReduce.size() == static_cast<std::size_t>(ReduceOp::argmin) + 1);

template <class Op, std::size_t N>
std::string_view word(const std::array<std::string_view, N>& names, Op op) {
  return names.at(static_cast<std::size_t>(op));
}

std::size_t bytes_of(const View& view) {
  std::size_t bytes = item_size(view.dtype);
  for (const auto size : view.shape) bytes *= static_cast<std::size_t>(size);
  return bytes;
}

class NotedKernels final : public Kernels {
 public:
  NotedKernels(SimCalls& calls, int device, std::unique_ptr<Kernels> kernels)
      : calls_(calls), device_(device), kernels_(std::move(kernels)) {}

  void fill(const View& out, Scalar value) override {
    calls_.note(CallKind::set, "fill", device_, bytes_of(out), [&] { kernels_->fill(out, value); });
  }
  void copy(const View& out, const View& in) override {
    calls_.note(CallKind::copy, "copy", device_, bytes_of(out), [&] { kernels_->copy(out, in); });
  }
  void arange(const View& out, Scalar start, Scalar step) override {
    note("arange", [&] { count_up(out, start, step); });
  }
  void unary(UnaryOp op, const View& out, const View& in) override {
    note(word(kUnary, op), [&] { kernels_->unary(op, out, in); });
  }
  void binary(BinaryOp op, const View& out, const Operand& a, const Operand& b) override {
    note(word(kBinary, op), [&] { kernels_->binary(op, out, a, b); });
  }
  void clamp(const View& out, const View& in, Scalar low, Scalar high) override {
    note("clamp", [&] { kernels_->clamp(out, in, low, high); });
  }
  void where(const View& out, const View& condition, const Operand& a, const Operand& b) override {
    note("where", [&] { kernels_->where(out, condition, a, b); });
  }
  void reduce(ReduceOp op, const View& out, const View& in, std::uint32_t dims) override {
    note(word(kReduce, op), [&] { kernels_->reduce(op, out, in, dims); });
  }
  void matmul(const View& out, const View& a, const View& b, double alpha, double beta) override {
    note("matmul", [&] { kernels_->matmul(out, a, b, alpha, beta); });
  }
  void matmul_plus(const View& out, const View& bias, const View& a, const View& b) override {
    note("matmul_plus", [&] { kernels_->matmul_plus(out, bias, a, b); });
  }
  void softmax(const View& out, const View& in, bool log) override {
    note(log ? "log_softmax" : "softmax", [&] { kernels_->softmax(out, in, log); });
  }
  void softmax_grad(const View& grad_in, const View& grad_out, const View& out, bool log) override {
    note(log ? "log_softmax_grad" : "softmax_grad",
         [&] { kernels_->softmax_grad(grad_in, grad_out, out, log); });
  }
  void nll(const View& out, const View& log_prob, const View& target, std::int64_t ignore_index) override {
    note("nll", [&] { kernels_->nll(out, log_prob, target, ignore_index); });
  }
  void nll_grad(const View& grad, const View& target, const View& scale, std::int64_t ignore_index,
                const std::optional<View>& total) override {
    note("nll_grad", [&] { kernels_->nll_grad(grad, target, scale, ignore_index, total); });
  }
  void index_select(const View& out, const View& in, const View& index, Counted rows) override {
    note("index_select", [&] { kernels_->index_select(out, in, index, rows); });
  }
  void index_add(const View& out, const View& in, const View& index) override {
    note("index_add", [&] { kernels_->index_add(out, in, index); });
  }
  void uniform(const View& out, double from, double to) override {
    note("uniform", [&] { kernels_->uniform(out, from, to); });
  }
  void normal(const View& out, double mean, double std) override {
    note("normal", [&] { kernels_->normal(out, mean, std); });
  }
  void random_int(const View& out, std::int64_t low, std::int64_t high) override {
    note("random_int", [&] { kernels_->random_int(out, low, high); });
  }
  void keep(const View& out, double share, int neighbours) override {
    note("fused_dropout", [&] { kernels_->keep(out, share, neighbours); });
  }
  void chance(const View& out, double share) override {
    note("bernoulli", [&] { kernels_->chance(out, share); });
  }
  void chances(const View& out, const View& share) override {
    note("bernoulli", [&] { kernels_->chances(out, share); });
  }
  void manual_seed(std::uint64_t seed) override { kernels_->manual_seed(seed); }
  std::uint64_t initial_seed() override { return kernels_->initial_seed(); }
  std::vector<std::byte> random_state() override { return kernels_->random_state(); }
  void set_random_state(std::span<const std::byte> state) override { kernels_->set_random_state(state); }
  void sgd_step(std::span<const View> params, std::span<const View> grads, std::span<const View> momenta,
                const SgdStep& how) override {
    note("sgd_step", [&] { kernels_->sgd_step(params, grads, momenta, how); });
  }
  void adam_step(std::span<const View> params, std::span<const View> grads, std::span<const View> exp_avgs,
                 std::span<const View> exp_avg_sqs, const AdamStep& how) override {
    note("adam_step", [&] { kernels_->adam_step(params, grads, exp_avgs, exp_avg_sqs, how); });
  }

 private:
  template <class Act>
  void note(std::string_view name, const Act& act) {
    calls_.note(CallKind::kernel, name, device_, 0, act);
  }

  SimCalls& calls_;
  int device_;
  std::unique_ptr<Kernels> kernels_;
};

}  // namespace

std::unique_ptr<Kernels> noted_kernels(SimCalls& calls, int device, std::unique_ptr<Kernels> kernels) {
  return std::make_unique<NotedKernels>(calls, device, std::move(kernels));
}

}  // namespace todevice::sim
