// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>
#include <cmath>

#include "console_buffer.h"
#include "metrics_store.h"

using namespace todevice;

namespace {

protocol::Metrics batch(const std::string& run, const std::string& name, double first, int count) {
  protocol::Metrics metrics;
  metrics.run = run;
  protocol::Metrics::Series series;
  series.name = name;
  for (int i = 0; i < count; ++i) {
    series.x.push_back(first + i);
    series.y.push_back(10 * (first + i));
  }
  metrics.series.push_back(series);
  return metrics;
}

double y(const MetricsStore& store, int row) {
  return store.index(row, MetricsStore::Y).data().toDouble();
}

}  // namespace

class MetricsTest : public QObject {
  Q_OBJECT
 private slots:
  void keepsEveryPointOfEverySeries() {
    MetricsStore store;
    QAbstractItemModelTester tester(&store);
    QSignalSpy appended(&store, &MetricsStore::pointsAppended);
    store.append(batch("a", "loss", 0, 3));
    store.append(batch("a", "accuracy", 0, 2));
    store.append(batch("b", "loss", 0, 1));
    store.append(batch("a", "loss", 3, 2));
    QCOMPARE(store.seriesCount(), 3);
    QCOMPARE(appended.count(), 4);
    QCOMPARE(store.pointCount(), 8);
    QCOMPARE(store.series(store.find("a", "loss")).x.size(), std::size_t(5));
    QCOMPARE(store.find("b", "accuracy"), -1);
    QCOMPARE(store.runs(), QStringList({"a", "b"}));
  }

  void theTableHasThemInOrderOfArrival() {
    MetricsStore store;
    QAbstractItemModelTester tester(&store);
    store.append(batch("a", "loss", 0, 2));
    store.append(batch("b", "loss", 5, 1));
    store.append(batch("a", "loss", 2, 1));
    QCOMPARE(store.rowCount(), 4);
    QCOMPARE(y(store, 0), 0.0);
    QCOMPARE(y(store, 1), 10.0);
    QCOMPARE(y(store, 2), 50.0);
    QCOMPARE(y(store, 3), 20.0);
    QCOMPARE(store.index(2, MetricsStore::Run).data().toInt(), 2);
  }

  void aRunCanBeTakenAway() {
    MetricsStore store;
    QAbstractItemModelTester tester(&store);
    store.append(batch("a", "loss", 0, 2));
    store.append(batch("b", "loss", 5, 1));
    store.append(batch("a", "loss", 2, 1));
    store.clearRun("a");
    QCOMPARE(store.rowCount(), 1);
    QCOMPARE(y(store, 0), 50.0);
    QCOMPARE(store.find("b", "loss"), 0);
    store.append(batch("b", "loss", 6, 1));
    QCOMPARE(y(store, 1), 60.0);
    store.clear();
    QCOMPARE(store.rowCount(), 0);
  }

  void notANumberIsKept() {
    MetricsStore store;
    auto metrics = batch("a", "loss", 0, 1);
    metrics.series[0].y[0] = std::nan("");
    store.append(metrics);
    QVERIFY(std::isnan(store.series(0).y[0]));
  }

  void unequalOrEmptyBatchesAreTakenAsFarAsTheyGo() {
    MetricsStore store;
    QAbstractItemModelTester tester(&store);
    auto metrics = batch("a", "loss", 0, 3);
    metrics.series[0].y.pop_back();
    store.append(metrics);
    store.append(batch("a", "loss", 0, 0));
    QCOMPARE(store.rowCount(), 2);
  }

  void consoleKeepsTheLastLines() {
    ConsoleBuffer console;
    QSignalSpy changed(&console, &ConsoleBuffer::changed);
    console.append("one\ntw", false);
    console.append("o\n", false);
    console.append("bad\n", true);
    QCOMPARE(console.text(), QString("one\ntwo\nbad"));
    QVERIFY(console.lines().back().isError);
    QCOMPARE(changed[1].at(1).toInt(), 1);
    QString flood;
    for (int i = 0; i < 3 * ConsoleBuffer::kMaxLines; ++i) flood += QString::number(i) + '\n';
    console.append(flood, false);
    QCOMPARE(int(console.lines().size()), ConsoleBuffer::kMaxLines);
    QCOMPARE(console.dropped(), qint64(2 * ConsoleBuffer::kMaxLines + 3));
    QCOMPARE(console.lines().back().text, QString::number(3 * ConsoleBuffer::kMaxLines - 1));
  }

  void consoleCutsALineWithoutEnd() {
    ConsoleBuffer console;
    for (int i = 0; i < 30; ++i) console.append(QString(1000, 'x'), false);
    QCOMPARE(int(console.lines().size()), 1);
    QCOMPARE(int(console.lines()[0].text.size()), ConsoleBuffer::kMaxLineLength);
  }
};

QTEST_GUILESS_MAIN(MetricsTest)
#include "tst_metrics.moc"
