// SPDX-License-Identifier: Apache-2.0
#include "../support/tensors.h"

using namespace todevice;
using namespace todevice::testing;

/// Matrix products, softmax and losses.
class TestProducts : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { simulate(1); }
  void multiplies_data() { devices(); }
  void multiplies();
  void multipliesIntegers();
  void refusesShapes();
  void refusesDtypes();
  void refusesDevices();
  void normalises_data() { devices(); }
  void normalises();
  void loses_data() { devices(); }
  void loses();
  void ignoresRows();
  void weighsClasses();
  void refusesLabels();

 private:
  static void devices() {
    QTest::addColumn<Device>("device");
    QTest::newRow("cpu") << kCpu;
    QTest::newRow("cuda:0") << kGpu0;
  }
};

namespace {

Tensor ints(const std::vector<double>& numbers, Device device = kCpu) {
  return row(numbers, device, DType::int64);
}

bool near(const Tensor& t, const Numbers& expected) {
  const Numbers got = values(t);
  if (got.size() != expected.size()) return false;
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (std::abs(got[i] - expected[i]) > 1e-4) return false;
  }
  return true;
}

}  // namespace

void TestProducts::multiplies() {
  QFETCH(Device, device);
  const Tensor a = make({1, 2, 3, 4, 5, 6}, {2, 3}, device), b = make({1, 0, 0, 1, 2, -1}, {3, 2}, device);
  const Tensor v = row({1, -1, 2}, device);
  QCOMPARE(values(ops::matmul(a, b)), (Numbers{7, -1, 16, -1}));
  QCOMPARE(values(ops::matmul(a, v)), (Numbers{5, 11}));
  QCOMPARE(ops::matmul(v, v).item<double>(), 6.0);
  QCOMPARE(values(ops::matmul(v, b)), (Numbers{5, -3}));
  QCOMPARE(values(ops::matmul(ops::t(a), a)), (Numbers{17, 22, 27, 22, 29, 36, 27, 36, 45}));
  QCOMPARE(values(ops::addmm(row({1, 1}, device), a, b)), (Numbers{8, 0, 17, 0}));
  QCOMPARE(values(ops::linear(a, ops::t(b), row({1, 1}, device))), (Numbers{8, 0, 17, 0}));
  QCOMPARE(values(ops::linear(a, ops::t(b), {})), (Numbers{7, -1, 16, -1}));
  QCOMPARE(values(ops::linear(ops::select(a, 0, 0), ops::t(b), row({1, 1}, device))), (Numbers{8, 0}));
  const Tensor stack = ops::expand(a, {4, 2, 3});
  QCOMPARE(ops::matmul(stack, b).shape(), (Shape{4, 2, 2}));
  QCOMPARE(ops::linear(stack, ops::t(b), row({1, 1}, device)).shape(), (Shape{4, 2, 2}));
  const Tensor batch = ops::expand(ops::reshape(a, {1, 2, 3}), {5, 1, 2, 3});
  QCOMPARE(ops::matmul(batch, ops::expand(b, {4, 3, 2})).shape(), (Shape{5, 4, 2, 2}));
  QCOMPARE(ops::matmul(ops::zeros({0, 3}, {DType::float32, device}), b).shape(), (Shape{0, 2}));
  QCOMPARE(values(ops::matmul(ops::zeros({2, 0}, {DType::float32, device}),
                              ops::zeros({0, 2}, {DType::float32, device}))),
           (Numbers{0, 0, 0, 0}));
}

void TestProducts::multipliesIntegers() {
  const Tensor n = make({0, 1, 2, 3}, {2, 2}, kCpu, DType::int64);
  QCOMPARE(values(ops::matmul(n, n)), (Numbers{2, 3, 6, 11}));
  QCOMPARE(ops::matmul(n, n).dtype(), DType::int64);
  QCOMPARE(ops::dot(ints({1, 2}), ints({3, 4})).item<double>(), 11.0);
}

