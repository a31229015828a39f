// SPDX-License-Identifier: GPL-3.0-or-later
// Two workers of which one is stopped, killed, or behind the other.
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>
#include <csignal>

#include "compared.h"
#include "timeline.h"

using namespace todevice;

class ComparisonEndsTest : public QObject {
  Q_OBJECT
 private slots:
  void codeThatDoesNotEndIsStopped() {
    Comparison comparison;
    QAbstractItemModelTester tester(&comparison);
    comparison.start(settings(), QStringLiteral("0"), QStringLiteral("1"),
                     QStringLiteral("i = 0\nwhile True:\n    i += 1\n"));
    QVERIFY(bothWait(comparison));
    QVERIFY(!comparison.canStop());
    comparison.runOn();
    QTRY_VERIFY_WITH_TIMEOUT(comparison.rowCount() > 300, 20000);
    QVERIFY(comparison.canStop() && !comparison.canStep());
    comparison.stop();
    QVERIFY(bothEnd(comparison));
    QVERIFY(!comparison.canStop() && !comparison.canStep());
    // One was stopped further on than the other: that is no difference.
    QCOMPARE(comparison.differences(), 0);
    const int last = comparison.rowCount() - 1;
    QCOMPARE(text(comparison, last, Comparison::Mark), QStringLiteral("? not compared"));
    QCOMPARE(text(comparison, 1, Comparison::Mark), QStringLiteral("= same"));
  }

  void aKilledSideIsSaidAndDiffersInNothing() {
    Comparison comparison;
    QAbstractItemModelTester tester(&comparison);
    QSignalSpy told(&comparison, &Comparison::problem);
    comparison.start(
        settings(), QStringLiteral("0"), QStringLiteral("1"),
        QStringLiteral(
            "import time\nfor i in range(1000):\n    time.sleep(0.5 * (i == 500))\nprint('end')\n"));
    QVERIFY(bothWait(comparison));
    comparison.runOn();
    QTRY_VERIFY_WITH_TIMEOUT(comparison.rowCount() > 100, 20000);
    ::kill(pid_t(comparison.session(Comparison::Left)->workerPid()), SIGKILL);
    QTRY_COMPARE_WITH_TIMEOUT(told.count(), 1, 20000);
    QVERIFY2(told[0][0].toString().startsWith(QStringLiteral("The program on the left ended")),
             qPrintable(told[0][0].toString()));
    QTRY_VERIFY_WITH_TIMEOUT(comparison.canStep(), 20000);  // the new one waits where the old one ended
    QCOMPARE(comparison.differences(), 0);
    comparison.runOn();
    QVERIFY(bothEnd(comparison));
    QCOMPARE(comparison.rowCount(), 2003);
    QCOMPARE(comparison.differences(), 0);
    QCOMPARE(text(comparison, 2002, Comparison::Mark), QStringLiteral("= same"));
  }

  /// The two take the branches of a loop in another order: none is said not to run what it still comes to.
  void whatOneSideHasYetToReachIsNoDifference() {
    Comparison comparison;
    QAbstractItemModelTester tester(&comparison);
    comparison.start(settings(), QStringLiteral("0"), QStringLiteral("0,1"),
                     QStringLiteral("import torch\nfor i in range(2):\n"
                                    "    if torch.cuda.device_count() == 1 + i:\n        a = i\n"
                                    "    else:\n        b = i\n"));
    QVERIFY(bothWait(comparison));
    // The left goes on into its second time round, while the right waits in the first.
    while (comparison.rowCount() < 7) {
      comparison.step();
      QVERIFY(QTest::qWaitFor([&] { return comparison.canStep(); }, 20000));
    }
    for (const int row : {3, 4, 5}) {
      QCOMPARE(text(comparison, row, Comparison::RightDid), QString());
      QCOMPARE(text(comparison, row, Comparison::Mark), QStringLiteral("… not yet"));
    }
    QCOMPARE(text(comparison, 6, Comparison::Line), QString("6"));
    QCOMPARE(text(comparison, 6, Comparison::Mark), QStringLiteral("≠ differs"));  // b is another number
    QCOMPARE(comparison.differences(), 1);
    comparison.runOn();
    QVERIFY(bothEnd(comparison));
    QTRY_COMPARE(text(comparison, 3, Comparison::Mark), QStringLiteral("≠ differs"));
  }

  /// Where nothing repeats, a branch that one side did not take is said as soon as it is past it.
  void aBranchThatIsPassedIsSaidAtOnce() {
    Comparison comparison;
    QAbstractItemModelTester tester(&comparison);
    comparison.start(settings(), QStringLiteral("0"), QStringLiteral("0,1"),
                     QStringLiteral("import torch\nif torch.cuda.device_count() == 1:\n    a = 1\n"
                                    "else:\n    b = 1\nc = 1\nd = 1\n"));
    QVERIFY(bothWait(comparison));
    while (comparison.rowCount() < 5) {
      comparison.step();
      QVERIFY(bothWait(comparison));
    }
    QCOMPARE(text(comparison, 2, Comparison::RightDid), QString("not run"));
    QCOMPARE(text(comparison, 3, Comparison::LeftDid), QString("not run"));
    QVERIFY(comparison.differs(2) && comparison.differs(3) && !comparison.differs(4));
  }

