// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "../support/tensors.h"

using namespace todevice;
using namespace todevice::testing;

class TestElementwise : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { simulate(2); }
  void computes_data() { devices(); }
  void computes();
  void broadcasts_data() { devices(); }
  void broadcasts();
  void walksStrides_data() { devices(); }
  void walksStrides();
  void promotes();
  void takesNumbersAndZeroDims();
  void takesEmpty();
  void writesInPlace();
  void refusesInPlace();
  void refusesDevices();
  void refusesDtypes();
  void dividesAsPyTorch();
  void clampsAndChooses();
  void givesUnaryResults();

 private:
  static void devices() {
    QTest::addColumn<Device>("device");
    QTest::newRow("cpu") << kCpu;
    QTest::newRow("cuda:1") << kGpu1;
  }
};

void TestElementwise::computes() {
  QFETCH(Device, device);
  const Tensor a = row({1, -2, 3}, device), b = row({4, 5, -6}, device);
  QCOMPARE(values(ops::add(a, b)), (Numbers{5, 3, -3}));
  QCOMPARE(values(ops::sub(a, b)), (Numbers{-3, -7, 9}));
  QCOMPARE(values(ops::mul(a, b)), (Numbers{4, -10, -18}));
  QCOMPARE(values(ops::div(a, row({2, 4, 8}, device))), (Numbers{0.5, -0.5, 0.375}));
  QCOMPARE(values(ops::pow(a, 2)), (Numbers{1, 4, 9}));
  QCOMPARE(values(ops::pow(2, a)), (Numbers{2, 0.25, 8}));
  QCOMPARE(values(ops::binary(BinaryOp::floor_div, a, 2)), (Numbers{0, -1, 1}));
  QCOMPARE(values(ops::binary(BinaryOp::remainder, a, 2)), (Numbers{1, 0, 1}));
  QCOMPARE(values(ops::binary(BinaryOp::remainder, row({-3, 3}, device), row({2, -2}, device))),
           (Numbers{1, -1}));
  QCOMPARE(values(ops::binary(BinaryOp::fmod, row({-3, 3}, device), row({2, -2}, device))), (Numbers{-1, 1}));
  QCOMPARE(values(ops::binary(BinaryOp::maximum, a, b)), (Numbers{4, 5, 3}));
  QCOMPARE(values(ops::binary(BinaryOp::minimum, a, b)), (Numbers{1, -2, -6}));
  const Tensor less = ops::binary(BinaryOp::lt, a, b);
  QCOMPARE(less.dtype(), DType::boolean);
  QCOMPARE(values(less), (Numbers{1, 1, 0}));
  QCOMPARE(ops::add(a, b).device(), device);
}

void TestElementwise::broadcasts() {
  QFETCH(Device, device);
  const Tensor m = make({0, 1, 2, 3, 4, 5}, {2, 3}, device);
  QCOMPARE(values(ops::add(m, row({10, 20, 30}, device))), (Numbers{10, 21, 32, 13, 24, 35}));
  QCOMPARE(values(ops::mul(m, make({1, 10}, {2, 1}, device))), (Numbers{0, 1, 2, 30, 40, 50}));
  QCOMPARE(ops::add(make({1, 2}, {2, 1}, device), row({1, 2, 3}, device)).shape(), (Shape{2, 3}));
  QCOMPARE(
      error_of([&] {
        ops::add(row({1, 2, 3}, device), row({1, 2, 3, 4}, device));
      }),
      std::string("The size of tensor a (3) must match the size of tensor b (4) at non-singleton dimension "
                  "0"));
}

