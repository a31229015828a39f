// SPDX-License-Identifier: Apache-2.0
#include "../support/tensors.h"
#include "autograd/autograd.h"
#include "nn/layers.h"
#include "nn/losses.h"

using namespace todevice;
using namespace todevice::testing;

/// The module's rule of `.to()`, its lists and its layers.
class TestNn : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { simulate(2); }
  void movesInPlace();
  void doesNothingTwice();
  void convertsFloatsOnly();
  void refusesIntegers();
  void movesSharedOnce();
  void leavesOthersBehind();
  void listsNames();
  void registersAndRemoves();
  void switchesModes();
  void startsLikePyTorch();
  void layersCompute();
  void losesCompute();
  void refusesForward();
  void describes();
};

namespace {

/// A linear layer, a floating buffer and an integer one.
class Counter : public nn::Module {
 public:
  Counter() {
    register_module("lin", std::make_shared<nn::Linear>(2, 2));
    register_parameter("gain", leaf({2, 3}));
    register_buffer("seen", make({3}, {}, kCpu, DType::int64));
    register_buffer("scale", row({0.5, 2}), false);
    register_buffer("unset", {});
  }
  std::string type_name() const override { return "Counter"; }
};

std::vector<std::string> names(const nn::Named<Tensor>& list) {
  std::vector<std::string> out;
  for (const auto& [name, tensor] : list) out.push_back(name);
  return out;
}

using Names = std::vector<std::string>;

}  // namespace

void TestNn::movesInPlace() {
  Counter net;
  const std::vector<Tensor> before = net.parameters();
  std::vector<const void*> addresses;
  for (const Tensor& p : before) {
    addresses.push_back(p.data_ptr());
    p.set_grad(ops::ones(p.shape()));
  }
  const Tensor grad = before[0].grad();
  const Numbers gain = values(before[0]);
  net.to(on(kGpu1));
  const std::vector<Tensor> after = net.parameters();
  for (std::size_t i = 0; i < after.size(); ++i) {
    QVERIFY(after[i].is_same(before[i]));
    QCOMPARE(after[i].device(), kGpu1);
    QVERIFY(after[i].data_ptr() != addresses[i]);
    QVERIFY(after[i].requires_grad() && after[i].is_leaf());
    QCOMPARE(after[i].grad().device(), kGpu1);
  }
  QVERIFY(after[0].grad().is_same(grad));
  QCOMPARE(values(after[0]), gain);
  for (const auto& [name, buffer] : net.named_buffers()) QCOMPARE(buffer.device(), kGpu1);
}

void TestNn::doesNothingTwice() {
  Counter net;
  net.to(on(kGpu0));
  const void* address = net.parameters()[0].data_ptr();
  const Tensor buffer = net.own_buffers()[0].second;
  net.to(on(kGpu0));
  QCOMPARE(net.parameters()[0].data_ptr(), address);
  QVERIFY(net.own_buffers()[0].second.is_same(buffer));
}

void TestNn::convertsFloatsOnly() {
  Counter net;
  for (const DType dtype : {DType::float64, DType::float16, DType::bfloat16, DType::float32}) {
    net.to(as(dtype));
    for (const Tensor& p : net.parameters()) QCOMPARE(p.dtype(), dtype);
    QCOMPARE(net.own_buffers()[0].second.dtype(), DType::int64);
    QCOMPARE(net.own_buffers()[1].second.dtype(), dtype);
  }
  net.to(on(kGpu0, DType::float64));
  QCOMPARE(net.own_buffers()[0].second.dtype(), DType::int64);
  QCOMPARE(net.own_buffers()[0].second.device(), kGpu0);
}

void TestNn::refusesIntegers() {
  Counter net;
  QCOMPARE(error_of([&] { net.to(as(DType::int32)); }),
           std::string("nn.Module.to only accepts floating point or complex dtypes, but got desired "
                       "dtype=torch.int32"));
  QVERIFY(throws<TypeError>([&] { net.to(as(DType::int32)); }));
}

void TestNn::movesSharedOnce() {
  const auto shared = std::make_shared<nn::Linear>(2, 2);
  nn::Sequential net({shared, shared});
  QCOMPARE(net.parameters().size(), std::size_t{2});
  QCOMPARE(names(net.named_parameters()), (Names{"0.weight", "0.bias"}));
  net.to(on(kGpu0));
  QCOMPARE(shared->weight().device(), kGpu0);
}

void TestNn::leavesOthersBehind() {
  Counter net;
  const Tensor plain = net.own_buffers()[1].second;
  net.to(on(kGpu0));
  QCOMPARE(plain.device(), kCpu);  // a buffer is replaced, as in PyTorch: who held the old one keeps it
  QCOMPARE(
      error_of([&] {
        ops::mul(ops::ones({2}, {DType::float32, kGpu0}), plain);
      }),
      std::string("Expected all tensors to be on the same device, but found at least two devices, cuda:0 and "
                  "cpu!"));
}

void TestNn::listsNames() {
  Counter net;
  QCOMPARE(names(net.named_parameters()), (Names{"gain", "lin.weight", "lin.bias"}));
  QCOMPARE(names(net.named_parameters(false)), (Names{"gain"}));
  QCOMPARE(names(net.named_buffers()), (Names{"seen", "scale"}));
  QVERIFY(net.is_persistent("seen") && !net.is_persistent("scale"));
  Names modules;
  for (const auto& [name, module] : net.named_modules()) modules.push_back(name);
  QCOMPARE(modules, (Names{"", "lin"}));
}

