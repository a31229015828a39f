// SPDX-License-Identifier: Apache-2.0
#include "../support/tensors.h"

using namespace todevice;
using namespace todevice::testing;

/// Views, joining and indexing.
class TestShapes : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { simulate(1); }
  void sharesStorage();
  void views();
  void refusesViews();
  void expands();
  void selectsAndSlices();
  void joins();
  void refusesJoins();
  void splits();
  void indexes();
  void refusesIndexes();
  void masks();
  void copiesAcross();
};

void TestShapes::sharesStorage() {
  const Tensor base = ops::reshape(ops::arange(0, 6, 1, {}), {2, 3});
  for (const Tensor& v :
       {ops::view(base, {6}), ops::t(base), ops::unsqueeze(base, 0), ops::flatten(base),
        ops::select(base, 0, 1), ops::slice(base, 1, 1, 3, 1), ops::expand(base, {4, 2, 3})}) {
    QCOMPARE(v.storage(), base.storage());
  }
  QVERIFY(ops::contiguous(base).is_same(base));
  QVERIFY(ops::contiguous(ops::t(base)).storage() != base.storage());
  QVERIFY(ops::reshape(ops::t(base), {6}).storage() != base.storage());
  QCOMPARE(ops::clone(ops::t(base)).strides(), (Strides{1, 3}));
}

void TestShapes::views() {
  const Tensor t = ops::arange(0, 6, 1, {DType::int64});
  QCOMPARE(ops::view(t, {2, -1}).shape(), (Shape{2, 3}));
  const std::int64_t order[] = {2, 0, 1};
  const Tensor p = ops::permute(ops::view(t, {1, 2, 3}), order);
  QCOMPARE(p.shape(), (Shape{3, 1, 2}));
  QCOMPARE(p.strides(), (Strides{1, 6, 3}));
  QCOMPARE(ops::unsqueeze(ops::unsqueeze(t, 1), 0).strides(), (Strides{6, 1, 1}));
  QCOMPARE(ops::squeeze(ops::view(t, {1, 6, 1})).shape(), (Shape{6}));
  QCOMPARE(ops::squeeze(ops::view(t, {1, 6, 1}), 2).shape(), (Shape{1, 6}));
  QCOMPARE(ops::flatten(ops::view(t, {1, 2, 3}), 1).shape(), (Shape{1, 6}));
  QCOMPARE(ops::flatten(make({1}, {})).shape(), (Shape{1}));
  QCOMPARE(ops::transpose(ops::view(t, {1, 2, 3}), 1, 2).strides(), (Strides{6, 1, 3}));
  QCOMPARE(values(ops::reshape(ops::t(ops::view(t, {2, 3})), {6})), (Numbers{0, 3, 1, 4, 2, 5}));
  // A part whose rows lie evenly in memory may still be viewed anew.
  const Tensor wide = ops::view(ops::slice(ops::view(t, {3, 2}), 0, 1, 3, 1), {4});
  QCOMPARE(values(wide), (Numbers{2, 3, 4, 5}));
  const Tensor column = ops::view(ops::slice(ops::view(t, {6, 1}), 0, 0, 6, 2), {3, 1, 1});
  QCOMPARE(values(column), (Numbers{0, 2, 4}));
  QCOMPARE(ops::view(make({}, {0, 3}), {-1}).shape(), (Shape{0}));
}

void TestShapes::refusesViews() {
  const Tensor t = ops::arange(0, 6, 1, {});
  QCOMPARE(
      error_of([&] {
        ops::view(ops::t(ops::view(t, {2, 3})), {6});
      }),
      std::string("view size is not compatible with input tensor's size and stride (at least one dimension "
                  "spans across two contiguous subspaces). Use .reshape(...) instead."));
  QCOMPARE(error_of([&] {
             ops::view(t, {4, 2});
           }),
           std::string("shape '[4, 2]' is invalid for input of size 6"));
  QCOMPARE(error_of([&] {
             ops::view(t, {-1, 4});
           }),
           std::string("shape '[-1, 4]' is invalid for input of size 6"));
  QCOMPARE(error_of([&] { ops::view(t, {-1, -1}); }), std::string("only one dimension can be inferred"));
  QCOMPARE(error_of([&] {
             ops::view(t, {-2, 3});
           }),
           std::string("invalid shape dimension -2 at index 0 of shape [-2, 3]"));
  QCOMPARE(error_of([&] {
             ops::t(ops::view(t, {1, 2, 3}));
           }),
           std::string("t() expects a tensor with <= 2 dimensions, but self is 3D"));
  QCOMPARE(error_of([&] {
             ops::transpose(ops::view(t, {2, 3}), 0, 5);
           }),
           std::string("Dimension out of range (expected to be in range of [-2, 1], but got 5)"));
  QVERIFY(throws<IndexError>([&] { ops::select(t, 0, 6); }));
}

