// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "../support/tensors.h"
#include "autograd/autograd.h"
#include "optim/optimizer.h"

using namespace todevice;
using namespace todevice::testing;

/// Optimisers against numbers worked out by hand and against PyTorch's.
class TestOptim : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { simulate(1); }
  void sgdSteps_data();
  void sgdSteps();
  void adamSteps_data();
  void adamSteps();
  void skipsWithoutGrad();
  void stepsManyAlike();
  void stepsTransposed();
  void zeroesGrads();
  void refusesParameters();
  void refusesOptions();
  void leavesStateBehind();
};

namespace {

/// Minimises sum(w * w) from (1, -2) and gives w after each step.
template <class Opt, class Options>
std::vector<Numbers> descend(Options options, int steps, Device device) {
  const Tensor w = leaf({1, -2}, device);
  Opt opt({w}, options);
  std::vector<Numbers> out;
  for (int i = 0; i < steps; ++i) {
    opt.zero_grad();
    autograd::backward(ops::sum(ops::mul(w, w)));
    opt.step();
    out.push_back(values(w));
  }
  return out;
}

/// The same for one parameter by the formulas of the manual, in double.
Numbers sgd_by_hand(optim::SgdOptions o, double w, int steps) {
  double buffer = 0;
  Numbers out;
  for (int i = 0; i < steps; ++i) {
    double g = (o.maximize ? -1 : 1) * 2 * w + o.weight_decay * w;
    if (o.momentum != 0) {
      buffer = i == 0 ? g : o.momentum * buffer + (1 - o.dampening) * g;
      g = o.nesterov ? g + o.momentum * buffer : buffer;
    }
    w -= o.lr * g;
    out.push_back(w);
  }
  return out;
}

bool close(double a, double b, double by = 1e-5) {
  return std::abs(a - b) <= by * (1 + std::abs(b));
}

}  // namespace

void TestOptim::sgdSteps_data() {
  QTest::addColumn<optim::SgdOptions>("options");
  QTest::newRow("plain") << optim::SgdOptions{0.1};
  QTest::newRow("momentum") << optim::SgdOptions{0.1, 0.9};
  QTest::newRow("dampening") << optim::SgdOptions{0.1, 0.9, 0.5};
  QTest::newRow("decay") << optim::SgdOptions{0.1, 0, 0, 0.5};
  QTest::newRow("nesterov") << optim::SgdOptions{0.1, 0.9, 0, 0.1, true};
  QTest::newRow("maximize") << optim::SgdOptions{0.1, 0.9, 0, 0, false, true};
}

void TestOptim::sgdSteps() {
  QFETCH(optim::SgdOptions, options);
  for (const Device device : {kCpu, kGpu0}) {
    const std::vector<Numbers> got = descend<optim::SGD>(options, 4, device);
    const Numbers first = sgd_by_hand(options, 1, 4), second = sgd_by_hand(options, -2, 4);
    for (std::size_t i = 0; i < got.size(); ++i) {
      QVERIFY(close(got[i][0], first[i]));
      QVERIFY(close(got[i][1], second[i]));
    }
  }
}

// Values: PyTorch 2.11, four decimals.
void TestOptim::adamSteps_data() {
  QTest::addColumn<optim::AdamOptions>("options");
  QTest::addColumn<Numbers>("last");
  QTest::newRow("adam") << optim::AdamOptions{0.1} << Numbers{0.7016, -1.7006};
  QTest::newRow("adamw") << optim::AdamOptions{0.1, 0.9, 0.999, 1e-8, 0.01, true} << Numbers{0.6989, -1.6949};
  QTest::newRow("decay") << optim::AdamOptions{0.1, 0.9, 0.999, 1e-8, 0.5} << Numbers{0.7016, -1.7006};
  QTest::newRow("adamw decay") << optim::AdamOptions{0.1, 0.9, 0.999, 1e-8, 0.5, true}
                               << Numbers{0.575, -1.431};
  QTest::newRow("betas") << optim::AdamOptions{0.1, 0.5, 0.9} << Numbers{0.706, -1.7027};
}

void TestOptim::adamSteps() {
  QFETCH(optim::AdamOptions, options);
  QFETCH(Numbers, last);
  for (const Device device : {kCpu, kGpu0}) {
    const Numbers got = descend<optim::Adam>(options, 3, device).back();
    QVERIFY(std::abs(got[0] - last[0]) < 6e-5);
    QVERIFY(std::abs(got[1] - last[1]) < 6e-5);
  }
}