void TestElementwise::walksStrides() {
  QFETCH(Device, device);
  const Tensor m = make({0, 1, 2, 3, 4, 5}, {2, 3}, device);
  const Tensor turned = ops::t(m);
  QCOMPARE(values(ops::contiguous(ops::add(turned, 1))), (Numbers{1, 4, 2, 5, 3, 6}));
  QCOMPARE(ops::add(turned, 1).strides(), (Strides{1, 3}));  // laid out as its operand, as PyTorch
  QCOMPARE(values(ops::contiguous(ops::mul(turned, turned))), (Numbers{0, 9, 1, 16, 4, 25}));
  QCOMPARE(values(ops::contiguous(ops::add(turned, make({0, 0, 0, 0, 0, 0}, {3, 2}, device)))),
           (Numbers{0, 3, 1, 4, 2, 5}));
  QCOMPARE(ops::add(turned, ops::ones({3, 2}, {DType::float32, device})).strides(), (Strides{1, 3}));
  QCOMPARE(ops::add(ops::ones({3, 2}, {DType::float32, device}), turned).strides(), (Strides{2, 1}));
  QCOMPARE(ops::clone(ops::slice(turned, 1, 0, 1, 1)).strides(), (Strides{1, 3}));
  const Tensor column = ops::select(m, 1, 1);
  ops::binary_(BinaryOp::mul, column, 10);
  QCOMPARE(values(m), (Numbers{0, 10, 2, 3, 40, 5}));
  ops::unary_(UnaryOp::neg, ops::slice(m, 1, 0, 3, 2));
  QCOMPARE(values(m), (Numbers{0, 10, -2, -3, 40, -5}));
}

void TestElementwise::promotes() {
  const Tensor f = row({1, 2}), i = row({1, 2}, kCpu, DType::int64), u = row({1, 2}, kCpu, DType::uint8);
  const Tensor h = row({1, 2}, kCpu, DType::float16), d0 = make({1}, {}, kCpu, DType::float64);
  const Tensor b = row({1, 0}, kCpu, DType::boolean), i0 = make({1}, {}, kCpu, DType::int64);
  QCOMPARE(ops::add(f, i).dtype(), DType::float32);
  QCOMPARE(ops::add(i, u).dtype(), DType::int64);
  QCOMPARE(ops::add(f, d0).dtype(), DType::float32);  // a 0-dim tensor of the same kind gives way
  QCOMPARE(ops::add(i, d0).dtype(), DType::float64);  // of a higher kind it decides
  QCOMPARE(ops::add(u, i0).dtype(), DType::uint8);
  QCOMPARE(ops::add(h, 1.5).dtype(), DType::float16);
  QCOMPARE(ops::add(h, f).dtype(), DType::float32);
  QCOMPARE(ops::add(h, row({1, 2}, kCpu, DType::bfloat16)).dtype(), DType::float32);
  QCOMPARE(ops::add(i, 1.5).dtype(), DType::float32);
  QCOMPARE(ops::add(u, 1).dtype(), DType::uint8);
  QCOMPARE(ops::add(b, 1).dtype(), DType::int64);
  QCOMPARE(ops::add(b, true).dtype(), DType::boolean);
  QCOMPARE(ops::add(i0, 2.5).dtype(), DType::float32);
  QCOMPARE(ops::div(i, 2).dtype(), DType::float32);
  QCOMPARE(ops::div(i, i).dtype(), DType::float32);
  QCOMPARE(ops::add(row({1}, kCpu, DType::int8), row({1}, kCpu, DType::uint8)).dtype(), DType::int16);
  QCOMPARE(values(ops::add(i, 1.5)), (Numbers{2.5, 3.5}));
  QCOMPARE(values(ops::add(row({200, 100}, kCpu, DType::uint8), 100)), (Numbers{44, 200}));
}

void TestElementwise::takesNumbersAndZeroDims() {
  const Tensor g = row({1, 2}, kGpu0);
  const Tensor sum = ops::add(g, make({2}, {}));
  QCOMPARE(sum.device(), kGpu0);
  QCOMPARE(values(sum), (Numbers{3, 4}));
  QCOMPARE(values(ops::sub(make({2}, {}), g)), (Numbers{1, 0}));
  QCOMPARE(values(ops::sub(5, g)), (Numbers{4, 3}));
  QCOMPARE(ops::add(make({2}, {}), make({3}, {}, kGpu0)).device(), kGpu0);
  const Tensor zero_dim = ops::add(make({2}, {}), 1);
  QCOMPARE(zero_dim.dim(), 0);
  QCOMPARE(zero_dim.item<double>(), 3.0);
}

