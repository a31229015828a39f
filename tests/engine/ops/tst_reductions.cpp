// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "../support/tensors.h"

using namespace todevice;
using namespace todevice::testing;

/// Reductions and factories.
class TestReductions : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { simulate(1); }
  void sums();
  void averages();
  void findsExtremes();
  void takesNothing();
  void refuses();
  void spreads();
  void compares();
  void makesRanges();
  void refusesRanges();
  void fillsAndSeeds();
};

void TestReductions::sums() {
  for (const Device device : {kCpu, kGpu0}) {
    const Tensor m = make({0, 1, 2, 3, 4, 5}, {2, 3}, device);
    QCOMPARE(ops::sum(m).dim(), 0);
    QCOMPARE(ops::sum(m).item<double>(), 15.0);
    const std::int64_t first[] = {0}, last[] = {-1}, both[] = {0, 1};
    QCOMPARE(values(ops::sum(m, first)), (Numbers{3, 5, 7}));
    QCOMPARE(values(ops::sum(m, last)), (Numbers{3, 12}));
    QCOMPARE(ops::sum(m, last, true).shape(), (Shape{2, 1}));
    QCOMPARE(ops::sum(m, both, true).shape(), (Shape{1, 1}));
    QCOMPARE(values(ops::sum(ops::t(m), last)), (Numbers{3, 5, 7}));
    QCOMPARE(values(ops::sum(ops::expand(row({1, 2}, device), {3, 2}))), (Numbers{9}));
  }
  QCOMPARE(ops::sum(row({1, 1, 0}, kCpu, DType::boolean)).dtype(), DType::int64);
  QCOMPARE(ops::sum(row({200, 100}, kCpu, DType::uint8)).item<double>(), 300.0);
  QCOMPARE(ops::sum(row({1, 2}), {}, false, DType::float64).dtype(), DType::float64);
  QCOMPARE(ops::prod(row({2, 3, 4})).item<double>(), 24.0);
}

void TestReductions::averages() {
  const Tensor m = make({0, 1, 2, 3, 4, 5}, {2, 3});
  const std::int64_t first[] = {0};
  QCOMPARE(ops::mean(m).item<double>(), 2.5);
  QCOMPARE(values(ops::mean(m, first)), (Numbers{1.5, 2.5, 3.5}));
  QCOMPARE(error_of([] { ops::mean(row({1}, kCpu, DType::int64)); }),
           std::string("mean(): could not infer output dtype. Input dtype must be either a floating point or "
                       "complex dtype. Got: Long"));
}

void TestReductions::findsExtremes() {
  const Tensor m = make({1, 9, 3, 7, 2, 9}, {2, 3});
  QCOMPARE(ops::amax(m).item<double>(), 9.0);
  QCOMPARE(ops::amin(m).item<double>(), 1.0);
  const ops::ValuesIndices top = ops::max(m, 1);
  QCOMPARE(values(top.values), (Numbers{9, 9}));
  QCOMPARE(values(top.indices), (Numbers{1, 2}));
  QCOMPARE(top.indices.dtype(), DType::int64);
  QCOMPARE(ops::min(m, 0, true).values.shape(), (Shape{1, 3}));
  QCOMPARE(ops::argmax(m).item<std::int64_t>(), 1);
  QCOMPARE(ops::argmax(ops::t(m)).item<std::int64_t>(), 2);
  QCOMPARE(values(ops::argmin(m, 1)), (Numbers{0, 1}));
  QCOMPARE(ops::max(make({5}, {}), 0).values.item<double>(), 5.0);
  QVERIFY(ops::all(row({1, 2})).item<bool>());
  QVERIFY(!ops::all(row({1, 0})).item<bool>());
  QVERIFY(ops::any(row({0, 3})).item<bool>());
}

void TestReductions::takesNothing() {
  QCOMPARE(ops::sum(make({}, {0})).item<double>(), 0.0);
  const std::int64_t first[] = {0};
  QCOMPARE(values(ops::sum(make({}, {0, 2}), first)), (Numbers{0, 0}));
  QCOMPARE(ops::prod(make({}, {0})).item<double>(), 1.0);
  QVERIFY(std::isnan(ops::mean(make({}, {0})).item<double>()));
  QVERIFY(ops::all(make({}, {0})).item<bool>());
  QVERIFY(!ops::any(make({}, {0})).item<bool>());
}

void TestReductions::refuses() {
  const Tensor none = make({}, {0}), rows = make({}, {0, 3}), m = ops::ones({2, 2});
  QVERIFY(error_of([&] { ops::max_all(none); }).starts_with("max(): Expected reduction dim to be specified"));
  QCOMPARE(error_of([&] { ops::max(rows, 0); }),
           std::string("max(): Expected reduction dim 0 to have non-zero size."));
  QVERIFY(throws<IndexError>([&] { ops::argmax(none); }));
  const std::int64_t twice[] = {0, -2}, far[] = {3};
  QCOMPARE(error_of([&] { ops::sum(m, twice); }),
           std::string("dim 0 appears multiple times in the list of dims"));
  QVERIFY(throws<IndexError>([&] { ops::sum(m, far); }));
}