void TestProducts::refusesShapes() {
  const Tensor a = ops::ones({2, 3}), b = ops::ones({3, 2}), v = ops::ones({3});
  QCOMPARE(error_of([&] { ops::mm(a, a); }),
           std::string("mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)"));
  QCOMPARE(error_of([&] { ops::matmul(a, ops::ones({2})); }),
           std::string("size mismatch, got input (2), mat (2x3), vec (2)"));
  QCOMPARE(error_of([&] { ops::matmul(ops::ones({2}), b); }),
           std::string("mat1 and mat2 shapes cannot be multiplied (1x2 and 3x2)"));
  QCOMPARE(error_of([&] { ops::matmul(v, ops::ones({2})); }),
           std::string("inconsistent tensor size, expected tensor [3] and src [2] to have the same number of "
                       "elements, but got 3 and 2 elements respectively"));
  QCOMPARE(
      error_of([&] {
        ops::bmm(ops::ones({2, 1, 3}), ops::ones({2, 2, 5}));
      }),
      std::string("Expected size for first two dimensions of batch2 tensor to be: [2, 3] but got: [2, 2]."));
  QCOMPARE(error_of([&] { ops::bmm(a, b); }), std::string("batch1 must be a 3D tensor"));
  QCOMPARE(error_of([&] { ops::mm(a, v); }), std::string("mat2 must be a matrix"));
  QCOMPARE(error_of([&] { ops::matmul(a, make({2}, {})); }),
           std::string("both arguments to matmul need to be at least 1D, but they are 2D and 0D"));
  const Tensor weight = ops::ones({2, 3}), bias = ops::ones({2});
  QCOMPARE(error_of([&] {
             ops::linear(ops::ones({2, 4, 5}), weight, bias);
           }),
           std::string("mat1 and mat2 shapes cannot be multiplied (8x5 and 3x2)"));
  QCOMPARE(error_of([&] { ops::linear(ops::ones({4}), weight, bias); }),
           std::string("mat1 and mat2 shapes cannot be multiplied (1x4 and 3x2)"));
}

void TestProducts::refusesDtypes() {
  const Tensor f = ops::ones({2, 2}), d = ops::ones({2, 2}, {DType::float64}),
               n = ops::ones({2, 2}, {DType::int64});
  QCOMPARE(error_of([&] { ops::mm(d, f); }),
           std::string("expected m1 and m2 to have the same dtype, but got: double != float"));
  QCOMPARE(error_of([&] { ops::mm(f, n); }),
           std::string("expected m1 and m2 to have the same dtype, but got: float != long int"));
  QCOMPARE(error_of([&] { ops::linear(n, f, ops::ones({2})); }),
           std::string("mat1 and mat2 must have the same dtype, but got Long and Float"));
  QCOMPARE(error_of([&] { ops::dot(ints({1}), row({1})); }),
           std::string("dot : expected both vectors to have same dtype, but found Long and Float"));
  QCOMPARE(error_of([&] { ops::bmm(ops::unsqueeze(f, 0), ops::unsqueeze(d, 0)); }),
           std::string("expected scalar type Float but found Double"));
}

void TestProducts::refusesDevices() {
  const Tensor c = ops::ones({2, 2}), g = ops::ones({2, 2}, {DType::float32, kGpu0}), bias = ops::ones({2});
  QCOMPARE(
      error_of([&] { ops::mm(c, g); }),
      std::string("Expected all tensors to be on the same device, but got mat2 is on cuda:0, different from "
                  "other tensors on cpu (when checking argument in method wrapper_CUDA_mm)"));
  QCOMPARE(
      error_of([&] { ops::linear(g, c, bias); }),
      std::string("Expected all tensors to be on the same device, but got mat1 is on cuda:0, different from "
                  "other tensors on cpu (when checking argument in method wrapper_CUDA_addmm)"));
  QCOMPARE(
      error_of([&] { ops::linear(c, g, bias.to(on(kGpu0))); }),
      std::string("Expected all tensors to be on the same device, but got mat1 is on cpu, different from "
                  "other tensors on cuda:0 (when checking argument in method wrapper_CUDA_addmm)"));
  QCOMPARE(error_of([&] {
             ops::cross_entropy(g, ints({0, 1}));
           }),
           std::string(
               "Expected all tensors to be on the same device, but got target is on cpu, different from "
               "other tensors on cuda:0 (when checking argument in method wrapper_CUDA_nll_loss_forward)"));
  QCOMPARE(error_of([&] {
             ops::cross_entropy(c, ints({0, 1}, kGpu0));
           }),
           std::string(
               "Expected all tensors to be on the same device, but got target is on cuda:0, different from "
               "other tensors on cpu (when checking argument in method wrapper_CUDA_nll_loss_forward)"));
  QCOMPARE(
      error_of([&] { ops::mse_loss(c, g); }),
      std::string("Expected all tensors to be on the same device, but found at least two devices, cuda:0 and "
                  "cpu!"));
}

// Values: PyTorch 2.11, four decimals.
void TestProducts::normalises() {
  QFETCH(Device, device);
  const Tensor x = make({0.5, -1.5, 2}, {1, 3}, device);
  QVERIFY(near(ops::softmax(x, 1), {0.1780, 0.0241, 0.7979}));
  QVERIFY(near(ops::log_softmax(x, -1), {-1.7258, -3.7258, -0.2258}));
  QVERIFY(near(ops::softmax(x, 0), {1, 1, 1}));
  QVERIFY(near(ops::softmax(ops::t(x), 0), {0.1780, 0.0241, 0.7979}));
  QVERIFY(near(ops::softmax(ops::expand(x, {2, 2, 3}), 2), {0.1780, 0.0241, 0.7979, 0.1780, 0.0241, 0.7979,
                                                            0.1780, 0.0241, 0.7979, 0.1780, 0.0241, 0.7979}));
  QVERIFY(near(ops::softmax(make({3}, {}, device), 0), {1}));
  QVERIFY(throws<NotImplementedError>([&] { ops::softmax(ints({1, 2}, device), 0); }));
}

