// SPDX-License-Identifier: Apache-2.0
#include "../support/tensors.h"
#include "autograd/autograd.h"

using namespace todevice;
using namespace todevice::testing;

/// The tape itself: names, what accumulates, what is refused.
class TestBackward : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { simulate(2); }
  void namesNodes_data();
  void namesNodes();
  void accumulates();
  void keepsIdentityOfGrad();
  void takesAGradient();
  void refuses();
  void refusesASecondTime();
  void noticesChanges();
  void refusesWritingToLeaves();
  void recordsNothingWithoutGrad();
  void crossesDevices();
  void retains();
  void gradLeavesGradAlone();
  void refusesOtherGrads();
  void takesLongChains();
  void keepsHistoryOfViews();
};

namespace {

using Make = Tensor (*)(const Tensor&);

std::string name_of(const Tensor& t) {
  return t.grad_fn() ? std::string(t.grad_fn()->name()) : "none";
}

}  // namespace

void TestBackward::namesNodes_data() {
  QTest::addColumn<Make>("make");
  QTest::addColumn<QString>("name");
  const auto add = [](const char* name, Make make) { QTest::newRow(name) << make << name; };
  add("AddBackward0", [](const Tensor& x) { return ops::add(x, 1); });
  add("SubBackward0", [](const Tensor& x) { return ops::sub(x, x); });
  add("RsubBackward1", [](const Tensor& x) { return ops::sub(2, x); });
  add("MulBackward0", [](const Tensor& x) { return ops::div(2, x); });
  add("DivBackward0", [](const Tensor& x) { return ops::div(x, 2); });
  add("PowBackward0", [](const Tensor& x) { return ops::pow(x, 2); });
  add("PowBackward1", [](const Tensor& x) { return ops::pow(x, x); });
  add("PowBackward2", [](const Tensor& x) { return ops::pow(2, x); });
  add("MaximumBackward0", [](const Tensor& x) { return ops::binary(BinaryOp::maximum, x, x); });
  add("NotImplemented", [](const Tensor& x) { return ops::binary(BinaryOp::floor_div, x, 2); });
  add("NegBackward0", [](const Tensor& x) { return ops::unary(UnaryOp::neg, x); });
  add("ReluBackward0", [](const Tensor& x) { return ops::relu(x); });
  add("SumBackward0", [](const Tensor& x) { return ops::sum(x); });
  add("SumBackward1", [](const Tensor& x) {
    const std::int64_t dims[] = {0};
    return ops::sum(x, dims);
  });
  add("MeanBackward0", [](const Tensor& x) { return ops::mean(x); });
  add("MaxBackward1", [](const Tensor& x) { return ops::max_all(x); });
  add("AmaxBackward0", [](const Tensor& x) { return ops::amax(x); });
  add("MaxBackward0", [](const Tensor& x) { return ops::max(x, 1).values; });
  add("MmBackward0", [](const Tensor& x) { return ops::matmul(x, x); });
  add("MvBackward0", [](const Tensor& x) { return ops::matmul(x, ops::select(x, 0, 0)); });
  add("AddmmBackward0", [](const Tensor& x) { return ops::linear(x, x, ops::select(x, 0, 0)); });
  add("ViewBackward0", [](const Tensor& x) { return ops::reshape(x, {4}); });
  add("UnsafeViewBackward0", [](const Tensor& x) { return ops::reshape(ops::t(x), {4}); });
  add("TBackward0", [](const Tensor& x) { return ops::t(x); });
  add("TransposeBackward0", [](const Tensor& x) { return ops::transpose(x, 0, 1); });
  add("SelectBackward0", [](const Tensor& x) { return ops::select(x, 0, 0); });
  add("SliceBackward0", [](const Tensor& x) { return ops::slice(x, 0, 0, 1, 1); });
  add("UnsqueezeBackward0", [](const Tensor& x) { return ops::unsqueeze(x, 0); });
  add("SqueezeBackward1", [](const Tensor& x) { return ops::squeeze(x, 0); });
  add("ExpandBackward0", [](const Tensor& x) { return ops::expand(x, {3, 2, 2}); });
  add("CatBackward0", [](const Tensor& x) { return ops::cat({&x, 1}); });
  add("StackBackward0", [](const Tensor& x) { return ops::stack({&x, 1}); });
  add("SplitBackward0", [](const Tensor& x) { return ops::split(x, 1)[0]; });
  add("CloneBackward0", [](const Tensor& x) { return ops::clone(x); });
  add("ToCopyBackward0", [](const Tensor& x) { return x.to(on(kGpu0)); });
  add("SoftmaxBackward0", [](const Tensor& x) { return ops::softmax(x, 1); });
  add("LogSoftmaxBackward0", [](const Tensor& x) { return ops::log_softmax(x, 1); });
  add("MseLossBackward0", [](const Tensor& x) { return ops::mse_loss(x, x); });
  add("NllLossBackward0", [](const Tensor& x) {
    return ops::cross_entropy(x, row({0, 1}, kCpu, DType::int64));
  });
  add("IndexBackward0", [](const Tensor& x) { return ops::index(x, 0, row({0}, kCpu, DType::int64)); });
  add("WhereBackward0", [](const Tensor& x) { return ops::where(ops::binary(BinaryOp::gt, x, 0), x, 0.0); });
  add("ClampBackward1", [](const Tensor& x) { return ops::clamp(x, 0, {}); });
  add("none", [](const Tensor& x) { return ops::binary(BinaryOp::gt, x, 0); });
}

