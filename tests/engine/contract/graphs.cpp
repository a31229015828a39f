// SPDX-License-Identifier: Apache-2.0
// A graph may put operations together or beside each other: whatever it does, the numbers are those of one
// operation after the other.
#include <cmath>
#include <functional>
#include <memory>
#include <random>

#include "backend/streams.h"
#include "contract.h"

namespace todevice::testing {

namespace {

/// Square matrices, rows and numbers that a long random chain of operations reads and writes, again and
/// again, in place too, so that every way of depending on each other comes up.
class Chain {
 public:
  Chain(Place place, std::int64_t n) : place_(place), n_(n) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> number(-1, 1);
    const auto add = [&](auto& to, const Shape& shape, int count) {
      for (int i = 0; i < count; ++i) {
        Numbers values(static_cast<std::size_t>(numel(shape)));
        for (double& value : values) value = number(random);
        to.push_back(std::make_unique<Buffer>(place, DType::float32, shape, values));
      }
    };
    add(matrices_, {n, n}, kMatrices);
    add(rows_, {1, n}, 2);
    add(numbers_, {1}, 2);
    Numbers labels(static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = static_cast<double>(i * 7 % labels.size());
    labels_ = std::make_unique<Buffer>(place, DType::int64, Shape{n}, labels);
  }

  /// The same operations for the same seed.
  void run(unsigned seed, int length) {
    std::mt19937 random(seed);
    for (int i = 0; i < length; ++i) {
      std::size_t at[4];
      for (std::size_t& a : at) a = random() % kMatrices;
      one(random() % 15, at, random() % 2);
    }
  }

  Numbers values() const {
    Numbers all;
    for (const auto* list : {&matrices_, &rows_, &numbers_}) {
      for (const auto& buffer : *list) {
        const Numbers values = buffer->values();
        all.insert(all.end(), values.begin(), values.end());
      }
    }
    return all;
  }

 private:
  static constexpr std::size_t kMatrices = 5;

  View batch(std::size_t i) const { return matrices_[i]->view({1, n_, n_}, {n_ * n_, n_, 1}); }
  View row_repeated(std::size_t i) const { return rows_[i]->view({n_, n_}, {0, 1}); }

  void one(std::size_t what, const std::size_t (&at)[4], std::size_t which) {
    Kernels& k = place_.kernels();
    const View out = matrices_[at[0]]->view(), a = matrices_[at[1]]->view(), b = matrices_[at[2]]->view();
    const View row = rows_[which]->view({1, n_}, {n_, 1}), number = numbers_[which]->view({}, {});
    const bool apart = at[0] != at[1] && at[0] != at[2];             // products do not work in place
    const auto bounded = [&] { k.unary(UnaryOp::tanh, out, out); };  // the chain is long
    switch (what) {
      case 0:
        return k.unary(UnaryOp::relu, out, a);
      case 1:
        return k.unary(UnaryOp::sigmoid, out, a);
      case 2:
        k.binary(BinaryOp::sub, out, a, b);
        return bounded();
      case 3:
        k.binary(BinaryOp::add, out, a, row_repeated(which));
        return bounded();
      case 4:
        k.binary(BinaryOp::tanh_grad, out, a, b);
        return bounded();
      case 5:
        if (apart) k.matmul(batch(at[0]), batch(at[1]), batch(at[2]), 1.0 / static_cast<double>(n_), 0);
        return;
      case 6:
        if (apart) k.matmul_plus(out, row_repeated(which), a, b);
        return bounded();
      case 7:
        k.reduce(ReduceOp::mean, row, a, 1u);
        return;
      case 8:
        k.softmax(out, a, which != 0);
        return bounded();
      case 9: {
        const View params[] = {out}, grads[] = {a};
        k.sgd_step(params, grads, {}, {0.1, 0, 0, 0, false, false, false});
        return bounded();
      }
      case 10:
        return k.copy(out, a);
      case 11: {
        const View total = numbers_[1 - which]->view({}, {});
        if (k.nll_reduced(number, total, a, labels_->view(), true, -100))
          k.nll_grad(out, labels_->view(), numbers_[which]->view({n_}, {0}), -100, total);
        return k.fill(number, 0.5);
      }
      case 12:
        if (at[0] != at[1]) k.softmax_grad(out, a, b, which != 0);
        return bounded();
      case 13:
        if (apart)
          k.matmul_row_sums(out, rows_[which]->view({n_}, {1}), matrices_[at[1]]->view({n_, n_}, {1, n_}), b);
        return bounded();
      default:
        return k.clamp(out, a, -1, 1);  // one of those that are not put off
    }
  }

