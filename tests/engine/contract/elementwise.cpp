// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <functional>
#include <limits>

#include "contract.h"

namespace todevice::testing {

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
const double kNan = std::nan("");
using One = std::function<double(double)>;
using Two = std::function<double(double, double)>;

std::vector<DType> every_dtype() {
  std::vector<DType> all;
  for (int i = 0; i < kDTypeCount; ++i) all.push_back(static_cast<DType>(i));
  return all;
}

Numbers each(const Numbers& in, const One& f) {
  Numbers out;
  for (const double x : in) out.push_back(f(x));
  return out;
}

Numbers pairs(const Numbers& a, const Numbers& b, const Two& f) {
  Numbers out;
  for (std::size_t i = 0; i < a.size(); ++i) out.push_back(f(a[i], b[i]));
  return out;
}

double python_mod(double a, double b) {
  const double r = std::fmod(a, b);
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

double normal_cdf(double x) {
  return 0.5 * (1 + std::erf(x / std::sqrt(2.0)));
}

}  // namespace

void Contract::fills() {
  for (const DType dtype : every_dtype()) {
    const Buffer buffer(place_, dtype, {2, 3});
    place_.kernels().fill(buffer.view(), 1);
    QCOMPARE(buffer.values(), Numbers(6, 1));
    place_.kernels().fill(buffer.view({2}, {3}, 1), 0.0);  // a column
    QCOMPARE(buffer.values(), (Numbers{1, 0, 1, 1, 0, 1}));
  }
}

void Contract::convertsEveryPairOfTypes() {
  for (const DType from : every_dtype()) {
    const Numbers given = rounded({0, 1, 2.75, 100}, from);
    const Buffer in(place_, from, {4}, given);
    for (const DType to : every_dtype()) {
      const Buffer out(place_, to, {4});
      place_.kernels().copy(out.view(), in.view());
      QCOMPARE(out.values(), rounded(given, to));
    }
  }
}

void Contract::copiesStrided() {
  const Buffer in(place_, DType::float32, {2, 3}, {0, 1, 2, 3, 4, 5});
  const Buffer out(place_, DType::float32, {3, 2});
  place_.kernels().copy(out.view(), in.view({3, 2}, {1, 3}));  // transposed
  QCOMPARE(out.values(), (Numbers{0, 3, 1, 4, 2, 5}));
  place_.kernels().copy(out.view({2, 3}, {1, 2}), in.view());  // into a transposed place
  QCOMPARE(out.values(), (Numbers{0, 3, 1, 4, 2, 5}));
  place_.kernels().copy(out.view({2, 1, 1, 3}, {3, 9, 9, 1}), in.view({2, 1, 1, 3}, {0, 5, 5, 1}));
  QCOMPARE(out.values(), (Numbers{0, 1, 2, 0, 1, 2}));
}

void Contract::counts() {
  const Buffer whole(place_, DType::int64, {4});
  place_.kernels().arange(whole.view(), 5, -2);
  QCOMPARE(whole.values(), (Numbers{5, 3, 1, -1}));
  for (const DType dtype : kFloats) {
    const Buffer parts(place_, dtype, {4});
    place_.kernels().arange(parts.view(), 0.5, 0.25);
    QCOMPARE(parts.values(), (Numbers{0.5, 0.75, 1, 1.25}));
  }
  // PyTorch's last bits: on the CPU by vectors of eight, each from its own rounded first; on a GPU one by
  // one.
  const Buffer tenths(place_, DType::float32, {200});
  place_.kernels().arange(tenths.view(), 0, 0.1);
  const Numbers found = tenths.values();
  for (int i = 0; i < 200; ++i) {
    const bool alone = !place_.device().is_cpu() || i >= 192;
    const int from = alone ? i : i / 8 * 8;
    const auto first = place_.device().is_cpu() ? static_cast<float>(0.1 * from)
                                                : std::fma(0.1f, static_cast<float>(from), 0.0f);
    const auto wanted = static_cast<float>(0.1 * (i - from) + first);
    QCOMPARE(found[static_cast<std::size_t>(i)], static_cast<double>(wanted));
  }
  const Buffer truncated(place_, DType::int32, {4});
  place_.kernels().arange(truncated.view(), -2.7, 1.9);
  QCOMPARE(truncated.values(), (Numbers{-2, -1, 0, 1}));
}

void Contract::unaryOperations_data() {
  QTest::addColumn<int>("op");
  QTest::addColumn<One>("reference");
  const auto row = [](const char* name, UnaryOp op, One reference) {
    QTest::newRow(name) << static_cast<int>(op) << std::move(reference);
  };
  row("neg", UnaryOp::neg, [](double x) { return -x; });
  row("abs", UnaryOp::abs, [](double x) { return std::fabs(x); });
  row("sign", UnaryOp::sign, [](double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; });
  row("exp", UnaryOp::exp, [](double x) { return std::exp(x); });
  row("expm1", UnaryOp::expm1, [](double x) { return std::expm1(x); });
  row("log", UnaryOp::log, [](double x) { return std::log(x); });
  row("log1p", UnaryOp::log1p, [](double x) { return std::log1p(x); });
  row("log2", UnaryOp::log2, [](double x) { return std::log2(x); });
  row("log10", UnaryOp::log10, [](double x) { return std::log10(x); });
  row("sqrt", UnaryOp::sqrt, [](double x) { return std::sqrt(x); });
  row("rsqrt", UnaryOp::rsqrt, [](double x) { return 1 / std::sqrt(x); });
  row("square", UnaryOp::square, [](double x) { return x * x; });
  row("reciprocal", UnaryOp::reciprocal, [](double x) { return 1 / x; });
  row("sin", UnaryOp::sin, [](double x) { return std::sin(x); });
  row("cos", UnaryOp::cos, [](double x) { return std::cos(x); });
  row("tan", UnaryOp::tan, [](double x) { return std::tan(x); });
  row("asin", UnaryOp::asin, [](double x) { return std::asin(x); });
  row("acos", UnaryOp::acos, [](double x) { return std::acos(x); });
  row("atan", UnaryOp::atan, [](double x) { return std::atan(x); });
  row("sinh", UnaryOp::sinh, [](double x) { return std::sinh(x); });
  row("cosh", UnaryOp::cosh, [](double x) { return std::cosh(x); });
  row("tanh", UnaryOp::tanh, [](double x) { return std::tanh(x); });
  row("erf", UnaryOp::erf, [](double x) { return std::erf(x); });
  row("sigmoid", UnaryOp::sigmoid, [](double x) { return 1 / (1 + std::exp(-x)); });
  row("relu", UnaryOp::relu, [](double x) { return x < 0 ? 0 : x; });
  row("gelu", UnaryOp::gelu, [](double x) { return x * normal_cdf(x); });
  row("silu", UnaryOp::silu, [](double x) { return x / (1 + std::exp(-x)); });
  row("floor", UnaryOp::floor, [](double x) { return std::floor(x); });
  row("ceil", UnaryOp::ceil, [](double x) { return std::ceil(x); });
  row("round", UnaryOp::round, [](double x) { return std::nearbyint(x); });
  row("trunc", UnaryOp::trunc, [](double x) { return std::trunc(x); });
  row("frac", UnaryOp::frac, [](double x) { return x - std::trunc(x); });
}

void Contract::unaryOperations() {
  QFETCH(int, op);
  QFETCH(One, reference);
  for (const DType dtype : kFloats) {
    const Numbers given = rounded({0.25, -0.5, 0.75, 1, 2.5, -2.5, 1.5, 0.0625, kNan}, dtype);
    const Buffer in(place_, dtype, {3, 3}, given);
    const Buffer out(place_, dtype, {3, 3});
    place_.kernels().unary(static_cast<UnaryOp>(op), out.view(), in.view());
    check(out.values(), each(given, reference), dtype);
    place_.kernels().unary(static_cast<UnaryOp>(op), out.view(), in.view({3, 3}, {1, 3}));
    const Numbers turned = {given[0], given[3], given[6], given[1], given[4],
                            given[7], given[2], given[5], given[8]};
    check(out.values(), each(turned, reference), dtype);
  }
}

void Contract::binaryOperations_data() {
  QTest::addColumn<int>("op");
  QTest::addColumn<Two>("reference");
  const auto row = [](const char* name, BinaryOp op, Two reference) {
    QTest::newRow(name) << static_cast<int>(op) << std::move(reference);
  };
  row("add", BinaryOp::add, [](double a, double b) { return a + b; });
  row("sub", BinaryOp::sub, [](double a, double b) { return a - b; });
  row("mul", BinaryOp::mul, [](double a, double b) { return a * b; });
  row("div", BinaryOp::div, [](double a, double b) { return a / b; });
  row("floor_div", BinaryOp::floor_div, [](double a, double b) { return std::floor(a / b); });
  row("remainder", BinaryOp::remainder, python_mod);
  row("fmod", BinaryOp::fmod, [](double a, double b) { return std::fmod(a, b); });
  row("pow", BinaryOp::pow, [](double a, double b) { return std::pow(a, b); });
  row("atan2", BinaryOp::atan2, [](double a, double b) { return std::atan2(a, b); });
  row("maximum", BinaryOp::maximum, [](double a, double b) { return std::max(a, b); });
  row("minimum", BinaryOp::minimum, [](double a, double b) { return std::min(a, b); });
  row("relu_grad", BinaryOp::relu_grad, [](double g, double x) { return x <= 0 ? 0 : g; });
  row("sigmoid_grad", BinaryOp::sigmoid_grad, [](double g, double s) { return g * s * (1 - s); });
  row("tanh_grad", BinaryOp::tanh_grad, [](double g, double t) { return g * (1 - t * t); });
  row("gelu_grad", BinaryOp::gelu_grad, [](double g, double x) {
    return g * (normal_cdf(x) + x * std::exp(-x * x / 2) / std::sqrt(2 * std::acos(-1.0)));
  });
}

void Contract::binaryOperations() {
  QFETCH(int, op);
  QFETCH(Two, reference);
  const Numbers a = {1, -2.5, 3, 0.5, -0.75, 4}, b = {2, 2, -0.5, 1, -2, 3};
  for (const DType dtype : kFloats) {
    const Buffer x(place_, dtype, {2, 3}, a), y(place_, dtype, {2, 3}, b), out(place_, dtype, {2, 3});
    place_.kernels().binary(static_cast<BinaryOp>(op), out.view(), x.view(), y.view());
    check(out.values(), pairs(a, b, reference), dtype);
  }
}

void Contract::integerDivision() {
  const Numbers a = {7, -7, 7, -7}, b = {2, 2, -2, -2};
  for (const DType dtype : {DType::int8, DType::int16, DType::int32, DType::int64}) {
    const Buffer x(place_, dtype, {4}, a), y(place_, dtype, {4}, b), out(place_, dtype, {4});
    place_.kernels().binary(BinaryOp::floor_div, out.view(), x.view(), y.view());
    QCOMPARE(out.values(), (Numbers{3, -4, -4, 3}));
    place_.kernels().binary(BinaryOp::remainder, out.view(), x.view(), y.view());
    QCOMPARE(out.values(), (Numbers{1, 1, -1, -1}));
    place_.kernels().binary(BinaryOp::bitwise_and, out.view(), x.view(), y.view());
    QCOMPARE(out.values(), (Numbers{2, 0, 6, -8}));
  }
}

/// The ends of each type against divisors that look like -1 or overflow.
void Contract::integerDivisionAtTheEnds() {
  struct Ends {
    DType dtype;
    int bits;
    bool is_signed;
  };
  for (const auto& [dtype, bits, is_signed] : {Ends{DType::uint8, 8, false}, Ends{DType::int8, 8, true},
                                               Ends{DType::int16, 16, true}, Ends{DType::int32, 32, true}}) {
    const std::int64_t most = (std::int64_t{1} << (is_signed ? bits - 1 : bits)) - 1;
    const std::int64_t least = is_signed ? -most - 1 : 0;
    Numbers a, b;
    for (const std::int64_t x : {least, least + 1, std::int64_t{7}, most - 55, most}) {
      for (const std::int64_t y :
           {most, most - 1, std::int64_t{1}, std::int64_t{is_signed ? -1 : 2}, least}) {
        if (y == 0) continue;
        a.push_back(static_cast<double>(x));
        b.push_back(static_cast<double>(y));
      }
    }
    const auto wrapped = [&](double x) {
      const double range = std::ldexp(1.0, bits);
      return x > static_cast<double>(most) ? x - range : x;
    };
    const auto count = static_cast<std::int64_t>(a.size());
    const Buffer x(place_, dtype, {count}, a), y(place_, dtype, {count}, b), out(place_, dtype, {count});
    const auto is = [&](BinaryOp op, const Two& reference) {
      place_.kernels().binary(op, out.view(), x.view(), y.view());
      QCOMPARE(out.values(), pairs(a, b, reference));
    };
    is(BinaryOp::floor_div, [&](double p, double q) { return wrapped(std::floor(p / q)); });
    is(BinaryOp::remainder, [](double p, double q) { return python_mod(p, q) + 0.0; });
    is(BinaryOp::fmod, [](double p, double q) { return std::fmod(p, q) + 0.0; });
  }
}

/// What a gradient meets where something went wrong before: NaN in either operand.
void Contract::gradientsAtNan() {
  const Numbers a = {1, 1, 1, kNan, kNan}, b = {kNan, -1, 1, 1, -1};
  for (const DType dtype : kFloats) {
    const Buffer g(place_, dtype, {5}, a), x(place_, dtype, {5}, b), out(place_, dtype, {5});
    place_.kernels().binary(BinaryOp::relu_grad, out.view(), g.view(), x.view());
    check(out.values(), {1, 0, 1, kNan, 0}, dtype);
    for (const BinaryOp op : {BinaryOp::sigmoid_grad, BinaryOp::tanh_grad, BinaryOp::gelu_grad}) {
      place_.kernels().binary(op, out.view(), g.view(), x.view());
      const Numbers values = out.values();
      QVERIFY(std::isnan(values[0]) && std::isnan(values[3]) && std::isnan(values[4]));
      QVERIFY(!std::isnan(values[1]) && !std::isnan(values[2]));
    }
  }
}

void Contract::comparisons() {
  const Buffer x(place_, DType::float32, {4}, {1, 2, 3, kNan}), y(place_, DType::float32, {4}, {2, 2, 2, 2});
  const Buffer out(place_, DType::boolean, {4});
  const auto is = [&](BinaryOp op, const Numbers& wanted) {
    place_.kernels().binary(op, out.view(), x.view(), y.view());
    QCOMPARE(out.values(), wanted);
  };
  is(BinaryOp::eq, {0, 1, 0, 0});
  is(BinaryOp::ne, {1, 0, 1, 1});
  is(BinaryOp::lt, {1, 0, 0, 0});
  is(BinaryOp::le, {1, 1, 0, 0});
  is(BinaryOp::gt, {0, 0, 1, 0});
  is(BinaryOp::ge, {0, 1, 1, 0});
  place_.kernels().unary(UnaryOp::isnan, out.view(), x.view());
  QCOMPARE(out.values(), (Numbers{0, 0, 0, 1}));
  place_.kernels().unary(UnaryOp::isfinite, out.view(), x.view());
  QCOMPARE(out.values(), (Numbers{1, 1, 1, 0}));
}

/// A number that a 16-bit dtype cannot hold is compared as what it can.
void Contract::comparesNumbersRounded() {
  struct Case {
    DType dtype;
    double near, above;
  };
  for (const auto& [dtype, near, above] :
       {Case{DType::float16, 0.0999755859375, 0.10009765625}, Case{DType::bfloat16, 0.10009765625, 0.101}}) {
    const Buffer x(place_, dtype, {2}, Numbers{near, near}), out(place_, DType::boolean, {2});
    const auto is = [&](BinaryOp op, double number, double wanted) {
      place_.kernels().binary(op, out.view(), x.view(), Scalar(number));
      QCOMPARE(out.values(), Numbers(2, wanted));
    };
    is(BinaryOp::eq, 0.1, 1);
    is(BinaryOp::ge, 0.1, 1);
    is(BinaryOp::lt, 0.1, 0);
    is(BinaryOp::eq, above, 0);
    is(BinaryOp::lt, above, 1);
  }
}

void Contract::broadcasts() {
  const Buffer row(place_, DType::float32, {3}, {1, 2, 3}), column(place_, DType::float32, {2}, {10, 20});
  const Buffer out(place_, DType::float32, {2, 3});
  place_.kernels().binary(BinaryOp::add, out.view(), row.view({2, 3}, {0, 1}), column.view({2, 3}, {1, 0}));
  QCOMPARE(out.values(), (Numbers{11, 12, 13, 21, 22, 23}));
}

void Contract::takesNumbers() {
  const Buffer x(place_, DType::float32, {3}, {1, 2, 4}), out(place_, DType::float32, {3});
  place_.kernels().binary(BinaryOp::sub, out.view(), Scalar(1.5), x.view());
  QCOMPARE(out.values(), (Numbers{0.5, -0.5, -2.5}));
  place_.kernels().binary(BinaryOp::div, out.view(), x.view(), Scalar(2));
  QCOMPARE(out.values(), (Numbers{0.5, 1, 2}));
}

void Contract::worksInPlace() {
  const Buffer x(place_, DType::float64, {2, 2}, {1, 2, 3, 4});
  place_.kernels().binary(BinaryOp::mul, x.view(), x.view(), x.view());
  QCOMPARE(x.values(), (Numbers{1, 4, 9, 16}));
  place_.kernels().unary(UnaryOp::sqrt, x.view(), x.view());
  QCOMPARE(x.values(), (Numbers{1, 2, 3, 4}));
}

void Contract::clampsAndChooses() {
  const Buffer x(place_, DType::float32, {4}, {-5, 0.5, 9, kNan}), out(place_, DType::float32, {4});
  place_.kernels().clamp(out.view(), x.view(), -1, 2.5);
  check(out.values(), {-1, 0.5, 2.5, kNan}, DType::float32);
  place_.kernels().clamp(out.view(), x.view(), -kInf, 0);
  check(out.values(), {-5, 0, 0, kNan}, DType::float32);
  const Buffer condition(place_, DType::boolean, {4}, {1, 0, 1, 0});
  place_.kernels().where(out.view(), condition.view(), x.view(), Scalar(7));
  QCOMPARE(out.values(), (Numbers{-5, 7, 9, 7}));
}

}  // namespace todevice::testing
