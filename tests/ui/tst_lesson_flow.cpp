// SPDX-License-Identifier: GPL-3.0-or-later
// What a learner is told on the way through a lesson, and where the keyboard is meanwhile.
#include <sys/stat.h>

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QCompleter>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolButton>

#include "models/learner_book.h"
#include "panels/about_box.h"
#include "panels/change_card.h"
#include "panels/code_panel.h"
#include "panels/lesson_panel.h"
#include "panels/prediction_card.h"
#include "widgets/basics.h"
#include "widgets/code_editor.h"
#include "widgets/dock.h"
#include "window_test.h"

using namespace todevice;

namespace {

QString wordsOf(const QWidget* widget) {
  QStringList all;
  for (const QLabel* label : widget->findChildren<QLabel*>()) {
    if (!label->isVisible()) continue;
    const auto* elided = qobject_cast<const ElideLabel*>(label);
    all << (elided ? elided->fullText() : label->text());
  }
  return all.join(QLatin1Char('\n'));
}

QPushButton* choice(const Hands& hands, int number) {
  for (auto* button : hands.window()->lessons()->findChildren<QPushButton*>())
    if (button->isVisible() && button->property("choice").isValid() &&
        button->property("choice").toInt() == number)
      return button;
  return nullptr;
}

void trigger(const Hands& hands, const QString& words) {
  for (QAction* action : hands.window()->findChildren<QAction*>())
    if (action->text() == words) return action->trigger();
  QFAIL(qPrintable(words));
}

bool focusIsIn(const QWidget* widget) {
  const QWidget* focus = QApplication::focusWidget();
  return focus && (focus == widget || widget->isAncestorOf(focus));
}

bool goToLast(const Hands& hands) {
  LessonPlayer* player = hands.work()->player();
  player->goTo(player->stepCount() - 1);
  return QTest::qWaitFor([&] { return player->stepIndex() == player->stepCount() - 1; }, 20000) &&
         hands.waitFor(Session::State::Idle);
}

/// Selects everything in the editor and types over it.
void rewrite(const Hands& hands, const QString& code) {
  CodeEditor* editor = hands.window()->code()->editor();
  editor->setFocus();
  QTest::keyClick(editor, Qt::Key_A, Qt::ControlModifier);
  for (const QChar letter : code)
    letter == QLatin1Char('\n') ? QTest::keyClick(editor, Qt::Key_Return)
                                : QTest::keyClick(editor, letter.toLatin1());
}

void write(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(bytes);
}

/// Types a path into the next file dialog.
void answerFileDialog(const QString& path) {
  QTimer::singleShot(200, qApp, [path] {
    auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
    if (!dialog) return;
    auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
    name->selectAll();
    QTest::keyClicks(name, path);
    if (name->completer()) name->completer()->popup()->hide();
    for (auto* button : dialog->findChildren<QPushButton*>())
      if (button->isDefault()) QTest::mouseClick(button, Qt::LeftButton);
    if (dialog->isVisible()) qWarning() << name->text() << QApplication::activeModalWidget();
  });
}

}  // namespace

