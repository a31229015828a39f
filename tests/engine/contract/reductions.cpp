// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "contract.h"
#include "core/errors.h"

namespace todevice::testing {

namespace {

/// a (n,k) x b (k,m), in double.
Numbers product(const Numbers& a, const Numbers& b, std::size_t n, std::size_t k, std::size_t m) {
  Numbers out(n * m, 0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t l = 0; l < k; ++l) {
      for (std::size_t j = 0; j < m; ++j) out[i * m + j] += a[i * k + l] * b[l * m + j];
    }
  }
  return out;
}

/// Small whole numbers: products of them are exact in float32.
Numbers pattern(std::size_t count, int seed) {
  Numbers out;
  for (std::size_t i = 0; i < count; ++i)
    out.push_back(static_cast<double>((i * 7 + static_cast<std::size_t>(seed)) % 11) - 5);
  return out;
}

Numbers transposed(const Numbers& a, std::size_t rows, std::size_t columns) {
  Numbers out;
  for (std::size_t j = 0; j < columns; ++j) {
    for (std::size_t i = 0; i < rows; ++i) out.push_back(a[i * columns + j]);
  }
  return out;
}

}  // namespace

void Contract::reduces_data() {
  QTest::addColumn<int>("op");
  QTest::addColumn<int>("dtype");
  QTest::addColumn<int>("out_dtype");
  QTest::addColumn<Numbers>("over_rows");     // of {{3, 1, 2}, {0, 5, -4}}, dimension 1
  QTest::addColumn<Numbers>("over_columns");  // dimension 0
  const auto row = [](const char* name, ReduceOp op, DType dtype, DType out, Numbers rows, Numbers columns) {
    QTest::newRow(name) << static_cast<int>(op) << static_cast<int>(dtype) << static_cast<int>(out) << rows
                        << columns;
  };
  const DType f = DType::float32, i = DType::int64, b = DType::boolean;
  row("sum", ReduceOp::sum, f, f, {6, 1}, {3, 6, -2});
  row("sum of integers", ReduceOp::sum, i, i, {6, 1}, {3, 6, -2});
  row("mean", ReduceOp::mean, f, f, {2, 1.0 / 3}, {1.5, 3, -1});
  row("prod", ReduceOp::prod, f, f, {6, 0}, {0, 5, -8});
  row("max", ReduceOp::max, f, f, {3, 5}, {3, 5, 2});
  row("min", ReduceOp::min, i, i, {1, -4}, {0, 1, -4});
  row("argmax", ReduceOp::argmax, f, i, {0, 1}, {0, 1, 0});
  row("argmin", ReduceOp::argmin, f, i, {1, 2}, {1, 0, 1});
  row("all", ReduceOp::all, b, b, {1, 0}, {0, 1, 1});
  row("any", ReduceOp::any, b, b, {1, 1}, {1, 1, 1});
}

void Contract::reduces() {
  QFETCH(int, op);
  QFETCH(int, dtype);
  QFETCH(int, out_dtype);
  QFETCH(Numbers, over_rows);
  QFETCH(Numbers, over_columns);
  const auto to = static_cast<DType>(out_dtype);
  const Buffer in(place_, static_cast<DType>(dtype), {2, 3}, {3, 1, 2, 0, 5, -4});
  const Buffer rows(place_, to, {2, 1}), columns(place_, to, {1, 3});
  place_.kernels().reduce(static_cast<ReduceOp>(op), rows.view(), in.view(), 0b10);
  check(rows.values(), over_rows, to);
  place_.kernels().reduce(static_cast<ReduceOp>(op), columns.view(), in.view(), 0b01);
  check(columns.values(), over_columns, to);
}

