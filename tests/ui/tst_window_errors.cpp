// SPDX-License-Identifier: GPL-3.0-or-later
// What the window says of errors, in its editor and its status bar, and where two programs differ.
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QTableView>
#include <QTextBrowser>
#include <QToolButton>

#include "models/console_buffer.h"
#include "models/explainer.h"
#include "models/lesson_player.h"
#include "models/timeline.h"
#include "panels/code_panel.h"
#include "panels/compare_window.h"
#include "widgets/basics.h"
#include "widgets/code_editor.h"
#include "widgets/status_line.h"
#include "window_test.h"

using namespace todevice;

namespace {

constexpr int kErrorIndicator = 8;  // the editor's

QString underlined(const CodeEditor& editor) {
  const QByteArray bytes = editor.text().toUtf8();
  QByteArray marked;
  for (int at = 0; at < bytes.size(); ++at) {
    if (editor.SendScintilla(QsciScintillaBase::SCI_INDICATORVALUEAT, kErrorIndicator, long(at)) != 0)
      marked += bytes[at];
  }
  return QString::fromUtf8(marked);
}

bool runs(const Hands& hands, const QString& code) {
  hands.window()->code()->editor()->setText(code);
  hands.work()->player()->run();
  return QTest::qWaitFor([&] { return hands.work()->player()->blockHasRun(); }, 20000) && hands.waitForRest();
}

}  // namespace

