// SPDX-License-Identifier: GPL-3.0-or-later
// The same code in two real workers under two settings, line by line together.
#include "comparison.h"

#include <QAbstractItemModelTester>
#include <QTest>

#include "session.h"
#include "timeline.h"

using namespace todevice;

namespace {

WorkerSettings settings() {
  WorkerSettings settings;
  settings.program = qEnvironmentVariable("TODEVICE_WORKER");
  settings.simulate = 3;
  return settings;
}

bool bothWait(const Comparison& comparison) {
  return QTest::qWaitFor(
      [&] {
        return comparison.session(Comparison::Left)->state() == Session::State::Stopped &&
               comparison.session(Comparison::Right)->state() == Session::State::Stopped;
      },
      20000);
}

bool bothEnd(const Comparison& comparison) {
  const auto ended = [&](Comparison::Side side) {
    const auto& blocks = comparison.session(side)->blocks();
    return !blocks.empty() && blocks.back().ended;
  };
  return QTest::qWaitFor([&] { return ended(Comparison::Left) && ended(Comparison::Right); }, 20000);
}

QString text(const Comparison& comparison, int row, int column) {
  return comparison.index(row, column).data().toString();
}

}  // namespace

class ComparisonTest : public QObject {
  Q_OBJECT
 private slots:
  void inLockStep() {
    Comparison comparison;
    QAbstractItemModelTester tester(&comparison);
    comparison.start(
        settings(), QStringLiteral("0,1"), QStringLiteral("1,0"),
        QStringLiteral("import torch\nx = torch.ones(2)\ny = x.to('cuda:0')\nprint(y.device)\n"));
    QVERIFY(bothWait(comparison));
    for (int rows = 1; rows <= 3; ++rows) {
      comparison.step();
      QVERIFY(bothWait(comparison));
      QCOMPARE(comparison.rowCount(), rows);
      QCOMPARE(comparison.cursor(), rows);
    }
    comparison.step();
    QVERIFY(bothEnd(comparison));
    QCOMPARE(comparison.rowCount(), 4);
    QVERIFY(!comparison.differs(0) && !comparison.differs(1) && comparison.differs(2) &&
            !comparison.differs(3));
    QCOMPARE(comparison.differences(), 1);
    QVERIFY(text(comparison, 2, Comparison::LeftDid).startsWith("y on cuda:0 = GPU 0"));
    QVERIFY(text(comparison, 2, Comparison::RightDid).startsWith("y on cuda:0 = GPU 1"));
    QCOMPARE(text(comparison, 3, Comparison::LeftDid), QString("prints cuda:0"));
    QCOMPARE(comparison.mappingWords(Comparison::Right), QString("cuda:0 is GPU 1 (B), cuda:1 is GPU 0 (A)"));
    comparison.stepBack();
    QCOMPARE(comparison.cursor(), 3);
    QVERIFY(comparison.index(2, 0).data(Comparison::AtCursorRole).toBool());
    comparison.step();
    QCOMPARE(comparison.cursor(), 4);
  }

  void oneEndsBeforeTheOther() {
    Comparison comparison;
    QAbstractItemModelTester tester(&comparison);
    comparison.start(settings(), QStringLiteral(""), std::nullopt,
                     QStringLiteral("import torch\nx = torch.ones(2).to('cuda')\ny = 1\n"));
    QVERIFY(bothWait(comparison));
    comparison.runOn();
    QVERIFY(bothEnd(comparison));
    QCOMPARE(comparison.rowCount(), 3);
    QVERIFY(text(comparison, 1, Comparison::LeftDid).contains("RuntimeError: No CUDA GPUs are available"));
    QVERIFY(comparison.differs(1) && comparison.differs(2));
    QCOMPARE(text(comparison, 2, Comparison::LeftDid), QString());
    QCOMPARE(comparison.headerData(Comparison::LeftDid, Qt::Horizontal, Qt::DisplayRole).toString(),
             QString("empty"));
    QCOMPARE(comparison.headerData(Comparison::RightDid, Qt::Horizontal, Qt::DisplayRole).toString(),
             QString("unset"));
    QCOMPARE(comparison.mappingWords(Comparison::Left), QString("no GPU is visible"));
  }
};

QTEST_GUILESS_MAIN(ComparisonTest)
#include "tst_comparison.moc"
