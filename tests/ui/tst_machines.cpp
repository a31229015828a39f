// SPDX-License-Identifier: GPL-3.0-or-later
// Which GPUs and where, from the menu: what is in force is marked, a computer that was never reached shows no
// cards, and there is one way back.
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QToolButton>

#include "models/machine_check.h"
#include "panels/code_panel.h"
#include "panels/connection_box.h"
#include "panels/gpu_card.h"
#include "panels/gpu_panel.h"
#include "panels/language.h"
#include "panels/lesson_panel.h"
#include "widgets/basics.h"
#include "window_test.h"

using namespace todevice;

namespace {

class Machines : public Hands {
 public:
  using Hands::Hands;

  QToolButton* chip() const { return find<QToolButton>("machine"); }
  QAction* entry(const QString& text) const {
    for (QAction* action : chip()->menu()->actions())
      if (action->text() == text) return action;
    return nullptr;
  }
  QStringList marked() const {
    QStringList texts;
    for (const QAction* action : chip()->menu()->actions())
      if (action->isChecked()) texts << action->text();
    return texts;
  }
  /// Through the dialog; a command of one's own.
  void connectTo(const QString& command) const {
    window()->chooseConnection();
    auto* box = find<ConnectionBox>("connectionBox");
    box->findChildren<QComboBox*>().last()->setCurrentIndex(3);
    box->findChild<QLineEdit*>(QStringLiteral("target"))->setText(command);
    for (auto* button : box->findChildren<QPushButton*>())
      if (button->text() == QLatin1String("Connect")) click(button);
  }
  qsizetype cards() const { return window()->gpus()->findChildren<GpuCard*>().size(); }
};

}  // namespace

