// SPDX-License-Identifier: GPL-3.0-or-later
// Breakpoints, into and out of functions, running to a line and playing: with the mouse and the keys.
#include <Qsci/qsciscintilla.h>
#include <QCheckBox>

#include "panels/code_panel.h"
#include "widgets/code_editor.h"
#include "widgets/timeline_bar.h"
#include "window_test.h"

using namespace todevice;

namespace {

/// Types code of the learner's own in the place of the lesson's.
void replaceCode(const Hands& hands, const QStringList& lines) {
  CodeEditor* editor = hands.window()->code()->editor();
  editor->setFocus();
  QTest::keyClick(editor, Qt::Key_A, Qt::ControlModifier);
  QTest::keyClick(editor, Qt::Key_Delete);
  editor->setAutoIndent(false);
  for (const QString& line : lines) {
    QTest::keyClicks(editor, line);
    QTest::keyClick(editor, Qt::Key_Return);
  }
}

const QStringList kNet{"import torch, torch.nn as nn",       // 1
                       "class Net(nn.Module):",              // 2
                       "    def __init__(self):",            // 3
                       "        super().__init__()",         // 4
                       "        self.fc = nn.Linear(3, 2)",  // 5
                       "    def forward(self, x):",          // 6
                       "        hidden = self.fc(x)",        // 7
                       "        return torch.relu(hidden)",  // 8
                       "net = Net()",                        // 9
                       "y = net(torch.ones(4, 3))",          // 10
                       "print(y.shape)",                     // 11
                       "done = True"};                       // 12

void clickMargin(CodeEditor* editor, int line) {
  const long at = editor->SendScintilla(QsciScintilla::SCI_POSITIONFROMLINE, line - 1);
  const long y = editor->SendScintilla(QsciScintilla::SCI_POINTYFROMPOSITION, 0UL, at);
  QTest::mouseClick(editor->viewport(), Qt::LeftButton, {}, QPoint(6, int(y) + 4));
}

QStringList names(const Hands& hands) {
  return hands.work()->timeline()->state().names.keys();
}

}  // namespace

class TestStepping : public QObject {
  Q_OBJECT
 private slots:
  void throughAForward() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    replaceCode(hands, kNet);
    CodeEditor* editor = hands.window()->code()->editor();
    Session* session = hands.work()->session();
    Timeline* timeline = hands.work()->timeline();
    clickMargin(editor, 10);
    QCOMPARE(session->breakpoints(), QList<int>{10});
    QCOMPARE(editor->breakpoints(), QList<int>{10});
    hands.key(Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(session->stoppedLine(), 10, 20000);
    QCOMPARE(editor->nextLine(), 10);

    hands.key(Qt::Key_F7);
    QTRY_COMPARE(session->stoppedLine(), 7);
    QCOMPARE(session->stoppedDepth(), 1);
    QVERIFY(names(hands).contains(QStringLiteral("forward: x")));
    QVERIFY(hands.find<QAction>("out")->isEnabled());
    hands.key(Qt::Key_F6);
    QTRY_COMPARE(session->stoppedLine(), 8);
    QVERIFY(names(hands).contains(QStringLiteral("forward: hidden")));
    QCOMPARE(hands.ask(QStringLiteral("hidden.shape")), QStringLiteral("torch.Size([4, 2])"));

    hands.key(Qt::Key_F7, Qt::ShiftModifier);
    QTRY_COMPARE(session->stoppedLine(), 10);
    QCOMPARE(session->stoppedDepth(), 0);
    QVERIFY(hands.window()->code()->note().contains(QStringLiteral("10")));
    hands.key(Qt::Key_F10);
    QTRY_COMPARE(session->stoppedLine(), 11);
    QVERIFY(!names(hands).contains(QStringLiteral("forward: x")));
    QVERIFY(names(hands).contains(QStringLiteral("y")));

    // Back into the function: its names are there again.
    const int end = timeline->count();
    hands.key(Qt::Key_F6, Qt::ShiftModifier);
    hands.key(Qt::Key_F6, Qt::ShiftModifier);
    QCOMPARE(timeline->cursor(), end - 2);
    QVERIFY(names(hands).contains(QStringLiteral("forward: hidden")));
    QCOMPARE(session->depthAtCursor(), 1);
    // A change of the GPUs replays up to there, into the function.
    WorkerSettings other = session->settings();
    other.visibleDevices = QStringLiteral("1");
    session->restart(other);
    QVERIFY(QTest::qWaitFor([&] { return session->state() == Session::State::Starting; }));
    QVERIFY(hands.waitFor(Session::State::Stopped));
    QCOMPARE(timeline->count(), end - 2);
    QCOMPARE(session->stoppedDepth(), 1);
    QVERIFY(names(hands).contains(QStringLiteral("forward: hidden")));
    clickMargin(editor, 10);
    QVERIFY(session->breakpoints().isEmpty());
  }