void Contract::reducesAnyDimensions() {
  Numbers given;
  for (int i = 0; i < 24; ++i) given.push_back(i);
  const Buffer in(place_, DType::float64, {2, 3, 4}, given);
  for (std::uint32_t dims = 0; dims < 8; ++dims) {
    Shape shape{2, 3, 4};
    for (int d = 0; d < 3; ++d) {
      if ((dims >> d) & 1u) shape[d] = 1;
    }
    Numbers wanted(static_cast<std::size_t>(numel(shape)), 0);
    for (std::int64_t i = 0; i < 24; ++i) {
      const std::int64_t at[] = {i / 12, i / 4 % 3, i % 4};
      std::int64_t place = 0;
      for (int d = 0; d < 3; ++d) place = place * shape[d] + (shape[d] == 1 ? 0 : at[d]);
      wanted[static_cast<std::size_t>(place)] += static_cast<double>(i);
    }
    const Buffer out(place_, DType::float64, shape);
    place_.kernels().reduce(ReduceOp::sum, out.view(), in.view(), dims);
    QCOMPARE(out.values(), wanted);
  }
}

/// A float32 sum of many keeps its digits, and one of 16-bit floats is carried in float32.
void Contract::sumsManyExactly() {
  constexpr std::int64_t kCount = 1 << 20;
  const Buffer tenths(place_, DType::float32, {kCount}, 0.1), total(place_, DType::float32, {1});
  place_.kernels().reduce(ReduceOp::sum, total.view(), tenths.view(), 1);
  QVERIFY(std::fabs(total.values()[0] - 0.1 * kCount) < 1);
  const Buffer ones(place_, DType::float16, {4096}, 1), half(place_, DType::float16, {1});
  place_.kernels().reduce(ReduceOp::sum, half.view(), ones.view(), 1);
  QCOMPARE(half.values()[0], 4096.0);
}

/// More than 2^30 elements, which a GPU takes in pieces. The memory repeats, or is filled on the spot.
void Contract::reducesVeryMany() {
  if (place_.backend->name() != "cuda") return;  // others count in 64 bits
  constexpr std::int64_t kRow = 1 << 20, kRows = 1500, kCount = kRow * kRows;
  const Buffer row(place_, DType::int64, {kRow}, 1), total(place_, DType::int64, {1, 1});
  place_.kernels().reduce(ReduceOp::sum, total.view(), row.view({kRows, kRow}, {0, 1}), 0b11);
  QCOMPARE(total.values(), Numbers{static_cast<double>(kCount)});
  void* const many = place_.backend->allocate(place_.index, kCount);
  const auto part = [many](std::int64_t from, std::int64_t count) {
    return View{static_cast<std::byte*>(many) + from, DType::int8, {count}, {1}};
  };
  place_.kernels().fill(part(0, kCount), -3);
  for (const std::int64_t place : {kCount - 1, (std::int64_t{1} << 30) + 5}) {
    place_.kernels().fill(part(place, 1), 9);
    place_.kernels().reduce(ReduceOp::argmax, total.view({1}, {1}), part(0, kCount), 1);
    QCOMPARE(total.values(), Numbers{static_cast<double>(place)});
  }
  place_.backend->deallocate(place_.index, many, kCount);
}

void Contract::nanWins() {
  const Buffer in(place_, DType::float32, {3}, {1, std::nan(""), 2});
  const Buffer out(place_, DType::float32, {1}), index(place_, DType::int64, {1});
  for (const ReduceOp op : {ReduceOp::max, ReduceOp::min, ReduceOp::sum}) {
    place_.kernels().reduce(op, out.view(), in.view(), 1);
    QVERIFY(std::isnan(out.values()[0]));
  }
  place_.kernels().reduce(ReduceOp::argmax, index.view(), in.view(), 1);
  QCOMPARE(index.values(), Numbers{1});
}

void Contract::matrixProducts_data() {
  QTest::addColumn<int>("n");
  QTest::addColumn<int>("k");
  QTest::addColumn<int>("m");
  const int sizes[][3] = {{1, 1, 1},    {3, 3, 3},    {2, 5, 4},     {1, 64, 10},  {64, 1, 10},
                          {17, 33, 29}, {64, 64, 64}, {100, 1, 100}, {128, 70, 1}, {5, 0, 3}};
  for (const auto& size : sizes) {
    const std::string name =
        std::to_string(size[0]) + "x" + std::to_string(size[1]) + "x" + std::to_string(size[2]);
    QTest::newRow(name.c_str()) << size[0] << size[1] << size[2];
  }
}