void TestBackward::namesNodes() {
  QFETCH(Make, make);
  QFETCH(QString, name);
  const Tensor out = make(leaf({1, 2, 3, 4}, {2, 2}));
  QCOMPARE(QString::fromStdString(name_of(out)), name);
  QCOMPARE(out.requires_grad(), name != "none");
  QCOMPARE(out.is_leaf(), name == "none");
}

void TestBackward::accumulates() {
  const Tensor x = leaf({1, 2, 3});
  autograd::backward(ops::sum(ops::pow(x, 2)));
  QCOMPARE(values(x.grad()), (Numbers{2, 4, 6}));
  QVERIFY(!x.grad().requires_grad());
  autograd::backward(ops::sum(ops::mul(x, 2)));
  QCOMPARE(values(x.grad()), (Numbers{4, 6, 8}));
  const Tensor unused = leaf({1});
  QVERIFY(!unused.grad().defined());
}

void TestBackward::keepsIdentityOfGrad() {
  const Tensor x = leaf({1, 2});
  autograd::backward(ops::sum(x));
  const Tensor grad = x.grad();
  QVERIFY(grad.is_contiguous());
  autograd::backward(ops::sum(x));
  QVERIFY(x.grad().is_same(grad));
  // Two leaves of one gradient own one each.
  const Tensor a = leaf({1, 2}), b = leaf({1, 2});
  const Tensor given = row({1, 1});
  autograd::backward(ops::add(a, b), given);
  ops::fill_(given, 9);
  ops::fill_(a.grad(), 5);
  QCOMPARE(values(b.grad()), (Numbers{1, 1}));
}

void TestBackward::takesAGradient() {
  const Tensor x = leaf({1, 2, 3});
  autograd::backward(ops::mul(x, 2), row({1, 0.1, 0}));
  QCOMPARE(values(ops::binary(BinaryOp::sub, x.grad(), row({2, 0.2, 0}))), (Numbers{0, 0, 0}));
  const Tensor m = leaf({1, 2, 3, 4}, {2, 2});
  autograd::backward(ops::sum(ops::add(m, leaf({1, 1}))));
  QCOMPARE(values(m.grad()), (Numbers{1, 1, 1, 1}));
}

void TestBackward::refuses() {
  const Tensor x = leaf({1, 2, 3}), plain = row({1});
  QCOMPARE(error_of([&] { autograd::backward(plain); }),
           std::string("element 0 of tensors does not require grad and does not have a grad_fn"));
  QCOMPARE(error_of([&] { autograd::backward(ops::mul(x, 2)); }),
           std::string("grad can be implicitly created only for scalar outputs"));
  QCOMPARE(error_of([&] {
             autograd::backward(ops::mul(x, 2), row({1, 1}));
           }),
           std::string(
               "Mismatch in shape: grad_output[0] has a shape of torch.Size([2]) and output[0] has a shape "
               "of torch.Size([3])."));
  const Tensor g = leaf({1, 2}, kGpu0);
  QCOMPARE(error_of([&] {
             autograd::backward(ops::mul(g, 2), row({1, 1}));
           }),
           std::string("invalid gradient at index 0 - expected device cuda:0 but got cpu"));
  QCOMPARE(error_of([&] { autograd::backward(ops::sum(ops::binary(BinaryOp::floor_div, x, 2))); }),
           std::string("derivative for aten::floor_divide is not implemented"));
  QVERIFY(!x.grad().defined());
}

