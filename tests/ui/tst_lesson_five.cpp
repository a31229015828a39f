// SPDX-License-Identifier: GPL-3.0-or-later
// Lesson 5 as a learner plays it, with mouse and keys alone: a wrong prediction, the error, a fix from its
// explanation, and on to the end.
#include <QAbstractButton>
#include <QLabel>
#include <QLayout>
#include <QPushButton>

#include "models/learner_book.h"
#include "panels/change_card.h"
#include "panels/code_panel.h"
#include "panels/explanation_card.h"
#include "panels/lesson_panel.h"
#include "panels/prediction_card.h"
#include "widgets/code_editor.h"
#include "window_test.h"

using namespace todevice;

namespace {

QString wordsOf(const QWidget* card) {
  QStringList all;
  for (const QLabel* label : card->findChildren<QLabel*>())
    if (label->isVisibleTo(card)) all << label->text();
  return all.join(QLatin1Char('\n'));
}

class Learner : public Hands {
 public:
  using Hands::Hands;

  PredictionCard* question() const { return window()->lessons()->findChild<PredictionCard*>(); }
  ExplanationCard* card() const { return find<ExplanationCard>("explanationCard"); }
  QString line(int number) const { return window()->code()->editor()->text(number - 1).trimmed(); }

  void choose(int choice) const {
    for (auto* button : question()->findChildren<QPushButton*>()) {
      if (button->property("choice").isValid() && button->property("choice").toInt() == choice)
        return click(button);
    }
    QFAIL("no such choice");
  }

  QList<QPushButton*> fixes() const { return card()->findChildren<QPushButton*>(QStringLiteral("fix")); }

  /// Next, by the mouse; the code of the step that is left runs first.
  bool next() const {
    const int before = work()->player()->stepIndex();
    click(find<QPushButton>("stepNext"));
    return QTest::qWaitFor([&] { return work()->player()->stepIndex() == before + 1; }, 20000) &&
           waitForRest();
  }
};

}  // namespace

