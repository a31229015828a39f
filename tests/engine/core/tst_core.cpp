// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <limits>

#include "../support/tensors.h"
#include "core/dispatch.h"

using namespace todevice;
using namespace todevice::testing;

class TestCore : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { simulate(2); }
  void device_data();
  void device();
  void badDevice_data();
  void badDevice();
  void dtypes();
  void promotion();
  void halfHoldsEveryBit();
  void halfRoundsToEven();
  void bfloatRoundsToEven();
  void dims();
  void broadcasting();
  void wrapsDimensions();
  void toSameIsSelf();
  void toOtherIsNew();
  void toConverts();
  void views();
  void viewsStayInside();
  void setDataKeepsIdentity();
  void items();
  void emptyTensors();
  void contiguity();
  void requiresGrad();
};

void TestCore::device_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<bool>("cuda");
  QTest::addColumn<int>("index");
  QTest::newRow("cpu") << "cpu" << false << -1;
  QTest::newRow("cpu:0") << "cpu:0" << false << 0;
  QTest::newRow("cuda") << "cuda" << true << -1;
  QTest::newRow("cuda:0") << "cuda:0" << true << 0;
  QTest::newRow("cuda:99") << "cuda:99" << true << 99;
}

void TestCore::device() {
  QFETCH(QString, text);
  QFETCH(bool, cuda);
  QFETCH(int, index);
  const Device device = Device::parse(text.toStdString());
  QCOMPARE(device.is_cuda(), cuda);
  QCOMPARE(device.index(), index);
  QCOMPARE(QString::fromStdString(device.str()), text);
  QVERIFY(device == Device(cuda ? DeviceType::cuda : DeviceType::cpu, index));
}

void TestCore::badDevice_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("error");
  for (const char* text : {"cuda:-1", "cuda:a", "cuda:01", "cuda:", " cuda", "0", "cuda:1:2", "cu da", ":1",
                           "cuda:+1", "cuda0", "cuda_0", "gpu:x", "cuda: 1", "cuda:1 ", "cpu:-1", "cpu:00"}) {
    QTest::newRow(text) << text << QStringLiteral("Invalid device string: '%1'").arg(text);
  }
  for (const char* text : {"gpu", "CUDA", "GPU"}) {
    QTest::newRow(text) << text
                        << QStringLiteral(
                               "Expected one of cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, "
                               "fpga, maia, xla, lazy, vulkan, mps, meta, hpu, mtia, privateuseone device "
                               "type at start of device string: %1")
                               .arg(text);
  }
  QTest::newRow("nothing") << ""
                           << "Device string must not be empty";
  QTest::newRow("too long") << "cuda:99999999999"
                            << "Could not parse device index '99999999999' in device string "
                               "'cuda:99999999999'";
  QTest::newRow("too large") << "cuda:128"
                             << "Could not parse device index '128' in device string 'cuda:128'";
  QTest::newRow("outside the subset") << "mps"
                                      << "ToDevice knows the devices cpu and cuda, not 'mps'";
}

void TestCore::badDevice() {
  QFETCH(QString, text);
  QFETCH(QString, error);
  QCOMPARE(QString::fromStdString(error_of([&] { Device::parse(text.toStdString()); })), error);
}

void TestCore::dtypes() {
  const std::array<std::size_t, kDTypeCount> sizes{1, 1, 1, 2, 4, 8, 2, 2, 4, 8};
  for (int i = 0; i < kDTypeCount; ++i)
    QCOMPARE(item_size(static_cast<DType>(i)), sizes[static_cast<std::size_t>(i)]);
  QCOMPARE(dtype_name(DType::bfloat16), std::string_view("bfloat16"));
  QCOMPARE(scalar_type_name(DType::int64), std::string_view("Long"));
  QVERIFY(is_floating_point(DType::float16) && !is_floating_point(DType::int64));
  QVERIFY(is_integral(DType::uint8) && !is_integral(DType::boolean) && !is_integral(DType::float32));
}

/// torch.promote_types of PyTorch 2.11, in the order of the enum.
void TestCore::promotion() {
  static constexpr int kTable[kDTypeCount][kDTypeCount] = {
      {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, {1, 1, 3, 3, 4, 5, 6, 7, 8, 9}, {2, 3, 2, 3, 4, 5, 6, 7, 8, 9},
      {3, 3, 3, 3, 4, 5, 6, 7, 8, 9}, {4, 4, 4, 4, 4, 5, 6, 7, 8, 9}, {5, 5, 5, 5, 5, 5, 6, 7, 8, 9},
      {6, 6, 6, 6, 6, 6, 6, 8, 8, 9}, {7, 7, 7, 7, 7, 7, 8, 7, 8, 9}, {8, 8, 8, 8, 8, 8, 8, 8, 8, 9},
      {9, 9, 9, 9, 9, 9, 9, 9, 9, 9}};
  for (int a = 0; a < kDTypeCount; ++a) {
    for (int b = 0; b < kDTypeCount; ++b)
      QCOMPARE(static_cast<int>(promote_types(static_cast<DType>(a), static_cast<DType>(b))), kTable[a][b]);
  }
}

void TestCore::halfHoldsEveryBit() {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const float value = Half::decode(static_cast<std::uint16_t>(bits));
    if (std::isnan(value)) {
      QVERIFY(std::isnan(static_cast<float>(Half(value))));
    } else {
      QCOMPARE(Half(value).bits, static_cast<std::uint16_t>(bits));
    }
  }
}

