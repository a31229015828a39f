// SPDX-License-Identifier: GPL-3.0-or-later
// What the learner typed is never lost: not by Reset, another lesson, a solution, or the end of the program.
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QToolButton>

#include "models/learner_book.h"
#include "panels/code_panel.h"
#include "panels/lesson_panel.h"
#include "panels/prediction_card.h"
#include "widgets/basics.h"
#include "widgets/code_editor.h"
#include "window_test.h"

using namespace todevice;

namespace {

const QString kMine = QStringLiteral("# MY OWN WORK");

QString codeOf(const Hands& hands) {
  return hands.window()->code()->editor()->text();
}

QByteArray bytesOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QPushButton* choice(const Hands& hands, int number) {
  for (auto* button : hands.window()->lessons()->findChildren<QPushButton*>())
    if (button->isVisible() && button->property("choice").isValid() &&
        button->property("choice").toInt() == number)
      return button;
  return nullptr;
}

bool says(const Hands& hands, const QString& words) {
  for (const QLabel* label : hands.window()->lessons()->findChildren<QLabel*>())
    if (label->isVisible() && label->text().contains(words)) return true;
  return false;
}

}  // namespace

class TestKeptCode : public QObject {
  Q_OBJECT
 private slots:
  void resetKeepsWhatWasTyped() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    const QString own = codeOf(hands);
    hands.typeAtEndOf(1, QStringLiteral("\n") + kMine);
    const QString mine = codeOf(hands);
    QVERIFY(mine.contains(kMine));
    hands.clickTool("reset");
    QCOMPARE(codeOf(hands), own);
    MessageBar* bar = hands.window()->code()->aside();
    QVERIFY(bar->isVisible());
    hands.click(bar->findChild<QPushButton*>());
    QCOMPARE(codeOf(hands), mine);
    QVERIFY(!bar->isVisible());
    QVERIFY(hands.waitFor(Session::State::Idle));

    hands.key(Qt::Key_R, Qt::ControlModifier);
    QCOMPARE(codeOf(hands), own);
    hands.typeAtEndOf(1, QStringLiteral("  # new"));
    CodeEditor* editor = hands.window()->code()->editor();
    for (int presses = 0; presses < 20 && codeOf(hands) != mine; ++presses)
      QTest::keyClick(editor, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(codeOf(hands), mine);  // undo goes on behind the reset
  }

  void everyResetIsKeptInTheMenu() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    hands.typeAtEndOf(1, QStringLiteral("  # first"));
    hands.clickTool("reset");
    QVERIFY(hands.waitFor(Session::State::Idle));
    hands.typeAtEndOf(1, QStringLiteral("  # second"));
    hands.clickTool("reset");
    QVERIFY(hands.waitFor(Session::State::Idle));
    QMenu* more = hands.find<QToolButton>("more")->menu();
    emit more->aboutToShow();
    QMenu* asides = nullptr;
    for (const QAction* action : more->actions())
      if (action->menu() && action->text().contains(QLatin1String("set aside"))) asides = action->menu();
    QVERIFY(asides);
    QCOMPARE(asides->actions().size(), 2);
    asides->actions().last()->trigger();
    QVERIFY(codeOf(hands).contains(QLatin1String("# first")));
  }

  void anotherLessonAndBack() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    hands.click(hands.find<QPushButton>("stepNext"));
    QTRY_COMPARE_WITH_TIMEOUT(hands.work()->player()->stepIndex(), 1, 20000);
    hands.typeAtEndOf(1, QStringLiteral("\n") + kMine);
    const QString mine = codeOf(hands);
    QVERIFY(hands.openLesson(QStringLiteral("module-to")));
    QVERIFY(!codeOf(hands).contains(kMine));
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    QCOMPARE(codeOf(hands), mine);
    QCOMPARE(hands.work()->player()->stepIndex(), 1);
    QVERIFY(hands.waitForRest());
    // The same lesson chosen again goes on as it is.
    const int records = hands.work()->timeline()->count();
    hands.window()->openLesson(QStringLiteral("tensor-to"));
    QCOMPARE(codeOf(hands), mine);
    QCOMPARE(hands.work()->timeline()->count(), records);
  }

  /// Nothing of the first window runs any more when it is killed: the second finds what is in the file.
  void aKillLosesNothing() {
    QTemporaryDir dir;
    const QString book = dir.filePath(QStringLiteral("learner.json"));
    Hands killed(4, QStringLiteral("en"), {1280, 800}, book);
    QVERIFY(killed.openLesson(QStringLiteral("tensor-to")));
    killed.click(choice(killed, 1));
    killed.typeAtEndOf(1, QStringLiteral("\n") + kMine);
    QTRY_VERIFY_WITH_TIMEOUT(bytesOf(book).contains(kMine.toUtf8()), 2000);
    const QString mine = codeOf(killed);
    Hands hands(4, QStringLiteral("en"), {1280, 800}, book);
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    QCOMPARE(codeOf(hands), mine);
    QVERIFY(says(hands, QStringLiteral("your choice")));
  }

  void closingWritesWhatWasTypedLast() {
    QTemporaryDir dir;
    const QString book = dir.filePath(QStringLiteral("learner.json"));
    Hands hands(4, QStringLiteral("en"), {1280, 800}, book);
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    hands.typeAtEndOf(1, QStringLiteral("\n") + kMine);
    QVERIFY(hands.window()->close());
    QVERIFY(bytesOf(book).contains(kMine.toUtf8()));
  }

  void closingAsksWhenNothingCanBeWritten() {
    QTemporaryDir dir;
    QFile file(dir.filePath(QStringLiteral("file")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    Hands hands(4, QStringLiteral("en"), {1280, 800}, dir.filePath(QStringLiteral("file/learner.json")));
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    hands.typeAtEndOf(1, QStringLiteral("\n") + kMine);
    int asked = 0;
    QTimer::singleShot(0, hands.window(), [&] {
      auto* question = hands.window()->findChild<QMessageBox*>(QStringLiteral("closeQuestion"));
      if (!question) return;
      ++asked;
      QTest::keyClick(question, Qt::Key_Escape);
    });
    QVERIFY(!hands.window()->close());
    QCOMPARE(asked, 1);
    QVERIFY(hands.window()->isVisible());
  }

  void begunAnewIsAskedAnew() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    hands.click(choice(hands, 0));
    QVERIFY(hands.stepThroughBlock());
    QTRY_VERIFY_WITH_TIMEOUT(says(hands, QStringLiteral("The code says")), 20000);
    const QByteArray answers = hands.window()->book()->csv();
    QVERIFY(answers.contains(",prediction,"));
    hands.clickTool("reset");
    QVERIFY(hands.waitFor(Session::State::Idle));
    QVERIFY(!says(hands, QStringLiteral("The code says")));
    QVERIFY(says(hands, QStringLiteral("Predict first")));
    hands.click(choice(hands, 1));
    QTRY_VERIFY(says(hands, QStringLiteral("your choice")));
    QVERIFY(hands.stepThroughBlock());
    QTRY_VERIFY_WITH_TIMEOUT(says(hands, QStringLiteral("The code says")), 20000);
    QCOMPARE(hands.window()->book()->csv(), answers);  // the first answer stays in the book
  }
};

QTEST_MAIN(TestKeptCode)
#include "tst_kept_code.moc"
