// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons as a learner meets them: text that waits for the run, a change with hints, files from elsewhere.
#include <QDialog>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <QToolButton>

#include <QTextBlock>
#include <QTextBrowser>
#include <QTextList>
#include "models/learner_book.h"
#include "panels/change_card.h"
#include "panels/code_panel.h"
#include "panels/console_panel.h"

#include "panels/lesson_files.h"
#include "panels/lesson_panel.h"
#include "widgets/basics.h"
#include "widgets/code_editor.h"
#include "widgets/dock.h"
#include "window_test.h"

using namespace todevice;

namespace {

const char* const kForeign =
    "---\nid: mine\ntitle: Mine\ngpus: 6\n---\n## One\nFirst words.\n```python run\na = 1\n```\n## "
    "Two\n```python run\nb = a + "
    "1\n```\n";

const char* const kWithSolution =
    "---\nid: mine\ntitle: Mine\ngpus: 1\n---\n## One\nFirst words.\n```predict\nquestion: How many?\ntype: "
    "number\nanswer: a + 1\n"
    "```\n```change\ntask: Make it seven.\ncheck: a == 7\nhint: Seven.\ndone: Right.\n```\n"
    "```python run\na = 1\n```\n```python solution\na = 7\n```\n";

void write(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(bytes);
}

QString wordsOf(const QWidget* card) {
  QStringList all;
  for (const QLabel* label : card->findChildren<QLabel*>())
    if (label->isVisibleTo(card)) all << label->text();
  return all.join(QLatin1Char('\n'));
}

/// The learner replaces a piece of the step's code.
void edit(const Hands& hands, const QString& before, const QString& after) {
  CodeEditor* editor = hands.window()->code()->editor();
  QVERIFY2(editor->findFirst(before, false, true, false, true, true, 0, 0), qPrintable(editor->text()));
  editor->replace(after);
}

}  // namespace