class TestMachines : public QObject {
  Q_OBJECT
 private slots:
  /// What a real worker says of a file is said in the window's language, names and signs in their places.
  void faultsAreToldInChinese_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("told");
    const auto row = [](const QByteArray& text, const char* told) {
      QTest::addRow("%s", text.constData()) << text << QString::fromUtf8(told);
    };
    row("{\"gpus\": [{\"memory\": \"1 GiB\"\n \"speed\": 1}]}",
        "第 1 行：这不是 JSON：\"1 GiB\" 后面少了逗号或右括号");
    row("{\n\"gpus\": [\n}", "这里是 }，可是第 2 行的 [ 还没有关上：少了 ]");
    row("{\n\"gpus\": [\n{\"memory\": 1}", "这一行的 [ 一直没有关上");
    row("{ # lab\n}", "JSON 里没有注释");
    row("{gpus: []}", "写在双引号里的字段名，而不是 \"gpus\"");
    row("{\"gpus\": [{\"memory\": None}]}", "\"None\" 不是值");
    row("{\"gpus\": [{\"name\": \"a\\q\"}]}", "反斜杠要写两次：\\\\");
    row("{}", "机器需要“gpus”");
    row("{\"gpus\": []}", "块 GPU 的列表");
    row("{\"gpus\": [{\"memry\": \"1 GiB\"}]}", "GPU 没有“memry”这个字段；有的是 name, memory");
    row("{\"gpus\": [{\"memory\": \"1 GB\"}]}", "“memory”是“24 GiB”这样的大小");
    row("{\"gpus\": [{\"memory\": \"1 GiB\", \"speed\": -1}]}", "“speed”是 0 到 1000000 的整数");
    row("{\"gpus\": [{\"memory\": \"1 GiB\", \"pci\": \"%2\"}]}", "这样的位置，而不是“%2”");
    row("{\"gpus\": [{\"memory\": \"1 GiB\", \"uuid\": \"x\"}]}", "“uuid”由“GPU-”和 32 位");
  }
  void faultsAreToldInChinese() {
    QFETCH(QByteArray, text);
    QFETCH(QString, told);
    QTemporaryDir dir;
    QFile file(dir.filePath(QStringLiteral("lab.json")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    file.close();
    QProcess worker;
    worker.start(qEnvironmentVariable("TODEVICE_WORKER"), {"--simulate", file.fileName(), "--inventory"});
    QVERIFY(worker.waitForFinished(20000));
    const QString complaint = complaintOf(QString::fromUtf8(worker.readAllStandardError()).split('\n'));
    setLanguage(QStringLiteral("zh_CN"));
    const QString words = machineFault(complaint);
    setLanguage(QStringLiteral("en"));
    QVERIFY2(words.startsWith(QLatin1String("lab.json")) && words.contains(told), qPrintable(words));
    static const QRegularExpression english(QStringLiteral("\\b(the|is|of|not|here|this)\\b"));
    QVERIFY2(!english.match(words).hasMatch(), qPrintable(words));
    QCOMPARE(machineFault(complaint),
             QStringLiteral("lab.json, line %1: %2")
                 .arg(complaint.section(QLatin1Char(':'), 1, 1), complaint.section(QStringLiteral(": "), 1)));
  }

  void whatIsInForceIsMarked();
  void aHostThatWasNeverReached();
  void theWayBack();
  void aSimulatedMachineIsForThisComputer();
  void theCommandIsWhole();
  void aFaultyFileChangesNothing();
  void tooFewGpusAreSaidInTheLanguageOfTheMoment();
  void whoUnticksAGpuIsNotOfferedOthers();
};

void TestMachines::whatIsInForceIsMarked() {
  const Machines hands;
  QVERIFY(hands.waitFor(Session::State::Idle));
  QTRY_COMPARE(hands.marked(), QStringList({"4 simulated GPUs", "This computer"}));
  hands.entry(QStringLiteral("2 simulated GPUs"))->trigger();
  QTRY_COMPARE(hands.marked(), QStringList({"2 simulated GPUs", "This computer"}));
  hands.entry(QStringLiteral("A laptop (simulated)"))->trigger();
  QTRY_COMPARE(hands.marked(), QStringList({"A laptop (simulated)", "This computer"}));
  hands.connectTo(QStringLiteral("false"));
  QTRY_COMPARE(hands.marked(), QStringList({"The GPUs of false", "On false"}));
  QVERIFY(hands.entry(QStringLiteral("Back to this computer")));
}

void TestMachines::aHostThatWasNeverReached() {
  const Machines hands;
  QVERIFY(hands.waitFor(Session::State::Idle));
  QCOMPARE(hands.cards(), 4);
  hands.connectTo(QStringLiteral("sleep 100"));
  QTRY_COMPARE(hands.cards(), 0);  // while it is waited for, too
  QCOMPARE(hands.chip()->text(), QStringLiteral("sleep: looking for GPUs"));
  hands.connectTo(QStringLiteral("false"));
  QVERIFY(hands.waitFor(Session::State::Dead));
  QCOMPARE(hands.cards(), 0);
  QTRY_COMPARE(hands.chip()->text(), QStringLiteral("false: not reached"));
  QCOMPARE(hands.work()->reality(), QString());
}

void TestMachines::theWayBack() {
  const Machines hands;
  QVERIFY(hands.waitFor(Session::State::Idle));
  hands.connectTo(QStringLiteral("false"));
  QVERIFY(hands.waitFor(Session::State::Dead));
  auto* back = hands.window()->code()->message()->findChild<QPushButton*>(QStringLiteral("otherAction"));
  QVERIFY(back && back->isVisible());
  QCOMPARE(back->text(), QStringLiteral("Back to this computer"));
  hands.click(back);
  QVERIFY(hands.waitFor(Session::State::Idle));
  QCOMPARE(hands.work()->session()->settings().launchPrefix, QStringList());
  QTRY_VERIFY(hands.cards() > 0);
  QVERIFY(!hands.window()->code()->message()->isVisible());
  QVERIFY(hands.marked().contains(QStringLiteral("This computer")));
}

void TestMachines::aSimulatedMachineIsForThisComputer() {
  const Machines hands;
  QVERIFY(hands.waitFor(Session::State::Idle));
  for (const QString& choice : {QStringLiteral("2 simulated GPUs"), QStringLiteral("A laptop (simulated)")}) {
    hands.connectTo(QStringLiteral("false"));
    QVERIFY(hands.waitFor(Session::State::Dead));
    QTRY_VERIFY(hands.entry(QStringLiteral("The GPUs of false")));
    hands.entry(choice)->trigger();
    QVERIFY(hands.waitFor(Session::State::Idle));
    QCOMPARE(hands.work()->session()->settings().launchPrefix, QStringList());
    QTRY_COMPARE(hands.marked(), QStringList({choice, "This computer"}));
  }
}

void TestMachines::theCommandIsWhole() {
  const Machines hands;
  hands.window()->chooseConnection();
  auto* box = hands.find<ConnectionBox>("connectionBox");
  auto* target = box->findChild<QLineEdit*>(QStringLiteral("target"));
  auto* command = box->findChild<QLabel*>(QStringLiteral("command"));
  for (const QString& host :
       {QStringLiteral("me@lab"),
        QStringLiteral("somebody@a-computer-with-a-long-name.department.example.edu -p 2222"),
        QStringLiteral("x").repeated(300)}) {
    target->setText(host);
    QTest::qWait(50);
    QVERIFY(command->text().remove(QChar(0x200b)).contains(host));
    QCOMPARE(cutTexts(box), QStringList());
  }
}

void TestMachines::aFaultyFileChangesNothing() {
  const Machines hands;
  QVERIFY(hands.waitFor(Session::State::Idle));
  const qint64 worker = hands.work()->session()->workerPid();
  QTemporaryDir folder;
  const auto file = [&](const char* name, const QByteArray& text) {
    QFile out(folder.filePath(QLatin1String(name)));
    if (!out.open(QIODevice::WriteOnly)) qFatal("no file");
    out.write(text);
    return out.fileName();
  };
  hands.work()->setMachine(file("comma.json", "{\"gpus\": [\n{\"memory\": \"1 GiB\"},\n]}"));
  MessageBar* bar = hands.window()->code()->message();
  QTRY_VERIFY(bar->isVisible());
  QCOMPARE(bar->text(),
           QStringLiteral("The machine stays as it is. comma.json, line 2: this is no JSON: there is a "
                          "comma with nothing behind it: take it away. Mend the file and choose it "
                          "again, or choose another machine."));
  hands.work()->setMachine(folder.filePath(QStringLiteral("gone.json")));
  QTRY_VERIFY2(bar->text().contains(QStringLiteral("there is no file")), qPrintable(bar->text()));
  QCOMPARE(hands.work()->session()->workerPid(), worker);
  QCOMPARE(hands.work()->session()->state(), Session::State::Idle);
  QCOMPARE(hands.cards(), 4);
  QCOMPARE(hands.marked(), QStringList({"4 simulated GPUs", "This computer"}));
  // Mended, it is taken; a choice made before the answer overrules it.
  const QString good = file("comma.json", "{\"gpus\": [\n{\"memory\": \"1 GiB\"}\n]}");
  hands.work()->setMachine(good);
  QTRY_COMPARE(hands.cards(), 1);
  QTRY_COMPARE(hands.marked(), QStringList({"comma.json (simulated)", "This computer"}));
  hands.work()->setMachine(QStringLiteral("server"));
  hands.work()->setSimulated(2);
  QTRY_COMPARE(hands.cards(), 2);
  QTest::qWait(500);
  QCOMPARE(hands.cards(), 2);
}

void TestMachines::tooFewGpusAreSaidInTheLanguageOfTheMoment() {
  const Machines hands(1);
  QVERIFY(hands.waitFor(Session::State::Idle));
  const auto* panel = hands.window()->findChild<LessonPanel*>();
  const auto said = [panel](const char* words) {
    for (const QLabel* label : panel->findChildren<QLabel*>())
      if (label->isVisible() && label->text() == QString::fromUtf8(words)) return true;
    return false;
  };
  QVERIFY(hands.window()->openLesson(QStringLiteral("save-load")));
  QTRY_VERIFY(said("This lesson uses 2 GPUs, and the program sees 1."));
  hands.window()->setLanguage(QStringLiteral("zh_CN"));
  QTRY_VERIFY(said("这一课要用 2 块 GPU，而程序只看到 1 块。"));
  hands.window()->setLanguage(QStringLiteral("en"));
  QTRY_VERIFY(said("This lesson uses 2 GPUs, and the program sees 1."));
}

/// Lessons invite to it. A lesson that is opened with too few is told, whatever the cause.
void TestMachines::whoUnticksAGpuIsNotOfferedOthers() {
  const Machines hands(4);
  QVERIFY(hands.waitFor(Session::State::Idle));
  const auto* panel = hands.window()->findChild<LessonPanel*>();
  const auto warned = [panel] {
    for (const QLabel* label : panel->findChildren<QLabel*>())
      if (label->isVisible() && label->text().startsWith(QLatin1String("This lesson uses"))) return true;
    return false;
  };
  const auto seen = [&hands] {
    const auto& ready = hands.work()->session()->ready();
    return ready ? int(ready->predicted_uuids.size()) : -1;
  };
  QVERIFY(hands.window()->openLesson(QStringLiteral("logical-physical")));
  QCOMPARE(hands.work()->player()->lesson()->gpus, 4);
  hands.work()->gpus()->setVisible(3, false);
  QTRY_COMPARE(seen(), 3);
  QVERIFY(hands.waitFor(Session::State::Idle));
  QVERIFY(!warned());
  QVERIFY(hands.window()->openLesson(QStringLiteral("data-parallel")));
  QTRY_VERIFY(warned());
  hands.work()->gpus()->setVisible(2, false);
  QTRY_COMPARE(seen(), 2);
  QTRY_VERIFY(warned());
  for (const int card : {2, 3}) hands.work()->gpus()->setVisible(card, true);
  QTRY_COMPARE(seen(), 4);
  QTRY_VERIFY(!warned());
}

QTEST_MAIN(TestMachines)
#include "tst_machines.moc"