void TestBackward::refusesASecondTime() {
  const Tensor x = leaf({1, 2, 3});
  const Tensor kept = ops::sum(ops::mul(x, x));
  autograd::backward(kept, {}, true);
  autograd::backward(kept);
  QCOMPARE(values(x.grad()), (Numbers{4, 8, 12}));
  const std::string again = error_of([&] { autograd::backward(kept); });
  QCOMPARE(again,
           std::string(
               "Trying to backward through the graph a second time (or directly access saved tensors after "
               "they have already been freed). Saved intermediate values of the graph are freed when you "
               "call .backward() or autograd.grad(). Specify retain_graph=True if you need to backward "
               "through the graph a second time or if you need to access saved tensors after calling "
               "backward."));
  QCOMPARE(values(x.grad()), (Numbers{4, 8, 12}));
  // What saved nothing may be run again, as in PyTorch.
  const Tensor sum = ops::sum(ops::add(x, 1));
  autograd::backward(sum);
  autograd::backward(sum);
  QCOMPARE(values(x.grad()), (Numbers{6, 10, 14}));
}

void TestBackward::noticesChanges() {
  const std::string start =
      "one of the variables needed for gradient computation has been modified by an inplace operation: ";
  const std::string end =
      " is at version 1; expected version 0 instead. Hint: enable anomaly detection to find the operation "
      "that "
      "failed to compute its gradient, with torch.autograd.set_detect_anomaly(True, check_nan=False).";
  const Tensor x = leaf({1, 2, 3});
  const Tensor result = ops::unary(UnaryOp::exp, ops::mul(x, 1));
  ops::binary_(BinaryOp::add, result, 1);
  QCOMPARE(error_of([&] { autograd::backward(ops::sum(result)); }),
           start + "[torch.FloatTensor [3]], which is output 0 of ExpBackward0," + end);
  const Tensor input = ops::mul(x, 1);
  const Tensor square = ops::mul(input, input);
  ops::binary_(BinaryOp::add, input, 1);
  QCOMPARE(error_of([&] { autograd::backward(ops::sum(square)); }),
           start + "[torch.FloatTensor [3]], which is output 0 of AddBackward0," + end);
  const Tensor w = leaf({1, 1, 1}, kGpu0);
  const Tensor scaled = ops::mul(w, leaf({1, 2, 3}, kGpu0));
  {
    const autograd::NoGradGuard guard;
    ops::binary_(BinaryOp::add, w, 1);
  }
  QCOMPARE(error_of([&] { autograd::backward(ops::sum(scaled)); }),
           start + "[torch.cuda.FloatTensor [3]]" + end);
}

void TestBackward::refusesWritingToLeaves() {
  const Tensor x = leaf({1, 2, 3});
  QCOMPARE(error_of([&] { ops::binary_(BinaryOp::add, x, 1); }),
           std::string("a leaf Variable that requires grad is being used in an in-place operation."));
  QCOMPARE(
      error_of([&] { ops::fill_(ops::select(x, 0, 0), 1); }),
      std::string("a view of a leaf Variable that requires grad is being used in an in-place operation."));
  QCOMPARE(values(x), (Numbers{1, 2, 3}));
  const autograd::NoGradGuard guard;
  ops::binary_(BinaryOp::sub, x, 1);
  ops::fill_(ops::select(x, 0, 1), 7);
  QCOMPARE(values(x), (Numbers{0, 7, 2}));
  QVERIFY(x.is_leaf() && x.requires_grad());
}

void TestBackward::recordsNothingWithoutGrad() {
  const Tensor x = leaf({1, 2});
  {
    const autograd::NoGradGuard guard;
    QVERIFY(!ops::mul(x, 2).requires_grad());
    QVERIFY(!x.to(on(kGpu0)).requires_grad());
  }
  QVERIFY(autograd::grad_enabled());
  QVERIFY(ops::mul(x, 2).requires_grad());
  QVERIFY(!ops::mul(x.detach(), 2).requires_grad());
  QVERIFY(!x.detach().impl().meta);
}