class TestLessonFlow : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { QApplication::setAttribute(Qt::AA_DontUseNativeDialogs); }

  void aNumberIsAskedForUntilOneIsGiven() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("to-dtype")));
    LessonPlayer* player = hands.work()->player();
    auto* field = hands.window()->lessons()->findChild<PredictionCard*>()->findChild<QLineEdit*>();
    QVERIFY(field);
    QTest::keyClicks(field, QStringLiteral("72 bytes"));
    QTest::keyClick(field, Qt::Key_Return);
    auto* hint = hands.window()->lessons()->findChild<QLabel*>(QStringLiteral("notNumber"));
    QVERIFY(hint && hint->isVisible());
    QVERIFY(player->predicted(player->stepIndex()).isEmpty());
    field->clear();
    QTest::keyClicks(field, QStringLiteral("72"));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(player->predicted(player->stepIndex()), QStringLiteral("72"));
  }

  void exportedAnswersAreConfirmed() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("mine.csv"));
    answerFileDialog(path);
    trigger(hands, QStringLiteral("Export my answers..."));
    QVERIFY(QFile::exists(path));
    QVERIFY2(wordsOf(hands.window()->code()).contains(QLatin1String("Your answers are saved in ")),
             qPrintable(wordsOf(hands.window()->code())));
  }

  /// A name without a suffix is asked about under the name that the file will have.
  void aFileIsNotWrittenOverUnasked() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("mine.csv"));
    write(path, "keep me");
    answerFileDialog(dir.filePath(QStringLiteral("mine")));
    bool asked = false;
    QTimer::singleShot(1500, qApp, [&] {
      auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      asked = question != nullptr;
      if (asked) QTest::mouseClick(question->button(QMessageBox::No), Qt::LeftButton);
      if (auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget())) dialog->reject();
    });
    trigger(hands, QStringLiteral("Export my answers..."));
    QVERIFY(asked);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("keep me"));
    QVERIFY(!QFile::exists(dir.filePath(QStringLiteral("mine"))));
  }

  void everyKeyIsListed() {
    Hands hands;
    trigger(hands, QStringLiteral("All keys"));
    ShortcutsBox* box = nullptr;
    QTRY_VERIFY((box = hands.window()->findChild<ShortcutsBox*>()));
    auto* list = box->findChild<QAbstractItemView*>();
    QVERIFY(list);
    const QAbstractItemModel* keys = list->model();
    QCOMPARE(keys->match(keys->index(0, 0), Qt::DisplayRole, QStringLiteral("Alt+Up, Alt+Down")).size(), 1);
    box->close();
  }

  void theOutcomeIsSeenBeforeThePageTurns() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    auto* next = hands.find<QPushButton>("stepNext");
    QCOMPARE(next->text(), QStringLiteral("Next"));
    hands.click(choice(hands, 1));
    QCOMPARE(next->text(), QStringLiteral("See the answer"));
    hands.click(next);
    QTRY_VERIFY_WITH_TIMEOUT(
        wordsOf(hands.window()->lessons()).contains(QLatin1String("Not so. The code says: On the CPU")),
        20000);
    QCOMPARE(hands.work()->player()->stepIndex(), 0);
    QVERIFY(hands.waitFor(Session::State::Idle));
    QTRY_COMPARE(next->text(), QStringLiteral("Next"));
    hands.click(next);
    QTRY_COMPARE_WITH_TIMEOUT(hands.work()->player()->stepIndex(), 1, 20000);
  }

  void whoPredictedNothingIsNotJudged() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("where-tensors-live")));
    QVERIFY(hands.stepThroughBlock());
    QTRY_VERIFY_WITH_TIMEOUT(wordsOf(hands.window()->lessons()).contains(QLatin1String("The code says")),
                             20000);
    const QString words = wordsOf(hands.window()->lessons());
    QVERIFY(words.contains(QLatin1String("With no device named")));
    QVERIFY2(!words.contains(QLatin1String("Right")), qPrintable(words));
  }

  void theLastStepLeadsToTheNextLesson() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("where-tensors-live")));
    QVERIFY(goToLast(hands));
    auto* next = hands.find<QPushButton>("stepNext");
    QTRY_COMPARE(next->text(), QStringLiteral("Next lesson"));
    QVERIFY(next->toolTip().startsWith(QLatin1String("2. ")));
    hands.click(next);
    QCOMPARE(hands.work()->player()->lesson()->id, QStringLiteral("tensor-to"));
    const auto& last = hands.window()->lessons()->lessons().back();
    QVERIFY(hands.openLesson(last.id));
    QVERIFY(goToLast(hands));
    QTRY_COMPARE(next->text(), QStringLiteral("Last step"));
    QVERIFY(!next->isEnabled());
  }

  void unchangedCodeIsToldSo() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    QVERIFY(goToLast(hands));
    auto* card = hands.find<ChangeCard>("changeCard");
    hands.clickTool("run");
    QTRY_VERIFY_WITH_TIMEOUT(wordsOf(card).contains(QLatin1String("nothing is changed in it yet")), 20000);
    QVERIFY(!wordsOf(card).contains(QLatin1String("Not yet")));
    QVERIFY(!hands.window()->book()->csv().contains(",change,"));  // no try
  }

  void theSolutionFitsRewrittenCode() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    QVERIFY(goToLast(hands));
    auto* card = hands.find<ChangeCard>("changeCard");
    for (const char* code : {"parts = 1", "parts = 2", "parts = 3"}) {
      if (hands.find<QPushButton>("showSolution")) break;
      rewrite(hands, QString::fromLatin1(code));
      hands.clickTool("run");
      QTRY_VERIFY_WITH_TIMEOUT(wordsOf(card).contains(QLatin1String("Not yet")), 20000);
      QVERIFY(hands.waitForRest());
    }
    const QString mine = hands.window()->code()->editor()->text();
    QTRY_VERIFY(hands.find<QPushButton>("showSolution"));
    hands.click(hands.find<QPushButton>("showSolution"));
    QVERIFY(hands.window()->code()->editor()->text().startsWith(QLatin1String("import torch")));
    hands.clickTool("run");
    QTRY_VERIFY2_WITH_TIMEOUT(wordsOf(card).contains(QLatin1String("Done")), qPrintable(wordsOf(card)),
                              20000);
    MessageBar* bar = hands.window()->code()->aside();
    QVERIFY(bar->isVisible());
    hands.click(bar->findChild<QPushButton*>());
    QCOMPARE(hands.window()->code()->editor()->text(), mine);
  }

  void anEditSaysThatTheShownRunIsOlder() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    QVERIFY(hands.stepThroughBlock());
    const auto notes = [&](const char* dock) { return wordsOf(hands.window()->dock(QLatin1String(dock))); };
    QVERIFY(!notes("code").contains(QLatin1String("changed since it ran")));
    hands.typeAtEndOf(1, QStringLiteral("  # x"));
    QVERIFY(notes("code").contains(QLatin1String("changed since it ran")));
    QVERIFY(notes("memory").contains(QLatin1String("before the change")));
    QCOMPARE(hands.window()->code()->editor()->nextLine(), 1);
    for (int i = 0; i < 5; ++i) hands.key(Qt::Key_Backspace);
    QVERIFY(!notes("code").contains(QLatin1String("changed since it ran")));
    hands.typeAtEndOf(1, QStringLiteral("  # x"));
    hands.clickTool("run");
    QVERIFY(hands.waitFor(Session::State::Idle));
    QTRY_VERIFY_WITH_TIMEOUT(!notes("memory").contains(QLatin1String("before the change")), 20000);
  }

  void stopSaysThatItWasStopped() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    rewrite(hands, QStringLiteral("while True: pass"));
    hands.clickTool("run");
    QVERIFY(hands.waitFor(Session::State::Running));
    QTest::qWait(200);
    hands.clickTool("stop");
    QVERIFY(hands.waitFor(Session::State::Idle));
    QTRY_VERIFY_WITH_TIMEOUT(hands.work()->timeline()->current() != nullptr, 20000);
    QTRY_VERIFY2_WITH_TIMEOUT(
        hands.work()->records()->sentence(0).contains(QLatin1String("Stopped. The Stop button")),
        qPrintable(hands.work()->records()->sentence(0)), 20000);
  }

  void theFocusStaysInTheLesson() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    QWidget* lesson = hands.window()->lessons();
    choice(hands, 1)->setFocus();
    hands.key(Qt::Key_Space);
    QTest::qWait(50);
    QVERIFY(focusIsIn(lesson));
    QCOMPARE(QApplication::focusWidget(), choice(hands, 1));
    hands.key(Qt::Key_Tab);
    QVERIFY(focusIsIn(lesson));
    auto* next = hands.find<QPushButton>("stepNext");
    next->setFocus();
    hands.key(Qt::Key_Space);
    for (int i = 0; i < 20; ++i) {
      QTest::qWait(10);
      QVERIFY2(focusIsIn(lesson), qPrintable(QString::number(i)));
    }
    QVERIFY(hands.waitFor(Session::State::Idle));
    QTRY_COMPARE(QApplication::focusWidget(), next);
    // With the mouse as well, and for a button that is disabled for good.
    while (hands.work()->player()->stepIndex() + 1 < hands.work()->player()->stepCount()) {
      const int before = hands.work()->player()->stepIndex();
      hands.click(next);
      QTRY_VERIFY_WITH_TIMEOUT(hands.work()->player()->stepIndex() > before, 20000);
      QVERIFY(focusIsIn(lesson));
      QVERIFY(hands.waitFor(Session::State::Idle));
    }
    auto* back = hands.find<QPushButton>("stepBack");
    back->setFocus();
    while (back->isEnabled()) hands.click(back);
    QVERIFY(focusIsIn(lesson));
    QVERIFY(!hands.window()->dock(QStringLiteral("code"))->isFloating());
  }

  void aFileOfOnesOwnIsOpenedAndSaved() {
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("mine.py")),
                  other = dir.filePath(QStringLiteral("other"));
    write(path, "import torch\r\nx = torch.ones(3)\r\n");
    Hands hands;
    QVERIFY(hands.waitFor(Session::State::Idle));
    answerFileDialog(path);
    hands.key(Qt::Key_O, Qt::ControlModifier);
    CodeEditor* editor = hands.window()->code()->editor();
    QCOMPARE(editor->text(), QStringLiteral("import torch\nx = torch.ones(3)"));
    QVERIFY(hands.find<QToolButton>("lesson")->text().contains(QLatin1String("mine.py")));
    QVERIFY(hands.waitFor(Session::State::Idle));
    hands.clickTool("run");
    QTRY_COMPARE_WITH_TIMEOUT(hands.work()->timeline()->count(), 2, 20000);
    hands.window()->activateWindow();  // no window manager does it after the dialog
    QTRY_VERIFY(hands.window()->isActiveWindow());
    hands.typeAtEndOf(2, QStringLiteral("\ny = x"));
    answerFileDialog(other);
    hands.key(Qt::Key_S, Qt::ControlModifier);
    QFile saved(other + QStringLiteral(".py"));
    QVERIFY2(saved.open(QIODevice::ReadOnly),
             qPrintable(hands.window()->code()->message()->text() +
                        QDir(dir.path()).entryList().join(QLatin1Char(' '))));
    QCOMPARE(saved.readAll(), QByteArray("import torch\nx = torch.ones(3)\ny = x\n"));
    QVERIFY(hands.window()->code()->message()->text().contains(QLatin1String("other.py")));

    // A change that was not saved is there again; the file dropped on the window.
    const QString mine = editor->text();
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(hands.window(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(hands.window(), &drop);
    QTRY_COMPARE(editor->text(), mine);
  }

  void aPictureOfTheViewIsSaidToBeSaved() {
    const QTemporaryDir dir;
    Hands hands;
    const auto* message = hands.window()->code()->message();
    const QString path = dir.filePath(QStringLiteral("view.png"));
    hands.window()->exportTo(path);
    QCOMPARE(message->text(), QStringLiteral("The picture is saved in %1.").arg(path));
    QVERIFY(QImage(path).width() > 1000);
    const QString no = QStringLiteral("/proc/none/view.png");
    hands.window()->exportTo(no);
    QVERIFY2(message->text().startsWith(no + QStringLiteral(" could not be written: ")) &&
                 message->text().size() > no.size() + 30,
             qPrintable(message->text()));
  }

  void aFileThatCannotBeReadIsNamed() {
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("bytes.py"));
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    const auto said = [&](const QString& file) {
      const QString why = hands.window()->openLessonFile(file);
      return hands.window()->code()->message()->text() == why ? why : QStringLiteral("not said: ") + why;
    };
    write(path, "a = 1\nx = '\xff'\n");
    QVERIFY2(
        said(path).contains(QLatin1String("bytes.py could not be opened: line 2 is not UTF-8 text. Save")),
        qPrintable(said(path)));
    write(path, QByteArray("print(1)\0print(2)\n", 19));
    QVERIFY2(said(path).contains(QLatin1String("line 1 has a NUL character")), qPrintable(said(path)));
    write(path, QByteArray((1 << 20) + 1, '#'));
    QVERIFY2(said(path).contains(QLatin1String("larger than 1 MiB")), qPrintable(said(path)));
    QVERIFY(said(dir.filePath(QStringLiteral("none.py"))).contains(QLatin1String("none.py")));
    // What opens a pipe waits for somebody to write into it.
    const QString pipe = dir.filePath(QStringLiteral("pipe.py")),
                  lesson = dir.filePath(QStringLiteral("pipe.md"));
    for (const QString& one : {pipe, lesson}) QCOMPARE(::mkfifo(qPrintable(one), 0600), 0);
    QVERIFY2(said(pipe).contains(QLatin1String("pipe.py could not be opened: it is a pipe or a device.")),
             qPrintable(said(pipe)));
    QVERIFY2(hands.window()->openLessonFile(lesson).contains(QLatin1String("it is a pipe or a device")),
             qPrintable(hands.window()->openLessonFile(lesson)));
    const QString device = dir.filePath(QStringLiteral("zero.py")),
                  folder = dir.filePath(QStringLiteral("f.py"));
    QVERIFY(QFile::link(QStringLiteral("/dev/zero"), device) && QDir().mkdir(folder));
    QVERIFY2(said(device).contains(QLatin1String("it is a pipe or a device.")), qPrintable(said(device)));
    QVERIFY2(said(folder).contains(QLatin1String("it is a folder.")), qPrintable(said(folder)));
    QVERIFY(hands.waitFor(Session::State::Idle));
    QCOMPARE(hands.work()->player()->lesson()->id, QStringLiteral("tensor-to"));
    QVERIFY(hands.window()->code()->message()->isVisible());
    write(path, "a = 1\r\nb = 2");
    QCOMPARE(hands.window()->openLessonFile(path), QString());
    QTRY_VERIFY(!hands.window()->code()->message()->isVisible());
    QCOMPARE(hands.window()->code()->editor()->text(), QStringLiteral("a = 1\nb = 2"));
  }
};

QTEST_MAIN(TestLessonFlow)
#include "tst_lesson_flow.moc"
