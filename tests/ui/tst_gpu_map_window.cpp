// SPDX-License-Identifier: GPL-3.0-or-later
// The GPU map by mouse and keyboard: each time the new worker's own report must agree with what is shown.
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QToolButton>

#include "panels/connection_box.h"
#include "panels/gpu_card.h"
#include "panels/gpu_panel.h"
#include "window_test.h"

using namespace todevice;

namespace {

QList<GpuCard*> cards(const Hands& hands) {
  auto all = hands.window()->gpus()->findChildren<GpuCard*>();
  std::sort(all.begin(), all.end(), [](const GpuCard* a, const GpuCard* b) { return a->y() < b->y(); });
  return all;
}

QStringList verdicts(const Hands& hands) {
  QStringList names;
  for (const QLabel* label : hands.window()->gpus()->findChildren<QLabel*>())
    if (label->property("role") == QLatin1String("chip")) names << label->accessibleName();
  return names;
}

QStringList words(const Hands& hands) {
  QStringList all;
  for (const GpuCard* card : cards(hands)) all << card->box()->text();
  return all;
}

QString field(const Hands& hands) {
  return hands.find<QLineEdit>("visibleDevices")->text();
}

/// Waits for the worker of the present setting, starts CUDA in it, and compares its UUIDs with the map's.
bool workerAgrees(const Hands& hands) {
  GpuMapModel* model = hands.work()->gpus();
  Session* session = hands.work()->session();
  const bool there = QTest::qWaitFor(
      [&] {
        const auto& ready = session->ready();
        const bool same =
            ready && session->settings().visibleDevices == model->variable() &&
            (ready->visible_devices ? std::optional(QString::fromStdString(*ready->visible_devices))
                                    : std::nullopt) == model->variable();
        return same && session->state() == Session::State::Idle;
      },
      20000);
  if (!there) return false;
  session->runBlock(QStringLiteral("import torch\nif torch.cuda.is_available(): torch.cuda.init()"),
                    protocol::Mode::record);
  if (!QTest::qWaitFor([&] { return !session->blocks().empty() && session->blocks().back().ended; }, 20000))
    return false;
  std::vector<std::string> shown;
  for (const int physical : model->logical())
    shown.push_back(session->ready()->physical[std::size_t(physical)].uuid);
  return hands.work()->timeline()->state().cudaUuids == shown && model->mismatch().isEmpty();
}

void drag(GpuCard* card, const QPoint& to) {
  const QPoint grip(12, 12);
  QTest::mousePress(card, Qt::LeftButton, {}, grip);
  const QPoint end = card->mapFrom(card->parentWidget(), to);
  for (int i = 1; i <= 4; ++i) {
    QMouseEvent move(QEvent::MouseMove, QPointF(grip + (end - grip) * i / 4), card->mapToGlobal(grip),
                     Qt::NoButton, Qt::LeftButton, {});
    QApplication::sendEvent(card, &move);
  }
  QTest::mouseRelease(card, Qt::LeftButton, {}, end);
}

}  // namespace

class TestGpuMapWindow : public QObject {
  Q_OBJECT
 private slots:
  void untick();
  void reorderByDragging();
  void reorderByKeys();
  void typeAndReadTheVerdicts();
  void undoAndRedo();
  void theFreeCardFirst();
  void copyAsCode();
  void tooLateIsStruckOut();
  void currentDevice();
  void aDifferenceIsShown();
  void howOftenItIsRead();
  void theLanguageChangesInOpenWindows();
  void compareBeginsWithAllThatIsSeen();
  void connectionsAreKept();
};

void TestGpuMapWindow::untick() {
  Hands hands;
  QVERIFY(hands.waitFor(Session::State::Idle));
  hands.click(cards(hands)[1]->box());
  QCOMPARE(words(hands),
           QStringList({"visible as cuda:0", "hidden", "visible as cuda:1", "visible as cuda:2"}));
  QCOMPARE(field(hands), QStringLiteral("0,2,3"));
  QVERIFY(workerAgrees(hands));
  QTest::keyClick(cards(hands)[0]->box(), Qt::Key_Space);
  QCOMPARE(field(hands), QStringLiteral("2,3"));
  QVERIFY(workerAgrees(hands));
}

