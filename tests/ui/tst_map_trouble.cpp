// SPDX-License-Identifier: GPL-3.0-or-later
// The GPU map under rough hands: odd and endless texts, settings that change faster than workers start,
// workers that are killed meanwhile. The window goes on, the last setting wins, and nothing is left behind.
#include <unistd.h>

#include <QCheckBox>
#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <csignal>

#include "panels/gpu_card.h"
#include "panels/gpu_panel.h"
#include "window_test.h"

using namespace todevice;

namespace {

/// This process's children: their ids and the letters of their states.
QHash<qint64, char> childProcesses() {
  QHash<qint64, char> found;
  for (const QString& name : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
    QFile file(QStringLiteral("/proc/%1/stat").arg(name));
    if (name.toLongLong() <= 0 || !file.open(QIODevice::ReadOnly)) continue;
    const QByteArray line = file.readAll();
    const QList<QByteArray> fields = line.mid(line.lastIndexOf(')') + 2).split(' ');
    if (fields.value(1).toLongLong() == getpid())
      found.insert(name.toLongLong(), fields[0].isEmpty() ? 'X' : fields[0].at(0));
  }
  return found;
}

qint64 residentBytes() {
  QFile file(QStringLiteral("/proc/self/statm"));
  if (!file.open(QIODevice::ReadOnly)) return 0;
  return file.readAll().split(' ').value(1).toLongLong() * sysconf(_SC_PAGESIZE);
}

/// One worker, idle, that has the setting of the map.
bool settles(const Hands& hands) {
  return QTest::qWaitFor(
      [&] {
        const Session* session = hands.work()->session();
        const auto& ready = session->ready();
        const auto variable = hands.work()->gpus()->variable();
        const auto own = ready && ready->visible_devices
                             ? std::optional(QString::fromStdString(*ready->visible_devices))
                             : std::nullopt;
        const auto alive = childProcesses();
        return ready && session->state() == Session::State::Idle && own == variable && alive.size() == 1 &&
               alive.contains(ready->pid) && alive.value(ready->pid) != 'Z';
      },
      60000);
}

QLineEdit* field(const Hands& hands) {
  return hands.find<QLineEdit>("visibleDevices");
}

void paste(const Hands& hands, const QString& text) {
  QApplication::clipboard()->setText(text);
  field(hands)->setFocus();
  field(hands)->selectAll();
  QTest::keyClick(field(hands), Qt::Key_V, Qt::ControlModifier);
}

}  // namespace

class TestMapTrouble : public QObject {
  Q_OBJECT
 private slots:
  void anyText_data();
  void anyText();
  void fasterThanWorkersStart();
  void workersAreKilledMeanwhile();
  void nothingIsSaidOfTheCodeWhileItRunsAgain();
};

