// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QTest>

#include "move_model.h"
#include "records.h"
#include "timeline.h"

using namespace todevice;

class MovesTest : public QObject {
  Q_OBJECT
 private slots:
  void aTensorMakesANewOne() {
    Timeline timeline;
    MoveModel model(&timeline);
    QAbstractItemModelTester tester(&model);
    timeline.append(records::makeOnCpu());
    QCOMPARE(model.rowCount(), 0);
    timeline.append(records::moveToGpu());
    QCOMPARE(model.cards().size(), std::size_t(1));
    const MoveCard& card = model.cards()[0];
    QCOMPARE(card.name, QString("x_gpu"));
    QCOMPARE(card.objectWords, QString("new object"));
    QCOMPARE(card.addressWords, QString("different address"));
    QCOMPARE(card.sentence, QString("x_gpu is a new tensor on cuda:0, different address"));
    QCOMPARE(model.index(0, MoveModel::AfterAddress).data().toString(), QString("0x7f18 93e0 0600"));
    QCOMPARE(model.index(0, MoveModel::AfterAddress).data(MoveModel::CopyRole).toString(),
             QString("0x7f1893e00600"));
  }

  /// `x.to("cuda")` alone, and `y = x.to("cuda").clone()`: x stayed where it is.
  void aCopyThatNoNameKeepsIsNotItsSource() {
    Timeline timeline;
    MoveModel model(&timeline);
    protocol::Record record = records::moveToGpu();
    record.bound.clear();
    record.moves[0].name = "x_cpu";
    timeline.append(record);
    QCOMPARE(model.cards()[0].name, QString("a copy of x_cpu"));
    QCOMPARE(model.cards()[0].sentence,
             QString("a copy of x_cpu is a new tensor on cuda:0, different address"));
  }

  void whatHasNoIdClaimsNone() {
    Timeline timeline;
    MoveModel model(&timeline);
    protocol::Record record = records::moveToGpu();
    record.bound.clear();
    record.moves[0].name.clear();
    record.moves[0].after_id = 0;
    timeline.append(record);
    QCOMPARE(model.cards()[0].objectWords, QString("not kept"));
    QCOMPARE(model.cards()[0].sentence, QString("a tensor was made on cuda:0, and nothing kept it"));
    QCOMPARE(model.index(0, MoveModel::AfterId).data().toString(), QString("—"));
    // In place: a parameter of a module that has no name.
    record.moves[0].same_object = true;
    record.moves[0].after_id = record.moves[0].before_id;
    timeline.append(record);
    QCOMPARE(model.cards()[0].sentence,
             QString("a parameter is the same object, now on cuda:0 at a different address"));
  }

  void aModuleMovesInPlace() {
    Timeline timeline;
    MoveModel model(&timeline);
    QAbstractItemModelTester tester(&model);
    timeline.appendAll(records::story());
    const MoveCard& card = model.cards().at(0);
    QVERIFY(card.isModule && card.sameObject && !card.sameStorage);
    QCOMPARE(card.beforeDevice, QString("cpu"));
    QCOMPARE(card.bytes, qint64(72));
    QCOMPARE(model.rowCount(model.index(0, 0)), 2);
    QCOMPARE(model.index(1, MoveModel::Name, model.index(0, 0)).data().toString(), QString("bias"));
    QVERIFY(card.sentence.startsWith("net is the same module, now on cuda:0"));
    timeline.setCursor(1);
    QCOMPARE(model.rowCount(), 0);
  }

  void nothingToDoIsSaid() {
    Timeline timeline;
    MoveModel model(&timeline);
    auto record = records::moveToGpu();
    record.moves[0].same_object = record.moves[0].same_storage = true;
    record.moves[0].before_address = record.moves[0].after_address;
    timeline.append(record);
    QVERIFY(model.cards()[0].sentence.contains("nothing was copied"));
    QCOMPARE(model.cards()[0].addressWords, QString("same address"));
  }
};

QTEST_GUILESS_MAIN(MovesTest)
#include "tst_moves.moc"