void TestGpuMapWindow::reorderByDragging() {
  Hands hands;
  QVERIFY(hands.waitFor(Session::State::Idle));
  const auto laidOut = [&] {
    const auto all = cards(hands);
    return std::all_of(all.begin(), all.end(),
                       [](const GpuCard* card) { return card->height() == card->sizeHint().height(); });
  };
  QTRY_VERIFY(laidOut() && hands.window()->gpus()->findChildren<LogicalCard*>().size() == 4);
  QTest::qWait(50);  // one more round of the layout
  drag(cards(hands)[3], cards(hands)[0]->geometry().center());
  QCOMPARE(field(hands), QStringLiteral("3,0,1,2"));
  QCOMPARE(cards(hands)[0]->info().physical, 3);
  QCOMPARE(cards(hands)[0]->box()->text(), QStringLiteral("visible as cuda:0"));
  QVERIFY(workerAgrees(hands));
  // A click that trembles is no drag.
  QTest::mouseClick(cards(hands)[1], Qt::LeftButton, {}, QPoint(12, 12));
  QCOMPARE(field(hands), QStringLiteral("3,0,1,2"));
}

void TestGpuMapWindow::reorderByKeys() {
  Hands hands;
  QVERIFY(hands.waitFor(Session::State::Idle));
  cards(hands)[2]->box()->setFocus();
  hands.key(Qt::Key_Up, Qt::AltModifier);
  QCOMPARE(field(hands), QStringLiteral("0,2,1,3"));
  hands.key(Qt::Key_Up, Qt::AltModifier);
  QCOMPARE(field(hands), QStringLiteral("2,0,1,3"));
  QVERIFY(cards(hands)[0]->box()->hasFocus());
  hands.key(Qt::Key_Up, Qt::AltModifier);
  QCOMPARE(field(hands), QStringLiteral("2,0,1,3"));
  QVERIFY(workerAgrees(hands));
  hands.key(Qt::Key_Down, Qt::AltModifier);
  QCOMPARE(field(hands), QStringLiteral("0,2,1,3"));
}

void TestGpuMapWindow::typeAndReadTheVerdicts() {
  Hands hands;
  QVERIFY(hands.waitFor(Session::State::Idle));
  auto* line = hands.find<QLineEdit>("visibleDevices");
  QTest::mouseClick(line, Qt::LeftButton);
  QTest::keyClicks(line, QStringLiteral("2,9,1"));
  QCOMPARE(verdicts(hands),
           QStringList({"2: GPU 2 is visible as cuda:0", "9: the list ends here: there is no GPU 9",
                        "1: not read: the list ended before"}));
  QCOMPARE(words(hands), QStringList({"hidden", "hidden", "visible as cuda:0", "hidden"}));
  QVERIFY(workerAgrees(hands));
  line->selectAll();
  QTest::keyClicks(line, QStringLiteral("0x1,1,1"));
  QCOMPARE(verdicts(hands)[0], QStringLiteral("0x1: GPU 0, but CUDA refuses the whole setting"));
  QVERIFY(hands.find<QLabel>("tokenWords")->text().contains(QStringLiteral("twice")));
  QVERIFY(workerAgrees(hands));
  line->selectAll();
  QTest::keyClicks(line, QStringLiteral("4294967297"));
  QVERIFY(hands.find<QLabel>("tokenWords")->text().contains(QStringLiteral("too large for 32 bits")));
  QVERIFY(hands.find<QLabel>("torchWords")
              ->text()
              .contains(QStringLiteral("device_count() = 0; CUDA then finds 1")));
  QVERIFY(workerAgrees(hands));
}

void TestGpuMapWindow::undoAndRedo() {
  Hands hands;
  QVERIFY(hands.waitFor(Session::State::Idle));
  auto* undo = hands.find<QToolButton>("undoMap");
  auto* redo = hands.find<QToolButton>("redoMap");
  QVERIFY(!undo->isEnabled() && !redo->isEnabled());
  hands.click(cards(hands)[0]->box());
  auto* line = hands.find<QLineEdit>("visibleDevices");
  line->setFocus();
  line->selectAll();
  QTest::keyClicks(line, QStringLiteral("3,1"));
  hands.click(undo);
  QCOMPARE(field(hands), QStringLiteral("1,2,3"));
  hands.click(undo);
  QVERIFY(!hands.work()->gpus()->variable());
  QVERIFY(!undo->isEnabled());
  hands.click(redo);
  hands.click(redo);
  QCOMPARE(field(hands), QStringLiteral("3,1"));
  QVERIFY(workerAgrees(hands));
  cards(hands)[3]->box()->setFocus();
  hands.key(Qt::Key_Up, Qt::AltModifier);
  QCOMPARE(cards(hands)[2]->info().physical, 3);
  hands.click(undo);
  QCOMPARE(cards(hands)[2]->info().physical, 2);
}

