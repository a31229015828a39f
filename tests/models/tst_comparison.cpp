// SPDX-License-Identifier: GPL-3.0-or-later
// The same code in two real workers under two settings, line by line together.
#include "comparison.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>
#include <random>

#include "aligned_lines.h"
#include "compared.h"
#include "session.h"
#include "timeline.h"

using namespace todevice;

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
    QCOMPARE(text(comparison, 2, Comparison::LeftDid), QString("not run"));
    QVERIFY(comparison.index(2, Comparison::LeftDid).data(Comparison::NotRunRole).toBool());
    QCOMPARE(comparison.headerData(Comparison::LeftDid, Qt::Horizontal, Qt::DisplayRole).toString(),
             QString("empty"));
    QCOMPARE(comparison.headerData(Comparison::RightDid, Qt::Horizontal, Qt::DisplayRole).toString(),
             QString("unset"));
    QCOMPARE(comparison.mappingWords(Comparison::Left), QString("no GPU is visible"));
  }

  /// What a program reads off the number of its GPUs is a difference, though no tensor is about.
  void plainValuesAreCompared() {
    Comparison comparison;
    QAbstractItemModelTester tester(&comparison);
    comparison.start(settings(), QStringLiteral("0,1"), QStringLiteral("0"),
                     QStringLiteral("import torch\n"
                                    "n = torch.cuda.device_count()\n"
                                    "device = torch.device('cuda' if n > 1 else 'cpu')\n"
                                    "batch, name = 32 * n, 'x'\n"
                                    "long = 'a' * 70 + str(n)\n"
                                    "n = 2\n"
                                    "net = torch.nn.Linear(2, 2).to(device)\n"
                                    "again = net\n"));
    QVERIFY(bothWait(comparison));
    comparison.runOn();
    QVERIFY(bothEnd(comparison));
    QCOMPARE(comparison.rowCount(), 8);
    const auto left = [&](int row) { return text(comparison, row, Comparison::LeftDid); };
    const auto right = [&](int row) { return text(comparison, row, Comparison::RightDid); };
    QCOMPARE(left(0), QString());  // a module that was imported has no value
    QVERIFY(!comparison.differs(0));
    QCOMPARE(left(1), QString("n = 2"));
    QCOMPARE(right(1), QString("n = 1"));
    QVERIFY(comparison.differs(1));
    QCOMPARE(text(comparison, 1, Comparison::Mark), QStringLiteral("≠ differs"));
    QCOMPARE(left(2), QString("device = device(type='cuda')"));
    QCOMPARE(right(2), QString("device = device(type='cpu')"));
    QVERIFY(comparison.differs(2));
    QCOMPARE(left(3), QString("batch = 64; name = 'x'"));
    QCOMPARE(right(3), QString("batch = 32; name = 'x'"));
    QVERIFY(comparison.differs(3));
    // The cells have no room for where the two differ: the tool tip has.
    QCOMPARE(left(4), QString("long = '%1…").arg(QString(58, QLatin1Char('a'))));
    QCOMPARE(left(4), right(4));
    QVERIFY(comparison.differs(4));
    QVERIFY(comparison.index(4, Comparison::LeftDid).data(Qt::ToolTipRole).toString().endsWith("aa2'"));
    // On the left it was 2 already: nothing new was bound, and the two now are the same.
    QCOMPARE(left(5), QString("n = 2"));
    QCOMPARE(right(5), QString("n = 2"));
    QVERIFY(!comparison.differs(5));
    QVERIFY2(left(6).startsWith("net (Linear) on cuda:0 = GPU 0"), qPrintable(left(6)));
    QCOMPARE(right(6), QString("net (Linear) on cpu"));
    QCOMPARE(left(7), QString("again (Linear) on cuda:0 = GPU 0"));
    QVERIFY(comparison.differs(7));
    QCOMPARE(comparison.differences(), 6);
  }

  /// Two programs never have the same addresses.
  void addressesAreNoDifference() {
    Comparison comparison;
    comparison.start(settings(), QStringLiteral("0"), QStringLiteral("0"),
                     QStringLiteral("import torch\nx = torch.ones(2)\nwhere = id(x)\n"
                                    "data = x.data_ptr()\nwords = repr(object())\nf = lambda: 1\n"
                                    "big = 10 ** 13\n"));
    QVERIFY(bothWait(comparison));
    comparison.runOn();
    QVERIFY(bothEnd(comparison));
    QCOMPARE(comparison.rowCount(), 7);
    for (int row = 2; row < 6; ++row)
      QVERIFY2(text(comparison, row, Comparison::LeftDid).isEmpty(),
               qPrintable(text(comparison, row, Comparison::LeftDid)));
    QCOMPARE(text(comparison, 6, Comparison::LeftDid), QString("big = 10000000000000"));
    QCOMPARE(comparison.differences(), 0);
  }

  /// A line that fails binds nothing, whatever the other side's does.
  void aLineThatFailedShowsNoValue() {
    Comparison comparison;
    comparison.start(settings(), QStringLiteral("0"), QStringLiteral(""),
                     QStringLiteral("import torch\nn = 5\nn = torch.ones(2, device='cuda').numel()\n"));
    QVERIFY(bothWait(comparison));
    comparison.runOn();
    QVERIFY(bothEnd(comparison));
    QVERIFY(text(comparison, 2, Comparison::LeftDid).startsWith("n = 2"));
    QVERIFY2(text(comparison, 2, Comparison::RightDid).startsWith("RuntimeError: "),
             qPrintable(text(comparison, 2, Comparison::RightDid)));
  }

  /// A loop that runs twice on the left and never on the right: what comes after it is one row again.
  void aLoopThatOneSideDoesNotRun_data() {
    QTest::addColumn<bool>("stepping");
    QTest::newRow("line by line") << true;
    QTest::newRow("in one go") << false;
  }
  void aLoopThatOneSideDoesNotRun() {
    QFETCH(bool, stepping);
    Comparison comparison;
    QAbstractItemModelTester tester(&comparison);
    comparison.start(settings(), QStringLiteral("0,1"), QStringLiteral("xyz"),
                     QStringLiteral("import torch\n\n\nfor i in range(torch.cuda.device_count()):\n"
                                    "    print('card', i)\nprint('end')\nz = 1\n"));
    QVERIFY(bothWait(comparison));
    if (stepping) {
      const auto canGoOn = [&] { return comparison.canStep() || hasEnded(comparison); };
      while (QTest::qWaitFor(canGoOn, 20000) && !hasEnded(comparison)) comparison.step();
    } else {
      comparison.runOn();
    }
    QVERIFY(bothEnd(comparison));
    const QStringList lines{"1", "4", "5", "4 (2)", "5 (2)", "4 (3)", "6", "7"};
    QTRY_COMPARE(comparison.rowCount(), int(lines.size()));
    for (int row = 0; row < lines.size(); ++row)
      QCOMPARE(text(comparison, row, Comparison::Line), lines[row]);
    QCOMPARE(text(comparison, 2, Comparison::LeftDid), QString("prints card 0"));
    for (int row = 2; row <= 5; ++row) {
      QCOMPARE(text(comparison, row, Comparison::RightDid), QString("not run"));
      QVERIFY(comparison.differs(row));
    }
    QCOMPARE(text(comparison, 6, Comparison::LeftDid), QString("prints end"));
    QCOMPARE(text(comparison, 6, Comparison::RightDid), QString("prints end"));
    QVERIFY(!comparison.differs(6) && !comparison.differs(7));
    QCOMPARE(comparison.lineOf(6), 6);
  }

  /// How long asking takes is a figure of the bench.
  void manyRowsAreJudgedAsTheyRead() {
    Comparison comparison;
    comparison.start(settings(), QStringLiteral("0,1"), QStringLiteral("1,0"),
                     QStringLiteral("import torch\n"
                                    "for i in range(1500):\n"
                                    "    x = torch.ones(1)\n"
                                    "    y = x.to(f'cuda:{i % 2}')\n"));
    QVERIFY(bothWait(comparison));
    comparison.runOn();
    QVERIFY(bothEnd(comparison));
    const int rows = comparison.rowCount();
    QVERIFY2(rows > 4000, qPrintable(QString::number(rows)));
    const int differ = comparison.differences();
    int told = 0;
    for (int row = 0; row < rows; ++row)
      told += text(comparison, row, Comparison::LeftDid) != text(comparison, row, Comparison::RightDid);
    QCOMPARE(differ, told);
    QVERIFY2(differ >= 1500, qPrintable(QString::number(differ)));
  }

  /// Each error stands beside its own line, and what comes after it is not run.
  void anErrorOnOneSide() {
    Comparison comparison;
    QAbstractItemModelTester tester(&comparison);
    comparison.start(
        settings(), QStringLiteral("0,1"), QStringLiteral("2"),
        QStringLiteral("import torch\nfor i in range(2):\n    torch.ones(1, device=f'cuda:{i}')\n"
                       "print('end')\n"));
    QVERIFY(bothWait(comparison));
    comparison.runOn();
    QVERIFY(bothEnd(comparison));
    const QStringList lines{"1", "2", "3", "2 (2)", "3 (2)", "2 (3)", "4"};
    QTRY_COMPARE(comparison.rowCount(), int(lines.size()));
    for (int row = 0; row < lines.size(); ++row)
      QCOMPARE(text(comparison, row, Comparison::Line), lines[row]);
    QVERIFY(text(comparison, 4, Comparison::RightDid).contains("invalid device ordinal"));
    QCOMPARE(text(comparison, 5, Comparison::RightDid), QString("not run"));
    QCOMPARE(text(comparison, 6, Comparison::RightDid), QString("not run"));
    QCOMPARE(text(comparison, 6, Comparison::LeftDid), QString("prints end"));
    QVERIFY(comparison.differs(4) && comparison.differs(5) && comparison.differs(6));
  }

  /// What one side still shows is not taken for what the new ones ran.
  void beginningAnewShowsNothingOld() {
    Comparison comparison;
    const QString code = QStringLiteral("for i in range(200):\n    x = i\n");
    comparison.start(settings(), QStringLiteral("0"), QStringLiteral("1"), code);
    QVERIFY(bothWait(comparison));
    comparison.runOn();
    QVERIFY(bothEnd(comparison));
    QCOMPARE(comparison.rowCount(), 401);
    QSignalSpy inserted(&comparison, &Comparison::rowsInserted);
    comparison.start(settings(), QStringLiteral("0"), QStringLiteral("1"), code);
    QCOMPARE(comparison.rowCount(), 0);
    QVERIFY(bothWait(comparison));
    QCOMPARE(inserted.count(), 0);
    QCOMPARE(comparison.rowCount(), 0);
  }

  /// A long run's oldest records go: so do their rows, and what they added up to stays.
  void rowsThatAreNoLongerKept() {
    Comparison comparison;
    comparison.start(settings(), QStringLiteral("0"), QStringLiteral("1"),
                     QStringLiteral("import os\nprint(os.environ['CUDA_VISIBLE_DEVICES'])\n"
                                    "for i in range(14000):\n    x = i\n"));
    QVERIFY(bothWait(comparison));
    comparison.runOn();
    QVERIFY(QTest::qWaitFor([&] { return hasEnded(comparison); }, 60000));
    const int all = 2 + 28001;
    QCOMPARE(comparison.forgotten() + comparison.rowCount(), all);
    QVERIFY2(comparison.forgotten() >= all - Timeline::kMostRecords * 5 / 4,
             qPrintable(QString::number(comparison.forgotten())));
    QCOMPARE(comparison.differences(), 1);  // the second line, long gone
    const int time = (comparison.forgotten() - 2) / 2;
    QVERIFY(text(comparison, 0, Comparison::Line).endsWith(QStringLiteral("(%1)").arg(time + 1)));
    QVERIFY(!text(comparison, 0, Comparison::Code).isEmpty());
    QCOMPARE(comparison.cursor(), comparison.rowCount());
  }

  /// What both ran in step is the same row whatever else comes: the rest alone is aligned again.
  void rowsInStepStay() {
    std::mt19937 random(7);
    for (int round = 0; round < 200; ++round) {
      LineRuns left, right;
      AlignedRow from{0, 0};
      std::vector<AlignedRow> settled;
      for (int i = 0; i < 40; ++i) {
        (random() % 2 == 0 ? left : right).append(1 + int(random() % 4));
        auto rows = aligned(left, right, from);
        auto whole = settled;
        whole.insert(whole.end(), rows.begin(), rows.end());
        QVERIFY(whole == aligned(left, right));
        for (const AlignedRow& row : rows) {
          if (row.left < 0 || row.right < 0) break;
          settled.push_back(row);
          from = {row.left + 1, row.right + 1};
        }
      }
    }
  }

  void oldLinesAreForgottenAndStillCounted() {
    LineRuns left, right;
    for (int i = 0; i < 6; ++i) left.append(1 + i % 2);
    left.forget(4);
    QCOMPARE(left.begin(), 4);
    QCOMPARE(left.run(4), (LineRun{1, 3}));
    QCOMPARE(left.find({1, 2}), -1);
    QVERIFY(left.forgot({1, 2}) && !left.forgot({1, 3}) && !left.forgot({2, 4}));
    for (int i = 0; i < 6; ++i) right.append(1 + i % 2);
    const auto rows = aligned(left, right);  // right's first four stand alone
    QCOMPARE(rows.size(), std::size_t{6});
    QCOMPARE(rows.front(), (AlignedRow{-1, 0}));
    QCOMPARE(rows.back(), (AlignedRow{5, 5}));
    left.cut(5);
    QCOMPARE(left.end(), 5);
    left.append(7);
    QCOMPARE(left.run(5), (LineRun{7, 1}));
    QCOMPARE(aligned(left, right, {5, 5}).size(), std::size_t{2});
  }

  /// Of a long run each tenth time of a line has a record: what has none is not said not to have run.
  void linesWithoutARecord() {
    LineRuns left, right;
    for (const int time : {1, 2, 11, 21}) left.append(5, time, time > 2);
    for (const int time : {1, 11, 21}) right.append(5, time, time > 1);
    const auto rows = aligned(left, right);
    QCOMPARE(rows.size(), std::size_t{4});
    QCOMPARE(rows[1], (AlignedRow{1, -1}));
    QCOMPARE(rows[3], (AlignedRow{3, 2}));
    QVERIFY(right.mayHaveRun({5, 2}) && !right.mayHaveRun({5, 22}) && !right.mayHaveRun({6, 1}));
    right.append(7, 1, true);
    QVERIFY(right.mayHaveRun({5, 22}));
    right.cut(3);
    QVERIFY(!right.mayHaveRun({5, 22}));
    right.forget(2);
    QVERIFY(right.forgot({5, 2}) && !right.forgot({5, 21}));
    QCOMPARE(right.find({5, 21}), 2);
  }

  void linesInAnotherOrderStayInOrder() {
    const auto runs = [](const QList<int>& lines) {
      LineRuns all;
      for (const int line : lines) all.append(line);
      return all;
    };
    const auto rows = aligned(runs({1, 2, 3, 1, 4, 5}), runs({1, 4, 1, 2, 3, 5}));
    int left = 0, right = 0;
    for (const AlignedRow& row : rows) {
      QVERIFY(row.left >= 0 || row.right >= 0);
      if (row.left >= 0) QCOMPARE(row.left, left++);
      if (row.right >= 0) QCOMPARE(row.right, right++);
    }
    QCOMPARE(left, 6);
    QCOMPARE(right, 6);
    QCOMPARE(rows.front(), (AlignedRow{0, 0}));
    QCOMPARE(rows.back(), (AlignedRow{5, 5}));
    QVERIFY(aligned({}, {}).empty());
  }
};

QTEST_GUILESS_MAIN(ComparisonTest)
#include "tst_comparison.moc"
