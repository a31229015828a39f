// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/cuda_kernels.h"

#include "backend/cuda/capture.h"
#include "backend/cuda/defer_optim.h"
#include "backend/cuda/describe.h"
#include "backend/cuda/launchers.h"
#include "backend/cuda/product.h"
#include "core/errors.h"

namespace todevice::cuda {

namespace {

/// Up to here one block adds up a loss faster than several can agree.
constexpr std::int64_t kFewRows = 1 << 15;

// One file a family; this only forwards.
class CudaKernels final : public Kernels {
 public:
  explicit CudaKernels(int index) : index_(index) {}

  void fill(const View& out, Scalar value) override { submit(describe::fill, cuda::fill, out, value); }
  void copy(const View& out, const View& in) override { submit(describe::copy, cuda::copy, out, in); }
  void arange(const View& out, Scalar start, Scalar step) override { cuda::arange(gpu(), out, start, step); }
  void unary(UnaryOp op, const View& out, const View& in) override {
    submit(describe::unary, cuda::unary, op, out, in);
  }
  void binary(BinaryOp op, const View& out, const Operand& a, const Operand& b) override {
    submit(describe::binary, cuda::binary, op, out, a, b);
  }
  void clamp(const View& out, const View& in, Scalar low, Scalar high) override {
    cuda::clamp(gpu(), out, in, low, high);
  }
  void where(const View& out, const View& condition, const Operand& a, const Operand& b) override {
    cuda::where(gpu(), out, condition, a, b);
  }
  void reduce(ReduceOp op, const View& out, const View& in, std::uint32_t dims) override {
    submit(describe::reduce, cuda::reduce, op, out, in, dims);
  }
  void matmul(const View& out, const View& a, const View& b, double alpha, double beta) override {
    submit(describe::matmul, cuda::matmul, out, a, b, alpha, beta, allow_tf32());
  }
  void matmul_plus(const View& out, const View& bias, const View& a, const View& b) override {
    if (!takes_row(out, bias, a)) return Kernels::matmul_plus(out, bias, a, b);
    submit(describe::product_plus_row, cuda::product_plus_row, out, bias, a, b, allow_tf32());
  }
  bool matmul_row_sums(const View& out, const View& sums, const View& a, const View& b) override {
    if (numel(out.shape) == 0 || a.shape[1] == 0 || !is_small_product(out, a)) return false;
    submit(describe::product_row_sums, cuda::product_row_sums, out, sums, a, b);
    return true;
  }
  void softmax(const View& out, const View& in, bool log) override {
    submit(describe::softmax, cuda::softmax, out, in, log);
  }
  void softmax_grad(const View& grad_in, const View& grad_out, const View& out, bool log) override {
    submit(describe::softmax_grad, cuda::softmax_grad, grad_in, grad_out, out, log);
  }
  void nll(const View& out, const View& log_prob, const View& target, std::int64_t ignore_index) override {
    cuda::nll(gpu(), out, log_prob, target, ignore_index);
  }
  bool nll_reduced(const View& loss, const View& total, const View& log_prob, const View& target, bool mean,
                   std::int64_t ignore_index) override {
    if (log_prob.shape[0] > kFewRows) return false;
    submit(describe::nll_reduced, cuda::nll_reduced, loss, total, log_prob, target, mean, ignore_index);
    return true;
  }
  void nll_grad(const View& grad, const View& target, const View& scale, std::int64_t ignore_index,
                const std::optional<View>& total) override {
    submit(describe::nll_grad, cuda::nll_grad, grad, target, scale, ignore_index, total);
  }
  void index_select(const View& out, const View& in, const View& index, Counted rows) override {
    cuda::index_select(gpu(), out, in, index, rows);
  }
  void index_add(const View& out, const View& in, const View& index) override {
    cuda::index_add(gpu(), out, in, index);
  }
  void uniform(const View& out, double from, double to) override { cuda::uniform(gpu(), out, from, to); }
  void normal(const View& out, double mean, double std) override { cuda::normal(gpu(), out, mean, std); }
  void random_int(const View& out, std::int64_t low, std::int64_t high) override {
    cuda::random_int(gpu(), out, low, high);
  }
  void keep(const View& out, double share, int neighbours) override {
    cuda::keep(gpu(), out, share, neighbours);
  }
  void chance(const View& out, double share) override { cuda::chance(gpu(), out, share); }
  void chances(const View& out, const View& share) override { cuda::chances(gpu(), out, share); }
  void manual_seed(std::uint64_t seed) override { generator_of(index_).seed(seed); }
  std::uint64_t initial_seed() override { return generator_of(index_).initial_seed(); }
  std::vector<std::byte> random_state() override { return generator_of(index_).state(); }
  void set_random_state(std::span<const std::byte> state) override { generator_of(index_).set_state(state); }
  void sgd_step(std::span<const View> params, std::span<const View> grads, std::span<const View> momenta,
                const SgdStep& how) override {
    Gpu& here = gpu();
    if (Capture* capture = here.stream().capture) return defer_sgd(*capture, params, grads, momenta, how);
    cuda::sgd_step(here, params, grads, momenta, how);
  }
  void adam_step(std::span<const View> params, std::span<const View> grads, std::span<const View> exp_avgs,
                 std::span<const View> exp_avg_sqs, const AdamStep& how) override {
    Gpu& here = gpu();
    if (Capture* capture = here.stream().capture)
      return defer_adam(*capture, params, grads, exp_avgs, exp_avg_sqs, how);
    cuda::adam_step(here, params, grads, exp_avgs, exp_avg_sqs, how, nullptr);
  }

 private:
  Gpu& gpu() const { return Gpu::at(index_); }
  /// Queues an operation; one that can be described is put off while a graph is recorded.
  template <class Describe, class Queue, class... A>
  void submit(Describe describe, Queue queue, const A&... with) {
    Gpu& here = gpu();
    if (Capture* capture = here.stream().capture) [[unlikely]] {
      if (auto operation = describe(with...)) {
        operation->queue = [queue, with...](Gpu& there) { queue(there, with...); };
        return capture->defer(std::move(*operation));
      }
    }
    queue(here, with...);
  }
  int index_;
};

}  // namespace

std::unique_ptr<Kernels> make_kernels(int index) {
  return std::make_unique<CudaKernels>(index);
}

}  // namespace todevice::cuda