void TestGpuMapWindow::theFreeCardFirst() {
  Hands hands;
  QVERIFY(hands.waitFor(Session::State::Idle));
  hands.click(cards(hands)[0]->busyButton());
  QTRY_COMPARE(hands.work()->session()->settings().busy, std::vector<int>({0}));
  QTRY_VERIFY(cards(hands)[0]->findChild<QLabel*>() != nullptr &&
              hands.work()->gpus()->index(0).data(GpuMapModel::FreeMemoryRole).toLongLong() <
                  (qint64(1) << 30));
  hands.click(hands.find<QToolButton>("byFreeMemory"));
  QCOMPARE(field(hands), QStringLiteral("1,2,3,0"));
  QCOMPARE(hands.work()->gpus()->deviceOrder(), std::optional<QString>(QStringLiteral("PCI_BUS_ID")));
  QVERIFY(workerAgrees(hands));
}

void TestGpuMapWindow::copyAsCode() {
  Hands hands;
  QVERIFY(hands.waitFor(Session::State::Idle));
  hands.click(cards(hands)[1]->box());
  hands.click(hands.find<QToolButton>("asCode"));
  const auto shown = [&](const char* name) {
    return hands.find<QLabel>(name)->text().remove(QChar(0x200b));  // where a line may break
  };
  QCOMPARE(shown("way0"), QStringLiteral("export CUDA_VISIBLE_DEVICES=0,2,3"));
  QCOMPARE(shown("way1"), QStringLiteral("import os\nos.environ[\"CUDA_VISIBLE_DEVICES\"] = \"0,2,3\""));
  QCOMPARE(shown("way2"), QStringLiteral("CUDA_VISIBLE_DEVICES=0,2,3 python3 train.py"));
  for (auto* button : hands.window()->gpus()->findChildren<QToolButton*>())
    if (button->accessibleName().startsWith(QLatin1String("Copy: In Python, before"))) hands.click(button);
  QCOMPARE(QApplication::clipboard()->text(), shown("way1"));
}

void TestGpuMapWindow::tooLateIsStruckOut() {
  Hands hands;
  QVERIFY(hands.waitFor(Session::State::Idle));
  Session* session = hands.work()->session();
  session->runBlock(QStringLiteral("import os, torch\n"
                                   "os.environ['CUDA_VISIBLE_DEVICES'] = '2,0'\n"
                                   "os.environ.setdefault('CUDA_VISIBLE_DEVICES', '3')\n"
                                   "x = torch.ones(1).to('cuda')\n"
                                   "os.environ['CUDA_VISIBLE_DEVICES'] = '1'\n"),
                    protocol::Mode::record);
  QTRY_VERIFY(!session->blocks().empty() && session->blocks().back().ended);
  // The lines follow what the process has.
  QCOMPARE(words(hands),
           QStringList({"visible as cuda:1", "hidden by code", "visible as cuda:0", "hidden by code"}));
  QVERIFY(hands.find<QLabel>("overruled")->isVisible());
  QCOMPARE(hands.work()->gpus()->mismatch(), QString());
  QList<QLabel*> code = hands.window()->gpus()->findChildren<QLabel*>(QStringLiteral("storyCode"));
  QCOMPARE(code.size(), 4);
  QVERIFY(!code[0]->font().strikeOut() && !code[1]->font().strikeOut());
  QVERIFY(code[1]->accessibleName().contains(QLatin1String("setdefault() changed nothing")));
  QVERIFY(code[2]->accessibleName().contains(QLatin1String("CUDA reads CUDA_VISIBLE_DEVICES here: 2,0")));
  QVERIFY(code[3]->font().strikeOut());
  QCOMPARE(hands.find<QLabel>("wroteAndUses")->text(),
           QStringLiteral("You wrote: 1. This process uses: 2,0."));
  const QLabel* difference = hands.find<QLabel>("wroteAndUses");  // in sight, below four cards
  QTRY_COMPARE(difference->visibleRegion().boundingRect().height(), difference->height());
  // Before the reading it was not too late.
  hands.work()->timeline()->setCursor(2);
  code = hands.window()->gpus()->findChildren<QLabel*>(QStringLiteral("storyCode"));
  QCOMPARE(code.size(), 1);
}