  /// The one that waits comes to lines that the stopped one had behind it, and to some that it never ran.
  void aStoppedSideDiffersInNothing() {
    Comparison comparison;
    QAbstractItemModelTester tester(&comparison);
    comparison.start(settings(), QStringLiteral("0"), QStringLiteral("1"),
                     QStringLiteral("import time\ntry:\n    for i in range(30):\n        time.sleep(0.05)\n"
                                    "finally:\n    print(i)\n"));
    QVERIFY(bothWait(comparison));
    comparison.runOn();
    QTRY_VERIFY_WITH_TIMEOUT(comparison.rowCount() > 8, 20000);
    ::kill(pid_t(comparison.session(Comparison::Left)->workerPid()), SIGKILL);
    QVERIFY(QTest::qWaitFor(
        [&] { return comparison.session(Comparison::Left)->state() == Session::State::Stopped; }, 20000));
    comparison.stop();
    QVERIFY(QTest::qWaitFor([&] { return comparison.canStep(); }, 20000));
    while (!hasEnded(comparison)) {
      comparison.step();
      QVERIFY(QTest::qWaitFor([&] { return comparison.canStep() || hasEnded(comparison); }, 20000));
      QCOMPARE(comparison.differences(), 0);
    }
    QCOMPARE(text(comparison, comparison.rowCount() - 1, Comparison::Code), QString("print(i)"));
  }

  /// Whether it hears the interrupt or has to be replaced.
  /// What one side has lost takes nothing of the other's with it.
  void twoLongBranches() {
    Comparison comparison;
    QAbstractItemModelTester tester(&comparison);
    comparison.start(settings(), QStringLiteral("0"), QStringLiteral("1"),
                     QStringLiteral("import os\n"
                                    "if os.environ['CUDA_VISIBLE_DEVICES'] == '0':\n"
                                    "    for i in range(13000):\n        x = i\n"
                                    "else:\n"
                                    "    for i in range(13000):\n        x = -i\n"));
    QVERIFY(bothWait(comparison));
    comparison.runOn();
    QVERIFY(QTest::qWaitFor([&] { return hasEnded(comparison); }, 60000));
    QCOMPARE(comparison.forgotten() + comparison.rowCount(), 2 + 2 * 26001);
    std::array<int, 2> kept{};
    for (int row = 0; row < comparison.rowCount(); ++row)
      ++kept[comparison.lineOf(row) < 5 ? Comparison::Left : Comparison::Right];
    for (const auto side : {Comparison::Left, Comparison::Right}) {
      const auto* timeline = comparison.session(side)->timeline();
      QCOMPARE(kept[side], timeline->count() - timeline->first());
    }
    QVERIFY(comparison.differs(0));
    QCOMPARE(comparison.differences() + comparison.notCompared(), 2 * 26001);
  }

  /// Past 100,000 lines not each has a record: the same round of a loop is a row, however many lines each
  /// side has run before.
  void pastTheLinesWithARecordEach() {
    Comparison comparison;
    comparison.start(settings(), QStringLiteral("0"), QStringLiteral("1"),
                     QStringLiteral("import os\n"
                                    "for i in range(7 * (os.environ['CUDA_VISIBLE_DEVICES'] == '0')):\n"
                                    "    pass\n"
                                    "for i in range(50200):\n    x = i\n"));
    QVERIFY(bothWait(comparison));
    comparison.runOn();
    QVERIFY(QTest::qWaitFor([&] { return hasEnded(comparison); }, 120000));
    const int last = comparison.rowCount() - 1;
    QCOMPARE(text(comparison, last, Comparison::Line), QStringLiteral("4 (50201)"));
    QCOMPARE(text(comparison, last - 1, Comparison::Line), QStringLiteral("5 (50191)"));
    QCOMPARE(text(comparison, last - 1, Comparison::LeftDid), QStringLiteral("x = 50190"));
    QCOMPARE(text(comparison, last - 1, Comparison::RightDid), QStringLiteral("x = 50190"));
    QCOMPARE(text(comparison, last, Comparison::Mark), QStringLiteral("= same"));
    // The first loop's line: eight times on the left, where it binds a name, and once on the right.
    QCOMPARE(comparison.differences(), 8 + 7);
    const int all = comparison.rowCount();
    int unrecorded = 0;
    for (int row = 0; row < all; ++row)
      unrecorded += text(comparison, row, Comparison::LeftDid) == QStringLiteral("not recorded");
    QVERIFY(unrecorded > 0 && unrecorded <= comparison.notCompared());
  }

  void stoppedWhileItRunsAgain_data() {
    QTest::addColumn<QString>("slow");
    QTest::newRow("hears it") << QStringLiteral("time.sleep(1)");
    QTest::newRow("does not") << QStringLiteral("sum(range(10**8))");
  }
  void stoppedWhileItRunsAgain() {
    QFETCH(QString, slow);
    Comparison comparison;
    QAbstractItemModelTester tester(&comparison);
    comparison.start(settings(), QStringLiteral("0"), QStringLiteral("1"),
                     QStringLiteral("import time\n%1\nx = 1\ny = 2\n").arg(slow));
    QVERIFY(bothWait(comparison));
    while (comparison.rowCount() < 3) {
      comparison.step();
      QVERIFY(bothWait(comparison));
    }
    const auto both = {Comparison::Left, Comparison::Right};
    for (const auto side : both) ::kill(pid_t(comparison.session(side)->workerPid()), SIGKILL);
    QVERIFY(QTest::qWaitFor([&] { return comparison.canStop(); }, 20000));
    QTest::qWait(300);
    comparison.stop();
    QVERIFY(QTest::qWaitFor([&] { return comparison.canStep(); }, 20000));
    comparison.runOn();
    QVERIFY(bothEnd(comparison));
    QCOMPARE(comparison.rowCount(), 4);
    QCOMPARE(text(comparison, 3, Comparison::Mark), QStringLiteral("= same"));
    QCOMPARE(comparison.differences(), 0);
  }
};

QTEST_GUILESS_MAIN(ComparisonEndsTest)
#include "tst_comparison_ends.moc"