void TestReductions::spreads() {
  const Tensor x = row({1, 2, 3, 4}, kCpu, DType::float64);
  QCOMPARE(ops::var(x).item<double>(), 5.0 / 3);
  QCOMPARE(ops::var(x, 0).item<double>(), 1.25);
  QCOMPARE(ops::std(x).item<double>(), std::sqrt(5.0 / 3));
  QCOMPARE(ops::norm(row({3, 4})).item<double>(), 5.0);
  QVERIFY(std::isnan(ops::var(row({1})).item<double>()));
  QCOMPARE(error_of([] { ops::var(row({1}, kCpu, DType::int64)); }),
           std::string("std and var only support floating point and complex dtypes"));
}

void TestReductions::compares() {
  const Tensor a = row({1, 2, 3});
  QVERIFY(ops::equal(a, ops::clone(a)));
  QVERIFY(!ops::equal(a, row({1, 2, 4})));
  QVERIFY(!ops::equal(a, row({1, 2})));
  QVERIFY(ops::equal(row({NAN}), row({1})) == false);
  QVERIFY(ops::allclose(a, ops::add(a, 1e-9)));
  QVERIFY(!ops::allclose(a, ops::add(a, 1e-2)));
  QVERIFY(ops::allclose(row({INFINITY}), row({INFINITY})));
  QVERIFY(!ops::allclose(row({INFINITY}), row({1})));
  QCOMPARE(error_of([&] { ops::allclose(a, row({1}, kCpu, DType::float64)); }),
           std::string("Float did not match Double"));
  QVERIFY(error_of([&] {
            ops::equal(a, row({1, 2, 3}, kGpu0));
          }).starts_with("Expected all tensors to be on"));
}

void TestReductions::makesRanges() {
  QCOMPARE(values(ops::arange(0, 5, 2, {DType::int64})), (Numbers{0, 2, 4}));
  QCOMPARE(values(ops::arange(5, 0, -2, {DType::int64})), (Numbers{5, 3, 1}));
  QCOMPARE(ops::arange(0, 1, 0.3, {}).numel(), 4);
  QCOMPARE(ops::arange(3, 3, 1, {}).numel(), 0);
  QCOMPARE(values(ops::linspace(0, 1, 5, {})), (Numbers{0, 0.25, 0.5, 0.75, 1}));
  QCOMPARE(values(ops::linspace(3, 5, 1, {})), (Numbers{3}));
  QCOMPARE(values(ops::linspace(-1, 1, 7, {})),  // PyTorch's, the middle included
           (Numbers{-1, -0.6666666269302368, -0.3333333134651184, -2.9802322387695312e-08, 0.3333333134651184,
                    0.6666666269302368, 1}));
  QCOMPARE(values(ops::linspace(0, 10, 4, {DType::int64})), (Numbers{0, 3, 6, 10}));
  QCOMPARE(values(ops::eye(2, 3, {})), (Numbers{1, 0, 0, 0, 1, 0}));
  const Tensor g = ops::full({2}, 7, {DType::int32, kGpu0});
  QCOMPARE(g.device(), kGpu0);
  QCOMPARE(values(g), (Numbers{7, 7}));
  QVERIFY(ops::ones({2}, {DType::float32, kCpu, true}).requires_grad());
}

void TestReductions::refusesRanges() {
  QCOMPARE(error_of([] { ops::arange(5, 0, 1, {}); }),
           std::string("upper bound and lower bound inconsistent with step sign"));
  QCOMPARE(error_of([] { ops::arange(0, 5, 0, {}); }), std::string("step must be nonzero"));
  QCOMPARE(error_of([] {
             ops::ones({1}, {DType::int64, kCpu, true});
           }),
           std::string("Only Tensors of floating point and complex dtype can require gradients"));
}

void TestReductions::fillsAndSeeds() {
  ops::manual_seed(7);
  const Tensor first = ops::rand({5}), normal = ops::randn({20}),
               on_gpu = ops::rand({5}, {DType::float32, kGpu0});
  ops::manual_seed(7);
  QVERIFY(ops::equal(first, ops::rand({5})));
  QVERIFY(ops::equal(normal, ops::randn({20})));
  QVERIFY(ops::equal(on_gpu, ops::rand({5}, {DType::float32, kGpu0})));
  QCOMPARE(ops::initial_seed(), std::uint64_t{7});
  ops::manual_seed(0);
  QCOMPARE(values(ops::randperm(20, {DType::int64})),
           (Numbers{4, 5, 13, 19, 7, 14, 3, 6, 9, 17, 11, 2, 16, 18, 10, 12, 15, 8, 1, 0}));
  ops::manual_seed(42);
  const Tensor next = ops::rand({1});
  ops::manual_seed(42);
  const Tensor order = ops::randperm(50, {DType::int64, kGpu0});  // draws from the GPU's numbers only
  QCOMPARE(order.device(), kGpu0);
  QVERIFY(ops::equal(ops::rand({1}), next));
  Numbers sorted = values(order);
  QVERIFY(!std::is_sorted(sorted.begin(), sorted.end()));
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < sorted.size(); ++i) QCOMPARE(sorted[i], static_cast<double>(i));
  QCOMPARE(ops::randperm(0, {DType::int64}).numel(), 0);
  QCOMPARE(error_of([] { ops::randint(5, 5, {2}, {DType::int64}); }),
           std::string("random_ expects 'from' to be less than 'to', but got from=5 >= to=5"));
  QCOMPARE(error_of([&] { ops::uniform_(first, 1, 0); }),
           std::string("uniform_ expects to return a [from, to) range, but found from=1 > to=0"));
  QVERIFY(throws<NotImplementedError>([] { ops::rand({2}, {DType::int64}); }));
}

QTEST_GUILESS_MAIN(TestReductions)
#include "tst_reductions.moc"
