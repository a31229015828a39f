// SPDX-License-Identifier: GPL-3.0-or-later
// What does not end by itself, and how the learner ends it.
#include <QAction>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalSpy>

#include "models/lesson_player.h"
#include "models/timeline.h"
#include "panels/code_panel.h"
#include "panels/console_panel.h"
#include "panels/gpu_card.h"
#include "panels/lesson_panel.h"
#include "widgets/breakable.h"
#include "widgets/code_editor.h"
#include "widgets/dock.h"
#include "widgets/status_line.h"
#include "window_test.h"

using namespace todevice;

namespace {

const QString kEndless = QStringLiteral("[0 for i in iter(int, 1)]");

/// Looks at no interrupt.
const QString kDeaf = QStringLiteral("sum(iter(int, 1))");

Lesson lessonThatAsks(const QString& answer) {
  Lesson lesson;
  lesson.id = lesson.title = QStringLiteral("asks");
  LessonStep step;
  step.code = QStringLiteral("a = 1\n");
  Prediction prediction;
  prediction.question = QStringLiteral("What is a?");
  prediction.choices = QStringList{"1", "2"};
  prediction.answer = answer;
  step.prediction = prediction;
  lesson.steps = {step, step};
  return lesson;
}

QStringList consoleOf(const Hands& hands) {
  QStringList all;
  for (const auto& line : hands.work()->console()->lines()) all << line.text;
  return all;
}

QAction* stopOf(const Hands& hands) {
  return hands.window()->findChild<QAction*>(QStringLiteral("stop"));
}

QString words(const QWidget* widget) {
  QStringList all;
  for (const QLabel* label : widget->findChildren<QLabel*>()) all << label->text();
  return all.join('\n');
}

QString facts(const Hands& hands) {
  return hands.window()->findChild<StatusLine*>()->facts()->fullText();
}

}  // namespace

