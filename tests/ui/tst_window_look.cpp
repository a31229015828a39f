// SPDX-License-Identifier: GPL-3.0-or-later
// What the window looks like: nothing is cut, both languages fit, it can be used by keyboard alone.
#include <QAccessible>
#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>

#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <QToolButton>
#include "export/report_player.h"
#include "panels/console_panel.h"
#include "panels/gpu_card.h"
#include "panels/gpu_panel.h"
#include "panels/language.h"
#include "panels/lesson_panel.h"
#include "panels/prediction_card.h"
#include "widgets/basics.h"
#include "widgets/code_editor.h"
#include "widgets/dock.h"
#include "widgets/look.h"
#include "widgets/status_line.h"
#include "widgets/timeline_bar.h"
#include "window_test.h"

using namespace todevice;

class TestWindowLook : public QObject {
  Q_OBJECT
 private slots:
  void everythingFits_data() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<QSize>("size");
    for (const char* language : {"en", "zh_CN"})
      for (const QSize size : {QSize(1024, 768), QSize(1280, 800)})
        QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(QLatin1String(language)).arg(size.width())))
            << QString::fromLatin1(language) << size;
  }
  void everythingFits() {
    QFETCH(QString, language);
    QFETCH(QSize, size);
    Hands hands(4, language, size);
    QVERIFY(hands.waitFor(Session::State::Idle));
    QCOMPARE(hands.window()->size(), size);
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    QTest::qWait(0);
    QStringList cut = cutTexts(hands.window());
    QVERIFY2(cut.isEmpty(), qPrintable(cut.join(QLatin1Char('\n'))));
    QVERIFY(hands.stepThroughBlock());
    cut = cutTexts(hands.window());
    QVERIFY2(cut.isEmpty(), qPrintable(cut.join(QLatin1Char('\n'))));
  }

  void presentingKeepsTheLineAndTheWordsInView_data() {
    QTest::addColumn<QString>("lesson");
    QTest::addColumn<int>("steps");
    QTest::newRow("all fitted before") << QStringLiteral("module-to") << 3;
    QTest::newRow("a long error") << QStringLiteral("data-parallel") << 3;
  }
  void presentingKeepsTheLineAndTheWordsInView() {
    QFETCH(QString, lesson);
    QFETCH(int, steps);
    for (const char* language : {"en", "zh_CN"}) {
      Hands hands(4, QLatin1String(language), QSize(1280, 800));
      QVERIFY(hands.openLesson(lesson));
      for (int i = 1; i < steps; ++i) {
        QVERIFY(hands.stepThroughBlock());
        hands.work()->player()->next();
      }
      QVERIFY(hands.stepThroughBlock());
      hands.window()->setPresenting(true);
      hands.window()->resize(1280, 800);
      const auto* editor = hands.window()->findChild<CodeEditor*>();
      const int line = hands.work()->timeline()->current()->line;
      QTRY_VERIFY2(editor->isInView(line), qPrintable(QString::number(line)));
      const QScrollBar* bar = hands.window()->console()->text()->verticalScrollBar();
      QTRY_VERIFY(bar->maximum() > 0 && bar->value() == bar->maximum());
      QTRY_VERIFY2(cutTexts(hands.window()).isEmpty(),
                   qPrintable(cutTexts(hands.window()).join(QLatin1Char('\n'))));
      hands.window()->setPresenting(false);
    }
  }

  void theLessonIsNotCutInTheSmallestWindow() {
    for (const char* language : {"en", "zh_CN"}) {
      Hands hands(4, QLatin1String(language));
      hands.window()->resize(1, 1);
      for (const char* lesson : {"same-device", "gpu-memory", "data-parallel"}) {
        QVERIFY(hands.openLesson(QLatin1String(lesson)));
        QVERIFY(hands.stepThroughBlock());
        const QWidget* content = hands.window()->lessons()->findChild<PredictionCard*>()->parentWidget();
        QTRY_VERIFY2(content->width() <= content->parentWidget()->width(),
                     qPrintable(QStringLiteral("%1 %2: %3 of %4")
                                    .arg(QLatin1String(language), QLatin1String(lesson))
                                    .arg(content->width())
                                    .arg(content->parentWidget()->width())));
      }
    }
  }

  void theSentenceOfTheLineComesFirst() {
    StatusLine line;
    const QString sentence = QStringLiteral("line 21: net is the same object, now on cuda:0");
    line.setSentence(sentence);
    line.setFacts({"worker 4711 ready", "CUDA_VISIBLE_DEVICES is unset", "simulated", "7 tensors"},
                  QStringLiteral("worker 4711 ready\n3 tensors on cuda:0\n4 tensors on cuda:1"));
    line.resize(line.sizeHint().width() + 60, 24);
    line.show();
    QCOMPARE(line.sentence()->shownText(), sentence);
    QCOMPARE(line.facts()->shownText(),
             QString("worker 4711 ready · CUDA_VISIBLE_DEVICES is unset · simulated · 7 tensors"));
    line.resize(line.sentence()->sizeHint().width() + 260, 24);
    QCOMPARE(line.sentence()->shownText(), sentence);
    // A fact is there whole or not at all.
    QCOMPARE(line.facts()->shownText(), QString("worker 4711 ready"));
    QVERIFY(line.facts()->toolTip().contains(QLatin1String("4 tensors on cuda:1")));
    line.resize(300, 24);  // neither takes all
    QVERIFY(line.sentence()->width() > 0 && line.facts()->width() > 0);
  }

  void theLanguageChangesAtOnce() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    QVERIFY(hands.stepThroughBlock());
    const int records = hands.work()->timeline()->count();
    hands.clickTool("language");
    QCOMPARE(currentLanguage(), QStringLiteral("zh_CN"));
    static const QRegularExpression chinese(QStringLiteral("[\\x{4e00}-\\x{9fff}]"));
    for (const char* name : {"lesson", "code", "memory", "gpus", "training", "console", "hood"})
      QTRY_VERIFY2(hands.window()->dock(QLatin1String(name))->windowTitle().contains(chinese), name);
    for (const char* name : {"back", "step", "run", "stop", "reset"})
      QVERIFY2(hands.find<QAction>(name)->text().contains(chinese), name);
    QVERIFY(hands.find<QPushButton>("stepNext")->text().contains(chinese));
    QVERIFY(hands.work()->timeline()->count() == records);
    hands.clickTool("language");
    QCOMPARE(currentLanguage(), QStringLiteral("en"));
    QTRY_COMPARE(hands.find<QAction>("step")->text(), QStringLiteral("Step"));
  }

  void everyThemeAndZoomIsTakenLive() {
    Hands hands;
    QVERIFY(hands.waitFor(Session::State::Idle));
    const int height = hands.find<QPushButton>("stepNext")->sizeHint().height();
    for (const QString& theme : Look::themeNames()) {
      Look::get().setTheme(theme);
      const QImage image = hands.window()->grab().toImage();
      QCOMPARE(image.pixelColor(image.width() / 2, 3), Look::get().color("panel"));
    }
    hands.key(Qt::Key_Plus, Qt::ControlModifier);
    hands.key(Qt::Key_Plus, Qt::ControlModifier);
    hands.key(Qt::Key_Plus, Qt::ControlModifier);
    QVERIFY(qAbs(Look::get().zoom() - 1.3) < 1e-6);
    QVERIFY(hands.find<QPushButton>("stepNext")->sizeHint().height() > height);
    hands.key(Qt::Key_0, Qt::ControlModifier);
    QCOMPARE(Look::get().zoom(), 1.0);
  }

  void aLessonIsDoneByKeyboardAlone() {
    Hands hands;
    QVERIFY(hands.waitFor(Session::State::Idle));
    hands.key(Qt::Key_1, Qt::ControlModifier);
    QCOMPARE(QApplication::focusWidget(), hands.find<QListWidget>("lessonList"));
    hands.key(Qt::Key_Home);
    hands.key(Qt::Key_Return);
    QTRY_VERIFY(hands.work()->player()->lesson() != nullptr);
    QVERIFY(hands.waitFor(Session::State::Idle));
    QVERIFY(hands.stepThroughBlock());
    auto* next = hands.find<QPushButton>("stepNext");
    for (int presses = 0; presses < 60 && QApplication::focusWidget() != next; ++presses)
      hands.key(Qt::Key_Tab);
    QCOMPARE(QApplication::focusWidget(), next);
    hands.key(Qt::Key_Space);
    QTRY_COMPARE(hands.work()->player()->stepIndex(), 1);
    // To the GPU map, and the first card off.
    hands.key(Qt::Key_4, Qt::ControlModifier);
    auto* box = qobject_cast<QCheckBox*>(QApplication::focusWidget());
    QVERIFY(box && box->isChecked());
    hands.key(Qt::Key_Space);
    QTRY_COMPARE(hands.work()->session()->settings().visibleDevices,
                 std::optional<QString>(QStringLiteral("1,2,3")));
  }

  /// Paper is light: its pictures are those of a light window, cards and all, and the window stays dark.
  void aDarkWindowPrintsInLight() {
    const auto play = [](const QString& theme) {
      Hands hands;
      Look::get().setTheme(theme);
      if (!hands.waitFor(Session::State::Idle)) qFatal("no worker");
      const QTemporaryDir dir;
      ReportPlayer player(hands.window(), {QStringLiteral("tensor-to")}, dir.path());
      QSignalSpy finished(&player, &ReportPlayer::finished);
      player.start();
      finished.wait(60000);
      if (Look::get().theme() != theme) qFatal("another theme stayed");
      const QImage window(dir.filePath(QStringLiteral("tensor-to/step-03.png")));
      const int lightness = window.pixelColor(2, window.height() - 3).lightness();
      QList<QImage> images{window};
      for (const HandoutStep& step : player.steps())
        for (const PanelPicture& panel : step.panels) images << panel.image;
      return std::pair(lightness, images);
    };
    const auto [pale, printed] = play(QStringLiteral("light"));
    const auto [deep, same] = play(QStringLiteral("dark"));
    QVERIFY(pale > 200);
    QVERIFY(deep < 60);  // the window's own picture is as the window is
    QVERIFY(printed.size() > 4);
    QCOMPARE(same.size(), printed.size());
    for (qsizetype i = 1; i < same.size(); ++i) {
      QCOMPARE(same[i].size(), printed[i].size());
      QCOMPARE(same[i].pixelColor(12, same[i].height() - 6),
               printed[i].pixelColor(12, printed[i].height() - 6));
    }
  }

  void notesAreForTheInstructor() {
    Hands hands;
    QVERIFY(hands.waitFor(Session::State::Idle));
    QVERIFY(hands.openLesson(QStringLiteral("tensor-to")));
    QVERIFY(!hands.work()->player()->lesson()->steps[0].notes.isEmpty());
    const auto* card = hands.find<QFrame>("instructorNotes");
    auto* action = hands.find<QAction>("instructor");
    QVERIFY(!card->isVisible());
    action->trigger();
    QVERIFY(card->isVisible());
    const auto* words = card->findChild<QTextBrowser*>();
    QTRY_VERIFY(words->height() > 10);
    QVERIFY(words->toPlainText().contains(QLatin1String("address")));
    hands.window()->setLanguage(QStringLiteral("zh_CN"));
    QVERIFY(words->toPlainText().contains(QStringLiteral("地址")));
    QTRY_COMPARE(card->findChild<QLabel*>()->text(), QStringLiteral("讲师备注"));
    hands.window()->setPresenting(true);
    QVERIFY(!card->isVisible());
    hands.window()->setPresenting(false);
    QVERIFY(card->isVisible());
    QVERIFY(hands.work()->player()->lesson()->steps[1].notes.isEmpty());
    hands.work()->player()->goTo(1);
    QTRY_VERIFY(!card->isVisible());
    action->trigger();
    hands.work()->player()->goTo(0);
    QVERIFY(!card->isVisible());
  }

  void whatIsDrawnHasANameAndARole() {
    Hands hands;
    QVERIFY(hands.waitFor(Session::State::Idle));
    QAccessibleInterface* bar = QAccessible::queryAccessibleInterface(hands.window()->timelineBar());
    QVERIFY(bar);
    QCOMPARE(bar->role(), QAccessible::Slider);
    QVERIFY(!bar->text(QAccessible::Name).isEmpty());
    QVERIFY(bar->valueInterface());
    for (GpuCard* card : hands.window()->gpus()->findChildren<GpuCard*>())
      QVERIFY(card->box()->accessibleName().contains(QLatin1String("GPU")));
    for (const QAbstractButton* button : hands.window()->findChildren<QAbstractButton*>()) {
      if (!button->isVisible() || qobject_cast<const QToolButton*>(button) == nullptr) continue;
      QVERIFY2(!button->text().isEmpty() || !button->accessibleName().isEmpty(),
               qPrintable(button->objectName()));
    }
  }
};

QTEST_MAIN(TestWindowLook)
#include "tst_window_look.moc"