class TestWindowLessons : public QObject {
  Q_OBJECT
 private slots:
  void whatTellsTheEndWaitsForTheRun() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    LessonPlayer* player = hands.work()->player();
    player->goTo(2);
    QTRY_COMPARE_WITH_TIMEOUT(player->stepIndex(), 2, 20000);
    auto* after = hands.find<QTextBrowser>("afterText");
    QVERIFY(!after->isVisible());
    QVERIFY(hands.stepThroughBlock());
    QTRY_VERIFY(after->isVisible());
    QVERIFY(after->toPlainText().contains(QLatin1String("two ids")));
  }

  void aChangeIsCheckedAndHinted() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    LessonPlayer* player = hands.work()->player();
    player->goTo(player->stepCount() - 1);
    QTRY_COMPARE_WITH_TIMEOUT(player->stepIndex(), player->stepCount() - 1, 20000);
    auto* card = hands.find<ChangeCard>("changeCard");
    QVERIFY(card->isVisible());
    hands.clickTool("run");  // unchanged: no verdict
    QTRY_VERIFY(player->blockHasRun());
    QVERIFY(hands.waitForRest());
    QVERIFY(!wordsOf(card).contains(QLatin1String("Not yet")));

    edit(hands, QStringLiteral("part = part.to(device)"), QStringLiteral("other = part.to(device)"));
    hands.clickTool("run");
    QTRY_VERIFY_WITH_TIMEOUT(wordsOf(card).contains(QLatin1String("Not yet")), 20000);
    QVERIFY(wordsOf(card).contains(QLatin1String("put into a list")));
    QVERIFY(!hands.find<QPushButton>("showSolution"));
    QVERIFY(hands.waitForRest());
    edit(hands, QStringLiteral("other = part"), QStringLiteral("another = part"));
    hands.clickTool("run");
    QTRY_VERIFY_WITH_TIMEOUT(hands.find<QPushButton>("showSolution"), 20000);
    QVERIFY(hands.waitForRest());
    hands.click(hands.find<QPushButton>("showSolution"));
    QVERIFY(hands.window()->code()->editor()->text().contains(QLatin1String("for part in parts]")));
    hands.clickTool("run");
    QTRY_VERIFY2_WITH_TIMEOUT(
        wordsOf(card).contains(QLatin1String("Done")),
        qPrintable(wordsOf(card) + QLatin1Char('\n') + hands.window()->code()->editor()->text()), 20000);
    QVERIFY(hands.window()->book()->finished(QStringLiteral("tensor-to")));
    QVERIFY(hands.window()->book()->csv().contains("tensor-to,6,change,,,,yes,3,"));
    hands.window()->lessons()->showList();
    QVERIFY(hands.find<QListWidget>("lessonList")->item(1)->text().contains(QLatin1String("done")));
  }

  void aClassIsCounted() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    hands.click(hands.find<QToolButton>("countHands"));
    const auto boxes = hands.window()->lessons()->findChildren<QSpinBox*>();
    QCOMPARE(boxes.size(), 2);
    boxes[0]->setFocus();
    boxes[0]->selectAll();
    QTest::keyClicks(boxes[0], QStringLiteral("14"));
    boxes[1]->setFocus();
    boxes[1]->selectAll();
    QTest::keyClicks(boxes[1], QStringLiteral("6"));
    QVERIFY(hands.stepThroughBlock());
    bool said = false;
    QTRY_VERIFY_WITH_TIMEOUT(
        [&] {
          for (const QLabel* label : hands.window()->lessons()->findChildren<QLabel*>())
            said = said || label->text().contains(QLatin1String("14 of 20"));
          return said;
        }(),
        20000);
    QVERIFY(hands.window()->book()->csv().contains("tensor-to,1,hands,,14 6,"));
  }

  void aForeignLessonAsksBeforeItsCodeRuns() {
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("mine.md"));
    write(path, kForeign);
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    int asked = 0;
    bool allow = false;
    hands.window()->lessonFiles()->ask = [&](const Lesson&) {
      ++asked;
      return allow ? Consent::Given : Consent::Refused;
    };
    hands.window()->openLessonFile(path);
    QCOMPARE(asked, 1);
    QCOMPARE(hands.work()->player()->lesson()->id, QStringLiteral("tensor-to"));
    allow = true;
    hands.window()->openLessonFile(path);
    QCOMPARE(asked, 2);
    QCOMPARE(hands.work()->player()->lesson()->id, QStringLiteral("mine"));
    hands.window()->openLessonFile(path);
    QCOMPARE(asked, 2);  // allowed once, by its code
    write(path, QByteArray(kForeign).replace("a = 1", "a = 2"));
    hands.window()->lessonFiles()->close();
    hands.window()->openLessonFile(path);
    QCOMPARE(asked, 3);  // other code, other question
    allow = false;
    write(path, QByteArray(kForeign).replace("a = 1", "a = 3"));
    QTRY_COMPARE_WITH_TIMEOUT(asked, 4, 20000);  // while it is open, too: who wrote that?
    auto* note = hands.window()->lessons()->findChild<MessageBar*>();
    QTRY_VERIFY_WITH_TIMEOUT(note->text().contains(QLatin1String("not allowed")), 20000);
    QVERIFY(hands.work()->player()->document().contains(QLatin1String("a = 2")));
  }

  /// While a question about it is open, a file may change: what is then allowed is what stands on the disk.
  void oneQuestionAtATime() {
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("mine.md"));
    write(path, kForeign);
    Hands hands;
    QVERIFY(hands.waitFor(Session::State::Idle));
    int asked = 0, open = 0, most = 0;
    QStringList shown;
    hands.window()->lessonFiles()->ask = [&](const Lesson& lesson) {
      ++asked;
      most = std::max(most, ++open);
      shown << lesson.steps[0].code;
      if (asked == 1 || asked == 2) {
        write(path, QByteArray(kForeign).replace("a = 1", "a = 3" + QByteArray::number(asked)));
        QTest::qWait(500);  // the question's window lets the file be watched
      }
      --open;
      return asked == 3 ? Consent::GivenToAuthor : Consent::Given;
    };
    hands.window()->openLessonFile(path);
    QTRY_COMPARE_WITH_TIMEOUT(asked, 3, 20000);
    QCOMPARE(most, 1);
    QVERIFY2(shown.last().contains(QLatin1String("a = 32")), qPrintable(shown.join('|')));
    QTRY_VERIFY(hands.work()->player()->document().contains(QLatin1String("a = 32")));
    write(path, QByteArray(kForeign).replace("a = 1", "a = 4"));
    QTRY_VERIFY_WITH_TIMEOUT(hands.work()->player()->document().contains(QLatin1String("a = 4")), 20000);
    QCOMPARE(asked, 3);
  }

  void everythingThatCanRunIsAskedAbout() {
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("mine.md"));
    write(path, kWithSolution);
    Hands hands;
    QVERIFY(hands.waitFor(Session::State::Idle));
    QString shown;
    hands.window()->lessonFiles()->ask = [&](const Lesson& lesson) {
      QTimer::singleShot(0, hands.window(), [&] {
        auto* box = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        shown = box->findChild<QPlainTextEdit*>()->toPlainText();
        box->accept();
      });
      return askBeforeFirstRun(lesson, hands.window());
    };
    hands.window()->openLessonFile(path);
    for (const char* part : {"a = 1", "a + 1", "a == 7", "a = 7"})
      QVERIFY2(shown.contains(QLatin1String(part)), part);
    int asked = 0;
    hands.window()->lessonFiles()->ask = [&](const Lesson&) {
      ++asked;
      return Consent::Refused;
    };
    write(path, QByteArray(kWithSolution).replace("a = 7\n", "a = 3 + 4\n"));
    QTRY_COMPARE_WITH_TIMEOUT(asked, 1, 20000);  // the solution runs, too
  }

  void anAuthorSeesAChangeAtOnce() {
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("mine.md"));
    write(path, kForeign);
    Hands hands;
    QVERIFY(hands.waitFor(Session::State::Idle));
    hands.window()->lessonFiles()->ask = [](const Lesson&) { return Consent::GivenToAuthor; };
    hands.window()->openLessonFile(path);
    QVERIFY(hands.waitFor(Session::State::Idle));
    LessonPlayer* player = hands.work()->player();
    player->next();
    QTRY_COMPARE_WITH_TIMEOUT(player->stepIndex(), 1, 20000);

    write(path, QByteArray(kForeign).replace("## Two", "## Second"));
    QTRY_COMPARE_WITH_TIMEOUT(player->lesson()->steps[1].title, QStringLiteral("Second"), 20000);
    QCOMPARE(player->stepIndex(), 1);
    QCOMPARE(hands.work()->timeline()->count(), 1);  // only words: nothing ran again

    write(path, QByteArray(kForeign).replace("title: Mine", "titel: Mine"));
    auto* note = hands.window()->lessons()->findChild<MessageBar*>();
    QTRY_VERIFY_WITH_TIMEOUT(note->text().contains(QLatin1String("line 3")), 20000);
    QCOMPARE(player->lesson()->title, QStringLiteral("Mine"));

    write(path, QByteArray(kForeign).replace("a = 1", "a = 5"));
    QTRY_VERIFY_WITH_TIMEOUT(player->document().contains(QLatin1String("a = 5")), 20000);
    QCOMPARE(player->stepIndex(), 1);
    QTRY_COMPARE_WITH_TIMEOUT(hands.work()->timeline()->count(), 1, 20000);
    QVERIFY(hands.waitForRest());
    QCOMPARE(hands.ask(QStringLiteral("a")), QStringLiteral("5"));
  }

  /// Editors and version control take a file away and bring it again later; a link may lead elsewhere.
  void aFileThatGoesMayComeAgain() {
    QTemporaryDir dir;
    QVERIFY(QDir(dir.path()).mkpath(QStringLiteral("a/b")));
    const QString path = dir.filePath(QStringLiteral("a/b/mine.md"));
    write(path, kForeign);
    Hands hands;
    QVERIFY(hands.waitFor(Session::State::Idle));
    hands.window()->lessonFiles()->ask = [](const Lesson&) { return Consent::GivenToAuthor; };
    hands.window()->openLessonFile(path);
    const LessonPlayer* player = hands.work()->player();
    const auto becomes = [player](const char* code) {
      return QTest::qWaitFor([&] { return player->document().contains(QLatin1String(code)); }, 10000);
    };
    QVERIFY(QFile::remove(path));
    QTest::qWait(500);
    write(path, QByteArray(kForeign).replace("a = 1", "a = 2"));
    QVERIFY(becomes("a = 2"));
    QVERIFY(QDir(dir.filePath(QStringLiteral("a"))).removeRecursively());  // with its folders
    QTest::qWait(500);
    QVERIFY(QDir(dir.path()).mkpath(QStringLiteral("a/b")));
    QTest::qWait(500);
    write(path, QByteArray(kForeign).replace("a = 1", "a = 3"));
    QVERIFY(becomes("a = 3"));
    QVERIFY(QFile::remove(path) && QDir(dir.path()).mkpath(path));  // a folder of its name
    QTest::qWait(500);
    QVERIFY(QDir().rmdir(path));
    const QString other = dir.filePath(QStringLiteral("other.md"));
    write(other, QByteArray(kForeign).replace("a = 1", "a = 4"));
    QTest::qWait(500);
    QVERIFY(QFile::link(other, path));
    QVERIFY(becomes("a = 4"));
    const QString third = dir.filePath(QStringLiteral("third.md"));
    write(third, QByteArray(kForeign).replace("a = 1", "a = 5"));
    QVERIFY(QFile::remove(path) && QFile::link(third, path));
    QVERIFY(becomes("a = 5"));
  }

  /// What is asked about can be seen: no code stands far to the right, none looks like something else.
  void codeCannotHideFromWhoIsAsked() {
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("mine.md"));
    const QString code = QStringLiteral("a = 1;%1b = 2\nc = '\u202e\u2066'  # \u200b\u2028\f")
                             .arg(QString(3000, QLatin1Char(' ')));
    write(path, QByteArray(kForeign).replace("a = 1", code.toUtf8()));
    Hands hands;
    QVERIFY(hands.waitFor(Session::State::Idle));
    QString shown;
    int right = -1;
    hands.window()->lessonFiles()->ask = [&](const Lesson& lesson) {
      QTimer::singleShot(0, hands.window(), [&] {
        auto* box = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        auto* text = box->findChild<QPlainTextEdit*>();
        shown = text->toPlainText();
        right = text->horizontalScrollBar()->maximum();
        box->reject();
      });
      return askBeforeFirstRun(lesson, hands.window());
    };
    hands.window()->openLessonFile(path);
    QCOMPARE(right, 0);
    QVERIFY2(shown.contains(QLatin1String("c = '\\u202e\\u2066'  # \\u200b\\u2028\\u000c\n")),
             qPrintable(shown.right(200)));
  }

  /// A file of one's own: its name has no Markdown in it, and its lines are those of Python.
  void aPythonFileIsShownAsItIs() {
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("__init__ `a`<b>.py"));
    write(path, "a = 1\rb = 2\r\nc = 3\n");
    Hands hands;
    QVERIFY(hands.waitFor(Session::State::Idle));
    QCOMPARE(hands.window()->openLessonFile(path), QString());
    QVERIFY2(wordsOf(hands.window()->lessons()).contains(QLatin1String("__init__ `a`&lt;b&gt;.py")),
             qPrintable(wordsOf(hands.window()->lessons())));
    QVERIFY(hands.find<QToolButton>("lesson")->text().contains(QLatin1String("__init__ `a`<b>.py")));
    QCOMPARE(hands.work()->player()->blockLineCount(), 3);
    QCOMPARE(hands.window()->code()->editor()->lines(), 3);
  }

  void bulletsInBulletsStandFurtherIn() {
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("mine.md"));
    write(path, QByteArray(kForeign).replace("## Two\n", "## Two\n- outer\n  - inner\n    - innermost\n\n"));
    Hands hands;
    QVERIFY(hands.waitFor(Session::State::Idle));
    hands.window()->lessonFiles()->ask = [](const Lesson&) { return Consent::GivenToAuthor; };
    hands.window()->openLessonFile(path);
    hands.work()->player()->goTo(1);
    QTRY_COMPARE_WITH_TIMEOUT(hands.work()->player()->stepIndex(), 1, 20000);
    const auto indent = [&](const QString& word) {
      for (const auto* text : hands.window()->lessons()->findChildren<QTextBrowser*>())
        for (QTextBlock block = text->document()->begin(); block.isValid(); block = block.next())
          if (block.text().trimmed() == word && block.textList()) return block.textList()->format().indent();
      return -1;
    };
    QTRY_COMPARE(indent(QStringLiteral("outer")), 1);
    QCOMPARE(indent(QStringLiteral("inner")), 2);
    QCOMPARE(indent(QStringLiteral("innermost")), 3);
  }

  void anErrorIsReadToItsEnd() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("same-device")));
    hands.window()->dock(QStringLiteral("console"))->bringUp();
    hands.clickTool("run");
    QVERIFY(hands.waitForRest());
    auto* text = hands.window()->console()->findChild<QPlainTextEdit*>();
    QTRY_VERIFY_WITH_TIMEOUT(text->toPlainText().contains(QLatin1String("to be on the same device")), 20000);
    QVERIFY(text->isVisible());
    QCOMPARE(text->horizontalScrollBar()->maximum(), 0);
  }

  void missingGpusAreOffered() {
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("mine.md"));
    write(path, kForeign);
    Hands hands(2);
    QVERIFY(hands.waitFor(Session::State::Idle));
    hands.window()->lessonFiles()->ask = [](const Lesson&) { return Consent::GivenToAuthor; };
    hands.window()->openLessonFile(path);
    auto* note = hands.window()->lessons()->findChild<MessageBar*>();
    QTRY_VERIFY(note->text().contains(QLatin1String("6 GPUs")));
    QVERIFY(hands.waitFor(Session::State::Idle));
    hands.click(note->findChild<QPushButton*>());
    QTRY_COMPARE_WITH_TIMEOUT(hands.work()->session()->settings().simulate, 6, 20000);
    QTRY_VERIFY_WITH_TIMEOUT(!note->isVisible(), 20000);
  }
};

QTEST_MAIN(TestWindowLessons)
#include "tst_window_lessons.moc"
