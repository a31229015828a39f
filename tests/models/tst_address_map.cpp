// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QTest>

#include "address_map.h"
#include "records.h"
#include "timeline.h"

using namespace todevice;

class AddressMapTest : public QObject {
  Q_OBJECT
 private slots:
  void blocksHaveNamesAndMarks() {
    Timeline timeline;
    AddressMap map(&timeline);
    QAbstractItemModelTester tester(&map);
    timeline.append(records::makeOnCpu());
    timeline.append(records::moveToGpu());
    QCOMPARE(map.ranges().size(), std::size_t(2));
    QCOMPARE(map.ranges()[0].device, QString("cpu"));
    QVERIFY(!map.ranges()[0].blocks[0].isNew);
    QVERIFY(map.ranges()[1].blocks[0].isNew);
    QCOMPARE(map.ranges()[1].blocks[0].names, QStringList{"x_gpu"});
    QCOMPARE(map.arrows().size(), std::size_t(1));
    QCOMPARE(map.arrows()[0].fromRange, 0);
    QCOMPARE(map.arrows()[0].toBlock, 0);
    QCOMPARE(map.rowOf(1, 0), 1);
    QCOMPARE(map.index(1, AddressMap::WhatChanged).data().toString(), QString("new"));
  }

  /// What a list, an optimizer or a gradient holds has a name, and each block the line that took it.
  void whatIsHeldHasANameAndALine() {
    Timeline timeline;
    AddressMap map(&timeline);
    auto weight = records::tensor(0x100, "cuda:0", 0x5000, 1);
    weight.parts = {{".grad", 0x101, false}};
    auto record = records::bind(7, "w", weight);
    auto list = records::value(0x200, "[...]");
    list.parts = {{"[0]", 0x100, false}, {"[1]", 0x102, false}};
    record.bound.push_back({"xs", 0x200, ""});
    record.objects.push_back(records::tensor(0x101, "cuda:0", 0x6000, 2));
    record.objects.push_back(records::tensor(0x102, "cuda:0", 0x7000, 3));
    record.objects.push_back(list);
    timeline.append(record);
    const auto& blocks = map.ranges().at(0).blocks;
    QCOMPARE(blocks.at(0).names, QStringList({"w", "xs[0]"}));
    QCOMPARE(blocks.at(0).line, 7);
    QCOMPARE(blocks.at(1).names, QStringList({"w.grad", "xs[0].grad"}));
    QCOMPARE(blocks.at(2).names, QStringList({"xs[1]"}));
    QCOMPARE(map.index(0, AddressMap::Line).data().toString(), QString("7"));
  }

  void freedBlocksAreShownOnceMore() {
    Timeline timeline;
    AddressMap map(&timeline);
    QAbstractItemModelTester tester(&map);
    timeline.appendAll(records::story());
    const auto& cpu = map.ranges()[0];
    QCOMPARE(cpu.blocks.size(), std::size_t(3));
    QVERIFY(cpu.blocks[1].isFreed && cpu.blocks[2].isFreed);
    QCOMPARE(cpu.blocks[1].names, QStringList{"net.weight"});
    QCOMPARE(cpu.bytes, qint64(36));
    timeline.append(records::line(5));
    QCOMPARE(map.ranges()[0].blocks.size(), std::size_t(1));
    QCOMPARE(map.ranges()[1].blocks.size(), std::size_t(3));
  }

  void layoutFillsTheWidthInOrder() {
    Timeline timeline;
    AddressMap map(&timeline);
    timeline.appendAll(records::story());
    for (const auto& range : map.ranges()) {
      double left = 0;
      for (const auto& block : range.blocks) {
        QVERIFY(block.left >= left && block.width > 0);
        left = block.left + block.width;
      }
      QVERIFY(std::abs(left - 1) < 1e-9);
      QCOMPARE(range.gaps.size(), range.blocks.size() - 1);
    }
  }

  void viewsShareABlock() {
    Timeline timeline;
    AddressMap map(&timeline);
    timeline.append(records::bind(1, "x", records::tensor(0x100, "cpu", 0x5000, 1)));
    auto view = records::tensor(0x200, "cpu", 0x5000, 1);
    view.tensor->address = 0x500c;
    view.tensor->is_view = true;
    auto record = records::bind(2, "row", view);
    record.allocations.clear();
    timeline.append(record);
    QCOMPARE(map.rowCount(), 1);
    QCOMPARE(map.ranges()[0].blocks[0].names, QStringList({"row", "x"}));
  }

  void memoryThatNothingNamesIsShownToo() {
    Timeline timeline;
    AddressMap map(&timeline);
    auto record = records::line(1);
    record.allocations = {{false, "cuda:0", 0x9000, 512, 9}};
    timeline.append(record);
    QCOMPARE(map.ranges()[0].blocks[0].bytes, qint64(512));
    QVERIFY(map.ranges()[0].blocks[0].names.isEmpty());
  }
};

QTEST_GUILESS_MAIN(AddressMapTest)
#include "tst_address_map.moc"