void TestCore::halfRoundsToEven() {
  const auto through = [](float x) { return static_cast<float>(Half(x)); };
  QCOMPARE(through(2049), 2048.0f);
  QCOMPARE(through(2051), 2052.0f);
  QCOMPARE(through(65504), 65504.0f);
  QCOMPARE(through(65519), 65504.0f);
  QVERIFY(std::isinf(through(65520)));
  QCOMPARE(through(0x1p-24f), 0x1p-24f);
  QCOMPARE(through(0x1p-25f), 0.0f);
  QCOMPARE(through(0x1.8p-25f), 0x1p-24f);
  QVERIFY(std::signbit(through(-0.0f)));
  QVERIFY(std::isinf(through(-std::numeric_limits<float>::infinity())));
}

void TestCore::bfloatRoundsToEven() {
  const auto through = [](float x) { return static_cast<float>(BFloat16(x)); };
  QCOMPARE(through(257), 256.0f);
  QCOMPARE(through(259), 260.0f);
  QCOMPARE(through(1.0f), 1.0f);
  QVERIFY(std::isnan(through(std::numeric_limits<float>::quiet_NaN())));
  QVERIFY(std::isinf(through(std::numeric_limits<float>::max())));
}

void TestCore::dims() {
  Dims d{2, 3, 4};
  QCOMPARE(numel(d), std::int64_t{24});
  QCOMPARE(numel(Dims{}), std::int64_t{1});
  QCOMPARE(to_string(d), std::string("[2, 3, 4]"));
  QVERIFY((contiguous_strides(d) == Dims{12, 4, 1}));
  QVERIFY((contiguous_strides({2, 0, 4}) == Dims{4, 4, 1}));
  d.insert(1, 9);
  QVERIFY((d == Dims{2, 9, 3, 4}));
  d.erase(0);
  QVERIFY((d == Dims{9, 3, 4}));
  for (int i = 0; i < 5; ++i) d.push_back(1);
  QVERIFY(throws<NotImplementedError>([&] { d.push_back(1); }));
  QCOMPARE(d.count(), kMaxDims);
}

void TestCore::broadcasting() {
  QVERIFY((broadcast_shapes({3, 1}, {4}) == Shape{3, 4}));
  QVERIFY((broadcast_shapes({}, {2, 2}) == Shape{2, 2}));
  QVERIFY((broadcast_shapes({0}, {1}) == Shape{0}));
  QCOMPARE(error_of([] {
             broadcast_shapes({2, 3}, {2, 4});
           }),
           std::string("The size of tensor a (3) must match the size of tensor b (4) at non-singleton "
                       "dimension 1"));
}

void TestCore::wrapsDimensions() {
  QCOMPARE(wrap_dim(-1, 3), 2);
  QCOMPARE(wrap_dim(-1, 0), 0);
  QCOMPARE(error_of([] { wrap_dim(5, 2); }),
           std::string("Dimension out of range (expected to be in range of [-2, 1], but got 5)"));
  QVERIFY(throws<IndexError>([] { wrap_dim(1, 0); }));
}

void TestCore::toSameIsSelf() {
  const Tensor x = make({1, 2, 3, 4}, {2, 2});
  QVERIFY(x.to(on(kCpu)).is_same(x));
  QVERIFY(x.to(as(DType::float32)).is_same(x));
  QVERIFY(x.to({}).is_same(x));
  const Tensor g = x.to(on(kGpu0));
  QVERIFY(g.to(on(kGpu0)).is_same(g));
  QVERIFY(g.to(on(Device(DeviceType::cuda))).is_same(g));  // the current GPU is number 0
  ToOptions copy;
  copy.copy = true;
  const Tensor y = x.to(copy);
  QVERIFY(!y.is_same(x) && y.storage() != x.storage());
  QCOMPARE(values(y), values(x));
}

void TestCore::toOtherIsNew() {
  const Tensor x = make({1, 2, 3, 4}, {2, 2});
  const Tensor g = x.to(on(kGpu1));
  QVERIFY(!g.is_same(x));
  QVERIFY(g.device() == kGpu1 && x.device() == kCpu);
  QVERIFY(g.data_ptr() != x.data_ptr());
  QVERIFY(g.storage()->serial() != x.storage()->serial());
  QCOMPARE(values(g), (Numbers{1, 2, 3, 4}));
  QCOMPARE(values(g.to(on(kGpu0)).to(on(kCpu))), (Numbers{1, 2, 3, 4}));
}

