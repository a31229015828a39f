// SPDX-License-Identifier: GPL-3.0-or-later
// Two settings side by side: long runs, code that does not end, a worker that is killed.
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <csignal>

#include "panels/compare_window.h"
#include "window_test.h"

using namespace todevice;

namespace {

WorkerSettings settings() {
  WorkerSettings settings;
  settings.program = qEnvironmentVariable("TODEVICE_WORKER");
  settings.simulate = 2;
  return settings;
}

struct Compared {
  explicit Compared(const QString& code) : window(settings(), code), both(window.comparison()) {
    window.show();
  }
  template <typename T>
  T* find(const char* name) const {
    return window.findChild<T*>(QLatin1String(name));
  }
  void press(const char* button) const { QTest::mouseClick(find<QPushButton>(button), Qt::LeftButton); }
  bool canStep() const {
    return QTest::qWaitFor([this] { return both->canStep(); }, 20000);
  }
  bool ended() const {
    const auto ended = [this](Comparison::Side side) {
      const auto& blocks = both->session(side)->blocks();
      return !blocks.empty() && blocks.back().ended;
    };
    return QTest::qWaitFor([&] { return ended(Comparison::Left) && ended(Comparison::Right); }, 60000);
  }

  CompareWindow window;
  Comparison* both;
};

}  // namespace

class TestCompare : public QObject {
  Q_OBJECT
 private slots:
  void manyRows() {
    Compared compared(QStringLiteral("for i in range(14000):\n    x = i\n"));
    QVERIFY(compared.canStep());
    compared.press("compareRun");
    QVERIFY(compared.ended());
    QVERIFY(compared.both->forgotten() > 0);
    const auto summary = [&] { return compared.find<QLabel>("compareSummary")->text(); };
    QTRY_COMPARE(summary(), QStringLiteral("after line 1; 0 of 28001 rows differ; the first %1 rows are no "
                                           "longer kept")
                                .arg(compared.both->forgotten()));
    // Of thousands, those that have been in sight have their height.
    const auto* table = compared.window.findChild<QTableView*>();
    const int usual = table->verticalHeader()->defaultSectionSize();
    QTRY_VERIFY(table->rowHeight(compared.both->rowCount() - 1) != usual);
    int fitted = 0;
    for (int row = 0; row < compared.both->rowCount(); ++row) fitted += table->rowHeight(row) != usual;
    QVERIFY2(fitted < compared.both->rowCount() / 2, qPrintable(QString::number(fitted)));
    // No row of the old programs is measured, or shown, for the new ones.
    QSignalSpy inserted(compared.both, &Comparison::rowsInserted);
    compared.window.compare();
    QCOMPARE(inserted.count(), 0);
    QCOMPARE(compared.both->rowCount(), 0);
    QVERIFY(compared.canStep());
    compared.press("compareStep");
    QTRY_COMPARE_WITH_TIMEOUT(summary(), QStringLiteral("after line 1; 0 of 1 rows differ"), 20000);
  }

  void stop() {
    Compared compared(QStringLiteral("i = 0\nwhile True:\n    i += 1\n"));
    QVERIFY(compared.canStep());
    QCOMPARE(compared.find<QLabel>("compareReality")->text(), QStringLiteral("simulated"));
    const auto* button = compared.find<QPushButton>("compareStop");
    QVERIFY(!button->isEnabled());
    compared.press("compareRun");
    QTRY_VERIFY_WITH_TIMEOUT(compared.both->rowCount() > 100, 20000);
    QVERIFY(button->isEnabled());
    QVERIFY(compared.find<QLabel>("compareSummary")->text().startsWith(QStringLiteral("running; ")));
    compared.press("compareStop");
    QVERIFY(compared.ended());
    QTRY_VERIFY(!button->isEnabled());
    QCOMPARE(compared.both->differences(), 0);
    QVERIFY(compared.find<QLabel>("compareNotice")->isHidden());
  }

  /// Programs that were stopped while they ran again can be stepped from their first line.
  void stopWhileItRunsAgain() {
    Compared compared(QStringLiteral("import time\ntime.sleep(1)\nx = 1\n"));
    const auto* step = compared.find<QPushButton>("compareStep");
    for (int rows = 1; rows <= 2; ++rows) {
      QTRY_VERIFY_WITH_TIMEOUT(step->isEnabled(), 20000);
      compared.press("compareStep");
      QTRY_COMPARE_WITH_TIMEOUT(compared.both->rowCount(), rows, 20000);
    }
    QVERIFY(compared.canStep());
    for (const auto side : {Comparison::Left, Comparison::Right})
      ::kill(pid_t(compared.both->session(side)->workerPid()), SIGKILL);
    QTRY_VERIFY_WITH_TIMEOUT(compared.find<QPushButton>("compareStop")->isEnabled(), 20000);
    QTest::qWait(300);
    compared.press("compareStop");
    QTRY_VERIFY_WITH_TIMEOUT(step->isEnabled(), 20000);
    const auto* notice = compared.find<QLabel>("compareNotice");
    QVERIFY2(
        notice->text().contains(QStringLiteral("\nOn the left: You stopped the code while it ran again")) &&
            notice->text().contains(QStringLiteral("Run it again.")),
        qPrintable(notice->text()));
    compared.press("compareRun");
    QVERIFY(compared.ended());
    QTRY_COMPARE(compared.find<QLabel>("compareSummary")->text(),
                 QStringLiteral("after line 3; 0 of 3 rows differ"));
  }

  void aKilledProgramIsTold() {
    Compared compared(
        QStringLiteral("import time\nfor i in range(1000):\n    time.sleep(0.5 * (i == 500))\n"));
    QVERIFY(compared.canStep());
    compared.press("compareRun");
    QTRY_VERIFY_WITH_TIMEOUT(compared.both->rowCount() > 100, 20000);
    ::kill(pid_t(compared.both->session(Comparison::Right)->workerPid()), SIGKILL);
    const auto* notice = compared.find<QLabel>("compareNotice");
    QTRY_VERIFY_WITH_TIMEOUT(notice->isVisible(), 20000);
    QVERIFY2(notice->text().startsWith(QStringLiteral("The program on the right ended: ")),
             qPrintable(notice->text()));
    QVERIFY(compared.canStep());
    compared.press("compareRun");
    QVERIFY(compared.ended());
    QCOMPARE(compared.both->differences(), 0);
    QVERIFY(notice->isVisible());
    compared.window.compare();
    QVERIFY(notice->isHidden());
  }
};

QTEST_MAIN(TestCompare)
#include "tst_compare.moc"