class TestLessonFive : public QObject {
  Q_OBJECT
 private slots:
  void aLearnerPlaysIt() {
    Learner learner;
    LessonPlayer* player = learner.work()->player();
    QVERIFY(learner.openLesson(QStringLiteral("same-device")));

    // The wrong prediction, and what is said of it once the code has answered.
    learner.choose(0);
    QTRY_VERIFY(wordsOf(learner.question()).contains(QLatin1String("Now run the code")));
    QVERIFY(learner.stepThroughBlock());
    QTRY_VERIFY_WITH_TIMEOUT(wordsOf(learner.question()).contains(QLatin1String("Not so")), 20000);
    QTRY_VERIFY2(wordsOf(learner.question()).contains(QLatin1String("without being asked")),
                 qPrintable(wordsOf(learner.question())));
    QVERIFY(learner.work()->timeline()->current()->error);

    // The error in the learner's words, and both lines marked.
    QTRY_VERIFY(learner.card()->isVisible());
    QTRY_VERIFY2(
        learner.card()->height() >= learner.card()->layout()->totalHeightForWidth(learner.card()->width()),
        "the card is cut");
    const CodeEditor* code = learner.window()->code()->editor();
    QTRY_VERIFY2(code->height() >= 5 * code->textHeight(0),
                 "the lines that the card speaks of are pushed away");
    const QString told = wordsOf(learner.card());
    QVERIFY2(told.contains(QLatin1String("was made on the CPU at line 4 and never moved")), qPrintable(told));
    CodeEditor* editor = learner.window()->code()->editor();
    QCOMPARE(editor->annotation(3), QString("x was made here, on the CPU"));
    QCOMPARE(editor->annotation(4), QString("y was made here, on cuda:0"));
    QVERIFY(editor->annotation(5).startsWith(QLatin1String("RuntimeError: Expected all tensors")));

    // One click mends the code, can be taken back, and made again.
    const QString before = editor->text();
    QVERIFY(learner.fixes().size() >= 2);
    learner.click(learner.fixes().first());
    QCOMPARE(learner.line(6), QString("x = x.to(\"cuda:0\")"));
    QVERIFY(editor->annotation(3).isEmpty());
    QTest::keyClick(editor, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(editor->text(), before);
    QCOMPARE(editor->annotation(3), QString("x was made here, on the CPU"));
    learner.click(learner.fixes().first());
    learner.click(learner.find<QPushButton>("takeBack"));
    QCOMPARE(editor->text(), before);
    learner.click(learner.fixes().first());
    learner.click(learner.find<QPushButton>("runAgain"));
    QTRY_VERIFY_WITH_TIMEOUT(player->blockHasRun() && !learner.work()->timeline()->current()->error, 20000);
    QVERIFY(learner.waitForRest());
    QTRY_VERIFY(!learner.card()->isVisible());
    QCOMPARE(learner.ask(QStringLiteral("total.device")), QStringLiteral("device(type='cuda', index=0)"));
    // The verdict on the prediction is about the code as it came.
    QVERIFY(wordsOf(learner.question()).contains(QLatin1String("Not so")));
    QTRY_VERIFY2(
        wordsOf(learner.question()).contains(QLatin1String("Before your change, the code said: It stops")),
        qPrintable(wordsOf(learner.question())));

    // On through the lesson, stepping each block.
    while (player->stepIndex() + 1 < player->stepCount()) {
      QVERIFY(learner.next());
      if (player->stepIndex() + 1 == player->stepCount()) break;
      learner.window()->code()->editor()->setFocus();
      QVERIFY2(learner.stepThroughBlock(), qPrintable(QString::number(player->stepIndex())));
      const bool fails = !player->lesson()->steps[size_t(player->stepIndex())].raises.isEmpty();
      QTRY_COMPARE(learner.card()->isVisible(), fails);
    }

    // The change: the explained error shows the way.
    learner.window()->code()->editor()->setFocus();
    QVERIFY(learner.stepThroughBlock());
    QTRY_VERIFY(learner.card()->isVisible());
    QVERIFY2(wordsOf(learner.card()).contains(QLatin1String("target")), qPrintable(wordsOf(learner.card())));
    QVERIFY(!learner.fixes().isEmpty());
    learner.click(learner.fixes().first());
    QVERIFY2(editor->text().contains(QLatin1String("target = target.to(\"cuda:0\")")),
             qPrintable(editor->text()));
    learner.key(Qt::Key_F5);
    auto* change = learner.find<ChangeCard>("changeCard");
    QTRY_VERIFY2_WITH_TIMEOUT(wordsOf(change).contains(QLatin1String("Done")), qPrintable(wordsOf(change)),
                              20000);
    QVERIFY(learner.window()->book()->finished(QStringLiteral("same-device")));
  }

  void inChineseToo() {
    Learner learner(4, QStringLiteral("zh_CN"));
    QVERIFY(learner.openLesson(QStringLiteral("same-device")));
    QVERIFY(learner.stepThroughBlock());
    QTRY_VERIFY(learner.card()->isVisible());
    QTRY_VERIFY2(
        learner.card()->height() >= learner.card()->layout()->totalHeightForWidth(learner.card()->width()),
        "the card is cut");
    const CodeEditor* code = learner.window()->code()->editor();
    QTRY_VERIFY2(code->height() >= 5 * code->textHeight(0),
                 "the lines that the card speaks of are pushed away");
    const QString told = wordsOf(learner.card());
    QVERIFY2(told.contains(QString::fromUtf8("在第 4 行创建于 CPU，之后没有移动过")), qPrintable(told));
    QVERIFY(learner.fixes().first()->text().contains(QString::fromUtf8("移动")));
  }

  void anErrorOnTheWayJudgesNothing() {
    Learner learner;
    QVERIFY(learner.openLesson(QStringLiteral("same-device")));
    learner.choose(1);
    CodeEditor* editor = learner.window()->code()->editor();
    editor->setText(QStringLiteral("import torch\n") + QStringLiteral("nothing.here\n") + editor->text());
    learner.key(Qt::Key_F5);
    QTRY_VERIFY2_WITH_TIMEOUT(
        wordsOf(learner.question())
            .contains(QLatin1String("The code did not get that far: it ended with NameError")),
        qPrintable(wordsOf(learner.question())), 20000);
    QVERIFY(!wordsOf(learner.question()).contains(QLatin1String("The code says")));
    editor->setText(editor->text().remove(QStringLiteral("nothing.here\n")));
    learner.key(Qt::Key_F5);
    QTRY_VERIFY_WITH_TIMEOUT(wordsOf(learner.question()).contains(QLatin1String("The code says")), 20000);
    QVERIFY(!wordsOf(learner.question()).contains(QLatin1String("did not get that far")));
  }

  void aRemarkIsNoError() {
    Learner learner;
    QVERIFY(learner.openLesson(QStringLiteral("same-device")));
    CodeEditor* editor = learner.window()->code()->editor();
    editor->setText(QStringLiteral("import torch\nx = torch.ones(3)\nx.to(\"cuda\")\n"));
    QVERIFY(learner.stepThroughBlock());
    QTRY_VERIFY(learner.card()->isVisible());
    QVERIFY2(wordsOf(learner.card()).contains(QLatin1String("Nobody keeps the result")),
             qPrintable(wordsOf(learner.card())));
    learner.click(learner.fixes().first());
    QCOMPARE(learner.line(3), QString("x = x.to(\"cuda\")"));
    learner.key(Qt::Key_F5);
    QTRY_VERIFY_WITH_TIMEOUT(!learner.card()->isVisible(), 20000);
  }
};

QTEST_MAIN(TestLessonFive)
#include "tst_lesson_five.moc"
