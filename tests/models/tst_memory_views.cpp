// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "aliases.h"
#include "memory_find.h"
#include "memory_sums.h"
#include "memory_table_model.h"
#include "records.h"

using namespace todevice;

namespace {

QStringList found(const State& state, const QString& text) {
  QStringList names;
  for (const auto& hit : findInMemory(state, text))
    names << (hit.part.isEmpty() ? hit.name : hit.name + QLatin1Char('.') + hit.part);
  return names;
}

protocol::Record alias(int line, const std::string& name, protocol::Address id) {
  auto record = records::line(line);
  record.bound = {{name, id, ""}};
  return record;
}

}  // namespace

class TestMemoryViews : public QObject {
  Q_OBJECT
 private slots:
  void namesIdsAndAddressesAreFound() {
    Timeline timeline;
    timeline.appendAll(records::story());
    const State& state = timeline.state();
    QCOMPARE(found(state, "x_g"), QStringList{"x_gpu"});
    QCOMPARE(found(state, "WEIGHT"), QStringList{"net.weight"});
    QCOMPARE(found(state, "net"), QStringList({"net", "net.weight", "net.bias"}));
    QCOMPARE(found(state, "0x200"), QStringList{"x_gpu"});                  // id
    QCOMPARE(found(state, "0x7f18 93e0 0804"), QStringList{"net.weight"});  // within its storage
    QCOMPARE(found(state, "139743197399554"), QStringList());
    QCOMPARE(found(state, QString::number(0x7f1893e00600ULL)), QStringList{"x_gpu"});
    QVERIFY(found(state, " ").isEmpty());
    QVERIFY(found(state, "0x7f1893e00700").isEmpty());
  }

  void theSumsAddUp() {
    Timeline timeline;
    auto record = records::moveToGpu();
    record.memory = {{"cpu", 36, 36, 0, 0}, {"cuda:0", 512, 2097152, 1000, 2097152 + 1000 + 77}};
    timeline.append(record);
    const auto sums = memorySums(timeline.state());
    QCOMPARE(sums.size(), std::size_t(1));
    QCOMPARE(sums[0].tensors, 36);
    QCOMPARE(sums[0].rounding, 512 - 36);
    QCOMPARE(sums[0].pool(), 2097152);
    QCOMPARE(sums[0].others, 77);
    QCOMPARE(sums[0].total(), 2097152 + 1000 + 77);
    QVERIFY2(sums[0].sentence().contains("tensors 36 B + rounding 476 B"), qPrintable(sums[0].sentence()));
  }

  void namesOfOneObjectAndViewsOfOneMemory() {
    Timeline timeline;
    timeline.append(records::makeOnCpu());
    timeline.append(records::moveToGpu());
    QVERIFY(aliasGroups(timeline.state()).empty());
    timeline.append(alias(3, "same", 0x100));
    auto groups = aliasGroups(timeline.state());
    QCOMPARE(groups.size(), std::size_t(1));
    QCOMPARE(groups[0].objects[0].names, QStringList({"same", "x_cpu"}));
    QCOMPARE(groups[0].sentence, QString("same and x_cpu: 2 names for one object"));

    auto view = records::bind(4, "view", records::tensor(0x400, "cuda:0", 0x7f1893e00600, 2));
    view.objects[0].tensor->address += 8;
    view.allocations.clear();
    timeline.append(view);
    groups = aliasGroups(timeline.state());
    QCOMPARE(groups.size(), std::size_t(2));
    QCOMPARE(groups[1].device, QString("cuda:0"));
    QCOMPARE(groups[1].objects[0].names, QStringList{"x_gpu"});
    QCOMPARE(groups[1].objects[1].offset, 8);
    QVERIFY(groups[1].sentence.startsWith("x_gpu and view: 2 objects on one memory"));
  }

  void aPartUnderTwoNames() {
    Timeline timeline;
    timeline.append(records::makeModule());
    timeline.append(alias(4, "w", 0x310));
    const auto groups = aliasGroups(timeline.state());
    QCOMPARE(groups.size(), std::size_t(1));
    QCOMPARE(groups[0].objects[0].names, QStringList({"net.weight", "w"}));
  }

  void aModuleIsCountedInWords() {
    Timeline timeline;
    MemoryTableModel model(&timeline);
    timeline.append(records::makeModule());
    QVERIFY2(model.index(0, MemoryTableModel::Value).data().toString().endsWith(", 18 numbers"),
             qPrintable(model.index(0, MemoryTableModel::Value).data().toString()));
  }
};

QTEST_GUILESS_MAIN(TestMemoryViews)
#include "tst_memory_views.moc"
