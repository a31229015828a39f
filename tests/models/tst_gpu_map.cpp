// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include "gpu_map_model.h"

using namespace todevice;

namespace {

using Variable = std::optional<QString>;

protocol::Ready machine(int gpus, std::optional<std::string> variable = std::nullopt) {
  protocol::Ready ready;
  ready.backend = "sim";
  ready.visible_devices = std::move(variable);
  for (int i = 0; i < gpus; ++i) {
    protocol::PhysicalDevice device;
    device.index = i;
    device.name = "Simulated GPU";
    device.uuid = "GPU-" + std::string(8, char('a' + i)) + "-0000-0000-0000-000000000000";
    device.total_memory = std::int64_t{8} << 30;
    device.simulated = true;
    ready.physical.push_back(device);
    if (!ready.visible_devices) ready.predicted_uuids.push_back(device.uuid);
  }
  return ready;
}

QStringList words(const GpuMapModel& model) {
  QStringList out;
  for (int row = 0; row < model.rowCount(); ++row)
    out << model.index(row).data(GpuMapModel::WordsRole).toString();
  return out;
}

}  // namespace

class GpuMapTest : public QObject {
  Q_OBJECT
 private slots:
  void showsTheCards() {
    GpuMapModel model;
    QAbstractItemModelTester tester(&model);
    QCOMPARE(model.errorWords(), QString("This machine has no GPU."));
    model.setReady(machine(3));
    QCOMPARE(words(model), QStringList({"visible as cuda:0", "visible as cuda:1", "visible as cuda:2"}));
    QCOMPARE(model.index(2).data(GpuMapModel::LetterRole).toString(), QString("C"));
    QCOMPARE(model.index(2).data(GpuMapModel::SentenceRole).toString(),
             QString("GPU 2, letter C, Simulated GPU, 8.0 GiB: visible as cuda:2"));
    QVERIFY(!model.variable());
    QCOMPARE(model.mismatch(), QString());
  }

  void boxesWriteTheText() {
    GpuMapModel model;
    QAbstractItemModelTester tester(&model);
    model.setReady(machine(4));
    QSignalSpy edited(&model, &GpuMapModel::settingsEdited);
    QVERIFY(model.setData(model.index(1), Qt::Unchecked, Qt::CheckStateRole));
    QCOMPARE(model.variable(), Variable("0,2,3"));
    QCOMPARE(words(model)[1], QString("hidden"));
    model.setVisible(0, false);
    QCOMPARE(model.variable(), Variable("2,3"));
    model.setVisible(1, true);
    QCOMPARE(model.variable(), Variable("1,2,3"));
    QCOMPARE(edited.count(), 3);
    model.setVisible(1, true);
    QCOMPARE(edited.count(), 3);
    for (int row = 0; row < 4; ++row) model.setVisible(row, false);
    QCOMPARE(model.variable(), Variable(""));
    QVERIFY(!model.errorWords().isEmpty());
  }

