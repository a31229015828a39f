// SPDX-License-Identifier: Apache-2.0
#include "backend/sim/sim_graph.h"

#include <algorithm>
#include <utility>

#include "backend/common/error_text.h"
#include "backend/sim/sim_device.h"
#include "backend/sim/sim_streams.h"
#include "core/errors.h"

namespace todevice::sim {

namespace {

using Views = std::vector<View>;

Views kept(std::span<const View> views) {
  return {views.begin(), views.end()};
}

/// Keeps every operation, with its arguments, for later.
class Recorder final : public Kernels {
 public:
  Recorder(SimGraph& graph, Kernels& real) : graph_(graph), real_(real) {}

  void fill(const View& out, Scalar value) override { later(&Kernels::fill, out, value); }
  void copy(const View& out, const View& in) override { later(&Kernels::copy, out, in); }
  void arange(const View& out, Scalar start, Scalar step) override {
    later(&Kernels::arange, out, start, step);
  }
  void unary(UnaryOp op, const View& out, const View& in) override { later(&Kernels::unary, op, out, in); }
  void binary(BinaryOp op, const View& out, const Operand& a, const Operand& b) override {
    later(&Kernels::binary, op, out, a, b);
  }
  void clamp(const View& out, const View& in, Scalar low, Scalar high) override {
    later(&Kernels::clamp, out, in, low, high);
  }
  void where(const View& out, const View& condition, const Operand& a, const Operand& b) override {
    later(&Kernels::where, out, condition, a, b);
  }
  void reduce(ReduceOp op, const View& out, const View& in, std::uint32_t dims) override {
    later(&Kernels::reduce, op, out, in, dims);
  }
  void matmul(const View& out, const View& a, const View& b, double alpha, double beta) override {
    later(&Kernels::matmul, out, a, b, alpha, beta);
  }
  void matmul_plus(const View& out, const View& bias, const View& a, const View& b) override {
    later(&Kernels::matmul_plus, out, bias, a, b);
  }
  // matmul_row_sums and nll_reduced: no, each of their parts is a call of its own here
  void softmax(const View& out, const View& in, bool log) override { later(&Kernels::softmax, out, in, log); }
  void softmax_grad(const View& grad_in, const View& grad_out, const View& out, bool log) override {
    later(&Kernels::softmax_grad, grad_in, grad_out, out, log);
  }
  void nll(const View& out, const View& log_prob, const View& target, std::int64_t ignore_index) override {
    later(&Kernels::nll, out, log_prob, target, ignore_index);
  }
  void nll_grad(const View& grad, const View& target, const View& scale, std::int64_t ignore_index,
                const std::optional<View>& total) override {
    later(&Kernels::nll_grad, grad, target, scale, ignore_index, total);
  }
  void index_select(const View& out, const View& in, const View& index, Counted rows) override {
    later(&Kernels::index_select, out, in, index, rows);
  }
  void index_add(const View& out, const View& in, const View& index) override {
    later(&Kernels::index_add, out, in, index);
  }
  void uniform(const View& out, double from, double to) override { later(&Kernels::uniform, out, from, to); }
  void normal(const View& out, double mean, double std) override { later(&Kernels::normal, out, mean, std); }
  void random_int(const View& out, std::int64_t low, std::int64_t high) override {
    later(&Kernels::random_int, out, low, high);
  }
  void keep(const View& out, double share, int neighbours) override {
    later(&Kernels::keep, out, share, neighbours);
  }
  void chance(const View& out, double share) override { later(&Kernels::chance, out, share); }
  void chances(const View& out, const View& share) override { later(&Kernels::chances, out, share); }
  // The generator itself is no work of the device's: it is asked and set at once.
  void manual_seed(std::uint64_t seed) override { real_.manual_seed(seed); }
  std::uint64_t initial_seed() override { return real_.initial_seed(); }
  std::vector<std::byte> random_state() override { return real_.random_state(); }
  void set_random_state(std::span<const std::byte> state) override { real_.set_random_state(state); }

  void sgd_step(std::span<const View> params, std::span<const View> grads, std::span<const View> momenta,
                const SgdStep& how) override {
    graph_.add(
        [this, p = kept(params), g = kept(grads), m = kept(momenta), how] { real_.sgd_step(p, g, m, how); });
  }
  void adam_step(std::span<const View> params, std::span<const View> grads, std::span<const View> exp_avgs,
                 std::span<const View> exp_avg_sqs, const AdamStep& how) override {
    graph_.add([this, p = kept(params), g = kept(grads), a = kept(exp_avgs), s = kept(exp_avg_sqs),
                next = how]() mutable {
      if (next.advance) next.step = next.advance();
      real_.adam_step(p, g, a, s, next);
      ++next.step;
    });
  }

 private:
  template <class... Parameters, class... Arguments>
  void later(void (Kernels::*operation)(Parameters...), const Arguments&... arguments) {
    graph_.add([this, operation, ... kept = arguments] { (real_.*operation)(kept...); });
  }

  SimGraph& graph_;
  Kernels& real_;
};

}  // namespace

SimGraph::SimGraph(SimDevice& device, StreamId stream, std::uint64_t pool)
    : device_(device),
      origin_(stream),
      number_(CachingAllocator::new_pool()),
      streams_{{stream, {}}},
      pool_(pool == 0 ? CachingAllocator::new_pool() : pool),
      recorder_(std::make_unique<Recorder>(*this, *device.kernels)) {
  device.allocator.open_pool(pool_);
  device.graph = this;
}

SimGraph::~SimGraph() {
  if (recording_) device_.graph = nullptr;
  device_.allocator.close_pool(pool_);
}

void SimGraph::add(std::function<void()> work) {
  work_.push_back(std::move(work));
  streams_[current_stream_of(device_.index)].last = work_.size();
}

void SimGraph::join(StreamId stream, StreamId other, std::size_t work) {
  streams_[stream];
  if (stream == other) return;
  Recorded& waited_for = streams_.at(other);
  waited_for.joined = std::max(waited_for.joined, work);
}

void SimGraph::end_capture() {
  if (current_stream_of(device_.index) != origin_) throw Error(kCaptureEndsElsewhere);
  recording_ = false;
  device_.graph = nullptr;
  for (const auto& [stream, recorded] : streams_) {
    if (stream == origin_ || recorded.joined >= recorded.last) continue;
    throw AcceleratorError(
        cuda_error_text("capturing stream has unjoined work", "cudaErrorStreamCaptureUnjoined"));
  }
}

void SimGraph::replay() {
  for (const auto& work : work_) work();
}

}  // namespace todevice::sim
