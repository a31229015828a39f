// SPDX-License-Identifier: GPL-3.0-or-later
// The GPU map in the situations that a learner meets, each in both languages, large in a small window:
// nothing is cut and nothing reaches beyond its panel. With TODEVICE_PICTURES=FOLDER, pictures of all of
// them, in a light and a dark theme and in larger windows too, are left there to be looked at.
#include <QDir>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolBar>
#include <QToolButton>

#include "export/picture.h"
#include "panels/compare_window.h"
#include "panels/connection_box.h"
#include "panels/gpu_card.h"
#include "panels/gpu_panel.h"
#include "widgets/dock.h"
#include "widgets/look.h"
#include "window_test.h"

using namespace todevice;

namespace {

constexpr int kSettleMs = 150;
constexpr int kScrollsBelow = 320;  ///< at 100 %

struct Scene {
  const char* name;
  int gpus;
  std::function<bool(const Hands&)> set;
};

bool idle(const Hands& hands) {
  return hands.waitFor(Session::State::Idle);
}

bool type(const Hands& hands, const char* text) {
  auto* line = hands.find<QLineEdit>("visibleDevices");
  line->setFocus();
  line->selectAll();
  QTest::keyClicks(line, QLatin1String(text));
  return QTest::qWaitFor(
             [&] {
               const auto& ready = hands.work()->session()->ready();
               return ready && ready->visible_devices == std::optional<std::string>(text);
             },
             20000) &&
         idle(hands);
}

bool runs(const Hands& hands, const char* code) {
  Session* session = hands.work()->session();
  session->runBlock(QLatin1String(code), protocol::Mode::record);
  return QTest::qWaitFor([&] { return !session->blocks().empty() && session->blocks().back().ended; }, 20000);
}

bool becomes(const Hands& hands, const char* machine, int gpus) {
  hands.work()->setMachine(QLatin1String(machine));
  return QTest::qWaitFor(
      [&] {
        return hands.work()->gpus()->rowCount() == gpus &&
               hands.work()->session()->state() == Session::State::Idle;
      },
      20000);
}

bool compares(const Hands& hands) {
  if (!runs(hands,
            "import torch\nfor i in range(2):\n    x = torch.ones(1000, device=f'cuda:{i}')\n    "
            "print(x.device)\n"))
    return false;
  hands.click(hands.find<QToolButton>("compareSettings"));
  auto* window = hands.find<CompareWindow>("compare");
  if (!QTest::qWaitFor([&] { return window->comparison()->canStep(); }, 20000)) return false;
  window->comparison()->runOn();
  const auto judged = [&] {
    const Comparison* both = window->comparison();
    for (int row = 0; row < both->rowCount(); ++row)
      if (both->isOpen(row)) return false;
    return both->rowCount() >= 8;
  };
  return QTest::qWaitFor(judged, 20000);
}

bool asksForAnother(const Hands& hands) {
  const QList<Connection> before{
      {Connection::Kind::Ssh, QStringLiteral("student@lab7.example.org -p 2222"), {}},
      {Connection::Kind::Slurm, QStringLiteral("--gres=gpu:2 --time=1:00:00"), {}}};
  auto* box = new ConnectionBox(before, hands.window());
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->show();
  return true;
}

/// A worker "elsewhere": behind a command that passes its words on.
bool isElsewhere(const Hands& hands) {
  hands.work()->setConnection(
      {Connection::Kind::Command, QStringLiteral("env LAB=7"), qEnvironmentVariable("TODEVICE_WORKER")});
  return QTest::qWaitFor([&] { return hands.work()->session()->state() == Session::State::Starting; }) &&
         idle(hands);
}

const Scene kScenes[] = {
    {"gpus-1", 1, [](const Hands&) { return true; }},
    {"gpus-4", 4, [](const Hands& hands) { return type(hands, "2,0"); }},
    {"gpus-8", 8, [](const Hands&) { return true; }},
    {"gpus-none", 0, [](const Hands&) { return true; }},
    {"bad-token", 4, [](const Hands& hands) { return type(hands, "2,9,1"); }},
    {"named-twice", 4, [](const Hands& hands) { return type(hands, "0x1,1,1"); }},
    {"read-otherwise", 4, [](const Hands& hands) { return type(hands, "4294967297,-"); }},
    {"too-late", 4,
     [](const Hands& hands) {
       return runs(hands,
                   "import os, torch\n"
                   "os.environ['CUDA_VISIBLE_DEVICES'] = '2,0'\n"
                   "os.environ.setdefault('CUDA_VISIBLE_DEVICES', '3')\n"
                   "x = torch.ones(1).to('cuda')\n"
                   "os.environ['CUDA_VISIBLE_DEVICES'] = '1'\n");
     }},
    {"three-arguments", 4,
     [](const Hands& hands) {
       return runs(hands, "import os, torch\nos.environ.setdefault('CUDA_VISIBLE_DEVICES', '0', '1')\n");
     }},
    {"as-code", 4,
     [](const Hands& hands) {
       if (!type(hands, "2,0")) return false;
       hands.click(hands.find<QToolButton>("asCode"));
       return true;
     }},
    {"mig", 4, [](const Hands& hands) { return becomes(hands, "mig", 2); }},
    {"workstation", 4, [](const Hands& hands) { return becomes(hands, "workstation", 2); }},
    {"server", 4,
     [](const Hands& hands) {
       if (!becomes(hands, "server", 8)) return false;
       hands.click(hands.find<QToolButton>("byFreeMemory"));
       return idle(hands);
     }},
    {"busy", 4,
     [](const Hands& hands) {
       hands.click(hands.window()->gpus()->findChild<GpuCard*>()->busyButton());
       return QTest::qWaitFor([&] { return !hands.work()->session()->settings().busy.empty(); }) &&
              idle(hands);
     }},
    {"compare", 4, compares},
    {"connection", 4, asksForAnother},
    {"elsewhere", 4, isElsewhere}};

/// What stands beyond the right edge of the map where it does not scroll that way.
QStringList beyond(const GpuPanel* panel) {
  QStringList names;
  const auto* scroll = panel->findChild<QScrollArea*>();
  if (scroll->horizontalScrollBar()->isVisible()) {
    if (panel->width() < Look::get().px(kScrollsBelow)) return {};
    names << QStringLiteral("it scrolls sideways");
  }
  for (const QWidget* widget : scroll->widget()->findChildren<QWidget*>()) {
    if (!widget->isVisible()) continue;
    const int right = widget->mapTo(scroll->widget(), QPoint(widget->width(), 0)).x();
    if (right > scroll->viewport()->width())
      names << QStringLiteral("%1 %2 reaches to %3 of %4")
                   .arg(QLatin1String(widget->metaObject()->className()), widget->objectName())
                   .arg(right)
                   .arg(scroll->viewport()->width());
  }
  return names;
}

}  // namespace