void TestNn::registersAndRemoves() {
  nn::Module m;
  m.register_parameter("a", leaf({1}));
  m.register_parameter("b", leaf({2}));
  m.register_parameter("a", leaf({3}));
  QCOMPARE(names(m.named_parameters()), (Names{"a", "b"}));
  m.register_buffer("a", row({1}));
  QCOMPARE(names(m.named_parameters()), (Names{"b"}));
  QVERIFY(m.unregister("a"));
  QVERIFY(!m.unregister("a"));
  QVERIFY(m.named_buffers().empty());
}

void TestNn::switchesModes() {
  const auto inner = std::make_shared<nn::Sequential>(
      std::vector<std::shared_ptr<nn::Module>>{std::make_shared<nn::ReLU>()});
  nn::Sequential net({inner, std::make_shared<nn::Linear>(1, 1)});
  QVERIFY(net.training());
  net.train(false);
  QVERIFY(!inner->children()[0].second->training());
  net.requires_grad_(false);
  for (const Tensor& p : net.parameters()) QVERIFY(!p.requires_grad());
  net.requires_grad_(true);
  autograd::backward(ops::sum(net.forward(ops::ones({1, 1}))));
  QVERIFY(net.parameters()[0].grad().defined());
  net.zero_grad();
  QVERIFY(!net.parameters()[0].grad().defined());
}

void TestNn::startsLikePyTorch() {
  // torch.manual_seed(0); nn.Linear(3, 2)
  ops::manual_seed(0);
  nn::Linear lin(3, 2);
  QCOMPARE(values(lin.weight()), (Numbers{-0.004322517663240433, 0.3097158372402191, -0.4751853346824646,
                                          -0.4248946011066437, -0.2223689705133438, 0.15482072532176971}));
  QCOMPARE(values(lin.bias()), (Numbers{-0.011439144611358643, 0.45777493715286255}));
  // torch.manual_seed(0); nn.Linear(3, 3)
  ops::manual_seed(0);
  nn::Linear square(3, 3);
  QCOMPARE(values(square.bias()), (Numbers{0.1527741253376007, -0.1744827926158905, -0.11348707973957062}));
  // torch.manual_seed(42); nn.Linear(2, 2).weight, nn.Linear(2, 1, bias=False).weight
  ops::manual_seed(42);
  QCOMPARE(values(nn::Linear(2, 2).weight()),
           (Numbers{0.5406103730201721, 0.5869042277336121, -0.16565565764904022, 0.6495562791824341}));
  nn::Linear bare(2, 1, false);
  QCOMPARE(values(bare.weight()), (Numbers{-0.34425848722457886, 0.4152715504169464}));
  QVERIFY(!bare.bias().defined());
  ops::manual_seed(7);
  QCOMPARE(values(nn::Linear(2, 1, true, {DType::float64}).weight()),
           (Numbers{-0.3120031881512851, -0.32004541940396214}));
}

void TestNn::layersCompute() {
  const Tensor x = make({-1, 0, 2, 0.5}, {2, 2});
  QCOMPARE(values(nn::ReLU().forward(x)), (Numbers{0, 0, 2, 0.5}));
  const Tensor own = ops::clone(x);
  QVERIFY(nn::ReLU(true).forward(own).is_same(own));
  QCOMPARE(values(own), (Numbers{0, 0, 2, 0.5}));
  QCOMPARE(values(nn::Sigmoid().forward(ops::zeros({1}))), (Numbers{0.5}));
  QCOMPARE(values(nn::Tanh().forward(ops::zeros({1}))), (Numbers{0}));
  QCOMPARE(nn::Flatten().forward(ops::zeros({2, 3, 4})).shape(), (Shape{2, 12}));
  nn::Sequential net(
      {std::make_shared<nn::Linear>(2, 3), std::make_shared<nn::ReLU>(), std::make_shared<nn::Linear>(3, 1)});
  QCOMPARE(net.forward(x).shape(), (Shape{2, 1}));
  QCOMPARE(
      error_of([&] { net.forward(x.to(on(kGpu0))); }),
      std::string("Expected all tensors to be on the same device, but got mat1 is on cuda:0, different from "
                  "other tensors on cpu (when checking argument in method wrapper_CUDA_addmm)"));
}

void TestNn::losesCompute() {
  const Tensor a = row({1, 2}), b = row({1, 4});
  QCOMPARE(nn::MSELoss().forward(a, b).item<double>(), 2.0);
  QCOMPARE(nn::MSELoss(ops::Reduction::sum).forward(a, b).item<double>(), 4.0);
  const Tensor even = ops::zeros({3, 2});
  const Tensor loss = nn::CrossEntropyLoss().forward(even, row({0, 1, 1}, kCpu, DType::int64));
  QVERIFY(std::abs(loss.item<double>() - 0.69314718) < 1e-6);
}

void TestNn::refusesForward() {
  nn::Module m;
  QCOMPARE(error_of([&] { m.forward(row({1})); }),
           std::string("Module [Module] is missing the required \"forward\" function"));
}

void TestNn::describes() {
  QCOMPARE(nn::Linear(3, 2).extra_repr(), std::string("in_features=3, out_features=2, bias=True"));
  QCOMPARE(nn::Linear(1, 1, false).extra_repr(), std::string("in_features=1, out_features=1, bias=False"));
  QCOMPARE(nn::ReLU(true).extra_repr(), std::string("inplace=True"));
  QCOMPARE(nn::Flatten(0, 2).extra_repr(), std::string("start_dim=0, end_dim=2"));
}

QTEST_GUILESS_MAIN(TestNn)
#include "tst_nn.moc"