void TestMapTrouble::anyText_data() {
  QTest::addColumn<QString>("text");
  QTest::newRow("a megabyte of numbers") << QStringLiteral("1,").repeated(500'000);
  QTest::newRow("a megabyte of entries that are nothing") << QStringLiteral(",").repeated(1'000'000);
  QTest::newRow("a megabyte without a comma") << QString(1'000'000, QLatin1Char('9'));
  QTest::newRow("three bytes a letter") << QStringLiteral("显卡，").repeated(300'000);
  QTest::newRow("a zero byte") << QStringLiteral("2") + QChar(0) + QStringLiteral(",1");
  QTest::newRow("half a pair") << QStringLiteral("2,") + QChar(0xD800) + QStringLiteral(",1");
  QTest::newRow("bells, tabs, lines") << QStringLiteral("2,\a\t0\n,\r1\x1b[31m");
  QTest::newRow("right to left, joined, combined") << QStringLiteral("\u202e2,0\u0301\u200d,👩‍💻");
  QTest::newRow("shell") << QStringLiteral("$(touch /tmp/x);`id`;'\"\\ && 1");
  QTest::newRow("markup") << QStringLiteral("<b>2</b>,&amp;<img src=x>");
}

void TestMapTrouble::anyText() {
  QFETCH(QString, text);
  Hands hands;
  QVERIFY(settles(hands));
  paste(hands, text);
  QTest::keyClicks(field(hands), QStringLiteral("7"));
  QVERIFY(settles(hands));
  // However many entries there are: as many chips as can be read.
  int chips = 0;
  for (const QLabel* label : hands.window()->gpus()->findChildren<QLabel*>())
    chips += label->property("role") == QLatin1String("chip") ? 1 : 0;
  QVERIFY2(chips <= 65, qPrintable(QString::number(chips)));
  QVERIFY(hands.work()->gpus()->mismatch().isEmpty());
  field(hands)->selectAll();
  QTest::keyClicks(field(hands), QStringLiteral("1,0"));
  QVERIFY(settles(hands));
  QCOMPARE(hands.work()->gpus()->logical(), std::vector<int>({1, 0}));
}

void TestMapTrouble::fasterThanWorkersStart() {
  Hands hands;
  QVERIFY(settles(hands));
  const auto toggle = [&](int times) {
    for (int i = 0; i < times; ++i) {
      hands.click(hands.window()->gpus()->findChildren<GpuCard*>().at(i % 3)->box());
      QTest::qWait(i % 7 == 0 ? 20 : 0);
    }
  };
  toggle(40);
  QVERIFY(settles(hands));
  const qint64 before = residentBytes();
  toggle(100);
  QVERIFY(settles(hands));
  const qint64 grown = residentBytes() - before;
  QVERIFY2(grown < (8 << 20), qPrintable(QStringLiteral("%1 bytes more").arg(grown)));
  hands.work()->session()->runBlock(QStringLiteral("x = 1\n"), protocol::Mode::record);
  QTRY_VERIFY(hands.work()->session()->blocks().back().ended);
}

void TestMapTrouble::workersAreKilledMeanwhile() {
  Hands hands;
  QVERIFY(settles(hands));
  for (int i = 0; i < 30; ++i) {
    hands.click(hands.window()->gpus()->findChildren<GpuCard*>().at(i % 3)->box());
    QTest::qWait(10 * (i % 5));
    const auto alive = childProcesses();
    for (auto child = alive.begin(); child != alive.end(); ++child)
      if (i % 3 != 0) ::kill(pid_t(child.key()), SIGKILL);
  }
  // Two that die at their start are two too many for the session: the learner presses the button.
  QTest::qWait(500);
  if (hands.work()->session()->state() == Session::State::Dead)
    hands.work()->session()->restart(hands.work()->session()->settings());
  hands.click(hands.window()->gpus()->findChildren<GpuCard*>().at(3)->box());
  QVERIFY(settles(hands));
  hands.work()->session()->runBlock(QStringLiteral("x = 1\n"), protocol::Mode::record);
  QTRY_VERIFY(hands.work()->session()->blocks().back().ended);
}

/// What the worker before had found is not held against the setting of the next.
void TestMapTrouble::nothingIsSaidOfTheCodeWhileItRunsAgain() {
  Hands hands;
  QVERIFY(settles(hands));
  Session* session = hands.work()->session();
  session->runBlock(QStringLiteral("import torch, time\nx = torch.ones(3).cuda()\ntime.sleep(1)\n"),
                    protocol::Mode::record);
  QTRY_VERIFY_WITH_TIMEOUT(session->blocks().back().ended, 20000);
  const GpuMapModel* model = hands.work()->gpus();
  const auto* overruled = hands.find<QLabel>("overruled");
  GpuCard* card = hands.window()->gpus()->findChildren<GpuCard*>().at(2);
  const QPoint place = card->mapToGlobal(QPoint());
  hands.click(card->box());
  int looks = 0;
  QStringList wrong;
  const bool ready = QTest::qWaitFor(
      [&] {
        if (session->state() == Session::State::Replaying) ++looks;
        if (model->isOverruled() || overruled->isVisible()) wrong << QStringLiteral("by code");
        if (!model->mismatch().isEmpty()) wrong << model->mismatch();
        if (card->box()->text() != QStringLiteral("hidden")) wrong << card->box()->text();
        if (card->mapToGlobal(QPoint()) != place) wrong << QStringLiteral("moved");
        return looks > 0 && session->state() == Session::State::Idle;
      },
      20000);
  QVERIFY(ready && looks > 3);
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
  QCOMPARE(hands.work()->timeline()->state().cudaUuids.size(), std::size_t(3));
  // Code that does set it is named below the cards (which give up a line each where that needs the room).
  session->reset();
  QVERIFY(settles(hands));
  session->runBlock(QStringLiteral("import os\nos.environ['CUDA_VISIBLE_DEVICES'] = '1'\n"),
                    protocol::Mode::record);
  QTRY_VERIFY_WITH_TIMEOUT(model->isOverruled() && !overruled->isHidden(), 20000);
  const auto below = [&] {
    return overruled->mapToGlobal(QPoint()).y() > card->mapToGlobal(card->rect().bottomLeft()).y();
  };
  QTRY_VERIFY(below());
}

QTEST_MAIN(TestMapTrouble)
#include "tst_map_trouble.moc"
