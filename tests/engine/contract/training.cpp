// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "contract.h"

namespace todevice::testing {

void Contract::randomRepeats() {
  Kernels& kernels = place_.kernels();
  const Buffer first(place_, DType::float32, {100}), second(place_, DType::float32, {100});
  kernels.manual_seed(1234);
  QCOMPARE(kernels.initial_seed(), std::uint64_t{1234});
  kernels.normal(first.view(), 0, 1);
  kernels.uniform(second.view(), 0, 1);
  const Numbers normal = first.values(), uniform = second.values();
  QVERIFY(normal != uniform);
  kernels.manual_seed(1234);
  kernels.normal(first.view(), 0, 1);
  kernels.uniform(second.view(), 0, 1);
  QCOMPARE(first.values(), normal);
  QCOMPARE(second.values(), uniform);
  kernels.manual_seed(1235);
  kernels.normal(first.view(), 0, 1);
  QVERIFY(first.values() != normal);
}

void Contract::uniformNumbers() {
  place_.kernels().manual_seed(1);
  for (const DType dtype : kFloats) {
    const Buffer out(place_, dtype, {10000});
    place_.kernels().uniform(out.view(), -1, 3);
    double total = 0;
    for (const double x : out.values()) {
      QVERIFY(x >= -1 && x <= 3);
      total += x;
    }
    QVERIFY(std::fabs(total / 10000 - 1) < 0.06);  // five standard deviations
  }
}

void Contract::normalNumbers() {
  place_.kernels().manual_seed(2);
  for (const DType dtype : kFloats) {
    for (const std::int64_t n : {7, 16, 10000}) {
      const Buffer out(place_, dtype, {n});
      place_.kernels().normal(out.view(), 2, 0.5);
      double total = 0, squares = 0;
      for (const double x : out.values()) {
        QVERIFY(std::isfinite(x));
        total += x;
        squares += (x - 2) * (x - 2);
      }
      if (n < 10000) continue;
      QVERIFY(std::fabs(total / 10000 - 2) < 0.03);
      QVERIFY(std::fabs(std::sqrt(squares / 10000) - 0.5) < 0.02);
    }
  }
}

void Contract::randomIntegers() {
  place_.kernels().manual_seed(3);
  for (const DType dtype : {DType::int8, DType::int32, DType::int64, DType::float32}) {
    const Buffer out(place_, dtype, {1000});
    place_.kernels().random_int(out.view(), -3, 4);
    int seen[7] = {};
    for (const double x : out.values()) {
      QVERIFY(x >= -3 && x < 4 && x == std::floor(x));
      ++seen[static_cast<int>(x) + 3];
    }
    for (const int count : seen) QVERIFY(count > 80);
  }
}

void Contract::sgd_data() {
  QTest::addColumn<double>("momentum");
  QTest::addColumn<double>("dampening");
  QTest::addColumn<double>("decay");
  QTest::addColumn<bool>("nesterov");
  QTest::addColumn<bool>("maximize");
  QTest::newRow("plain") << 0.0 << 0.0 << 0.0 << false << false;
  QTest::newRow("decay") << 0.0 << 0.0 << 0.1 << false << false;
  QTest::newRow("momentum") << 0.9 << 0.0 << 0.0 << false << false;
  QTest::newRow("dampening") << 0.9 << 0.5 << 0.0 << false << false;
  QTest::newRow("nesterov") << 0.9 << 0.0 << 0.1 << true << false;
  QTest::newRow("maximize") << 0.9 << 0.0 << 0.0 << false << true;
}

/// Three steps over two parameters against the formula.
void Contract::sgd() {
  QFETCH(double, momentum);
  QFETCH(double, dampening);
  QFETCH(double, decay);
  QFETCH(bool, nesterov);
  QFETCH(bool, maximize);
  Numbers wanted = {1, -2, 3}, velocity(3, 0);
  const Numbers slope = {0.5, -1, 2};
  const Buffer a(place_, DType::float64, {3}, wanted), b(place_, DType::float64, {3}, wanted);
  const Buffer grad(place_, DType::float64, {3}, slope);
  const Buffer ma(place_, DType::float64, {3}), mb(place_, DType::float64, {3});
  const View params[] = {a.view(), b.view()}, grads[] = {grad.view(), grad.view()};
  const View momenta[] = {ma.view(), mb.view()};
  for (int step = 0; step < 3; ++step) {
    const Kernels::SgdStep how{0.1, momentum, dampening, decay, nesterov, maximize, step == 0};
    place_.kernels().sgd_step(params, grads,
                              momentum != 0 ? std::span<const View>(momenta) : std::span<const View>(), how);
    for (std::size_t i = 0; i < 3; ++i) {
      double d = (maximize ? -slope[i] : slope[i]) + decay * wanted[i];
      if (momentum != 0) {
        velocity[i] = step == 0 ? d : momentum * velocity[i] + (1 - dampening) * d;
        d = nesterov ? d + momentum * velocity[i] : velocity[i];
      }
      wanted[i] -= 0.1 * d;
    }
  }
  check(a.values(), wanted, DType::float64);
  check(b.values(), wanted, DType::float64);
}

void Contract::adam_data() {
  QTest::addColumn<double>("decay");
  QTest::addColumn<bool>("decoupled");
  QTest::addColumn<bool>("maximize");
  QTest::newRow("plain") << 0.0 << false << false;
  QTest::newRow("decay") << 0.1 << false << false;
  QTest::newRow("AdamW") << 0.1 << true << false;
  QTest::newRow("maximize") << 0.0 << false << true;
}

void Contract::adam() {
  QFETCH(double, decay);
  QFETCH(bool, decoupled);
  QFETCH(bool, maximize);
  Numbers wanted = {1, -2, 3}, m(3, 0), v(3, 0);
  const Numbers slope = {0.5, -1, 2};
  const Buffer param(place_, DType::float64, {3}, wanted), grad(place_, DType::float64, {3}, slope);
  const Buffer average(place_, DType::float64, {3}), square(place_, DType::float64, {3});
  const View params[] = {param.view()}, grads[] = {grad.view()}, averages[] = {average.view()};
  const View squares[] = {square.view()};
  for (int step = 1; step <= 3; ++step) {
    const Kernels::AdamStep how{0.01, 0.9, 0.99, 1e-8, decay, decoupled, maximize, step};
    place_.kernels().adam_step(params, grads, averages, squares, how);
    for (std::size_t i = 0; i < 3; ++i) {
      double d = maximize ? -slope[i] : slope[i];
      if (decoupled)
        wanted[i] *= 1 - 0.01 * decay;
      else
        d += decay * wanted[i];
      m[i] = 0.9 * m[i] + 0.1 * d;
      v[i] = 0.99 * v[i] + 0.01 * d * d;
      const double size = std::sqrt(v[i] / (1 - std::pow(0.99, step))) + 1e-8;
      wanted[i] -= 0.01 * m[i] / (1 - std::pow(0.9, step)) / size;
    }
  }
  check(param.values(), wanted, DType::float64);
}

}  // namespace todevice::testing