/// In every dtype, both factors straight and transposed.
void Contract::matrixProducts() {
  QFETCH(int, n);
  QFETCH(int, k);
  QFETCH(int, m);
  const auto un = static_cast<std::size_t>(n), uk = static_cast<std::size_t>(k),
             um = static_cast<std::size_t>(m);
  const Numbers a = pattern(un * uk, 1), b = pattern(uk * um, 4);
  for (const DType dtype : kFloats) {
    const Numbers wanted = rounded(product(a, b, un, uk, um), dtype);
    const Buffer x(place_, dtype, {1, n, k}, a), y(place_, dtype, {1, k, m}, b),
        out(place_, dtype, {1, n, m}, 7);
    const Buffer xt(place_, dtype, {1, k, n}, transposed(a, un, uk));
    const Buffer yt(place_, dtype, {1, m, k}, transposed(b, uk, um));
    const View left[] = {x.view(), xt.view({1, n, k}, {n * k, 1, n})};
    const View right[] = {y.view(), yt.view({1, k, m}, {k * m, 1, k})};
    for (const View& l : left) {
      for (const View& r : right) {
        place_.kernels().matmul(out.view(), l, r, 1, 0);
        check(out.values(), wanted, dtype);
      }
    }
  }
}

/// alpha, beta, several matrices at once, one shared by all (stride 0), gaps between rows.
void Contract::matrixProductScales() {
  constexpr std::size_t kN = 20, kK = 18, kM = 16;
  const Numbers a = pattern(2 * kN * kK, 2), b = pattern(kK * kM, 3);
  const Buffer x(place_, DType::float64, {2, kN, kK}, a), y(place_, DType::float64, {1, kK, kM}, b);
  const Buffer out(place_, DType::float64, {2, kN, kM + 3}, 10);
  place_.kernels().matmul(out.view({2, kN, kM}, {kN * (kM + 3), kM + 3, 1}), x.view(),
                          y.view({2, kK, kM}, {0, kM, 1}), 2, 0.5);
  const Numbers found = out.values();
  for (std::size_t batch = 0; batch < 2; ++batch) {
    const auto begin = a.begin() + static_cast<std::ptrdiff_t>(batch * kN * kK);
    const Numbers one = product(Numbers(begin, begin + kN * kK), b, kN, kK, kM);
    for (std::size_t i = 0; i < kN; ++i) {
      for (std::size_t j = 0; j < kM + 3; ++j) {
        const double wanted = j < kM ? 2 * one[i * kM + j] + 5 : 10;
        QCOMPARE(found[(batch * kN + i) * (kM + 3) + j], wanted);
      }
    }
  }
}

void Contract::softmax() {
  const Numbers given = {1, 2, 3, 1000, 0, 1000};
  const double e = std::exp(1), total = 1 + e + e * e;
  const Numbers wanted = {1 / total, e / total, e * e / total, 0.5, 0, 0.5};
  for (const DType dtype : kFloats) {
    const Buffer in(place_, dtype, {2, 3}, given), out(place_, dtype, {2, 3});
    place_.kernels().softmax(out.view(), in.view(), false);
    check(out.values(), wanted, dtype);
    place_.kernels().softmax(out.view(), in.view(), true);
    Numbers logs;
    for (std::size_t i = 0; i < 6; ++i) logs.push_back(i == 4 ? -1000 - std::log(2) : std::log(wanted[i]));
    check(out.values(), logs, dtype);
  }
}

void Contract::softmaxGradient() {
  const Numbers s = {0.2, 0.3, 0.5}, g = {1, -2, 0.5};
  const double dot = 0.2 - 0.6 + 0.25, sum = -0.5;
  const Buffer out(place_, DType::float64, {1, 3}, s), grad(place_, DType::float64, {1, 3}, g);
  const Buffer result(place_, DType::float64, {1, 3});
  place_.kernels().softmax_grad(result.view(), grad.view(), out.view(), false);
  check(result.values(), {0.2 * (1 - dot), 0.3 * (-2 - dot), 0.5 * (0.5 - dot)}, DType::float64);
  const Buffer logs(place_, DType::float64, {1, 3}, {std::log(0.2), std::log(0.3), std::log(0.5)});
  place_.kernels().softmax_grad(result.view(), grad.view(), logs.view(), true);
  check(result.values(), {1 - 0.2 * sum, -2 - 0.3 * sum, 0.5 - 0.5 * sum}, DType::float64);
}