  Place place_;
  std::int64_t n_;
  std::vector<std::unique_ptr<Buffer>> matrices_, rows_, numbers_;
  std::unique_ptr<Buffer> labels_;
};

/// Long chains carry each rounding on: what differs only by the order of a sum is near, not equal.
void nearly(const Numbers& found, const Numbers& wanted) {
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    QVERIFY(std::isfinite(wanted[i]));
    if (std::fabs(found[i] - wanted[i]) <= 1e-4 * std::max(1.0, std::fabs(wanted[i]))) continue;
    const std::string text = "element " + std::to_string(i) + " is " + std::to_string(found[i]) +
                             " instead of " + std::to_string(wanted[i]);
    QFAIL(text.c_str());
  }
}

/// Records `work` on a stream of its own and replays it.
void replayed(Place place, const std::function<void()>& work, int times) {
  StreamControl& streams = *place.backend->streams();
  const StreamId before = streams.current_stream(place.index);
  streams.set_current_stream(place.index, streams.create_stream(place.index, 0));
  place.backend->synchronize(place.index);
  const auto graph = streams.begin_capture(place.index);
  work();
  graph->end_capture();
  for (int i = 0; i < times; ++i) graph->replay();
  place.backend->synchronize(place.index);
  streams.set_current_stream(place.index, before);
}

}  // namespace

void Contract::graphsComputeTheSame_data() {
  QTest::addColumn<int>("size");
  QTest::addColumn<int>("length");
  QTest::newRow("a few") << 8 << 12;
  QTest::newRow("small") << 16 << 100;
  QTest::newRow("longer") << 12 << 300;
  QTest::newRow("small and not") << 60 << 60;
  QTest::newRow("large") << 120 << 60;
}

void Contract::graphsComputeTheSame() {
  QFETCH(int, size);
  QFETCH(int, length);
  if (!place_.backend->streams()) return;
  for (unsigned seed = 1; seed <= 3; ++seed) {
    Chain plain(place_, size), recorded(place_, size);
    for (int i = 0; i < 2; ++i) plain.run(seed, length);
    replayed(
        place_, [&] { recorded.run(seed, length); }, 2);
    nearly(recorded.values(), plain.values());
  }
}

/// The optimisers, which count their replays, between other small work.
void Contract::graphsTrain() {
  if (!place_.backend->streams()) return;
  for (const std::int64_t count : {5, 700, 5000}) {
    const auto buffer = [&](double value) {
      return std::make_unique<Buffer>(place_, DType::float32, Shape{count}, value);
    };
    struct Net {
      std::unique_ptr<Buffer> p, q, grad, m, n, v, w;
    };
    const auto fresh = [&] {
      return Net{buffer(1), buffer(2), buffer(0), buffer(0), buffer(0), buffer(0), buffer(0)};
    };
    const auto step = [&](const Net& net, bool adam, int number) {
      Kernels& k = place_.kernels();
      k.binary(BinaryOp::mul, net.grad->view(), net.p->view(), net.q->view());
      const View params[] = {net.p->view(), net.q->view()}, grads[] = {net.grad->view(), net.grad->view()};
      const View m[] = {net.m->view(), net.n->view()}, v[] = {net.v->view(), net.w->view()};
      if (adam) {
        k.adam_step(params, grads, m, v, {0.01, 0.9, 0.99, 1e-8, 0.1, true, false, number});
      } else {
        k.sgd_step(params, grads, m, {0.05, 0.9, 0, 0.01, true, false, false});
      }
      k.binary(BinaryOp::add, net.q->view(), net.q->view(), Scalar(0.125));
    };
    for (const bool adam : {false, true}) {
      const Net plain = fresh(), recorded = fresh();
      for (int i = 1; i <= 3; ++i) step(plain, adam, i);
      replayed(
          place_, [&] { step(recorded, adam, 1); }, 3);
      check(recorded.p->values(), plain.p->values(), DType::float32);
      check(recorded.q->values(), plain.q->values(), DType::float32);
      check(recorded.w->values(), plain.w->values(), DType::float32);
    }
  }
}

}  // namespace todevice::testing