void TestGpuMapWindow::currentDevice() {
  Hands hands;
  QVERIFY(hands.waitFor(Session::State::Idle));
  Session* session = hands.work()->session();
  session->runBlock(QStringLiteral("import torch\n"
                                   "torch.cuda.init()\n"
                                   "torch.cuda.set_device(2)\n"
                                   "with torch.cuda.device(1):\n"
                                   "    y = 1\n"
                                   "z = 1\n"),
                    protocol::Mode::record);
  QTRY_VERIFY(!session->blocks().empty() && session->blocks().back().ended);
  const auto current = [&](int cursor) {
    hands.work()->timeline()->setCursor(cursor);
    QStringList names;
    for (const LogicalCard* card : hands.window()->gpus()->findChildren<LogicalCard*>())
      if (card->accessibleName().contains(QLatin1String("the current device")))
        names << card->accessibleName().section(' ', 0, 0);
    return names.join(',');
  };
  QCOMPARE(current(1), QString());
  QCOMPARE(current(2), QStringLiteral("cuda:0"));
  QCOMPARE(current(3), QStringLiteral("cuda:2"));
  QCOMPARE(current(4), QStringLiteral("cuda:1"));
  QCOMPARE(current(hands.work()->timeline()->count()), QStringLiteral("cuda:2"));
}

void TestGpuMapWindow::aDifferenceIsShown() {
  Hands hands;
  QVERIFY(hands.waitFor(Session::State::Idle));
  QSignalSpy log(hands.work()->session(), &Session::logLine);
  hands.work()->gpus()->setReported({hands.work()->session()->ready()->physical[3].uuid});
  const QString expected =
      QStringLiteral("The rules say GPU 0, GPU 1, GPU 2, GPU 3, but the worker reports GPU 3.");
  bool shown = false;
  for (const QLabel* label : hands.window()->gpus()->findChildren<QLabel*>())
    shown = shown || (label->isVisible() && label->text() == expected);
  QVERIFY(shown);
  QCOMPARE(log.count(), 1);
  QCOMPARE(log[0][0].toString(), expected);
}

void TestGpuMapWindow::howOftenItIsRead() {
  Hands hands;
  QVERIFY(hands.waitFor(Session::State::Idle));
  QSignalSpy read(hands.work()->session(), &Session::deviceStats);
  const auto choose = [&](const QString& words) {
    for (QAction* action : hands.find<QToolButton>("pace")->menu()->actions())
      if (action->text() == words) action->trigger();
    read.clear();
    QTest::qWait(1500);
    return read.count();
  };
  const int often = choose(QStringLiteral("every 100 ms"));
  QVERIFY2(often >= 5 && often <= 16, qPrintable(QString::number(often)));
  QCOMPARE(hands.find<QToolButton>("pace")->text(), QStringLiteral("read every 100 ms ▾"));
  const int seldom = choose(QStringLiteral("every 5000 ms"));
  QVERIFY2(seldom <= 2, qPrintable(QString::number(seldom)));
  hands.click(cards(hands)[1]->box());  // the next worker is asked for the same
  QVERIFY(workerAgrees(hands));
  QCOMPARE(hands.find<QToolButton>("pace")->text(), QStringLiteral("read every 5000 ms ▾"));
  choose(QStringLiteral("never"));
  read.clear();
  QTest::qWait(300);
  QCOMPARE(read.count(), 0);
}