class TestStop : public QObject {
  Q_OBJECT
 private slots:
  void anExpressionOfTheConsole() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("where-tensors-live")));
    QVERIFY(!stopOf(hands)->isEnabled());
    hands.window()->dock(QStringLiteral("console"))->bringUp();
    QLineEdit* input = hands.window()->console()->input();
    input->setFocus();
    QTest::keyClicks(input, kEndless);
    QTest::keyClick(input, Qt::Key_Return);
    QTRY_VERIFY(stopOf(hands)->isEnabled());
    QVERIFY2(facts(hands).contains("computes the value that was asked for"), qPrintable(facts(hands)));
    QVERIFY(hands.window()->console()->note().contains("Stop ends it"));
    hands.key(Qt::Key_F5, Qt::ShiftModifier);
    QTRY_VERIFY_WITH_TIMEOUT(!stopOf(hands)->isEnabled(), 10000);
    const auto& lines = hands.work()->console()->lines();
    QCOMPARE(lines[lines.size() - 2].text, QStringLiteral(">>> ") + kEndless);
    QCOMPARE(lines.back().text, QStringLiteral("Stopped before it had a value."));
    QCOMPARE(hands.ask(QStringLiteral("1 + 1")), QStringLiteral("2"));
  }

  /// What hears no interrupt ends with its worker. What was asked and printed before stays to be read.
  void theConsoleKeepsWhatItHas() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("where-tensors-live")));
    hands.window()->code()->editor()->setText(QStringLiteral("print('one')\nprint('two')\n"));
    hands.key(Qt::Key_F6);
    QTRY_COMPARE_WITH_TIMEOUT(hands.work()->timeline()->count(), 1, 20000);
    QCOMPARE(hands.ask(QStringLiteral("1 + 1")), QStringLiteral("2"));
    hands.key(Qt::Key_F6);
    QTRY_COMPARE_WITH_TIMEOUT(hands.work()->timeline()->count(), 2, 20000);
    QVERIFY(hands.waitFor(Session::State::Idle));
    QLineEdit* input = hands.window()->console()->input();
    input->setFocus();
    QTest::keyClicks(input, kDeaf);
    QTest::keyClick(input, Qt::Key_Return);
    QTRY_VERIFY(stopOf(hands)->isEnabled());
    hands.key(Qt::Key_F5, Qt::ShiftModifier);
    const QStringList expected{
        "one",
        ">>> 1 + 1",
        "2",
        "two",
        ">>> " + kDeaf,
        "It did not stop when asked: the worker was replaced.",
        "The program was lost (the code did not stop when asked). A new one has run the "
        "code again up to here."};
    QTRY_COMPARE_WITH_TIMEOUT(consoleOf(hands), expected, 20000);
    const auto* shown = hands.window()->console()->findChild<QPlainTextEdit*>();
    QTRY_VERIFY2(shown->toPlainText().endsWith("up to here."), qPrintable(shown->toPlainText()));
    QVERIFY(shown->toPlainText().startsWith("one\n>>> 1 + 1\n2\ntwo\n"));
    // A lesson of its own begins with nothing.
    QVERIFY(hands.openLesson(QStringLiteral("module-to")));
    QTRY_VERIFY(consoleOf(hands).isEmpty());
  }

  void theConsoleKeepsWhatItHasWhereALineIsDeaf() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("where-tensors-live")));
    QCOMPARE(hands.ask(QStringLiteral("1 + 1")), QStringLiteral("2"));
    hands.window()->code()->editor()->setText(QStringLiteral("print('one')\n%1\n").arg(kDeaf));
    hands.key(Qt::Key_F5);
    QTRY_VERIFY_WITH_TIMEOUT(consoleOf(hands).contains("one"), 20000);
    hands.key(Qt::Key_F5, Qt::ShiftModifier);
    QVERIFY(hands.waitFor(Session::State::Stopped));
    const QStringList expected{
        ">>> 1 + 1", "2", "one",
        "The program was lost (the code did not stop when asked). A new one has run the "
        "code again up to here."};
    QTRY_COMPARE(consoleOf(hands), expected);
  }

  /// A tick starts another worker while the lesson's answer is computed: it is asked again in that one.
  void aTickWhileAnAnswerIsComputed() {
    Hands hands;
    auto* panel = hands.window()->findChild<LessonPanel*>();
    panel->openForeign(lessonThatAsks(QStringLiteral("(__import__('time').sleep(1), a)[1]")));
    LessonPlayer* player = hands.work()->player();
    QSignalSpy failed(player, &LessonPlayer::outcomeFailed), ready(player, &LessonPlayer::outcomeReady);
    player->run();
    QTRY_VERIFY_WITH_TIMEOUT(hands.work()->session()->isEvaluating(), 20000);
    const qint64 pid = hands.work()->session()->workerPid();
    hands.click(hands.window()->findChildren<GpuCard*>().first()->box());
    QTRY_VERIFY_WITH_TIMEOUT(hands.work()->session()->workerPid() != pid, 20000);
    QTRY_COMPARE_WITH_TIMEOUT(ready.count(), 1, 20000);
    QCOMPARE(ready[0][1].toString(), QStringLiteral("1"));
    QCOMPARE(failed.count(), 0);
    QVERIFY2(!words(panel).contains("went away"), qPrintable(words(panel)));
  }

  /// What the window says of a step that was stopped while it ran again stays true under another worker.
  void aStepThatWasCutShort() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("where-tensors-live")));
    hands.window()->code()->editor()->setText(QStringLiteral("import time\ntime.sleep(1)\nx = 1\n"));
    hands.key(Qt::Key_F5);
    Session* session = hands.work()->session();
    QTRY_VERIFY_WITH_TIMEOUT(
        hands.work()->player()->blockHasRun() && session->state() == Session::State::Idle, 20000);
    const auto tick = [&] { hands.click(hands.window()->findChildren<GpuCard*>().first()->box()); };
    tick();
    QVERIFY(hands.waitFor(Session::State::Replaying));
    QTest::qWait(200);
    hands.key(Qt::Key_F5, Qt::ShiftModifier);
    QVERIFY(hands.waitFor(Session::State::Idle));
    const auto said = [&] { return hands.window()->code()->message()->text(); };
    const QString sentence = QStringLiteral("step 1 did not come to its end. Run begins with that step.");
    QVERIFY2(said().contains(sentence), qPrintable(said()));
    QVERIFY(!hands.work()->player()->blockHasRun());
    tick();
    QVERIFY(hands.waitFor(Session::State::Replaying));
    QVERIFY(hands.waitFor(Session::State::Idle));
    QVERIFY(!hands.work()->player()->blockHasRun());
    QVERIFY2(said().contains(sentence), qPrintable(said()));
    hands.key(Qt::Key_F5);
    QTRY_VERIFY_WITH_TIMEOUT(hands.work()->player()->blockHasRun(), 20000);
    QTRY_VERIFY2(!said().contains(sentence) || !hands.window()->code()->message()->isVisible(),
                 qPrintable(said()));
    QCOMPARE(hands.ask(QStringLiteral("x")), QStringLiteral("1"));
  }

  void linesThatArePrintedWithoutAnEnd() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("where-tensors-live")));
    hands.window()->dock(QStringLiteral("console"))->bringUp();
    for (const char* code : {"for i in range(10**9): print(i)\n", "while True: print(*range(10**6))\n"}) {
      hands.window()->code()->editor()->setText(QLatin1String(code));
      hands.work()->player()->run();
      QVERIFY(hands.waitFor(Session::State::Running));
      QTest::qWait(1000);
      QElapsedTimer asked;
      asked.start();
      hands.key(Qt::Key_F5, Qt::ShiftModifier);
      QVERIFY(hands.waitFor(Session::State::Idle));
      QVERIFY2(asked.elapsed() < 1500, qPrintable(QString::number(asked.elapsed())));
      QCOMPARE(hands.work()->session()->blocks().back().interrupted, true);
    }
  }

  void theAnswerThatALessonAsksFor() {
    Hands hands;
    auto* panel = hands.window()->findChild<LessonPanel*>();
    panel->openForeign(lessonThatAsks(kEndless));
    LessonPlayer* player = hands.work()->player();
    player->run();
    QTRY_VERIFY_WITH_TIMEOUT(hands.work()->session()->isEvaluating(), 20000);
    hands.key(Qt::Key_F5, Qt::ShiftModifier);
    QTRY_VERIFY2(words(panel).contains("could not be computed: Stopped before it had a value."),
                 qPrintable(words(panel)));
    player->goTo(1);
    QTRY_COMPARE_WITH_TIMEOUT(player->stepIndex(), 1, 20000);
  }
};

QTEST_MAIN(TestStop)
#include "tst_stop.moc"