void TestOptim::skipsWithoutGrad() {
  const Tensor a = leaf({1}), b = leaf({1});
  optim::Adam opt({a, b}, {0.1});
  autograd::backward(ops::sum(a));
  opt.step();
  QCOMPARE(values(b), (Numbers{1}));
  QVERIFY(!opt.state(b));
  QCOMPARE(opt.state(a)->step.item<int>(), 1);
  // A parameter that joins later counts its own steps: the first one is as long as anybody's first.
  autograd::backward(ops::sum(b));
  opt.step();
  QVERIFY(close(values(b)[0], 0.9));
  QCOMPARE(opt.state(a)->step.item<int>(), 2);
}

void TestOptim::stepsManyAlike() {
  std::vector<Tensor> params;
  for (int i = 0; i < 5; ++i) params.push_back(leaf({1, 2}, {2, 1}, i % 2 ? kGpu0 : kCpu));
  params.push_back(leaf({1, 2}, {2}, kCpu, DType::float64));
  params.push_back(leaf({}, {0}));
  optim::SGD opt(params, {0.5, 0.9});
  for (const Tensor& p : params) p.set_grad(ops::ones(p.shape(), {p.dtype(), p.device()}));
  opt.step();
  for (std::size_t i = 0; i < 6; ++i) QCOMPARE(values(params[i]), (Numbers{0.5, 1.5}));
  QCOMPARE(opt.momentum_buffer(params[1]).device(), kGpu0);
}

void TestOptim::stepsTransposed() {
  const Tensor w = ops::t(make({1, 2, 3, 4, 5, 6}, {2, 3}));
  w.set_requires_grad(true);
  w.set_grad(make({1, 2, 3, 4, 5, 6}, {3, 2}));
  const std::uint64_t version = w.storage()->version();
  optim::SGD opt({w}, {1});
  opt.step();
  QCOMPARE(values(ops::contiguous(w.detach())), (Numbers{0, 2, -1, 1, -2, 0}));
  QVERIFY(w.storage()->version() > version);
}

void TestOptim::zeroesGrads() {
  const Tensor w = leaf({1});
  optim::SGD opt({w}, {0.1});
  autograd::backward(ops::sum(w));
  opt.zero_grad(false);
  QCOMPARE(values(w.grad()), (Numbers{0}));
  opt.zero_grad();
  QVERIFY(!w.grad().defined());
}

void TestOptim::refusesParameters() {
  QCOMPARE(error_of([] { optim::SGD opt({}, {0.1}); }), std::string("optimizer got an empty parameter list"));
  const Tensor w = leaf({1});
  QCOMPARE(error_of([&] { optim::SGD opt({w.to(on(kGpu0))}, {0.1}); }),
           std::string("can't optimize a non-leaf Tensor"));
  QVERIFY(throws<ValueError>([&] { optim::Adam opt({ops::mul(w, 2)}, {}); }));
}

void TestOptim::refusesOptions() {
  const std::vector<Tensor> w{leaf({1})};
  QCOMPARE(error_of([&] { optim::SGD opt(w, {-0.1}); }), std::string("Invalid learning rate: -0.1"));
  QCOMPARE(error_of([&] { optim::SGD opt(w, {0.1, -1}); }), std::string("Invalid momentum value: -1.0"));
  QCOMPARE(error_of([&] {
             optim::SGD opt(w, {0.1, 0, 0, 0, true});
           }),
           std::string("Nesterov momentum requires a momentum and zero dampening"));
  QCOMPARE(error_of([&] {
             optim::Adam opt(w, {0.1, 1.0});
           }),
           std::string("Invalid beta parameter at index 0: 1.0"));
  QCOMPARE(error_of([&] {
             optim::Adam opt(w, {0.1, 0.9, 0.999, -1e-8});
           }),
           std::string("Invalid epsilon value: -1e-08"));
}

void TestOptim::leavesStateBehind() {
  const std::string text =
      "Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!";
  const auto moved_after_a_step = [](optim::Optimizer& opt, const Tensor& w) {
    w.set_grad(row({1, 1}));
    opt.step();
    w.set_data(w.detach().to(on(kGpu0)));
    w.set_grad(row({1, 1}, kGpu0));
  };
  const Tensor a = leaf({1, 2}), b = leaf({1, 2});
  optim::SGD sgd({a}, {0.1, 0.9});
  optim::Adam adam({b}, {0.1});
  moved_after_a_step(sgd, a);
  moved_after_a_step(adam, b);
  const Numbers before = values(a);
  QCOMPARE(error_of([&] { sgd.step(); }), text);
  QCOMPARE(values(a), before);
  QCOMPARE(error_of([&] { adam.step(); }), text);
  QCOMPARE(adam.state(b)->step.item<int>(), 1);
  sgd.set_momentum_buffer(a, sgd.momentum_buffer(a).to(on(kGpu0)));
  sgd.step();
  QVERIFY(values(a) != before);
}

QTEST_GUILESS_MAIN(TestOptim)
#include "tst_optim.moc"
