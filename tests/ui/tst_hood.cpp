// SPDX-License-Identifier: GPL-3.0-or-later
// Under the hood: the time line and the table of the line's calls, with real hands on simulated GPUs.
#include <QAccessible>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTableView>

#include "models/call_model.h"
#include "panels/hood_panel.h"
#include "widgets/basics.h"
#include "widgets/call_lanes.h"
#include "widgets/dock.h"
#include "window_test.h"

using namespace todevice;

namespace {

const QString kCode =
    QStringLiteral("import torch\nx = torch.ones((256, 256)).to('cuda')\ny = x @ x + x.relu()\nn = 1");

/// The window after `kCode`, the dock in front, the cursor behind `line`.
struct Opened {
  Hands hands;
  HoodPanel* hood = nullptr;

  explicit Opened(int line, const QString& language = QStringLiteral("en")) : hands(2, language) {
    if (!hands.waitFor(Session::State::Idle)) qFatal("no worker");
    hands.work()->session()->runBlock(kCode, protocol::Mode::record);
    if (!QTest::qWaitFor([&] { return hands.work()->timeline()->count() == 4; }, 20000)) qFatal("no records");
    hands.waitForRest();
    hands.window()->dock(QStringLiteral("hood"))->bringUp();
    hood = hands.window()->findChild<HoodPanel*>();
    hands.work()->timeline()->setCursor(line);
  }
};

QString shownText(const QWidget* widget) {
  QStringList texts;
  for (const QLabel* label : widget->findChildren<QLabel*>()) {
    const auto* elided = qobject_cast<const ElideLabel*>(label);
    if (label->isVisible()) texts << (elided ? elided->fullText() : label->text());
  }
  return texts.join(QLatin1Char('\n'));
}

}  // namespace

class TestHood : public QObject {
  Q_OBJECT
 private slots:
  void whatTheLineDid() {
    Opened opened(3);
    QVERIFY(opened.hood->lanes()->isVisible());
    QVERIFY(opened.hood->table()->model()->rowCount() >= 4);
    QVERIFY(shownText(opened.hood).contains(QStringLiteral("simulated")));
    QVERIFY(!shownText(opened.hood).contains(QStringLiteral("measured")));
  }

  void inChinese() {
    Opened opened(3, QStringLiteral("zh_CN"));
    QVERIFY(shownText(opened.hood).contains(QStringLiteral("模拟")));
    static const QRegularExpression latin(QStringLiteral("^[ -~]+$"));
    const auto* model = opened.hood->table()->model();
    for (int column = 0; column < model->columnCount(); ++column) {
      const QString title = model->headerData(column, Qt::Horizontal).toString();
      QVERIFY2(!latin.match(title).hasMatch(), qPrintable(title));
    }
  }

  void nothingCalledIsSaid() {
    Opened opened(4);
    QVERIFY(shownText(opened.hood).contains(QStringLiteral("Line 4 called nothing")));
    opened.hands.work()->timeline()->setCursor(0);
    QVERIFY(shownText(opened.hood).contains(QStringLiteral("F6")));
  }

  void keysGoFromCallToCall() {
    Opened opened(3);
    CallLanes* lanes = opened.hood->lanes();
    const CallModel* model = opened.hood->model();
    lanes->setFocus();
    QTest::keyClick(lanes, Qt::Key_Home);
    const int first = lanes->current();
    QVERIFY(first >= 0);
    QCOMPARE(lanes->accessibleDescription(), model->sentence(first));
    QTest::keyClick(lanes, Qt::Key_Right);
    QVERIFY(lanes->current() > first);
    QVERIFY(model->rows()[size_t(lanes->current())].begin >= model->rows()[size_t(first)].begin);
    QCOMPARE(opened.hood->table()->currentIndex().data().toString(),
             model->rows()[size_t(lanes->current())].name);
    QTest::keyClick(lanes, Qt::Key_End);
    const int last = lanes->current();
    QTest::keyClick(lanes, Qt::Key_Right);
    QCOMPARE(lanes->current(), last);
    QVERIFY(!lanes->toolTipAt(lanes->rowRect(last).center()).isEmpty());
    opened.hood->table()->selectRow(first);
    QCOMPARE(lanes->current(), first);
    QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(lanes);
    QVERIFY(spoken && !spoken->text(QAccessible::Name).isEmpty());
  }

  void theFilterKeepsWhatIsTyped() {
    Opened opened(3);
    const int all = opened.hood->table()->model()->rowCount();
    QTest::keyClicks(opened.hood->filter(), QStringLiteral("matmul"));
    QCOMPARE(opened.hood->table()->model()->rowCount(), 1);
    QVERIFY(all > 1);
    opened.hands.work()->timeline()->setCursor(2);  // the filter stays, and finds nothing here
    QCOMPARE(opened.hood->table()->model()->rowCount(), 0);
    QVERIFY(opened.hood->lanes()->isVisible());
  }
};

QTEST_MAIN(TestHood)
#include "tst_hood.moc"
