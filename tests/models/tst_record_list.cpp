// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QHash>
#include <QTest>
#include <QTranslator>

#include "record_list_model.h"
#include "records.h"
#include "timeline.h"

using namespace todevice;

namespace {

/// Some of the words in Chinese, as the window's translation has them.
class Chinese : public QTranslator {
 public:
  bool isEmpty() const override { return false; }
  QString translate(const char* /*context*/, const char* source, const char* /*about*/,
                    int /*count*/) const override {
    static const QHash<QByteArray, QString> words{
        {"; ", QStringLiteral("；")},
        {"%n statement(s) before it had run", QStringLiteral("在它之前有 %n 条语句已运行")},
        {", ", QStringLiteral("、")},
        {"copy", QStringLiteral("复制")},
        {"CUDA initialised", QStringLiteral("CUDA 已初始化")},
        {"a tensor", QStringLiteral("一个张量")},
        {"line %1", QStringLiteral("第 %1 行")},
        {"%1: %2", QStringLiteral("%1：%2")},
        {"%1 is a new tensor on %2, different address", QStringLiteral("%1 是 %2 上的新张量，地址不同")},
        {"CUDA is initialised from here on", QStringLiteral("CUDA 从这里开始已初始化")}};
    return words.value(source);
  }
};

}  // namespace

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

  /// A block that ran whole is one record: its statements are known, not how often their lines ran.
  void statementsThatARecordStandsFor() {
    Timeline timeline;
    const RecordListModel model(&timeline);
    auto record = records::makeOnCpu();
    record.merged = 3;
    timeline.append(record);
    QCOMPARE(model.sentence(0), QString("line 1: x_cpu is on cpu; with 3 more statement(s) before it"));
  }

  /// One that failed tells it too: those that come later did not run.
  void statementsBeforeAnError() {
    Timeline timeline;
    const RecordListModel model(&timeline);
    auto record = records::line(5);
    record.error = protocol::Error{"RuntimeError", "no", "", 5, {}};
    record.merged = 3;
    timeline.append(record);
    QCOMPARE(model.sentence(0), QString("line 5: RuntimeError: no; 3 statement(s) before it had run"));
    Chinese chinese;
    QVERIFY(QCoreApplication::installTranslator(&chinese));
    QCOMPARE(model.sentence(0), QStringLiteral("第 5 行：RuntimeError: no；在它之前有 3 条语句已运行"));
  }

  void chineseHasItsOwnPunctuation() {
    Chinese chinese;
    QVERIFY(QCoreApplication::installTranslator(&chinese));
    Timeline timeline;
    const RecordListModel model(&timeline);
    auto unnamed = records::moveToGpu();
    unnamed.bound.clear();
    unnamed.moves[0].name.clear();
    timeline.appendAll({records::moveToGpu(), unnamed});
    QCOMPARE(model.sentence(0),
             QStringLiteral("第 2 行：x_gpu 是 cuda:0 上的新张量，地址不同；CUDA 从这里开始已初始化"));
    QCOMPARE(model.sentence(1),
             QStringLiteral("第 2 行：一个张量是 cuda:0 上的新张量，地址不同；CUDA 从这里开始已初始化"));
    QCOMPARE(model.index(0, RecordListModel::What).data().toString(), QStringLiteral("CUDA 已初始化、复制"));
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