void TestShapes::expands() {
  const Tensor e = ops::expand(make({1, 2, 3}, {1, 3}), {2, -1});
  QCOMPARE(e.shape(), (Shape{2, 3}));
  QCOMPARE(e.strides(), (Strides{0, 1}));
  QCOMPARE(values(e), (Numbers{1, 2, 3, 1, 2, 3}));
  QCOMPARE(
      error_of([&] {
        ops::expand(make({1, 2, 3}, {1, 3}), {2, 4});
      }),
      std::string("The expanded size of the tensor (4) must match the existing size (3) at non-singleton "
                  "dimension 1.  Target sizes: [2, 4].  Tensor sizes: [1, 3]"));
}

void TestShapes::selectsAndSlices() {
  const Tensor t = ops::arange(0, 6, 1, {});
  QCOMPARE(ops::select(t, 0, -1).item<double>(), 5.0);
  const Tensor odd = ops::slice(t, 0, 1, 100, 2);
  QCOMPARE(values(odd), (Numbers{1, 3, 5}));
  QCOMPARE(odd.storage_offset(), 1);
  QCOMPARE(values(ops::slice(t, 0, -2, 6, 1)), (Numbers{4, 5}));
  QCOMPARE(ops::slice(t, 0, 4, 2, 1).shape(), (Shape{0}));
}

void TestShapes::joins() {
  const Tensor a = make({1, 2}, {1, 2}), b = make({3, 4, 5, 6}, {2, 2}, kCpu, DType::int64);
  const Tensor both[] = {a, b};
  QCOMPARE(values(ops::cat(both)), (Numbers{1, 2, 3, 4, 5, 6}));
  QCOMPARE(ops::cat(both).dtype(), DType::float32);
  const Tensor sides[] = {a, a};
  QCOMPARE(values(ops::cat(sides, -1)), (Numbers{1, 2, 1, 2}));
  QCOMPARE(ops::stack(sides, 1).shape(), (Shape{1, 2, 2}));
  const Tensor rows[] = {row({1, 2}), row({3, 4})};
  QCOMPARE(values(ops::stack(rows, 1)), (Numbers{1, 3, 2, 4}));
  const Tensor with_nothing[] = {row({}), a};
  QCOMPARE(ops::cat(with_nothing).shape(), (Shape{1, 2}));
}

void TestShapes::refusesJoins() {
  const Tensor uneven[] = {make({1, 2, 3}, {1, 3}), make({1, 2}, {1, 2})};
  QCOMPARE(
      error_of([&] { ops::cat(uneven); }),
      std::string("Sizes of tensors must match except in dimension 0. Expected size 3 but got size 2 for "
                  "tensor number 1 in the list."));
  const Tensor flat[] = {make({1, 2}, {1, 2}), row({1})};
  QCOMPARE(error_of([&] { ops::cat(flat); }),
           std::string("Tensors must have same number of dimensions: got 2 and 1"));
  const Tensor zero[] = {make({1}, {})};
  QCOMPARE(error_of([&] { ops::cat(zero); }),
           std::string("zero-dimensional tensor (at position 0) cannot be concatenated"));
  const Tensor lengths[] = {row({1, 2, 3}), row({1, 2})};
  QCOMPARE(
      error_of([&] { ops::stack(lengths); }),
      std::string("stack expects each tensor to be equal size, but got [3] at entry 0 and [2] at entry 1"));
  const Tensor places[] = {row({1}), row({1}, kGpu0)};
  QCOMPARE(
      error_of([&] { ops::cat(places); }),
      std::string("Expected all tensors to be on the same device, but got tensors is on cuda:0, different "
                  "from other tensors on cpu (when checking argument in method wrapper_CUDA_cat)"));
  QVERIFY(throws<ValueError>([&] { ops::cat({}); }));
}

void TestShapes::splits() {
  const std::vector<Tensor> parts = ops::split(ops::arange(0, 5, 1, {}), 2);
  QCOMPARE(parts.size(), std::size_t{3});
  QCOMPARE(values(parts[2]), (Numbers{4}));
  QVERIFY(error_of([&] { ops::split(row({1}), 0); }).starts_with("split_size can only be 0"));
}