class TestMapPictures : public QObject {
  Q_OBJECT
 private slots:
  void situation_data();
  void situation();
};

void TestMapPictures::situation_data() {
  QTest::addColumn<int>("scene");
  QTest::addColumn<QString>("language");
  QTest::addColumn<double>("zoom");
  QTest::addColumn<QSize>("size");
  // The narrowest first: what fits there fits in the others too, which are for the eye.
  QList<std::pair<double, QSize>> looks{{1.5, {1100, 700}}};
  if (qEnvironmentVariableIsSet("TODEVICE_PICTURES"))
    looks << std::pair(1.0, QSize(1280, 800)) << std::pair(1.5, QSize(1680, 1050));
  for (int i = 0; i < int(std::size(kScenes)); ++i) {
    for (const char* language : {"en", "zh_CN"})
      for (const auto& [zoom, size] : looks)
        QTest::newRow(qPrintable(QStringLiteral("%1-%2-%3-%4")
                                     .arg(QLatin1String(kScenes[i].name), QLatin1String(language))
                                     .arg(qRound(zoom * 100))
                                     .arg(size.width())))
            << i << QString::fromLatin1(language) << zoom << size;
  }
}

void TestMapPictures::situation() {
  QFETCH(int, scene);
  QFETCH(QString, language);
  QFETCH(double, zoom);
  QFETCH(QSize, size);
  Hands hands(kScenes[scene].gpus, language, size);
  Look::get().setZoom(zoom);
  QVERIFY(idle(hands));
  QVERIFY(kScenes[scene].set(hands));
  QTest::qWait(kSettleMs);
  QStringList cut = cutTexts(hands.window()->gpus()) + cutTexts(hands.find<QToolBar>("tools"));
  for (const QDialog* dialog : hands.window()->findChildren<QDialog*>()) cut += cutTexts(dialog);
  const QStringList outside = beyond(hands.window()->gpus());
  QCOMPARE(hands.window()->size(), size);
  // What is not in the bar cannot be reached.
  for (const char* name : {"machine", "zoom", "theme", "more"})
    QVERIFY2(hands.find<QToolButton>(name)->isVisible(), name);

  const QString folder = qEnvironmentVariable("TODEVICE_PICTURES");
  for (const char* theme : {"light", "dark"}) {
    if (folder.isEmpty()) break;
    QVERIFY(QDir().mkpath(folder));
    Look::get().setTheme(QLatin1String(theme));
    QTest::qWait(kSettleMs);  // a new style sheet lays everything out again, in several rounds
    const QString name =
        QStringLiteral("%1/%2-%3").arg(folder, QLatin1String(QTest::currentDataTag()), QLatin1String(theme));
    QWidget* top = hands.window();
    for (QDialog* dialog : hands.window()->findChildren<QDialog*>()) top = dialog;
    QVERIFY(savePicture(top, name + QStringLiteral(".png")));
    QWidget* content = hands.window()->gpus()->findChild<QScrollArea*>()->widget();
    if (top == hands.window() && content->isVisible())
      QVERIFY(savePicture(content, name + QStringLiteral("-panel.png")));
  }
  QVERIFY2(cut.isEmpty(), qPrintable(cut.join(QLatin1Char('\n'))));
  QVERIFY2(outside.isEmpty(), qPrintable(outside.join(QLatin1Char('\n'))));
}

QTEST_MAIN(TestMapPictures)
#include "tst_map_pictures.moc"
