// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QPersistentModelIndex>
#include <QSignalSpy>
#include <QTest>

#include "memory_table_model.h"
#include "records.h"
#include "timeline.h"

using namespace todevice;

namespace {

using Model = MemoryTableModel;

/// "name|device|what changed" of a row; its parts indented under it.
QStringList print(const Model& model, const QModelIndex& parent = {}, const QString& indent = {}) {
  QStringList out;
  for (int row = 0; row < model.rowCount(parent); ++row) {
    const auto cell = [&](int column) { return model.index(row, column, parent).data().toString(); };
    out << indent + cell(Model::Name) + '|' + cell(Model::Device) + '|' + cell(Model::WhatChanged);
    out += print(model, model.index(row, 0, parent), indent + "  ");
  }
  return out;
}

Change change(const Model& model, int row) {
  return Change(model.index(row, 0).data(Model::ChangeRole).toInt());
}

}  // namespace

class MemoryTest : public QObject {
  Q_OBJECT
 private slots:
  void everyStepOfTheStory() {
    Timeline timeline;
    Model model(&timeline);
    QAbstractItemModelTester tester(&model);
    timeline.append(records::makeOnCpu());
    QCOMPARE(print(model), QStringList({"x_cpu|cpu|new on cpu"}));
    timeline.append(records::moveToGpu());
    QCOMPARE(print(model), QStringList({"x_cpu|cpu|", "x_gpu|cuda:0|new on cuda:0"}));
    timeline.append(records::makeModule());
    QCOMPARE(print(model), QStringList({"net|cpu|new on cpu", "  weight|cpu|", "  bias|cpu|", "x_cpu|cpu|",
                                        "x_gpu|cuda:0|"}));
    timeline.append(records::moveModule());
    QCOMPARE(print(model),
             QStringList({"net|cuda:0|moved from cpu to cuda:0 · same object",
                          "  weight|cuda:0|moved from cpu to cuda:0",
                          "  bias|cuda:0|moved from cpu to cuda:0", "x_cpu|cpu|", "x_gpu|cuda:0|"}));
    const auto weight = model.index(0, Model::Address, model.index(0, 0));
    QCOMPARE(weight.data().toString(), QString("0x7f18 93e0 0800"));
    QCOMPARE(weight.data(Model::BeforeAddressRole).toULongLong(), 0x6000ULL);
    QCOMPARE(weight.data(Model::CopyRole).toString(), QString("0x7f1893e00800"));
    QCOMPARE(model.index(0, Model::Bytes).data().toString(), QString("48 B"));
  }

  /// A list's rows are what it holds; it has changed when they have, its gradients aside.
  void whatAListHolds() {
    Timeline timeline;
    Model model(&timeline);
    QAbstractItemModelTester tester(&model);
    auto list = records::value(0x200, "[tensor [3, 3]]");
    list.parts = {{"[0]", 0x100, false}};
    auto record = records::bind(1, "xs", list);
    record.objects.push_back(records::tensor(0x100, "cpu", 0x5000, 1));
    timeline.append(record);
    QCOMPARE(print(model), QStringList({"xs|cpu|new on cpu", "  [0]|cpu|new on cpu"}));
    QCOMPARE(model.index(0, Model::Bytes).data().toString(), QString("36 B"));
    record = records::line(2);
    auto held = records::tensor(0x100, "cpu", 0x5000, 1);
    held.parts = {{".grad", 0x101, false}};
    record.objects = {held, records::tensor(0x101, "cpu", 0x6000, 2)};
    timeline.append(record);
    QCOMPARE(print(model), QStringList({"xs|cpu|", "  [0]|cpu|", "  [0].grad|cpu|new on cpu"}));
    QCOMPARE(model.index(0, Model::Bytes).data().toString(), QString("36 B"));
    record = records::line(3);
    list.parts = {{"[0]", 0x300, false}};
    record.objects = {list, records::tensor(0x300, "cuda:1", 0x8000, 3)};
    timeline.append(record);
    QCOMPARE(print(model), QStringList({"xs|cuda:1|changed", "  [0]|cuda:1|new on cuda:1"}));
  }

  void goingBackShowsNoMarksOfLaterLines() {
    Timeline timeline;
    Model model(&timeline);
    QAbstractItemModelTester tester(&model);
    timeline.appendAll(records::story());
    const QStringList end = print(model);
    timeline.setCursor(1);
    QCOMPARE(print(model), QStringList({"x_cpu|cpu|new on cpu"}));
    timeline.setCursor(0);
    QCOMPARE(model.rowCount(), 0);
    timeline.setCursor(4);
    QCOMPARE(print(model), end);
  }