void TestCore::toConverts() {
  const Tensor x = row({-1.75, 0, 2.5, 300});
  QCOMPARE(values(x.to(as(DType::int64))), (Numbers{-1, 0, 2, 300}));
  QCOMPARE(values(x.to(as(DType::boolean))), (Numbers{1, 0, 1, 1}));
  QCOMPARE(values(x.to(as(DType::uint8))), (Numbers{255, 0, 2, 44}));
  QCOMPARE(values(row({0.1}).to(as(DType::float16))), (Numbers{0.0999755859375}));
  const Tensor both = x.to(on(kGpu0, DType::float64));
  QVERIFY(both.dtype() == DType::float64 && both.device() == kGpu0);
}

void TestCore::views() {
  const Tensor x = make({0, 1, 2, 3, 4, 5}, {2, 3});
  const Tensor column = x.as_strided({2}, {3}, 1);
  QCOMPARE(values(column), (Numbers{1, 4}));
  QVERIFY(column.storage() == x.storage());
  QCOMPARE(static_cast<std::byte*>(column.data_ptr()) - static_cast<std::byte*>(x.data_ptr()),
           std::ptrdiff_t{4});
  const Tensor plain = leaf({1, 2}).detach();
  QVERIFY(!plain.requires_grad());
}

void TestCore::viewsStayInside() {
  const Tensor x = row({0, 1, 2});
  QVERIFY(throws<Error>([&] { x.as_strided({4}, {1}, 0); }));
  QVERIFY(throws<Error>([&] { x.as_strided({2}, {2}, 1); }));
  QVERIFY(throws<Error>([&] { x.as_strided({1}, {1}, 3); }));
  QCOMPARE(x.as_strided({0}, {1}, 3).numel(), std::int64_t{0});
}

void TestCore::setDataKeepsIdentity() {
  const Tensor parameter = leaf({1, 2});
  parameter.set_grad(row({5, 6}));
  const TensorImpl* impl = &parameter.impl();
  const void* address = parameter.data_ptr();
  parameter.set_data(parameter.detach().to(on(kGpu0)));
  QCOMPARE(&parameter.impl(), impl);
  QVERIFY(parameter.data_ptr() != address);
  QVERIFY(parameter.device() == kGpu0 && parameter.requires_grad() && parameter.is_leaf());
  QCOMPARE(values(parameter.grad()), (Numbers{5, 6}));
}

void TestCore::items() {
  QCOMPARE(row({2.5}).item<double>(), 2.5);
  QCOMPARE(row({2.5}, kGpu0).item<std::int64_t>(), std::int64_t{2});
  QCOMPARE(row({1}, kCpu, DType::boolean).item<bool>(), true);
  QCOMPARE(make({7}, {1, 1, 1}, kGpu1, DType::float16).item<float>(), 7.0f);
  QCOMPARE(row({1, 2, 3}).as_strided({}, {}, 2).item<double>(), 3.0);
  QCOMPARE(error_of([] {
             row({1, 2}).item<double>();
           }),
           std::string("a Tensor with 2 elements cannot be converted to Scalar"));
  QCOMPARE(error_of([] { Tensor::empty({0}).item<double>(); }),
           std::string("a Tensor with 0 elements cannot be converted to Scalar"));
}

void TestCore::emptyTensors() {
  for (const Device device : {kCpu, kGpu0}) {
    const Tensor none = Tensor::empty({0, 3}, {DType::float32, device});
    QCOMPARE(none.data_ptr(), static_cast<void*>(nullptr));
    QCOMPARE(none.numel(), std::int64_t{0});
    QVERIFY(none.to(on(kGpu1)).device() == kGpu1);
  }
  QCOMPARE(error_of([] {
             Tensor::empty({2, -1});
           }),
           std::string("Trying to create tensor with negative dimension -1: [2, -1]"));
}

void TestCore::contiguity() {
  const Tensor x = make({0, 1, 2, 3, 4, 5}, {2, 3});
  QVERIFY(x.is_contiguous());
  QVERIFY(!ops::t(x).is_contiguous());
  QVERIFY(x.as_strided({2, 1}, {1, 77}, 0).is_contiguous());  // the stride of a size of 1 does not count
  QVERIFY(Tensor::empty({0, 3}).is_contiguous());
}

void TestCore::requiresGrad() {
  const Tensor x = leaf({1, 2});
  QVERIFY(x.requires_grad() && x.is_leaf());
  const Tensor y = x.to(on(kGpu0));
  QVERIFY(y.requires_grad() && !y.is_leaf());
  QVERIFY(throws<Error>([&] { y.set_requires_grad(false); }));
  QCOMPARE(error_of([] { row({1}, kCpu, DType::int64).set_requires_grad(true); }),
           std::string("only Tensors of floating point dtype can require gradients"));
}

QTEST_GUILESS_MAIN(TestCore)
#include "tst_core.moc"
