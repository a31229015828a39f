// SPDX-License-Identifier: GPL-3.0-or-later
// Curves of the training panel: each is told from all others, and each is there once.
#include <QSet>

#include "models/metrics_store.h"
#include "widgets/loss_plot.h"
#include "window_test.h"

using namespace todevice;

class TestCurves : public QObject {
  Q_OBJECT
 private slots:
  void noTwoLookAlike();
  void runsAreToldApart();
  void numbersOfAnAxisStandApart_data();
  void numbersOfAnAxisStandApart();
  void onceAfterReplaysThatWereReplaced();
};

void TestCurves::noTwoLookAlike() {
  MetricsStore store;
  LossPlot plot(&store);
  protocol::Metrics batch;
  batch.run = "run-1";
  constexpr int kCurves = 16;
  for (int i = 0; i < kCurves; ++i) batch.series.push_back({"loss " + std::to_string(i), {0, 1}, {1, 0.5}});
  store.append(batch);
  QTRY_COMPARE(plot.graphCount(), kCurves);
  QSet<std::pair<QRgb, int>> looks;
  for (int i = 0; i < kCurves; ++i)
    looks.insert({plot.graph(i)->pen().color().rgb(), int(plot.graph(i)->pen().style())});
  QCOMPARE(looks.size(), kCurves);
}

void TestCurves::numbersOfAnAxisStandApart_data() {
  QTest::addColumn<int>("height");
  for (const int height : {70, 90, 120, 200, 600}) QTest::addRow("%d", height) << height;
}

/// However low the plot is.
void TestCurves::numbersOfAnAxisStandApart() {
  QFETCH(int, height);
  MetricsStore store;
  LossPlot plot(&store);
  plot.resize(340, height);
  plot.show();
  protocol::Metrics batch;
  batch.run = "run-1";
  batch.series.push_back({"loss", {0, 1, 2}, {2.33, 0.4, 0.0123}});
  store.append(batch);
  QTRY_COMPARE(plot.graphCount(), 1);
  QTRY_VERIFY(plot.yAxis->range().upper > 2.3);
  plot.replot();
  QVector<double> ticks;
  plot.yAxis->ticker()->generate(plot.yAxis->range(), QLocale::c(), 'g', 6, ticks, nullptr, nullptr);
  const int high = QFontMetrics(plot.yAxis->tickLabelFont()).height();
  int shown = 0;
  for (qsizetype i = 0; i < ticks.size(); ++i) {
    shown += plot.yAxis->range().contains(ticks[i]) ? 1 : 0;
    if (i > 0)
      QVERIFY(plot.yAxis->coordToPixel(ticks[i - 1]) - plot.yAxis->coordToPixel(ticks[i]) >= high * 0.9);
  }
  QVERIFY(shown > 0);
}

/// The same code again: in the legend one stands beside the other.
void TestCurves::runsAreToldApart() {
  MetricsStore store;
  LossPlot plot(&store);
  protocol::Metrics batch;
  const auto names = [&] {
    QStringList all;
    for (int i = 0; i < plot.graphCount(); ++i) all << plot.graph(i)->name();
    return all;
  };
  for (int run = 1; run <= 5; ++run) {
    batch.run = "run-" + std::to_string(10 * run);
    batch.series = {{"loss", {0, 1}, {1, 0.5}}};
    store.append(batch);
    QTRY_COMPARE(plot.graphCount(), run);
    if (run == 1) QCOMPARE(names(), QStringList{QStringLiteral("loss")});
  }
  QCOMPARE(names().join(QStringLiteral("; ")),
           QStringLiteral("loss, run 1; loss, run 2; loss, run 3; loss, run 4; loss, run 5"));
}

/// Boxes that are ticked while the code still runs again: what the plot shows is of one run.
void TestCurves::onceAfterReplaysThatWereReplaced() {
  const Hands hands;
  QVERIFY(hands.waitFor(Session::State::Idle));
  Session* session = hands.work()->session();
  QSet<QString> names;
  bool doubled = false;
  connect(hands.work()->metrics(), &MetricsStore::pointsAppended, this, [&] {
    const MetricsStore* store = hands.work()->metrics();
    names.clear();
    for (int i = 0; i < store->seriesCount(); ++i) {
      if (names.contains(store->series(i).name))
        doubled = doubled || session->state() == Session::State::Replaying;
      names.insert(store->series(i).name);
    }
  });
  session->runBlock(QStringLiteral("import time, todevice\n"
                                   "for i in range(8):\n"
                                   "    todevice.log(loss=1.0 / (i + 1))\n"
                                   "    time.sleep(0.1)\n"),
                    protocol::Mode::record);
  QTRY_VERIFY_WITH_TIMEOUT(!session->blocks().empty() && session->blocks().back().ended, 20000);
  for (const char* visible : {"1", "2", "3"}) {
    WorkerSettings settings = session->settings();
    settings.visibleDevices = QLatin1String(visible);
    session->restart(settings);
    QVERIFY(hands.waitFor(Session::State::Replaying));
    QTest::qWait(400);  // of the 800 ms that the code takes
  }
  QVERIFY(hands.waitFor(Session::State::Idle));
  QVERIFY(!doubled);
  QCOMPARE(hands.work()->metrics()->seriesCount(), 1);
  QCOMPARE(hands.work()->metrics()->pointCount(), 8);
}

QTEST_MAIN(TestCurves)
#include "tst_curves.moc"
