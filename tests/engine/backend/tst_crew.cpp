// SPDX-License-Identifier: Apache-2.0
// Products that several threads share.
#include <QTest>
#include <atomic>
#include <cmath>
#include <thread>
#include <vector>

#include "backend/host/crew.h"
#include "ops/ops.h"

using namespace todevice;

class TestCrew : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    qputenv("OPENBLAS_NUM_THREADS", "3");  // read once
    QCOMPARE(host::Crew::get().size(), 3);
  }

  void eachPieceRunsOnce() {
    for (int round = 0; round < 2000; ++round) {
      std::vector<std::atomic<int>> runs(static_cast<std::size_t>(1 + round % 7));
      host::Crew::get().run(static_cast<int>(runs.size()),
                            [&](int piece) { ++runs[static_cast<std::size_t>(piece)]; });
      for (const std::atomic<int>& count : runs) QCOMPARE(count.load(), 1);
    }
  }

  void severalAskAtOnce() {
    std::atomic<int> total{0};
    std::vector<std::thread> askers;
    askers.reserve(4);
    for (int i = 0; i < 4; ++i) {
      askers.emplace_back([&] {
        for (int round = 0; round < 500; ++round) host::Crew::get().run(3, [&](int) { ++total; });
      });
    }
    for (std::thread& asker : askers) asker.join();
    QCOMPARE(total.load(), 4 * 500 * 3);
  }

  void aCutProductIsWhole_data() {
    QTest::addColumn<int>("n");
    QTest::addColumn<int>("m");
    QTest::addColumn<int>("k");
    QTest::newRow("wide") << 70 << 500 << 501;
    QTest::newRow("tall") << 500 << 70 << 501;
    QTest::newRow("one row") << 1 << 3001 << 5003;
    QTest::newRow("one column") << 3001 << 1 << 5003;
  }
  void aCutProductIsWhole() {
    QFETCH(int, n);
    QFETCH(int, m);
    QFETCH(int, k);
    const auto whole = [](std::int64_t rows, std::int64_t columns) {  // sums of these are exact
      return ops::randint(-8, 9, {rows, columns}, {DType::float32, kCpu});
    };
    const Tensor a = whole(n, k), b = whole(k, m);
    const auto turned = [](const Tensor& t) {
      return ops::transpose(ops::contiguous(ops::transpose(t, 0, 1)), 0, 1);
    };
    const ToOptions wide{.dtype = DType::float64};
    const Tensor expected = ops::mm(a.to(wide), b.to(wide));
    for (const Tensor& left : {a, turned(a)}) {
      for (const Tensor& right : {b, turned(b)}) {
        const Tensor difference = ops::sub(ops::mm(left, right).to(wide), expected);
        QCOMPARE(ops::sum(ops::mul(difference, difference)).item<double>(), 0.0);
      }
    }
    // not the product of one piece again and again
    QVERIFY(ops::sum(ops::mul(expected, expected)).item<double>() > 0);
  }
};

QTEST_APPLESS_MAIN(TestCrew)
#include "tst_crew.moc"