void TestElementwise::takesEmpty() {
  const Tensor none = make({}, {0, 3});
  QCOMPARE(ops::add(none, row({1, 2, 3})).shape(), (Shape{0, 3}));
  QCOMPARE(ops::unary(UnaryOp::exp, none).shape(), (Shape{0, 3}));
  QCOMPARE(ops::add(make({}, {0}), make({1}, {1})).shape(), (Shape{0}));
  ops::binary_(BinaryOp::add, none, 1);
  QCOMPARE(values(none), Numbers{});
}

void TestElementwise::writesInPlace() {
  const Tensor a = row({1, 2, 3});
  const void* address = a.data_ptr();
  const std::uint64_t version = a.storage()->version();
  ops::binary_(BinaryOp::add, a, row({10}));
  QCOMPARE(values(a), (Numbers{11, 12, 13}));
  QCOMPARE(a.data_ptr(), address);
  QVERIFY(a.storage()->version() > version);
  ops::binary_(BinaryOp::mul, a, row({2, 2, 2}, kCpu, DType::int64));
  QCOMPARE(values(a), (Numbers{22, 24, 26}));
  ops::binary_(BinaryOp::sub, a, a);
  QCOMPARE(values(a), (Numbers{0, 0, 0}));
  const Tensor i = row({1, 2}, kCpu, DType::int64);
  ops::binary_(BinaryOp::add, i, row({1, 1}, kCpu, DType::int32));
  QCOMPARE(values(i), (Numbers{2, 3}));
}

void TestElementwise::refusesInPlace() {
  const Tensor a = row({1, 2, 3}), n = make({1, 1, 1, 1}, {2, 2}, kCpu, DType::int64);
  QCOMPARE(error_of([&] {
             ops::binary_(BinaryOp::add, a, make({1, 2}, {2, 1}));
           }),
           std::string("output with shape [3] doesn't match the broadcast shape [2, 3]"));
  QCOMPARE(error_of([&] { ops::binary_(BinaryOp::add, n, 0.5); }),
           std::string("result type Float can't be cast to the desired output type Long"));
  QCOMPARE(error_of([&] { ops::binary_(BinaryOp::div, n, 2); }),
           std::string("result type Float can't be cast to the desired output type Long"));
  QCOMPARE(
      error_of([&] { ops::binary_(BinaryOp::add, ops::expand(row({1}), {3}), 1); }),
      std::string("unsupported operation: more than one element of the written-to tensor refers to a single "
                  "memory location. Please clone() the tensor before performing the operation."));
  const Tensor line = row({0, 1, 2, 3});
  QCOMPARE(
      error_of(
          [&] { ops::binary_(BinaryOp::add, ops::slice(line, 0, 1, 4, 1), ops::slice(line, 0, 0, 3, 1)); }),
      std::string("unsupported operation: some elements of the input tensor and the written-to tensor refer "
                  "to a single memory location. Please clone() the tensor before performing the operation."));
  QCOMPARE(values(line), (Numbers{0, 1, 2, 3}));
}

void TestElementwise::refusesDevices() {
  const std::string text =
      "Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!";
  const Tensor a = row({1, 1, 1}), g = row({1, 1, 1}, kGpu0), other = row({1, 1, 1}, kGpu1);
  QCOMPARE(error_of([&] { ops::add(a, g); }), text);
  QCOMPARE(error_of([&] { ops::add(g, a); }), text);
  QCOMPARE(error_of([&] { ops::binary(BinaryOp::eq, a, g); }), text);
  QCOMPARE(error_of([&] { ops::binary_(BinaryOp::add, a, g); }), text);
  QCOMPARE(error_of([&] { ops::binary_(BinaryOp::mul, g, a); }), text);
  QCOMPARE(error_of([&] { ops::add(a, make({1}, {}, kGpu0)); }), text);
  QCOMPARE(
      error_of([&] { ops::add(g, other); }),
      std::string("Expected all tensors to be on the same device, but found at least two devices, cuda:0 and "
                  "cuda:1!"));
  QCOMPARE(values(a), (Numbers{1, 1, 1}));
}