  void textTicksTheBoxes() {
    GpuMapModel model;
    model.setReady(machine(4));
    model.editVariable("2,0");
    QCOMPARE(words(model), QStringList({"visible as cuda:1", "hidden", "visible as cuda:0", "hidden"}));
    QCOMPARE(model.logical(), std::vector<int>({2, 0}));
    QCOMPARE(model.index(0).data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
    QCOMPARE(model.index(1).data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
    model.editVariable(std::nullopt);
    QCOMPARE(model.logical().size(), std::size_t(4));
  }

  void everyTokenHasItsVerdict() {
    GpuMapModel model;
    model.setReady(machine(4));
    model.editVariable("2,9,1");
    const auto tokens = model.tokens();
    QCOMPARE(tokens.size(), std::size_t(3));
    QCOMPARE(tokens[0].why, QString("GPU 2 is visible as cuda:0"));
    QCOMPARE(tokens[1].why, QString("the list ends here: there is no GPU 9"));
    QCOMPARE(tokens[2].verdict, visibility::Verdict::after_end);
    model.editVariable("1,1");
    QVERIFY(model.errorWords().contains("twice"));
    QVERIFY(model.logical().empty());
    model.editVariable("0");
    model.editDeviceOrder("bogus");
    QVERIFY(model.errorWords().contains("CUDA_DEVICE_ORDER"));
  }

  void aMovedCardIsAnotherLogicalDevice() {
    GpuMapModel model;
    QAbstractItemModelTester tester(&model);
    model.setReady(machine(4));
    QVERIFY(model.moveUp(2));
    QCOMPARE(model.variable(), Variable("0,2,1,3"));
    QCOMPARE(model.rowOfPhysical(2), 1);
    QVERIFY(model.moveUp(1));
    QCOMPARE(model.variable(), Variable("2,0,1,3"));
    QVERIFY(!model.moveUp(0));
    QVERIFY(model.moveRows({}, 0, 1, {}, 4));
    QCOMPARE(model.variable(), Variable("0,1,3,2"));
    QVERIFY(!model.moveDown(3));
    QVERIFY(!model.moveRows({}, 0, 1, {}, 1));
  }

  void movingAHiddenCardChangesNoText() {
    GpuMapModel model;
    model.setReady(machine(3));
    model.editVariable("0,2");
    QSignalSpy edited(&model, &GpuMapModel::settingsEdited);
    model.moveCard(1, 0);
    QCOMPARE(edited.count(), 0);
    QCOMPARE(model.variable(), Variable("0,2"));
    model.setVisible(0, true);
    QCOMPARE(model.variable(), Variable("1,0,2"));
  }

  void uuidsStayUuids() {
    GpuMapModel model;
    model.setReady(machine(3));
    const QString third = model.index(2).data(GpuMapModel::UuidRole).toString();
    const QString first = model.index(0).data(GpuMapModel::UuidRole).toString();
    model.editVariable(third);
    model.setVisible(0, true);
    QCOMPARE(model.variable(), Variable(first + ',' + third));
  }

  void aDifferenceIsNeverHidden() {
    GpuMapModel model;
    QSignalSpy changed(&model, &GpuMapModel::mismatchChanged);
    auto ready = machine(2, "1");
    ready.predicted_uuids = {ready.physical[1].uuid};
    model.setReady(ready);
    QCOMPARE(model.mismatch(), QString());
    model.setReported({ready.physical[0].uuid});
    QCOMPARE(model.mismatch(), QString("The rules say GPU 1, but the worker reports GPU 0."));
    QCOMPARE(changed.count(), 1);
    model.setReported({ready.physical[1].uuid});
    QCOMPARE(model.mismatch(), QString());
  }

  void anEditIsNotUndoneByAWorkerThatStartedBefore() {
    GpuMapModel model;
    model.setReady(machine(2, "0"));
    model.editVariable("1");
    model.setReady(machine(2, "0"));
    QCOMPARE(model.variable(), Variable("1"));
    auto confirmed = machine(2, "1");
    model.setReady(confirmed);
    model.setReady(machine(2, "0,1"));
    QCOMPARE(model.variable(), Variable("0,1"));
  }

  void undoGoesBackStepByStep() {
    GpuMapModel model;
    QAbstractItemModelTester tester(&model);
    model.setReady(machine(3));
    QVERIFY(!model.canUndo());
    model.setVisible(0, false);
    for (const char* text : {"2", "2,", "2,1"}) model.editVariable(text, true);
    model.moveUp(2);
    QCOMPARE(model.variable(), Variable("2,1"));
    QCOMPARE(model.rowOfPhysical(2), 1);
    QSignalSpy edited(&model, &GpuMapModel::settingsEdited);
    model.undo();
    QCOMPARE(model.rowOfPhysical(2), 2);
    model.undo();
    QCOMPARE(model.variable(), Variable("1,2"));
    model.undo();
    QVERIFY(!model.variable());
    QVERIFY(!model.canUndo());
    model.redo();
    model.redo();
    QCOMPARE(model.variable(), Variable("2,1"));
    QCOMPARE(edited.count(), 5);
    model.editVariable(std::nullopt);
    QVERIFY(!model.canRedo());
  }

  /// As in a row: a value, Return, another in its place, one that a worker got, and one more key.
  void undoGoesBackOneTypedValue() {
    GpuMapModel model;
    model.setReady(machine(4));
    const auto type = [&](const QString& text) {
      for (qsizetype i = 1; i <= text.size(); ++i) model.editVariable(text.left(i), true);
    };
    type("2,9,1");
    model.endTyping();  // Return, or rest
    type("2,9,1,0");
    type("garbage");  // in its place
    type("3,2,1,0");
    QStringList values;
    while (model.canUndo()) {
      model.undo();
      values << model.variable().value_or("unset");
    }
    QCOMPARE(values, QStringList({"garbage", "2,9,1,0", "2,9,1", "unset"}));
    for (int i = 0; i < 4; ++i) model.redo();
    QCOMPARE(model.variable(), Variable("3,2,1,0"));
  }

  void freeMemoryOrdersHiddenCardsToo() {
    GpuMapModel model;
    auto ready = machine(3, "2");
    ready.physical[2].used_memory = std::int64_t{7} << 30;
    model.setReady(ready);
    model.orderByFreeMemory();
    QCOMPARE(model.variable(), Variable("0,1,2"));
  }

  void busyCardsAndFreeMemory() {
    GpuMapModel model;
    QAbstractItemModelTester tester(&model);
    auto ready = machine(3);
    ready.physical[0].used_memory = std::int64_t{7} << 30;
    ready.physical[2].used_memory = std::int64_t{1} << 30;
    ready.physical[0].speed_class = 5;
    ready.predicted_uuids = {ready.physical[0].uuid, ready.physical[1].uuid, ready.physical[2].uuid};
    model.setReady(ready);
    model.orderByFreeMemory();
    QCOMPARE(model.variable(), Variable("1,2,0"));
    QCOMPARE(model.deviceOrder(), Variable("PCI_BUS_ID"));
    QCOMPARE(model.logical(), std::vector<int>({1, 2, 0}));
    model.setBusy(1, true);
    QCOMPARE(model.busy(), std::vector<int>({1}));
    QVERIFY(model.index(1).data(GpuMapModel::BusyRole).toBool());
    model.undo();
    QVERIFY(model.busy().empty());
  }

  void fastestFirstIsSeen() {
    GpuMapModel model;
    auto ready = machine(2);
    ready.physical[1].speed_class = 9;
    ready.predicted_uuids = {ready.physical[1].uuid, ready.physical[0].uuid};
    model.setReady(ready);
    QCOMPARE(model.mismatch(), QString());
    QCOMPARE(words(model), QStringList({"visible as cuda:1", "visible as cuda:0"}));
    QCOMPARE(model.index(1).data(GpuMapModel::CudaIndexRole).toInt(), 0);
    model.editDeviceOrder("PCI_BUS_ID");
    QCOMPARE(model.index(1).data(GpuMapModel::CudaIndexRole).toInt(), 1);
  }

  void pyTorchsOwnAnswer() {
    GpuMapModel model;
    model.setReady(machine(2));
    QCOMPARE(model.torchWords(), QString());
    model.editVariable("4294967296");
    QCOMPARE(model.torchWords(),
             QString("PyTorch reads the text itself and says device_count() = 0; CUDA then finds 1."));
    model.editVariable("-");
    QVERIFY(model.torchWords().startsWith("torch.cuda.device_count() raises ValueError: invalid literal"));
  }

  void whatTheCodeSetsIsShown() {
    GpuMapModel model;
    const auto ready = machine(3);
    model.setReady(ready);
    VariableStory story;
    story.written = VariableSetting{QStringLiteral("2"), std::nullopt};
    model.setProcess(story);
    QVERIFY(model.isOverruled());
    QCOMPARE(words(model), QStringList({"hidden by code", "hidden by code", "visible as cuda:0"}));
    QCOMPARE(model.index(0).data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
    story.used = story.written;
    model.setProcess(story);
    model.setReported({ready.physical[2].uuid});
    QCOMPARE(model.mismatch(), QString());
    model.setProcess({});
    QVERIFY(!model.isOverruled());
    QCOMPARE(model.logical().size(), std::size_t(3));
  }

  void slicesOfACard() {
    GpuMapModel model;
    auto ready = machine(2);
    ready.physical[0].mig = {{"MIG-aa", "1g.10gb", 1, 0, 1 << 30}, {"MIG-bb", "2g.20gb", 2, 0, 1 << 30}};
    ready.predicted_uuids = {"MIG-aa"};
    model.setReady(ready);
    QCOMPARE(model.mismatch(), QString());
    QCOMPARE(words(model), QStringList({"visible as cuda:0", "hidden"}));
    QCOMPARE(model.index(0).data(GpuMapModel::MigWordsRole).toString(),
             QString("MIG: 1g.10gb (visible), 2g.20gb"));
  }

  void statsAreLive() {
    GpuMapModel model;
    QAbstractItemModelTester tester(&model);
    const auto ready = machine(2);
    model.setReady(ready);
    protocol::DeviceStats stats;
    stats.devices = {ready.physical[1]};
    stats.devices[0].used_memory = 77;
    model.setStats(stats);
    stats.devices[0].own_memory = 7;
    stats.devices[0].load = 40;
    stats.devices[0].temperature = 51;
    model.setStats(stats);
    QCOMPARE(model.index(1).data(GpuMapModel::UsedMemoryRole).toLongLong(), 77LL);
    QCOMPARE(model.index(1).data(GpuMapModel::OwnMemoryRole).toLongLong(), 7LL);
    QCOMPARE(model.index(0).data(GpuMapModel::OwnMemoryRole).toLongLong(), -1LL);
    QCOMPARE(model.index(1).data(GpuMapModel::LoadWordsRole).toString(), QString("load 40 % · 51 °C"));
    QCOMPARE(model.index(1).data(GpuMapModel::HistoryRole).toList().size(), 2);
  }
};

QTEST_GUILESS_MAIN(GpuMapTest)
#include "tst_gpu_map.moc"
