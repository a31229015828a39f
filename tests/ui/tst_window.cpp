// SPDX-License-Identifier: GPL-3.0-or-later
// The whole window, driven as a learner drives it: mouse and keys, nothing called behind its back.
#include <QCheckBox>
#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSet>
#include <csignal>

#include "models/address_format.h"
#include "panels/code_panel.h"
#include "panels/gpu_card.h"
#include "panels/gpu_panel.h"
#include "panels/lesson_panel.h"
#include "panels/training_panel.h"
#include "widgets/basics.h"
#include "widgets/code_editor.h"
#include "widgets/dock.h"
#include "widgets/loss_plot.h"
#include "widgets/timeline_bar.h"
#include "window_test.h"

using namespace todevice;

namespace {

const protocol::Object* objectNamed(Workspace* work, const QString& name) {
  const State& state = work->timeline()->state();
  const auto id = state.names.constFind(name);
  if (id == state.names.constEnd()) return nullptr;
  const auto object = state.objects.constFind(id.value());
  return object == state.objects.constEnd() ? nullptr : &*object;
}

bool nameIsShown(Workspace* work, const QString& name) {
  for (int row = 0; row < work->names()->rowCount(); ++row)
    if (work->names()->index(row, MemoryTableModel::Name).data().toString() == name) return true;
  return false;
}

/// A line of the learner's own below the lesson's code.
void typeAtEnd(const Hands& hands, const QString& line) {
  CodeEditor* editor = hands.window()->code()->editor();
  editor->setFocus();
  QTest::keyClick(editor, Qt::Key_End, Qt::ControlModifier);
  QTest::keyClick(editor, Qt::Key_Return);
  QTest::keyClicks(editor, line);
  QTest::keyClick(editor, Qt::Key_Return);
}

/// 'R', 'S', 'T' (held), ... as the kernel says; 0 when there is no such process.
char processState(qint64 pid) {
  QFile file(QStringLiteral("/proc/%1/stat").arg(pid));
  if (!file.open(QIODevice::ReadOnly)) return 0;
  const QByteArray text = file.readAll();
  return text.at(text.lastIndexOf(')') + 2);
}

QList<QCheckBox*> boxes(const Hands& hands) {
  QList<QCheckBox*> found;
  for (GpuCard* card : hands.window()->gpus()->findChildren<GpuCard*>()) found << card->box();
  return found;
}

}  // namespace

class TestWindow : public QObject {
  Q_OBJECT
 private slots:
  void stepsThroughALessonAndBack() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    auto* next = hands.find<QPushButton>("stepNext");
    LessonPlayer* player = hands.work()->player();
    while (true) {
      QVERIFY(hands.stepThroughBlock());
      if (player->stepIndex() + 1 == player->stepCount()) break;
      const int before = player->stepIndex();
      QTRY_VERIFY(next->isEnabled());
      hands.click(next);
      QTRY_COMPARE(player->stepIndex(), before + 1);
    }
    Timeline* timeline = hands.work()->timeline();
    QVERIFY(timeline->count() > 8);
    const protocol::Object* cpu = objectNamed(hands.work(), QStringLiteral("x_cpu"));
    QVERIFY(cpu && cpu->tensor);
    QVERIFY(nameIsShown(hands.work(), QStringLiteral("x_cpu")));