void TestGpuMapWindow::theLanguageChangesInOpenWindows() {
  Hands hands;
  QVERIFY(hands.waitFor(Session::State::Idle));
  hands.click(hands.find<QToolButton>("compareSettings"));
  hands.window()->chooseConnection();
  QTest::qWait(50);
  const auto words = [&] {
    QStringList all;
    for (const QDialog* dialog : hands.window()->findChildren<QDialog*>()) {
      all << dialog->windowTitle();
      for (const auto* button : dialog->findChildren<QPushButton*>())
        if (button->isVisible()) all << button->text();
    }
    return all;
  };
  static const QRegularExpression chinese(QStringLiteral("[\\x{4e00}-\\x{9fff}]"));
  QCOMPARE(words().filter(chinese), QStringList());
  hands.clickTool("language");
  QVERIFY(words().size() >= 8);
  QTRY_COMPARE(words().filter(chinese).size(), words().size());
  hands.clickTool("language");
  QTRY_COMPARE(words().filter(chinese), QStringList());
}

void TestGpuMapWindow::compareBeginsWithAllThatIsSeen() {
  Hands hands;
  QVERIFY(hands.waitFor(Session::State::Idle));
  const auto begins = [&] {
    hands.click(hands.find<QToolButton>("compareSettings"));
    auto* window = hands.find<QDialog>("compare");
    QStringList fields;
    for (const char* name : {"leftSetting", "rightSetting"})
      fields << window->findChild<QLineEdit*>(QLatin1String(name))->text();
    delete window;
    return fields.join(QLatin1Char(' '));
  };
  QCOMPARE(begins(), QStringLiteral("0,1,2,3 3,2,1,0"));
  hands.click(cards(hands)[1]->box());
  QVERIFY(workerAgrees(hands));
  QCOMPARE(begins(), QStringLiteral("0,2,3 3,2,0"));
  hands.work()->setSimulated(1);
  QTRY_COMPARE(hands.work()->gpus()->rowCount(), 1);
  QVERIFY(hands.waitFor(Session::State::Idle));
  QCOMPARE(begins(), QStringLiteral("0,1 1,0"));
}

void TestGpuMapWindow::connectionsAreKept() {
  Hands hands;
  QVERIFY(hands.waitFor(Session::State::Idle));
  auto* chip = hands.find<QToolButton>("machine");
  const auto entry = [&](const QString& text) -> QAction* {
    for (QAction* action : chip->menu()->actions())
      if (action->text() == text) return action;
    return nullptr;
  };
  const auto connectTo = [&](const QString& target) {
    hands.window()->chooseConnection();
    auto* box = hands.find<ConnectionBox>("connectionBox");
    box->findChildren<QComboBox*>().last()->setCurrentIndex(3);
    auto* field = box->findChild<QLineEdit*>(QStringLiteral("target"));
    field->selectAll();
    QTest::keyClicks(field, target);
    for (auto* line : box->findChildren<QLineEdit*>())
      if (line != field && line->placeholderText() == QLatin1String("todevice-worker"))
        line->setText(qEnvironmentVariable("TODEVICE_WORKER"));
    for (auto* button : box->findChildren<QPushButton*>())
      if (button->text() == QLatin1String("Connect")) hands.click(button);
    QTest::qWait(0);
    return hands.waitFor(Session::State::Idle);
  };
  QVERIFY(!entry(QStringLiteral("Back to this computer")));
  QVERIFY(connectTo(QStringLiteral("env LAB=7")));
  QTRY_VERIFY2(chip->text().startsWith(QStringLiteral("env: ")), qPrintable(chip->text()));
  QVERIFY(connectTo(QStringLiteral("nice -n 1")));
  QTRY_VERIFY2(chip->text().startsWith(QStringLiteral("nice: ")), qPrintable(chip->text()));
  QVERIFY(entry(QStringLiteral("On env LAB=7")) && entry(QStringLiteral("On nice -n 1")));
  entry(QStringLiteral("On env LAB=7"))->trigger();
  QTRY_VERIFY2(chip->text().startsWith(QStringLiteral("env: ")), qPrintable(chip->text()));
  QVERIFY(hands.waitFor(Session::State::Idle));
  hands.window()->chooseConnection();
  auto* box = hands.find<ConnectionBox>("connectionBox");
  QCOMPARE(box->connection().target, QStringLiteral("env LAB=7"));  // the last one comes first
  hands.click(box->findChild<QPushButton*>(QStringLiteral("forget")));
  QVERIFY(!entry(QStringLiteral("On env LAB=7")) && entry(QStringLiteral("On nice -n 1")));
  box->close();
}

QTEST_MAIN(TestGpuMapWindow)
#include "tst_gpu_map_window.moc"