void TestShapes::indexes() {
  const Tensor m = ops::reshape(ops::arange(0, 6, 1, {}), {3, 2});
  const Tensor rows = ops::index(m, 0, row({2, 0, -1}, kCpu, DType::int64));
  QCOMPARE(values(rows), (Numbers{4, 5, 0, 1, 4, 5}));
  QCOMPARE(values(ops::index_select(m, 1, row({1}, kCpu, DType::int64))), (Numbers{1, 3, 5}));
  const Tensor square = ops::index(m, 0, make({0, 1, 2, 0}, {2, 2}, kCpu, DType::int64));
  QCOMPARE(square.shape(), (Shape{2, 2, 2}));
  const Tensor g = ops::index(m.to(on(kGpu0)), 0, row({1, -3}, kCpu, DType::int64));
  QCOMPARE(g.device(), kGpu0);
  QCOMPARE(values(g), (Numbers{2, 3, 0, 1}));
  QCOMPARE(values(ops::index(m.to(on(kGpu0)), 0, row({1, -3}, kGpu0, DType::int64))), (Numbers{2, 3, 0, 1}));
  QCOMPARE(ops::index(m, 0, row({}, kCpu, DType::int64)).shape(), (Shape{0, 2}));
}

void TestShapes::refusesIndexes() {
  const Tensor m = ops::zeros({2, 2});
  QCOMPARE(error_of([&] { ops::index(m, 0, row({5}, kCpu, DType::int64)); }),
           std::string("index 5 is out of bounds for dimension 0 with size 2"));
  QVERIFY(throws<IndexError>([&] { ops::index(m, 0, row({0})); }));
  QVERIFY(throws<IndexError>([&] { ops::index_select(m, 0, row({-1}, kCpu, DType::int64)); }));
  QCOMPARE(error_of([&] {
             ops::masked_select(m, row({1, 0, 1}, kCpu, DType::boolean));
           }),
           std::string(
               "The size of tensor a (3) must match the size of tensor b (2) at non-singleton dimension 1"));
  const std::vector<Tensor> mask{row({1}, kCpu, DType::boolean)};
  QCOMPARE(error_of([&] { ops::index_many(m, mask); }),
           std::string(
               "The shape of the mask [1] at index 0 does not match the shape of the indexed tensor [2, 2] "
               "at index 0"));
}

void TestShapes::masks() {
  const Tensor m = make({1, -2, 3, -4}, {2, 2});
  QCOMPARE(values(ops::masked_select(m, ops::binary(BinaryOp::gt, m, 0))), (Numbers{1, 3}));
  QCOMPARE(values(ops::masked_select(m, row({0, 1}, kCpu, DType::boolean))), (Numbers{-2, -4}));
  const std::vector<Tensor> rows{row({0, 1}, kCpu, DType::boolean)};
  QCOMPARE(values(ops::index_many(m, rows)), (Numbers{3, -4}));
  const Tensor places = ops::nonzero(make({0, 1, 1, 0}, {2, 2}));
  QCOMPARE(places.shape(), (Shape{2, 2}));
  QCOMPARE(values(places), (Numbers{0, 1, 1, 0}));
}

void TestShapes::copiesAcross() {
  const Tensor turned = ops::t(ops::reshape(ops::arange(0, 6, 1, {}), {2, 3}));
  const Tensor there = ops::copy_to(turned, kGpu0, DType::float64);
  QCOMPARE(there.dtype(), DType::float64);
  QCOMPARE(there.strides(), turned.strides());
  QCOMPARE(values(ops::contiguous(there)), (Numbers{0, 3, 1, 4, 2, 5}));
  const Tensor target = ops::zeros({3, 2});
  ops::copy_into(target, there);
  QCOMPARE(values(target), (Numbers{0, 3, 1, 4, 2, 5}));
  ops::copy_into(ops::select(target, 1, 0), make({9}, {1}, kGpu0, DType::int64));
  QCOMPARE(values(target), (Numbers{9, 3, 9, 4, 9, 5}));
  QCOMPARE(
      error_of([&] {
        ops::copy_into(row({1, 2, 3}), row({1, 2}));
      }),
      std::string("The size of tensor a (3) must match the size of tensor b (2) at non-singleton dimension "
                  "0"));
}

QTEST_GUILESS_MAIN(TestShapes)
#include "tst_shapes.moc"