void Contract::negativeLogLikelihood() {
  const Buffer logs(place_, DType::float32, {3, 2}, {-1, -2, -3, -4, -5, -6});
  const Buffer target(place_, DType::int64, {3}, {1, -100, 0}), out(place_, DType::float32, {3}, 9);
  place_.kernels().nll(out.view(), logs.view(), target.view(), -100);
  QCOMPARE(out.values(), (Numbers{2, 0, 5}));
  const Buffer scale(place_, DType::float32, {3}, {0.5, 1, 2}), grad(place_, DType::float32, {3, 2}, 9);
  place_.kernels().nll_grad(grad.view(), target.view(), scale.view(), -100);
  QCOMPARE(grad.values(), (Numbers{0, -0.5, 0, 0, -2, 0}));
  const Buffer total(place_, DType::float32, {}, 4), loss(place_, DType::float32, {});
  place_.kernels().nll_grad(grad.view(), target.view(), scale.view(), -100, total.view());
  QCOMPARE(grad.values(), (Numbers{0, -0.125, 0, 0, -0.5, 0}));
  for (const bool mean : {false, true}) {
    if (!place_.kernels().nll_reduced(loss.view(), total.view(), logs.view(), target.view(), mean, -100))
      break;
    QCOMPARE(loss.values(), (Numbers{mean ? 3.5 : 7}));
    QCOMPARE(total.values(), (Numbers{2}));
  }
}

void Contract::selectsAndAddsRows() {
  const Buffer in(place_, DType::float32, {3, 2}, {0, 1, 10, 11, 20, 21});
  const Buffer index(place_, DType::int64, {4}, {2, 0, 2, 1}), out(place_, DType::float32, {4, 2});
  place_.kernels().index_select(out.view(), in.view(), index.view(), Counted::from_start);
  QCOMPARE(out.values(), (Numbers{20, 21, 0, 1, 20, 21, 10, 11}));
  const Buffer last(place_, DType::int64, {1}, {-1}), row(place_, DType::float32, {1, 2});
  place_.kernels().index_select(row.view(), in.view(), last.view(), Counted::either_end);
  QCOMPARE(row.values(), (Numbers{20, 21}));
  const Buffer sum(place_, DType::float32, {3, 2}, 1);
  place_.kernels().index_add(sum.view(), out.view(), index.view());
  QCOMPARE(sum.values(), (Numbers{1, 2, 11, 12, 41, 43}));
}

/// At once where the device can tell, else when somebody waits for it; what comes after works.
void Contract::refusesBadIndices() {
  const Buffer logs(place_, DType::float32, {1, 2}), in(place_, DType::float32, {2, 2});
  const Buffer ten(place_, DType::int64, {1}, {10}), out(place_, DType::float32, {1, 2});
  if (place_.backend->name() == "cuda") QSKIP("a device-side assertion ends CUDA for this process");
  QVERIFY_EXCEPTION_THROWN(place_.kernels().nll(out.view({1}, {1}), logs.view(), ten.view(), -100),
                           IndexError);
  const Buffer last(place_, DType::int64, {1}, {-1});
  const auto pick = [&](const Buffer& index, Counted rows) {
    place_.kernels().index_select(out.view(), in.view(), index.view(), rows);
  };
  QVERIFY_EXCEPTION_THROWN(pick(ten, Counted::from_start), IndexError);
  QVERIFY_EXCEPTION_THROWN(pick(ten, Counted::either_end), IndexError);
  QVERIFY_EXCEPTION_THROWN(pick(last, Counted::from_start), IndexError);
  QVERIFY_EXCEPTION_THROWN(place_.kernels().index_add(in.view(), out.view(), ten.view()), IndexError);
}

}  // namespace todevice::testing
