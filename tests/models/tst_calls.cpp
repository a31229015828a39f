// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QTest>

#include "call_model.h"
#include "records.h"
#include "timeline.h"

using namespace todevice;

namespace {

protocol::Record withCalls(bool measured) {
  protocol::Record record = records::moveToGpu();
  record.calls = {
      {"cudaMemcpyAsync", "", "api", "", -1, 0, 2, 4.5, 7, measured},
      {"copy to the GPU", "", "copy", "cuda:0", 0, 36, 5, 1.5, 7, measured},
      {"fill_kernel", "void fill_kernel<float>()", "kernel", "cuda:0", 3, 0, 8, 0.25, 9, measured}};
  return record;
}

QStringList column(const QAbstractItemModel& model, int column) {
  QStringList texts;
  for (int row = 0; row < model.rowCount(); ++row) texts << model.index(row, column).data().toString();
  return texts;
}

}  // namespace

class CallsTest : public QObject {
  Q_OBJECT
 private slots:
  void rowsOfTheLineAtTheCursor() {
    Timeline timeline;
    CallModel model(&timeline);
    QAbstractItemModelTester tester(&model);
    QCOMPARE(model.rowCount(), 0);
    timeline.append(records::makeOnCpu());
    timeline.append(withCalls(true));
    QCOMPARE(column(model, CallModel::Name),
             QStringList({"cudaMemcpyAsync", "copy to the GPU", "fill_kernel", "allocate"}));
    QCOMPARE(column(model, CallModel::Device), QStringList({"cpu", "cuda:0", "cuda:0", "cuda:0"}));
    QCOMPARE(column(model, CallModel::Stream), QStringList({"", "0", "3", ""}));
    QCOMPARE(column(model, CallModel::Bytes), QStringList({"", "36 B", "", "36 B"}));
    QCOMPARE(column(model, CallModel::Duration), QStringList({"4.5 µs", "1.5 µs", "250 ns", ""}));
    QVERIFY(model.hasCalls() && model.isMeasured());
    QCOMPARE(model.timeSpan(), 8.25);
    QVERIFY(model.index(2, 0).data(Qt::ToolTipRole).toString().contains("fill_kernel<float>"));
    timeline.setCursor(1);
    QCOMPARE(column(model, CallModel::Name), QStringList({"allocate"}));
    QVERIFY(!model.hasCalls());
  }

  void simulatedIsNotMeasured() {
    Timeline timeline;
    CallModel model(&timeline);
    timeline.append(withCalls(false));
    QVERIFY(model.hasCalls() && !model.isMeasured());
  }

  /// Without calls the engine's own word on copies stands in.
  void copiesWithoutCalls() {
    Timeline timeline;
    CallModel model(&timeline);
    auto record = records::moveToGpu();
    record.calls_note = "no CUPTI";
    timeline.append(record);
    QCOMPARE(column(model, CallModel::Name), QStringList({"copy", "allocate"}));
    QCOMPARE(model.index(0, CallModel::Device).data().toString(), QString("cpu → cuda:0"));
    QCOMPARE(model.note(), QString("no CUPTI"));
    QVERIFY(model.totals().isEmpty());
  }

  void totals() {
    Timeline timeline;
    CallModel model(&timeline);
    auto record = withCalls(true);
    record.calls_left_out = 5;
    timeline.append(record);
    const QString words = model.totals();
    for (const char* part : {"4.5 µs", "1.8 µs", "36 B copied", "5 more left out", "measured"})
      QVERIFY2(words.contains(QString::fromUtf8(part)), qPrintable(words));
    QCOMPARE(model.sentence(1),
             QString("copy to the GPU (copy), cuda:0, stream 0, 36 B, 1.5 µs, begins at 5.0 µs"));
  }

  /// The sum of bytes is right although not each copy has a row.
  void copiesLeftOut() {
    Timeline timeline;
    CallModel model(&timeline);
    auto record = records::moveToGpu();
    record.copies_left_out = 144;
    record.copies_left_out_bytes = 964;
    timeline.append(record);
    QVERIFY2(model.totals().contains("144 more copies left out"), qPrintable(model.totals()));
    QVERIFY2(model.totals().contains("1000 B copied"), qPrintable(model.totals()));
  }

  void filterAndSort() {
    Timeline timeline;
    CallModel model(&timeline);
    CallFilter filter(&model);
    QAbstractItemModelTester tester(&filter);
    timeline.append(withCalls(true));
    filter.setWords("CUDA:0 kernel");
    QCOMPARE(column(filter, CallModel::Name), QStringList({"fill_kernel"}));
    filter.setWords("nothing like it");
    QCOMPARE(filter.rowCount(), 0);
    filter.setWords("");
    filter.sort(CallModel::Duration, Qt::DescendingOrder);
    QCOMPARE(filter.index(0, CallModel::Name).data().toString(), QString("cudaMemcpyAsync"));
    QCOMPARE(filter.index(2, CallModel::Name).data().toString(), QString("fill_kernel"));
  }

  void times() {
    QCOMPARE(formatMicroseconds(0.25), QString("250 ns"));
    QCOMPARE(formatMicroseconds(12.34), QString("12.3 µs"));
    QCOMPARE(formatMicroseconds(1250), QString("1.25 ms"));
    QCOMPARE(formatMicroseconds(2.5e6), QString("2.50 s"));
  }
};

QTEST_GUILESS_MAIN(CallsTest)
#include "tst_calls.moc"