  void sameObjectUnderAnotherName() {
    Timeline timeline;
    Model model(&timeline);
    timeline.append(records::makeOnCpu());
    auto alias = records::line(2);
    alias.bound = {{"y", 0x100, ""}};
    timeline.append(alias);
    QCOMPARE(print(model), QStringList({"x_cpu|cpu|", "y|cpu|same object as x_cpu"}));
    auto again = records::line(3);
    again.bound = {{"x_cpu", 0x100, ""}};
    timeline.append(again);
    QCOMPARE(change(model, 0), Change::SameObject);
  }

  void aNameMayStandForANewTensor() {
    Timeline timeline;
    Model model(&timeline);
    timeline.append(records::bind(1, "x", records::tensor(0x100, "cpu", 0x5000, 1)));
    timeline.append(records::bind(2, "x", records::tensor(0x200, "cuda:0", 0x9000, 2)));
    QCOMPARE(change(model, 0), Change::New);
    QCOMPARE(model.index(0, 0).data(Model::BeforeAddressRole).toULongLong(), 0x5000ULL);
    QCOMPARE(model.index(0, 0).data(Model::BeforeDeviceRole).toString(), QString("cpu"));
  }

  void anIdGivenOutAgainIsANewObject() {
    Timeline timeline;
    Model model(&timeline);
    timeline.append(records::bind(1, "x", records::tensor(0x100, "cpu", 0x5000, 1)));
    auto record = records::bind(2, "x", records::tensor(0x100, "cpu", 0x5000, 2));
    record.dead = {0x100};
    timeline.append(record);
    QCOMPARE(change(model, 0), Change::New);
    QCOMPARE(model.index(0, Model::Value).data().toString(), QString("tensor(...)"));
  }

  void valuesChangeAndNamesGo() {
    Timeline timeline;
    Model model(&timeline);
    QAbstractItemModelTester tester(&model);
    timeline.append(records::bind(1, "i", records::value(0x1, "1")));
    timeline.append(records::bind(2, "i", records::value(0x2, "2")));
    QCOMPARE(change(model, 0), Change::Changed);
    auto in_place = records::line(3);
    in_place.objects = {records::value(0x2, "3")};
    timeline.append(in_place);
    QCOMPARE(change(model, 0), Change::Changed);
    auto gone = records::line(4);
    gone.unbound = {{"i", 0x2, ""}};
    gone.dead = {0x2};
    timeline.append(gone);
    QCOMPARE(print(model), QStringList({"i||freed"}));
    QCOMPARE(model.index(0, Model::Value).data().toString(), QString("3"));
    timeline.append(records::line(5));
    QCOMPARE(model.rowCount(), 0);
  }

  void indicesKeepMeaningTheSameRow() {
    Timeline timeline;
    Model model(&timeline);
    QAbstractItemModelTester tester(&model);
    timeline.append(records::makeModule());
    const QPersistentModelIndex bias = model.index(1, 0, model.index(0, 0));
    timeline.append(records::bind(5, "a", records::value(0x900, "1")));
    QCOMPARE(model.index(0, 0).data().toString(), QString("a"));
    QVERIFY(bias.isValid());
    QCOMPARE(bias.data().toString(), QString("bias"));
    QCOMPARE(bias.parent().row(), 1);
  }

  /// Thousands of rows come, change and go: the views are told of neighbours at once, and end with the same
  /// rows.
  void neighboursAreToldAtOnce() {
    Timeline timeline;
    Model model(&timeline);
    QAbstractItemModelTester tester(&model);
    auto many = records::line(1);
    for (int i = 0; i < 300; ++i) {
      const auto object =
          records::tensor(0x1000 + 64ULL * unsigned(i), "cpu", 0x5000 + 64ULL * unsigned(i), 1 + unsigned(i));
      many.bound.push_back({"t" + std::to_string(i), object.id, ""});
      many.objects.push_back(object);
    }
    QSignalSpy came(&model, &Model::rowsInserted), changed(&model, &Model::dataChanged),
        went(&model, &Model::rowsRemoved);
    timeline.append(many);
    QCOMPARE(came.size(), 1);
    QCOMPARE(model.rowCount(), 300);
    timeline.append(records::bind(2, "t150a", records::tensor(0x90000, "cuda:0", 0x7f0000, 900)));
    QCOMPARE(came.size(), 2);
    QCOMPARE(changed.size(), 1);  // all that stay
    const QStringList after = print(model);
    timeline.setCursor(0);
    QCOMPARE(went.size(), 1);
    QCOMPARE(model.rowCount(), 0);
    timeline.setCursor(2);
    QCOMPARE(print(model), after);
  }

  void importsAreNoise() {
    Timeline timeline;
    Model model(&timeline);
    QAbstractItemModelTester tester(&model);
    auto torch = records::value(0x10, "<module 'torch'>");
    torch.type = "module";
    timeline.append(records::bind(1, "torch", torch));
    QCOMPARE(model.rowCount(), 0);
  }
};

QTEST_GUILESS_MAIN(MemoryTest)
#include "tst_memory.moc"