void TestBackward::crossesDevices() {
  const Tensor w = leaf({1, 2});
  const Tensor there = w.to(on(kGpu0));
  const Tensor loss = ops::sum(ops::mul(there, row({3, 4}, kGpu0)));
  autograd::backward(loss);
  QCOMPARE(w.grad().device(), kCpu);
  QCOMPARE(values(w.grad()), (Numbers{3, 4}));
  const Tensor far = leaf({1, 2}, kGpu1);
  const Tensor mixed = ops::mul(ops::sum(ops::mul(w.to(on(kGpu1)), far)).to(on(kCpu)), ops::sum(w));
  w.set_grad({});
  autograd::backward(mixed);
  QCOMPARE(values(w.grad()), (Numbers{8, 11}));
  QCOMPARE(values(far.grad()), (Numbers{3, 6}));
  QCOMPARE(far.grad().device(), kGpu1);
  // A 0-dim CPU tensor beside GPU tensors gets its gradient back on the CPU.
  const Tensor zero_dim = leaf({2}, Shape{});
  autograd::backward(ops::sum(ops::mul(row({1, 2}, kGpu0), zero_dim)));
  QCOMPARE(zero_dim.grad().device(), kCpu);
  QCOMPARE(zero_dim.grad().item<double>(), 3.0);
  const Tensor wide = w.to(as(DType::float64));
  w.set_grad({});
  autograd::backward(ops::sum(wide));
  QCOMPARE(w.grad().dtype(), DType::float32);
}

void TestBackward::retains() {
  const Tensor x = leaf({1, 2});
  const Tensor middle = ops::mul(x, 2);
  autograd::retain_grad(middle);
  autograd::backward(ops::sum(ops::mul(middle, middle)));
  QCOMPARE(values(middle.grad()), (Numbers{4, 8}));
  QCOMPARE(values(x.grad()), (Numbers{8, 16}));
  QCOMPARE(error_of([] { autograd::retain_grad(row({1})); }),
           std::string("can't retain_grad on Tensor that has requires_grad=False"));
}

void TestBackward::gradLeavesGradAlone() {
  const Tensor x = leaf({1, 2}), y = leaf({5}), middle = ops::mul(x, 3);
  const Tensor inputs[] = {x, middle};
  const std::vector<Tensor> found = autograd::grad(ops::sum(ops::mul(middle, y)), inputs);
  QCOMPARE(values(found[0]), (Numbers{15, 15}));
  QCOMPARE(values(found[1]), (Numbers{5, 5}));
  QVERIFY(!x.grad().defined() && !y.grad().defined());
  const Tensor unused[] = {y};
  QVERIFY(error_of([&] {
            autograd::grad(ops::sum(x), unused);
          }).starts_with("One of the differentiated Tensors appears to not have been used in the graph."));
  QVERIFY(!autograd::grad(ops::sum(x), unused, {}, false, true)[0].defined());
}

void TestBackward::refusesOtherGrads() {
  const Tensor w = leaf({1, 2, 3});
  w.set_grad(row({1, 1, 1}));
  QCOMPARE(error_of([&] {
             w.set_grad(row({1, 1, 1}, kGpu0));
           }),
           std::string(
               "attempting to assign a gradient with device type 'cuda' to a tensor with device type 'cpu'. "
               "Please ensure that the gradient and the tensor are on the same device"));
  QCOMPARE(error_of([&] {
             w.set_grad(row({1, 1}));
           }),
           std::string(
               "attempting to assign a gradient of size '[2]' to a tensor of size '[3]'. Please ensure that "
               "the gradient and the tensor are the same size"));
  QVERIFY(error_of([&] {
            w.set_grad(row({1, 1, 1}, kCpu, DType::float64));
          })
              .starts_with("attempting to assign a gradient with dtype 'double' to a tensor with grad_dtype "
                           "'Float'."));
  QCOMPARE(error_of([&] { w.set_grad(w); }), std::string("can't assign Variable as its own grad"));
  QCOMPARE(values(w.grad()), (Numbers{1, 1, 1}));
  w.set_grad({});
  QVERIFY(!w.grad().defined());
}

void TestBackward::takesLongChains() {
  const Tensor x = leaf({1});
  Tensor y = x;
  for (int i = 0; i < 60000; ++i) y = ops::mul(y, 1.0);
  autograd::backward(ops::sum(y));
  QCOMPARE(values(x.grad()), (Numbers{1}));
  y = x;
  for (int i = 0; i < 60000; ++i) y = ops::mul(y, y);
  y = Tensor();  // dropped without ever going back
}

void TestBackward::keepsHistoryOfViews() {
  const Tensor x = leaf({1, 2, 3});
  const Tensor y = ops::mul(x, 1);
  ops::fill_(ops::select(y, 0, 0), 5);
  QCOMPARE(name_of(y), std::string("CopySlices"));
  const Tensor part = ops::slice(y, 0, 0, 2, 1);
  ops::binary_(BinaryOp::mul, part, 2);
  QCOMPARE(name_of(part), std::string("AsStridedBackward0"));
  autograd::backward(ops::sum(y));
  QCOMPARE(values(x.grad()), (Numbers{0, 2, 1}));
}

QTEST_GUILESS_MAIN(TestBackward)
#include "tst_backward.moc"
