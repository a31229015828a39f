// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "replay.h"

using namespace todevice;
using protocol::Mode;

namespace {

Block ended(int first, int count, Mode mode = Mode::record) {
  Block block;
  block.mode = mode;
  block.firstRecord = first;
  block.recordCount = count;
  block.ended = block.ok = true;
  return block;
}

Block stoppedAfter(int first, int count) {
  Block block = ended(first, count, Mode::step);
  block.ended = block.ok = false;
  return block;
}

/// "block:mode:stopAfter" with "i" for interrupt and "l" for live.
QStringList print(const std::vector<ReplayStep>& plan) {
  QStringList out;
  for (const auto& step : plan) {
    const QString mode = step.mode == Mode::step ? "step" : step.mode == Mode::record ? "record" : "whole";
    out << QString("%1:%2:%3%4%5")
               .arg(step.block)
               .arg(mode)
               .arg(step.stopAfter)
               .arg(step.interrupt ? "i" : "", step.live ? "l" : "");
  }
  return out;
}

}  // namespace

class ReplayTest : public QObject {
  Q_OBJECT
 private slots:
  void allThatRanAndTheStopInside() {
    const std::vector<Block> blocks{ended(0, 5), stoppedAfter(5, 2)};
    QCOMPARE(print(planReplay(blocks, 7, true)), QStringList({"0:record:0", "1:record:2"}));
    QCOMPARE(print(planReplay(blocks, 6, true)), QStringList({"0:record:0", "1:record:1"}));
    QCOMPARE(print(planReplay(blocks, 5, true)), QStringList({"0:record:0", "1:step:0"}));
    QCOMPARE(print(planReplay(blocks, 3, true)), QStringList({"0:record:3"}));
    QCOMPARE(print(planReplay(blocks, 0, true)), QStringList({"0:step:0"}));
    QVERIFY(planReplay({}, 0, true).empty());
  }

  void aBlockStoppedBeforeItsFirstLine() {
    QCOMPARE(print(planReplay({ended(0, 5), stoppedAfter(5, 0)}, 5, true)),
             QStringList({"0:record:0", "1:step:0"}));
  }

  void wholeBlocksAreAllOrNothing() {
    const std::vector<Block> blocks{ended(0, 2), ended(2, 1, Mode::whole)};
    QCOMPARE(print(planReplay(blocks, 3, true)), QStringList({"0:record:0", "1:whole:0"}));
    QCOMPARE(print(planReplay(blocks, 2, true)), QStringList({"0:record:0"}));
  }

  void whatTheLearnerStopped() {
    Block lines = ended(0, 4), whole = ended(4, 1, Mode::whole);
    lines.interrupted = whole.interrupted = true;
    QCOMPARE(print(planReplay({lines, whole}, 5, true)), QStringList({"0:record:3i"}));
  }

  void whatIsStillGoingOn() {
    Block whole = ended(0, 0, Mode::whole), lines = stoppedAfter(0, 3), single = stoppedAfter(0, 3);
    whole.ended = false;
    whole.running = lines.running = single.running = true;
    lines.mode = Mode::record;
    QCOMPARE(print(planReplay({whole}, 0, true)), QStringList({"0:whole:0l"}));
    QVERIFY(planReplay({whole}, 0, false).empty());
    QCOMPARE(print(planReplay({lines}, 3, true)), QStringList({"0:record:0l"}));
    QCOMPARE(print(planReplay({lines}, 3, false)), QStringList({"0:record:3"}));
    QCOMPARE(print(planReplay({single}, 3, true)), QStringList({"0:record:3"}));
  }
};

QTEST_GUILESS_MAIN(ReplayTest)
#include "tst_replay.moc"