void TestElementwise::refusesDtypes() {
  const Tensor b = row({1, 0}, kCpu, DType::boolean), f = row({1, 0}), n = row({1, 2}, kCpu, DType::int64);
  QCOMPARE(
      error_of([&] { ops::sub(b, b); }),
      std::string("Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or "
                  "`logical_xor()` operator instead."));
  QVERIFY(error_of([&] { ops::sub(f, b); }).starts_with("Subtraction, the `-` operator, with a bool tensor"));
  QVERIFY(
      error_of([&] { ops::unary(UnaryOp::neg, b); }).starts_with("Negation, the `-` operator, on a bool"));
  QCOMPARE(error_of([&] { ops::binary(BinaryOp::bitwise_and, f, f); }),
           std::string("\"bitwise_and_cpu\" not implemented for 'Float'"));
  QCOMPARE(error_of([&] { ops::pow(n, -1); }),
           std::string("Integers to negative integer powers are not allowed."));
  QVERIFY(throws<NotImplementedError>([&] { ops::unary(UnaryOp::gelu, n); }));
}

void TestElementwise::dividesAsPyTorch() {
  // PyTorch: (2 / torch.tensor([3., 7., 49.])).tolist()
  const Tensor x = row({3, 7, 49});
  const float expected[] = {2 * (1.0F / 3), 2 * (1.0F / 7), 2 * (1.0F / 49)};
  QCOMPARE(values(ops::div(2, x)), (Numbers{expected[0], expected[1], expected[2]}));
}

void TestElementwise::clampsAndChooses() {
  const Tensor x = row({-1, 0.5, 3});
  QCOMPARE(values(ops::clamp(x, 0, 1)), (Numbers{0, 0.5, 1}));
  QCOMPARE(values(ops::clamp(x, {}, 1)), (Numbers{-1, 0.5, 1}));
  const Tensor n = row({-100, 0, 100}, kCpu, DType::int8);
  QCOMPARE(values(ops::clamp(n, 1, {})), (Numbers{1, 1, 100}));
  QCOMPARE(ops::clamp(n, 0.5, {}).dtype(), DType::float32);
  QCOMPARE(error_of([&] { ops::clamp(x, {}, {}); }),
           std::string("torch.clamp: At least one of 'min' or 'max' must not be None"));
  const Tensor chosen = ops::where(ops::binary(BinaryOp::gt, x, 0), x, make({7, 8}, {2, 1}));
  QCOMPARE(values(chosen), (Numbers{7, 0.5, 3, 8, 0.5, 3}));
  QCOMPARE(ops::where(row({1, 0}, kCpu, DType::boolean), 1, 2.0).dtype(), DType::float32);
  QVERIFY(
      error_of([&] { ops::where(x, x, x); }).starts_with("where expected condition to be a boolean tensor"));
}

void TestElementwise::givesUnaryResults() {
  const Tensor x = row({-1.5, 0, 2.5});
  QCOMPARE(values(ops::relu(x)), (Numbers{0, 0, 2.5}));
  QCOMPARE(values(ops::unary(UnaryOp::abs, x)), (Numbers{1.5, 0, 2.5}));
  QCOMPARE(values(ops::unary(UnaryOp::round, x)), (Numbers{-2, 0, 2}));
  QCOMPARE(values(ops::unary(UnaryOp::sign, x)), (Numbers{-1, 0, 1}));
  const Tensor n = row({1, 4}, kCpu, DType::int64);
  QCOMPARE(ops::unary(UnaryOp::sqrt, n).dtype(), DType::float32);
  QCOMPARE(values(ops::unary(UnaryOp::sqrt, n)), (Numbers{1, 2}));
  QCOMPARE(ops::unary(UnaryOp::floor, n).dtype(), DType::int64);
  QCOMPARE(values(ops::unary(UnaryOp::floor, n)), (Numbers{1, 4}));
  QCOMPARE(ops::unary(UnaryOp::neg, n).dtype(), DType::int64);
  const Tensor odd = row({NAN, INFINITY, 1});
  QCOMPARE(values(ops::unary(UnaryOp::isnan, odd)), (Numbers{1, 0, 0}));
  QCOMPARE(values(ops::unary(UnaryOp::isinf, odd)), (Numbers{0, 1, 0}));
  QCOMPARE(values(ops::unary(UnaryOp::isfinite, odd)), (Numbers{0, 0, 1}));
  QCOMPARE(values(ops::unary(UnaryOp::logical_not, n)), (Numbers{0, 0}));
}

QTEST_GUILESS_MAIN(TestElementwise)
#include "tst_elementwise.moc"