class TestWindowErrors : public QObject {
  Q_OBJECT
 private slots:
  /// What the worker itself says and what PyTorch has no error for, in the window's language.
  void toDevicesOwnWordsAreInChinese_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("words");
    QTest::newRow("input") << "n = input()" << QStringLiteral("没有键盘");
    QTest::newRow("file descriptor") << "import sys\nsys.stdout.fileno()" << QStringLiteral("没有文件描述符");
    QTest::newRow("spawn")
        << "import multiprocessing as m\np = m.get_context('spawn').Process(target=print)\np.start()"
        << QStringLiteral("不会启动新的 Python");
    QTest::newRow("not there") << "import torch\ntorch.stft" << QStringLiteral("只是 PyTorch 的一部分");
    QTest::newRow("not implemented") << "import torch\ntorch.ones(2).view(torch.int32)"
                                     << QStringLiteral("只是 PyTorch 的一部分");
    QTest::newRow("saved") << "import torch\ntorch.save(torch.nn.Linear(1, 1), 'x')"
                           << QStringLiteral("state_dict()");
  }
  void toDevicesOwnWordsAreInChinese() {
    QFETCH(QString, code);
    QFETCH(QString, words);
    Hands hands(1, QStringLiteral("zh_CN"));
    QVERIFY(hands.waitFor(Session::State::Idle));
    hands.work()->session()->runBlock(code, protocol::Mode::record);
    QTRY_VERIFY_WITH_TIMEOUT(hands.work()->explainer()->current(), 20000);
    const auto& said = *hands.work()->explainer()->current();
    QCOMPARE(said.kind, Explanation::Own);
    QVERIFY2((said.headline + said.text).contains(words), qPrintable(said.headline + said.text));
  }

  void thatTracingHasNoEffectIsSaidInChinese() {
    Hands hands(1, QStringLiteral("zh_CN"));
    QVERIFY(hands.waitFor(Session::State::Idle));
    hands.work()->session()->runBlock(QStringLiteral("import sys\nsys.settrace(print)"),
                                      protocol::Mode::record);
    QTRY_VERIFY2_WITH_TIMEOUT(hands.work()->console()->text().contains(QStringLiteral("请在它旁边设置断点")),
                              qPrintable(hands.work()->console()->text()), 20000);
    QVERIFY(!hands.work()->console()->text().contains(QLatin1String("no effect")));
  }

  void theSquiggleIsAsLongAsItsLine_data() {
    QTest::addColumn<QString>("line");
    QTest::newRow("English") << "    name = input('your name? ')";
    QTest::newRow("Chinese") << QString::fromUtf8("name = input(\"你的名字? \")");
    QTest::newRow("emoji") << QString::fromUtf8("name = '🙂🙂🙂' + 1");
    QTest::newRow("last, no end") << QString::fromUtf8("print('张量🙂')");
  }
  void theSquiggleIsAsLongAsItsLine() {
    QFETCH(QString, line);
    CodeEditor editor;
    const bool last = QLatin1String(QTest::currentDataTag()) == QLatin1String("last, no end");
    editor.setText(last ? "x = 1\n" + line : line + "\nprint('next')\n");
    editor.showError(last ? 2 : 1, "Error");
    QCOMPARE(underlined(editor), line.trimmed());
    editor.clearError();
    QCOMPARE(underlined(editor), QString());
  }

  void aFixTakesItsOwnLineOnly() {
    CodeEditor editor;
    editor.setText(QString::fromUtf8("x = '🙂🙂🙂🙂张量'\nnext = 2\n"));
    editor.apply({"", {{1, false, QString::fromUtf8("x = '🙂'")}}});
    QCOMPARE(editor.text(), QString::fromUtf8("x = '🙂'\nnext = 2\n"));
  }

  void aLongErrorIsWrapped() {
    CodeEditor editor;
    editor.resize(420, 300);
    editor.show();
    editor.setText("total = x + y\nprint(total)\n");
    const QString error =
        "RuntimeError: Expected all tensors to be on the same device, but found at least two devices, "
        "cuda:0 and cpu!";
    editor.showError(1, error);
    const QString shown = editor.annotation(0);
    QVERIFY2(shown.count('\n') >= 1, qPrintable(shown));
    QCOMPARE(QString(shown).replace('\n', ' '), error);
    const QFontMetrics metrics(Look::get().font(0.94));
    for (const QString& row : shown.split('\n'))
      QVERIFY2(metrics.horizontalAdvance(row) < editor.viewport()->width(), qPrintable(row));
    editor.resize(1600, 300);
    QTRY_COMPARE(editor.annotation(0), error);
    editor.showError(1, QString("Error: ") + QString("word ").repeated(2000));
    QVERIFY(editor.annotation(0).endsWith(QStringLiteral("…")));
    QVERIFY(editor.annotation(0).count('\n') <= 6);
  }

  void anExplanationIsNotSqueezed() {
    Hands hands(2, QStringLiteral("en"), {1100, 700});
    QVERIFY(hands.openLesson(QStringLiteral("same-device")));
    Look::get().setZoom(1.5);
    QVERIFY(hands.stepThroughBlock());
    const auto* card = hands.find<QFrame>("explanationCard");
    QTRY_VERIFY(card->isVisible());
    for (const QLabel* label : card->findChildren<QLabel*>())
      if (label->wordWrap()) QTRY_VERIFY(label->height() >= label->heightForWidth(label->width()));
    Look::get().setZoom(1.0);
  }

  void noScrollBarIsLeftOver() {
    CodeEditor editor;
    editor.resize(400, 200);
    editor.show();
    editor.setText("x = '" + QString(300, 'x') + "'\n");
    QVERIFY(QTest::qWaitForWindowExposed(&editor));
    QTRY_VERIFY(editor.horizontalScrollBar()->maximum() > 0);
    editor.setText("x = 1\n");
    QTRY_VERIFY2(!editor.horizontalScrollBar()->isVisible(),
                 qPrintable(QString::number(editor.horizontalScrollBar()->maximum())));
  }

  void oneLineOfALongErrorInTheStatusBar() {
    ElideLabel label;
    label.setFullText("RuntimeError: Error(s) in loading:\n\tMissing key(s)");
    QCOMPARE(label.firstLine(), QString("RuntimeError: Error(s) in loading: …"));
    QCOMPARE(label.toolTip(), QString("RuntimeError: Error(s) in loading:\n\tMissing key(s)"));
    QCOMPARE(label.sizeHint().width(), label.fontMetrics().horizontalAdvance(label.firstLine()) + 2);
    label.setFullText("one line");
    QCOMPARE(label.firstLine(), QString("one line"));
  }

  void whatTheCodeDidToTheVariable() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("where-tensors-live")));
    const auto facts = [&] { return hands.window()->findChild<StatusLine*>()->facts()->fullText(); };
    QVERIFY2(facts().contains("CUDA_VISIBLE_DEVICES is unset"), qPrintable(facts()));
    QVERIFY(runs(hands,
                 "import os\nos.environ['CUDA_VISIBLE_DEVICES'] = '2,3'\nimport torch\n"
                 "torch.ones(1).cuda()\nos.environ['CUDA_VISIBLE_DEVICES'] = '1'\n"));
    QTRY_VERIFY2(facts().contains("CUDA_VISIBLE_DEVICES=1 (by the code, too late)"), qPrintable(facts()));
    hands.work()->timeline()->setCursor(2);
    QTRY_VERIFY2(facts().contains("CUDA_VISIBLE_DEVICES=2,3 (by the code)"), qPrintable(facts()));
    hands.work()->timeline()->setCursor(1);
    QTRY_VERIFY2(facts().contains("CUDA_VISIBLE_DEVICES is unset"), qPrintable(facts()));
  }

  void codeInProseIsNotCut() {
    Hands hands(4, QStringLiteral("zh_CN"));
    QVERIFY(hands.openLesson(QStringLiteral("too-late")));
    hands.work()->player()->goTo(4);
    QTRY_COMPARE_WITH_TIMEOUT(hands.work()->player()->stepIndex(), 4, 30000);
    QTextBrowser* prose = nullptr;
    for (auto* one : hands.window()->findChildren<QTextBrowser*>())
      if (one->toPlainText().contains("python script.py")) prose = one;
    QVERIFY(prose);
    QTRY_VERIFY2(
        prose->document()->idealWidth() <= prose->viewport()->width() + 1,
        qPrintable(QString("%1 in %2").arg(prose->document()->idealWidth()).arg(prose->viewport()->width())));
  }

  void theCompareWindow() {
    Hands hands;
    QVERIFY(hands.openLesson(QStringLiteral("where-tensors-live")));
    hands.work()->player()->next();
    QTRY_COMPARE_WITH_TIMEOUT(hands.work()->player()->stepIndex(), 1, 20000);
    hands.work()->player()->run();
    QTRY_VERIFY_WITH_TIMEOUT(hands.work()->player()->blockHasRun(), 20000);
    QVERIFY(hands.waitForRest());
    hands.click(hands.find<QToolButton>("compareSettings"));
    auto* window = hands.find<CompareWindow>("compare");
    Comparison* both = window->comparison();
    QTRY_VERIFY_WITH_TIMEOUT(both->canStep(), 20000);
    both->runOn();
    const CodeEditor* editor = hands.window()->code()->editor();
    const auto done = [&] {
      if (both->rowCount() == 0 || both->canStep()) return false;
      for (int row = 0; row < both->rowCount(); ++row)
        if (both->isOpen(row)) return false;
      return true;
    };
    QTRY_VERIFY_WITH_TIMEOUT(done(), 20000);
    // The editor's own numbers: the text of each row stands at its line there.
    for (int row = 0; row < both->rowCount(); ++row) {
      const int line = both->lineOf(row);
      QCOMPARE(both->index(row, Comparison::Code).data().toString(), editor->text(line - 1).trimmed());
    }
    const auto words = [&] {
      QStringList all;
      for (const QLabel* label : window->findChildren<QLabel*>()) all << label->text();
      return all.join('\n');
    };
    QVERIFY2(words().contains(QString("after line %1;").arg(both->lineOf(both->rowCount() - 1))),
             qPrintable(words()));

    // What is typed is not in force before the two programs begin anew.
    auto* right = window->findChild<QLineEdit*>(QStringLiteral("rightSetting"));
    QVERIFY(!words().contains("Not applied yet"));
    const QString before = both->mappingWords(Comparison::Right), was = right->text();
    QVERIFY(words().contains(before));
    right->setText("xyz");
    QVERIFY2(words().contains("Not applied yet") && !words().contains(before), qPrintable(words()));
    right->setText(was);
    QVERIFY(!words().contains("Not applied yet"));
    right->setText("xyz");
    window->compare();
    QVERIFY(!words().contains("Not applied yet"));
    QTRY_VERIFY_WITH_TIMEOUT(words().contains("no GPU is visible"), 20000);
  }
};

QTEST_MAIN(TestWindowErrors)
#include "tst_window_errors.moc"