    // Back to before x_cpu was made: it is not shown any more, and what came later stays in the timeline.
    const int count = timeline->count();
    for (int i = 0; i < count; ++i) hands.key(Qt::Key_F6, Qt::ShiftModifier);
    QCOMPARE(timeline->cursor(), 0);
    QCOMPARE(timeline->count(), count);
    QVERIFY(!nameIsShown(hands.work(), QStringLiteral("x_cpu")));
    hands.window()->timelineBar()->setFocus();
    hands.key(Qt::Key_End);
    QCOMPARE(timeline->cursor(), count);
  }

  void aTensorsToMakesANewTensor() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    LessonPlayer* player = hands.work()->player();
    while (!objectNamed(hands.work(), QStringLiteral("x_gpu")) &&
           player->stepIndex() + 1 < player->stepCount()) {
      QVERIFY(hands.stepThroughBlock());
      const int before = player->stepIndex();
      hands.click(hands.find<QPushButton>("stepNext"));
      QTRY_COMPARE(player->stepIndex(), before + 1);
    }
    const protocol::Object* cpu = objectNamed(hands.work(), QStringLiteral("x_cpu"));
    const protocol::Object* gpu = objectNamed(hands.work(), QStringLiteral("x_gpu"));
    QVERIFY(cpu && cpu->tensor && gpu && gpu->tensor);
    QCOMPARE(cpu->tensor->device, std::string("cpu"));
    QCOMPARE(gpu->tensor->device, std::string("cuda:0"));
    QVERIFY(cpu->id != gpu->id);
    QVERIFY(cpu->tensor->address != gpu->tensor->address);
  }

  void clickingATimelineMarkMovesEveryPanel() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    QVERIFY(hands.stepThroughBlock());
    TimelineBar* bar = hands.window()->timelineBar();
    QTest::mouseClick(bar, Qt::LeftButton, {}, QPoint(2, 12));
    QCOMPARE(hands.work()->timeline()->cursor(), 0);
    QVERIFY(!nameIsShown(hands.work(), QStringLiteral("x_cpu")));
    QTest::mouseClick(bar, Qt::LeftButton, {}, QPoint(bar->width() - 2, 12));
    QCOMPARE(hands.work()->timeline()->cursor(), hands.work()->timeline()->count());
    QVERIFY(bar->toolTipAt(QPoint(bar->width() - 14, 12)).contains(QLatin1String("line")));
  }

  void untickingAGpuMakesANewWorkerThatSeesFewer() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    QVERIFY(hands.stepThroughBlock());
    QCOMPARE(hands.ask(QStringLiteral("torch.cuda.device_count()")), QStringLiteral("4"));
    const qint64 pid = hands.work()->session()->workerPid();
    const QList<QCheckBox*> cards = boxes(hands);
    QCOMPARE(cards.size(), 4);
    hands.click(cards[1]);
    QTRY_VERIFY(hands.work()->session()->workerPid() != pid && hands.work()->session()->workerPid() > 0);
    QVERIFY(hands.waitForRest());
    QCOMPARE(hands.work()->session()->ready()->visible_devices, std::optional<std::string>("0,2,3"));
    QCOMPARE(hands.find<QLineEdit>("visibleDevices")->text(), QStringLiteral("0,2,3"));
    // The lesson was run again up to where it was.
    QVERIFY(nameIsShown(hands.work(), QStringLiteral("x_cpu")));
    QCOMPARE(hands.ask(QStringLiteral("torch.cuda.device_count()")), QStringLiteral("3"));
  }

  void typingTheVariableTicksTheBoxes() {
    Hands hands;
    QVERIFY(hands.waitFor(Session::State::Idle));
    auto* field = hands.find<QLineEdit>("visibleDevices");
    field->setFocus();
    QTest::keyClicks(field, QStringLiteral("2,9,1"));
    const QList<QCheckBox*> cards = boxes(hands);
    QVERIFY(!cards[0]->isChecked() && !cards[1]->isChecked() && cards[2]->isChecked() &&
            !cards[3]->isChecked());
    QStringList verdicts;
    for (const QLabel* label : hands.window()->gpus()->findChildren<QLabel*>())
      if (label->property("role") == QLatin1String("chip")) verdicts << label->accessibleName();
    QCOMPARE(verdicts.size(), 3);
    QVERIFY(verdicts[1].startsWith(QLatin1String("9:")));
    QTRY_COMPARE(hands.work()->session()->settings().visibleDevices,
                 std::optional<QString>(QStringLiteral("2,9,1")));
    QVERIFY(hands.waitFor(Session::State::Idle));
    QCOMPARE(hands.work()->session()->ready()->predicted_uuids.size(), size_t(1));
  }

  void trainingDrawsLive() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("train-on-gpu")));
    auto* start = hands.find<QPushButton>("trainStart");
    QTRY_VERIFY(start->isEnabled());
    hands.click(start);  // goes to the step that trains; what comes before it is run
    QTRY_COMPARE_WITH_TIMEOUT(hands.work()->player()->stepIndex(), hands.window()->training()->trainingStep(),
                              60000);
    QVERIFY(hands.waitForRest());
    QTRY_VERIFY(start->isEnabled());
    // However fast the machine is, points come for a while.
    typeAtEnd(hands, QStringLiteral("import time"));
    typeAtEnd(hands, QStringLiteral("for i in range(200): time.sleep(0.002); todevice.log(loss=0.01)"));
    LossPlot* plot = hands.window()->training()->plot();
    QSet<int> sizes;
    connect(plot, &QCustomPlot::afterReplot, plot, [&] { sizes.insert(plot->drawnPoints()); });
    hands.click(start);
    QTRY_VERIFY_WITH_TIMEOUT(hands.work()->player()->blockHasRun(), 120000);
    const MetricSeries& loss = hands.work()->metrics()->series(0);
    QVERIFY(loss.y.front() > 1.5);
    QVERIFY(loss.y[loss.y.size() - 201] < 0.3);
    QTRY_COMPARE(plot->drawnPoints(), int(loss.y.size()));
    QVERIFY(sizes.size() > 3);
    QCOMPARE(plot->graph(0)->dataCount(), int(loss.y.size()));
  }

  void everyCurveHasItsOwnPen() {
    Hands hands;
    LossPlot* plot = hands.window()->training()->plot();
    protocol::Metrics metrics;
    for (const char* name : {"a", "b", "c", "d", "e", "f"}) metrics.series.push_back({name, {0, 1}, {1, 2}});
    hands.work()->metrics()->append(metrics);
    QTRY_COMPARE(plot->graphCount(), 6);
    QSet<QString> pens;
    for (int i = 0; i < 6; ++i) {
      const QPen pen = plot->graph(i)->pen();
      pens << pen.color().name() + QString::number(int(pen.style()));
    }
    QCOMPARE(pens.size(), 6);
  }

  void aKilledWorkerIsReplaced() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    QVERIFY(hands.stepThroughBlock());
    const qint64 pid = hands.work()->session()->workerPid();
    QVERIFY(pid > 0);
    QCOMPARE(::kill(pid_t(pid), SIGKILL), 0);
    QTRY_VERIFY_WITH_TIMEOUT(
        hands.work()->session()->workerPid() != pid && hands.work()->session()->workerPid() > 0, 20000);
    QVERIFY(hands.waitForRest());
    hands.click(hands.find<QPushButton>("stepNext"));
    QTRY_COMPARE(hands.work()->player()->stepIndex(), 1);
    QVERIFY(hands.stepThroughBlock());
  }

  void anErrorStandsUnderItsLine() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    CodeEditor* editor = hands.window()->code()->editor();
    typeAtEnd(hands, QStringLiteral("not_there + 1"));
    hands.clickTool("run");
    QTRY_VERIFY(hands.work()->timeline()->current() && hands.work()->timeline()->current()->error);
    const int line = hands.work()->timeline()->current()->error->line;
    QVERIFY(line > 1);
    QVERIFY(editor->annotation(line - 1).contains(QLatin1String("NameError")));
    QVERIFY(editor->text().contains(QLatin1String("not_there")));
  }

  void anEndlessLoopIsHeldAndStopped() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    typeAtEnd(hands, QStringLiteral("while True: pass"));
    hands.clickTool("run");
    QVERIFY(hands.waitFor(Session::State::Running));
    hands.key(Qt::Key_5, Qt::ControlModifier);
    const qint64 pid = hands.work()->session()->workerPid();
    auto* pause = hands.find<QPushButton>("trainPause");
    QTRY_VERIFY(pause->isVisible() && pause->isEnabled());
    hands.click(pause);
    QTRY_COMPARE(processState(pid), 'T');
    hands.click(pause);
    QTRY_COMPARE(processState(pid), 'R');
    hands.clickTool("stop");
    QVERIFY(hands.waitForRest());
    QCOMPARE(hands.ask(QStringLiteral("1 + 1")), QStringLiteral("2"));
  }

  void aMissingWorkerIsSaidInWords() {
    Hands hands;
    QVERIFY(hands.waitFor(Session::State::Idle));
    WorkerSettings settings = hands.work()->session()->settings();
    settings.program = QStringLiteral("/nowhere/todevice-worker");
    hands.work()->start(settings);
    QTRY_COMPARE_WITH_TIMEOUT(hands.work()->session()->state(), Session::State::Dead, 20000);
    QTRY_VERIFY(hands.window()->code()->message()->isVisible());
    QVERIFY(!hands.window()->code()->message()->text().isEmpty());
  }
};

QTEST_MAIN(TestWindow)
#include "tst_window.moc"