void TestProducts::loses() {
  QFETCH(Device, device);
  const Tensor logits = make({2, 0.5, -1, 0, 1, 3}, {2, 3}, device), labels = ints({0, 2}, device);
  QVERIFY(near(ops::cross_entropy(logits, labels), {0.2056}));
  QVERIFY(near(ops::cross_entropy(logits, labels, ops::Reduction::sum), {0.4112}));
  QCOMPARE(ops::cross_entropy(logits, labels, ops::Reduction::none).shape(), (Shape{2}));
  QVERIFY(near(ops::cross_entropy(row({2, 0.5, -1}, device), make({0}, {}, device, DType::int64)), {0.2413}));
  QVERIFY(near(ops::mse_loss(row({0.5, 2}, device), row({1, 4}, device)), {2.125}));
  QVERIFY(near(ops::mse_loss(row({0.5, 2}, device), row({1, 4}, device), ops::Reduction::none), {0.25, 4}));
  QVERIFY(near(ops::l1_loss(row({0.5, 2}, device), row({1, 4}, device)), {1.25}));
}

void TestProducts::ignoresRows() {
  const Tensor logits = make({2, 0.5, -1, 0, 1, 3}, {2, 3});
  QVERIFY(near(ops::cross_entropy(logits, ints({0, -100})), {0.2413}));
  QVERIFY(std::isnan(ops::cross_entropy(logits, ints({-100, -100})).item<double>()));
  QVERIFY(std::isnan(ops::cross_entropy(make({}, {0, 3}), ints({})).item<double>()));
}

// Values: PyTorch 2.11.
void TestProducts::weighsClasses() {
  const Tensor logits = make({2, 0.5, -1, 0, 1, 3}, {2, 3}), weight = row({1, 2, 3});
  QVERIFY(near(ops::cross_entropy(logits, ints({0, 2}), ops::Reduction::mean, -100, weight), {0.1877}));
  QVERIFY(near(ops::cross_entropy(logits, ints({0, -100}), ops::Reduction::mean, -100, weight), {0.2413}));
  const Tensor g = logits.to(on(kGpu0));
  QCOMPARE(error_of([&] {
             ops::cross_entropy(g, ints({0, 2}, kGpu0), ops::Reduction::mean, -100, weight);
           }),
           std::string(
               "Expected all tensors to be on the same device, but got weight is on cpu, different from "
               "other tensors on cuda:0 (when checking argument in method wrapper_CUDA_nll_loss_forward)"));
  QVERIFY(error_of([&] {
            ops::cross_entropy(logits, ints({0, 2}), ops::Reduction::mean, -100, row({1}));
          }).starts_with("weight tensor should be defined either for all 3 classes"));
}

void TestProducts::refusesLabels() {
  const Tensor logits = ops::ones({2, 2});
  QCOMPARE(error_of([&] {
             ops::cross_entropy(logits, ints({0, 10}));
           }),
           std::string("Target 10 is out of bounds."));
  QCOMPARE(error_of([&] {
             ops::cross_entropy(logits, ints({0, -1}));
           }),
           std::string("Target -1 is out of bounds."));
  QVERIFY(throws<IndexError>([&] { ops::cross_entropy(logits, ints({0, 10})); }));
  QCOMPARE(error_of([&] {
             ops::cross_entropy(logits, row({0, 1}, kCpu, DType::int32));
           }),
           std::string("expected scalar type Long but found Int"));
  QCOMPARE(error_of([&] {
             ops::cross_entropy(logits, row({0, 1}));
           }),
           std::string("expected scalar type Long but found Float"));
  QCOMPARE(error_of([&] {
             ops::cross_entropy(ops::ones({3, 2}), ints({0, 1}));
           }),
           std::string("Expected input batch_size (3) to match target batch_size (2)."));
  QVERIFY(throws<ValueError>([&] { ops::cross_entropy(ops::ones({3, 2}), ints({0, 1})); }));
  QCOMPARE(error_of([&] {
             ops::cross_entropy(ops::ones({2, 3}), make({0, 0}, {2, 1}, kCpu, DType::int64));
           }),
           std::string("0D or 1D target tensor expected, multi-target not supported"));
  QVERIFY(throws<NotImplementedError>([&] { ops::cross_entropy(logits, logits); }));
}

QTEST_GUILESS_MAIN(TestProducts)
#include "tst_products.moc"
