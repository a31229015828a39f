// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "../support/tensors.h"
#include "autograd/autograd.h"
#include "nn/layers.h"
#include "nn/losses.h"
#include "optim/optimizer.h"

using namespace todevice;
using namespace todevice::testing;

/// Whole training runs: the losses that PyTorch 2.11 gives, and convergence.
class TestTraining : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { simulate(2); }
  void followsPyTorch_data();
  void followsPyTorch();
  void learnsARing_data();
  void learnsARing();
  void holdsNoMemory();
};

namespace {

struct Task {
  std::shared_ptr<nn::Sequential> net;
  Tensor x, y;
};

/// Drawn on the CPU under seed 0, then moved: 2-16-2, 32 points, class: do both coordinates have one sign?
Task same_sign(Device device) {
  ops::manual_seed(0);
  Task task;
  task.net = std::make_shared<nn::Sequential>(std::vector<std::shared_ptr<nn::Module>>{
      std::make_shared<nn::Linear>(2, 16), std::make_shared<nn::ReLU>(),
      std::make_shared<nn::Linear>(16, 2)});
  task.x = ops::randn({32, 2});
  const Tensor product = ops::mul(ops::select(task.x, 1, 0), ops::select(task.x, 1, 1));
  task.y = ops::binary(BinaryOp::gt, product, 0).to(as(DType::int64)).to(on(device));
  task.x = task.x.to(on(device));
  task.net->to(on(device));
  return task;
}

Numbers train(const Task& task, optim::Optimizer& opt, int steps) {
  nn::CrossEntropyLoss criterion;
  Numbers losses;
  for (int i = 0; i < steps; ++i) {
    opt.zero_grad();
    const Tensor loss = criterion.forward(task.net->forward(task.x), task.y);
    autograd::backward(loss);
    opt.step();
    losses.push_back(loss.item<double>());
  }
  return losses;
}

double accuracy(const Task& task) {
  const autograd::NoGradGuard guard;
  const Tensor right = ops::binary(BinaryOp::eq, ops::argmax(task.net->forward(task.x), 1), task.y);
  return ops::mean(right.to(as(DType::float32))).item<double>();
}

const Numbers kSgdLosses{
    0.623493612, 0.617992818, 0.60851115,  0.596706808, 0.583730459, 0.570108235, 0.555857897, 0.540883124,
    0.525294542, 0.509452522, 0.493919313, 0.47919336,  0.465722471, 0.453245699, 0.441209316, 0.429148465,
    0.41642791,  0.402733982, 0.388136715, 0.372995615, 0.357735425, 0.343818724, 0.330690622, 0.318617404,
    0.307302833, 0.29652065,  0.28593719,  0.275500625, 0.265903473, 0.25673759,  0.2479776,   0.239611298,
    0.231565654, 0.223876119, 0.216522768, 0.209442168, 0.202717021, 0.196467489, 0.190752804, 0.185370311,
    0.180342615, 0.175656825, 0.171269774, 0.167085141, 0.163102642, 0.159334108, 0.155839294, 0.152578816,
    0.149506614, 0.146600261};
const Numbers kAdamLosses{
    0.623493612, 0.611905158, 0.601206124, 0.591243982, 0.581893802, 0.572859406, 0.564064682, 0.555448651,
    0.546868742, 0.53839612,  0.530090153, 0.521769524, 0.513416529, 0.505002618, 0.496549934, 0.487926692,
    0.478965521, 0.470087647, 0.461253136, 0.452484518, 0.443956465, 0.435370684, 0.426751763, 0.418282509,
    0.409973979, 0.402143449, 0.394480586, 0.386926353, 0.379475266, 0.372128963, 0.364887595, 0.357785404,
    0.350823283, 0.343926579, 0.337406725, 0.331048757, 0.3250027,   0.319099873, 0.313299268, 0.307611585,
    0.302063584, 0.296655595, 0.291363984, 0.286219001, 0.281159878, 0.276218474, 0.271402329, 0.266717345,
    0.262128055, 0.257636309};

}  // namespace

void TestTraining::followsPyTorch_data() {
  QTest::addColumn<bool>("adam");
  QTest::addColumn<Device>("device");
  QTest::newRow("SGD on the CPU") << false << kCpu;
  QTest::newRow("SGD on a GPU") << false << kGpu1;
  QTest::newRow("Adam on the CPU") << true << kCpu;
  QTest::newRow("Adam on a GPU") << true << kGpu1;
}

void TestTraining::followsPyTorch() {
  QFETCH(bool, adam);
  QFETCH(Device, device);
  const Task task = same_sign(device);
  const Numbers& expected = adam ? kAdamLosses : kSgdLosses;
  std::unique_ptr<optim::Optimizer> opt;
  if (adam) {
    opt = std::make_unique<optim::Adam>(task.net->parameters(), optim::AdamOptions{1e-2});
  } else {
    opt = std::make_unique<optim::SGD>(task.net->parameters(), optim::SgdOptions{0.1, 0.9});
  }
  const Numbers got = train(task, *opt, static_cast<int>(expected.size()));
  for (std::size_t i = 0; i < got.size(); ++i) {
    QVERIFY2(
        std::abs(got[i] - expected[i]) < 1e-5 * expected[i],
        qPrintable(
            QString("step %1: %2, PyTorch %3").arg(i).arg(got[i], 0, 'g', 9).arg(expected[i], 0, 'g', 9)));
  }
}

void TestTraining::learnsARing_data() {
  QTest::addColumn<Device>("device");
  QTest::newRow("cpu") << kCpu;
  QTest::newRow("cuda:0") << kGpu0;
}

void TestTraining::learnsARing() {
  QFETCH(Device, device);
  ops::manual_seed(3);
  Task task;
  task.net = std::make_shared<nn::Sequential>(std::vector<std::shared_ptr<nn::Module>>{
      std::make_shared<nn::Linear>(2, 16), std::make_shared<nn::Tanh>(), std::make_shared<nn::Linear>(16, 16),
      std::make_shared<nn::ReLU>(), std::make_shared<nn::Linear>(16, 2)});
  task.x = ops::randn({200, 2});
  const std::int64_t across[] = {1};
  const Tensor distance = ops::sum(ops::mul(task.x, task.x), across);
  task.y = ops::binary(BinaryOp::gt, distance, 1.4).to(on(device, DType::int64));
  task.x = task.x.to(on(device));
  task.net->to(on(device));
  optim::Adam opt(task.net->parameters(), {0.02});
  const Numbers losses = train(task, opt, 150);
  QVERIFY(losses.back() < 0.1);
  QVERIFY(losses.back() < losses.front() / 5);
  QVERIFY(accuracy(task) > 0.97);
}

void TestTraining::holdsNoMemory() {
  const Task task = same_sign(kGpu0);
  optim::SGD opt(task.net->parameters(), {0.1, 0.9});
  train(task, opt, 2);
  const std::size_t before = registry::of(kGpu0).memory_stats(0).allocated;
  train(task, opt, 20);
  QCOMPARE(registry::of(kGpu0).memory_stats(0).allocated, before);
}

QTEST_GUILESS_MAIN(TestTraining)
#include "tst_training.moc"
