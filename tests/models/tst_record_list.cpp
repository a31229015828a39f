// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QTest>

#include "record_list_model.h"
#include "records.h"
#include "timeline.h"

using namespace todevice;

class RecordListTest : public QObject {
  Q_OBJECT
 private slots:
  void followsTheTimeline() {
    Timeline timeline;
    RecordListModel model(&timeline);
    QAbstractItemModelTester tester(&model);
    timeline.appendAll(records::story());
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(model.markers(1), Marker::CudaInitialized | Marker::Copy);
    QCOMPARE(model.index(1, RecordListModel::What).data().toString(), QString("CUDA initialised, copy"));
    QVERIFY(model.index(3, 0).data(RecordListModel::AtCursorRole).toBool());
    timeline.setCursor(2);
    QVERIFY(!model.index(3, 0).data(RecordListModel::AtCursorRole).toBool());
    QVERIFY(model.index(1, 0).data(RecordListModel::AtCursorRole).toBool());
    timeline.replace({records::makeOnCpu()});
    QCOMPARE(model.rowCount(), 1);
    timeline.clear();
    QCOMPARE(model.rowCount(), 0);
  }

  /// Reading the variable is not beginning CUDA: what the learner may still do differs.
  void readingTheVariableHasItsOwnMark() {
    Timeline timeline;
    RecordListModel model(&timeline);
    protocol::Record reading = records::makeOnCpu();
    reading.variables_read = protocol::VariableReading{"2,0", std::nullopt};
    protocol::Record both = reading;
    both.cuda_uuids = std::vector<std::string>{"GPU-1"};
    timeline.appendAll({reading, both});
    QCOMPARE(model.markers(0), Markers(Marker::VariableRead));
    QCOMPARE(model.index(0, RecordListModel::What).data().toString(), QString("variable read"));
    QCOMPARE(model.markers(1), Markers(Marker::CudaInitialized));
  }

  /// Nobody reads five thousand names, and the status line would lay them all out.
  void aSentenceNamesEightNames() {
    Timeline timeline;
    const RecordListModel model(&timeline);
    auto record = records::line(1);
    for (int i = 0; i < 5000; ++i)
      record.bound.push_back({"n" + std::to_string(i), 0x1000 + 64ULL * unsigned(i), ""});
    timeline.append(record);
    const QString sentence = model.sentence(0);
    QVERIFY2(sentence.contains(QStringLiteral("n7 is set; and 4992 more name(s)")), qPrintable(sentence));
    QVERIFY(!sentence.contains(QStringLiteral("n8")));
  }

  void oneSentenceALine() {
    Timeline timeline;
    RecordListModel model(&timeline);
    timeline.appendAll(records::story());
    QCOMPARE(model.sentence(0), QString("line 1: x_cpu is on cpu"));
    QCOMPARE(
        model.sentence(1),
        QString(
            "line 2: x_gpu is a new tensor on cuda:0, different address; CUDA is initialised from here on"));
    auto failed = records::line(5);
    failed.error = protocol::Error{"RuntimeError", "no", "", 5, {}};
    timeline.append(failed);
    QCOMPARE(model.sentence(4), QString("line 5: RuntimeError: no"));
    QCOMPARE(model.markers(4), Markers(Marker::Error));
    timeline.append(records::line(6));
    QCOMPARE(model.sentence(5), QString("line 6"));
  }
};

QTEST_GUILESS_MAIN(RecordListTest)
#include "tst_record_list.moc"
