// SPDX-License-Identifier: GPL-3.0-or-later
// What does not end by itself, and how the learner ends it.
#include <QAction>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>

#include "models/lesson_player.h"
#include "panels/code_panel.h"
#include "panels/console_panel.h"
#include "panels/lesson_panel.h"
#include "widgets/breakable.h"
#include "widgets/code_editor.h"
#include "widgets/dock.h"
#include "widgets/status_line.h"
#include "window_test.h"

using namespace todevice;

namespace {

const QString kEndless = QStringLiteral("[0 for i in iter(int, 1)]");

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
    Lesson lesson;
    lesson.id = lesson.title = QStringLiteral("endless");
    LessonStep step;
    step.code = QStringLiteral("a = 1\n");
    Prediction prediction;
    prediction.question = QStringLiteral("What is a?");
    prediction.choices = QStringList{"1", "2"};
    prediction.answer = kEndless;
    step.prediction = prediction;
    lesson.steps = {step, step};
    Hands hands;
    auto* panel = hands.window()->findChild<LessonPanel*>();
    panel->openForeign(lesson);
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
