// SPDX-License-Identifier: Apache-2.0
#include "backend/kernels.h"

#include "backend/host/kernels_impl.h"
#include "backend/host/scalar_view.h"
#include "backend/host/with_number.h"

namespace todevice::host {

namespace {

class HostKernels final : public Kernels {
 public:
  explicit HostKernels(std::unique_ptr<Generator> generator) : generator_(std::move(generator)) {}

  void fill(const View& out, Scalar value) override { host::fill(out, value); }
  void copy(const View& out, const View& in) override { host::copy(out, in); }
  void arange(const View& out, Scalar start, Scalar step) override { host::arange(out, start, step); }
  void unary(UnaryOp op, const View& out, const View& in) override { host::unary(op, out, in); }
  void binary(BinaryOp op, const View& out, const Operand& a, const Operand& b) override {
    const Scalar* const number = std::get_if<Scalar>(&b);
    const View* const view = std::get_if<View>(&a);
    if (number && view && binary_with_number(op, out, *view, *number)) return;
    const DType dtype = dtype_of(a, b);
    const OperandView x(a, dtype, out.shape);
    const OperandView y(b, dtype, out.shape);
    host::binary(op, out, x.get(), y.get());
  }
  void clamp(const View& out, const View& in, Scalar low, Scalar high) override {
    host::clamp(out, in, low, high);
  }
  void where(const View& out, const View& condition, const Operand& a, const Operand& b) override {
    const OperandView x(a, out.dtype, out.shape);
    const OperandView y(b, out.dtype, out.shape);
    host::where(out, condition, x.get(), y.get());
  }
  void reduce(ReduceOp op, const View& out, const View& in, std::uint32_t dims) override {
    host::reduce(op, out, in, dims);
  }
  void matmul(const View& out, const View& a, const View& b, double alpha, double beta) override {
    host::matmul(out, a, b, alpha, beta);
  }
  bool variance(const View& out, const View& in, std::uint32_t dims, double correction, bool root) override {
    host::variance(out, in, dims, correction, root);
    return true;
  }
  bool norm(const View& out, const View& in, std::uint32_t dims, double p) override {
    host::norm(out, in, dims, p);
    return true;
  }
  bool softmax_across(const View& out, const View& in) override {
    host::softmax_across(out, in);
    return true;
  }
  bool layer_norm(const View& out, const View& mean, const View& inverse, const View& in, const View* weight,
                  const View* bias, double eps) override {
    host::layer_norm(out, mean, inverse, in, weight, bias, eps);
    return true;
  }
  void layer_norm_grad(const LayerNormGrads& out, const View& grad, const View& in, const View& mean,
                       const View& inverse, const View* weight) override {
    host::layer_norm_grad(out, grad, in, mean, inverse, weight);
  }
  bool matmul_row_sums(const View& out, const View& sums, const View& a, const View& b) override {
    const auto one = [](const View& m) {
      return View{m.data, m.dtype, {1, m.shape[0], m.shape[1]}, {0, m.strides[0], m.strides[1]}};
    };
    if (numel(out.shape) == 0 || numel(a.shape) == 0) return false;
    host::matmul(one(out), one(a), one(b), 1, 0);
    host::reduce(ReduceOp::sum, sums, a, 2);
    return true;
  }
  void softmax(const View& out, const View& in, bool log) override { host::softmax(out, in, log); }
  void softmax_grad(const View& grad_in, const View& grad_out, const View& out, bool log) override {
    host::softmax_grad(grad_in, grad_out, out, log);
  }
  void nll(const View& out, const View& log_prob, const View& target, std::int64_t ignore_index) override {
    host::nll(out, log_prob, target, ignore_index);
  }
  bool nll_reduced(const View& loss, const View& total, const View& log_prob, const View& target, bool mean,
                   std::int64_t ignore_index) override {
    host::nll_reduced(loss, total, log_prob, target, mean, ignore_index);
    return true;
  }
  void nll_grad(const View& grad, const View& target, const View& scale, std::int64_t ignore_index,
                const std::optional<View>& total) override {
    host::nll_grad(grad, target, scale, ignore_index, total);
  }
  void index_select(const View& out, const View& in, const View& index, Counted rows) override {
    host::index_select(out, in, index, rows);
  }
  void index_add(const View& out, const View& in, const View& index) override {
    host::index_add(out, in, index);
  }

  void uniform(const View& out, double from, double to) override { generator_->uniform(out, from, to); }
  void normal(const View& out, double mean, double std) override { generator_->normal(out, mean, std); }
  void random_int(const View& out, std::int64_t low, std::int64_t high) override {
    generator_->random_int(out, low, high);
  }
  void keep(const View& out, double share, int neighbours) override {
    generator_->keep(out, share, neighbours);
  }
  void chance(const View& out, double share) override { generator_->chance(out, share); }
  void chances(const View& out, const View& share) override { generator_->chances(out, share); }
  void manual_seed(std::uint64_t seed) override { generator_->manual_seed(seed); }
  std::uint64_t initial_seed() override { return generator_->initial_seed(); }
  std::vector<std::byte> random_state() override { return generator_->state(); }
  void set_random_state(std::span<const std::byte> state) override { generator_->set_state(state); }

  void sgd_step(std::span<const View> params, std::span<const View> grads, std::span<const View> momenta,
                const SgdStep& how) override {
    for (std::size_t i = 0; i < params.size(); ++i) {
      host::sgd_step(params[i], grads[i], momenta.empty() ? nullptr : &momenta[i], how);
    }
  }
  void adam_step(std::span<const View> params, std::span<const View> grads, std::span<const View> exp_avgs,
                 std::span<const View> exp_avg_sqs, const AdamStep& how) override {
    for (std::size_t i = 0; i < params.size(); ++i) {
      host::adam_step(params[i], grads[i], exp_avgs[i], exp_avg_sqs[i], how);
    }
  }

 private:
  std::unique_ptr<Generator> generator_;
};

}  // namespace

std::unique_ptr<Kernels> make_kernels(std::unique_ptr<Generator> generator) {
  return std::make_unique<HostKernels>(std::move(generator));
}

}  // namespace todevice::host