  /// What comes later was changed: the lines that ran before it stay when other GPUs are ticked.
  void aTickAfterALaterLineWasChanged() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    replaceCode(hands, {"a = 1", "b = 2", "c = 3", "d = 4"});
    Timeline* timeline = hands.work()->timeline();
    hands.key(Qt::Key_F6);
    QTRY_COMPARE_WITH_TIMEOUT(timeline->count(), 1, 20000);
    hands.key(Qt::Key_F6);
    QTRY_COMPARE_WITH_TIMEOUT(timeline->count(), 2, 20000);
    QVERIFY(hands.waitForRest());
    hands.typeAtEndOf(4, QStringLiteral("2"));
    QVERIFY(!hands.work()->player()->isStale());
    hands.click(hands.window()->findChild<QCheckBox*>());
    QVERIFY(hands.waitFor(Session::State::Replaying));
    QVERIFY(hands.waitFor(Session::State::Stopped));
    QCOMPARE(timeline->count(), 2);
    QVERIFY(!hands.work()->player()->isStale());
    hands.key(Qt::Key_F5);
    QTRY_VERIFY_WITH_TIMEOUT(hands.work()->player()->blockHasRun(), 20000);
    QCOMPARE(hands.ask(QStringLiteral("d")), QStringLiteral("42"));
  }

  void runToHere() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    replaceCode(hands, kNet);
    CodeEditor* editor = hands.window()->code()->editor();
    editor->setCursorPosition(7, 4);
    hands.key(Qt::Key_F10, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(hands.work()->session()->stoppedLine(), 8, 20000);
    QCOMPARE(hands.work()->session()->stoppedDepth(), 1);
    editor->setCursorPosition(11, 0);
    hands.key(Qt::Key_F9);
    QCOMPARE(hands.work()->session()->breakpoints(), QList<int>{12});
    // The breakpoint goes along with its line.
    editor->setCursorPosition(10, 0);
    QTest::keyClick(editor, Qt::Key_Return);
    QCOMPARE(hands.work()->session()->breakpoints(), QList<int>{13});
  }

  void playsByItself() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    replaceCode(hands, kNet);
    AutoPlay* play = hands.work()->autoPlay();
    play->setSpeed(20);
    clickMargin(hands.window()->code()->editor(), 11);
    hands.key(Qt::Key_F8);
    QVERIFY(play->isPlaying());
    QTRY_VERIFY_WITH_TIMEOUT(!play->isPlaying(), 20000);
    QCOMPARE(hands.work()->session()->stoppedLine(), 11);
    // On from the breakpoint, and to the end.
    hands.key(Qt::Key_F8);
    QTRY_VERIFY_WITH_TIMEOUT(!play->isPlaying(), 20000);
    QVERIFY(hands.work()->player()->blockHasRun());
    // What ran is played again from the start; a key of the learner's ends it.
    hands.window()->timelineBar()->setFocus();
    hands.key(Qt::Key_Space);
    QVERIFY(play->isPlaying());
    QVERIFY(!hands.work()->timeline()->atEnd());
    hands.key(Qt::Key_F6, Qt::ShiftModifier);
    QVERIFY(!play->isPlaying());
  }
};

QTEST_MAIN(TestStepping)
#include "tst_stepping.moc"
