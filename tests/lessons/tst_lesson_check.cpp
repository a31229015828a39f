// SPDX-License-Identifier: Apache-2.0
// What an author is told: each mistake with its file and line, and nothing about a lesson without mistakes.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "checker/check.h"
#include "text/python_text.h"

using namespace todevice;

namespace {

// Lines: 5 heading, 7 predict, 14 code, 18 heading, 20 change, 25 code, 29 solution.
const char* const kLesson =
    "---\nid: mine\ntitle: T\n---\n## First\n\n```predict\nquestion: Where is x?\n- cpu\n  > Yes.\n- cuda:0\n"
    "  > No.\nanswer: str(x.device)\n```\n```python run\nimport torch\nx = torch.ones(2)\n```\n## Turn\n"
    "```change\ntask: Move it.\ncheck: y.is_cuda\nhint: Say to.\n```\n```python run\ny = x\n```\n"
    "```python solution\ny = x.to(\"cuda\")  # there\n```\n";

void write(const QString& path, const QString& text) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(text.toUtf8());
}

}  // namespace

class TestLessonCheck : public QObject {
  Q_OBJECT
 private slots:
  void aGoodLessonPasses();
  void findsMistakes_data();
  void findsMistakes();
  void whatFollowsAFailureIsNotTold();
  void aCrashBehindAnExpectedErrorIsTold();
  void anErrorThatDoesNotComeIsToldOnce();
  void lessonsTogetherHaveTheirOwnIds();
  void chineseIsWrittenAsSuch_data();
  void chineseIsWrittenAsSuch();
  void anIdBelongsToOneLesson();
  void whatIsNeededMayStandBeside();
  void tellsWhereItIsAndStops();
  void languagesAreCompared_data();
  void languagesAreCompared();
  void aCopyIsNoTranslation();
  void aMissingLanguageIsAProblem();
  void aFileAloneNeedsNoTranslation();
  void needsNameEarlierLessons();
  void codeThatNeverEndsIsNamed();
  void codeThatPrintsForEverIsStopped();
  void exitEndsABlock();
  void theTemplatePasses();
  void theTemplateWritesOverNothing();

 private:
  /// "en.md:3: message" for a folder 01-mine with this text in each language.
  static QStringList problems(const QString& english, const QString& chinese);
  static CheckSettings settings() { return {qEnvironmentVariable("TODEVICE_WORKER"), -1, 10}; }
};

QStringList TestLessonCheck::problems(const QString& english, const QString& chinese) {
  QTemporaryDir dir;
  const QString folder = dir.filePath("01-mine");
  QDir().mkpath(folder);
  write(folder + "/en.md", english);
  if (!chinese.isEmpty()) write(folder + "/zh_CN.md", chinese);
  QStringList found;
  const CheckResult result = checkLessons(folder, settings());
  for (const LessonProblem& p : result.problems)
    found << QString("%1:%2: %3").arg(QFileInfo(p.path).fileName()).arg(p.line).arg(p.message);
  return found;
}

void TestLessonCheck::aGoodLessonPasses() {
  QCOMPARE(problems(kLesson, kLesson), QStringList());
}

void TestLessonCheck::findsMistakes_data() {
  QTest::addColumn<QString>("before");
  QTest::addColumn<QString>("after");
  QTest::addColumn<QString>("problem");
  const auto row = [](const char* name, const char* before, const char* after, const char* problem) {
    QTest::newRow(name) << QString(before) << QString(after) << QString(problem);
  };
  row("unknown field", "title: T", "title: T\nlevel: 3", "en.md:4: unknown field \"level\"");
  row("code that fails", "x = torch.ones(2)", "x = torch.one(2)",
      "en.md:17: this code fails: AttributeError");
  row("code that is no Python", "x = torch.ones(2)", "x = (", "en.md:17: this code fails: SyntaxError");
  row("an error that does not come", "```python run\nimport", "```python run raises RuntimeError\nimport",
      "en.md:16: this code should end with RuntimeError, and ends without an error");
  row("another error", "```python run\nimport torch",
      "```python run raises RuntimeError\nimport torch; 1 / 0",
      "en.md:16: this code should end with RuntimeError, not with ZeroDivisionError");
  row("answer that fails", "answer: str(x.device)", "answer: str(z.device)",
      "en.md:13: the answer fails: NameError");
  row("no answer", "answer: str(x.device)", "answer: x.grad", "en.md:13: the answer is None");
  row("none of the choices", "answer: str(x.device)", "answer: x.numel()",
      "en.md:13: the answer is none of the choices: 2");
  row("random answer", "answer: str(x.device)", "answer: __import__('random').random()",
      "en.md:13: the answer changes from one time to the next: 0.");
  row("answer that each run changes", "- cpu\n  > Yes.\n- cuda:0\n  > No.\nanswer: str(x.device)",
      "type: number\nanswer: __import__('os').getpid()",
      "en.md:10: the answer changes from one time to the next");
  row("GPU that is not there", "x = torch.ones(2)", "x = torch.ones(2, device='cuda:1')",
      "en.md:17: this code fails: AcceleratorError: CUDA error: invalid device ordinal (the head gives this "
      "lesson 1 "
      "GPUs: raise \"gpus\")");
  row("keyboard", "x = torch.ones(2)", "x = input()",
      "en.md:17: this code fails: EOFError: EOF when reading a line (there is no keyboard");
  row("no GPU in the head", "title: T\n---\n## First", "title: T\ngpus: 0\n---\n## First",
      "en.md:30: the solution fails: RuntimeError: Found no NVIDIA driver");
  row("answer that is no number", "answer: str(x.device)", "answer: float('nan') * len(x)",
      "en.md:13: the answer is nan: make it");
  row("answer that is a tensor", "answer: str(x.device)", "answer: x.sum()",
      "en.md:13: the answer is tensor(2.)");
  row("answer that changes things", "answer: str(x.device)", "answer: globals().pop('x').device",
      "en.md:13: the answer fails when it is asked a second time: KeyError");
  row("answer without an end", "answer: str(x.device)", "answer: all(x is x for i in iter(int, 1))",
      "en.md:13: this code printed nothing for 10 s");
  row("itself needed", "title: T", "title: T\nneeds: mine", "en.md:4: \"needs\" names this lesson itself");
  row("exit", "x = torch.ones(2)", "import os; os._exit(3)",
      "en.md:16: this code ended the program with exit code 3");
  row("exit as an error", "x = torch.ones(2)", "raise SystemExit(1)",
      "en.md:17: this code fails: SystemExit: 1");
  row("crash", "x = torch.ones(2)", "import os; os.abort()", "en.md:16: this code crashed the program");
  row("silence", "x = torch.ones(2)", "while True: pass",
      "en.md:16: this code printed nothing for 10 s and was stopped");
  row("needs", "title: T", "title: T\nneeds: nowhere", "en.md:4: \"needs\" names \"nowhere\"");
  row("no feedback", "- cuda:0\n  > No.", "- cuda:0",
      "en.md:11: the wrong choice \"cuda:0\" has no feedback");
  row("no number", "- cpu\n  > Yes.\n- cuda:0\n  > No.", "type: number\n- 3\n  > No.",
      "en.md:12: the answer is no number but 'cpu'");
  row("check true before", "check: y.is_cuda", "check: y is not None",
      "en.md:22: the check is true before anything was changed");
  row("check never true", "check: y.is_cuda", "check: y.is_cuda and y is x",
      "en.md:22: the check is not true after the solution ran: it is False");
  row("check that fails", "check: y.is_cuda", "check: z.is_cuda", "en.md:22: the check fails: NameError");
  row("solution that fails", "y = x.to(\"cuda\")", "y = x.two(\"cuda\")",
      "en.md:29: the solution fails: AttributeError");
  row("change elsewhere", "y = x.to(\"cuda\")  # there\n```\n",
      "y = x.to(\"cuda\")  # there\n```\n## End\nText\n", "en.md:31: a lesson ends in a change");
}

void TestLessonCheck::findsMistakes() {
  QFETCH(QString, before);
  QFETCH(QString, after);
  QFETCH(QString, problem);
  const QString text = QString(kLesson).replace(before, after);
  QVERIFY(text != kLesson);
  const QStringList found = problems(text, text);
  QVERIFY2(std::any_of(found.begin(), found.end(), [&](const QString& f) { return f.startsWith(problem); }),
           qPrintable("found: " + found.join(" | ")));
}

/// A step that fails is the cause of what the next ones lack.
void TestLessonCheck::whatFollowsAFailureIsNotTold() {
  for (const char* broken : {"x = torch.one(2)", "x = (", "while True: pass"}) {
    const QString text = QString(kLesson).replace("x = torch.ones(2)", broken);
    const QStringList found = problems(text, text);
    QVERIFY2(found.size() <= 2, qPrintable(found.join(" | ")));  // one for each language at most
    QVERIFY(found[0].contains("en.md:1"));
  }
}

/// The first step ends in an error on purpose; the crash comes in the next one.
void TestLessonCheck::aCrashBehindAnExpectedErrorIsTold() {
  const QString text =
      QString(kLesson)
          .replace("```python run\nimport torch\nx = torch.ones(2)",
                   "```python run raises ValueError\nimport torch\nx = torch.ones(2)\nint('a')")
          .replace("y = x.to(\"cuda\")  # there", "import os; os._exit(3)");
  const QStringList found = problems(text, text);
  QCOMPARE(found.size(), 1);
  QVERIFY2(found[0].startsWith("en.md:30: this code ended the program with exit code 3"),
           qPrintable(found[0]));
}

void TestLessonCheck::anErrorThatDoesNotComeIsToldOnce() {
  const QString text =
      QString(kLesson).replace("```python run\nimport", "```python run raises RuntimeError\nimport");
  const QStringList found = problems(text, text);
  QCOMPARE(found.size(), 2);
  for (const QString& one : found)
    QVERIFY2(one.contains(".md:16: this code should end with RuntimeError, and ends without"),
             qPrintable(one));
}

void TestLessonCheck::lessonsTogetherHaveTheirOwnIds() {
  QTemporaryDir dir;
  for (const char* name : {"21-mine", "22-mine"}) {
    QDir(dir.path()).mkpath(name);
    for (const QString& language : lessonLanguages())
      write(dir.filePath(name + ("/" + language + ".md")), kLesson);
  }
  for (const QString& path : {dir.path(), dir.filePath("22-mine")}) {
    const CheckResult result = checkLessons(path, settings());
    QCOMPARE(result.problems.size(), std::size_t{1});
    QVERIFY(result.problems[0].path.contains("22-mine"));
    QCOMPARE(result.problems[0].line, 2);
    QVERIFY2(result.problems[0].message.contains("id \"mine\" is taken: 21-mine"),
             qPrintable(result.problems[0].message));
  }
  QVERIFY(writeNewLesson(dir.filePath("23-mine")).contains("has the id \"mine\""));
}

void TestLessonCheck::chineseIsWrittenAsSuch_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<bool>("bad");
  QTest::newRow("comma") << "张量在这里,那里" << true;
  QTest::newRow("colon after code") << "看 `x`: 它在那里" << true;
  QTest::newRow("stop") << "张量在这里." << true;
  QTest::newRow("brackets") << "张量（x）和(标签)" << true;
  QTest::newRow("dots") << "张量在.." << true;
  QTest::newRow("dash") << "张量--模块" << true;
  QTest::newRow("quotes") << "它说\"好\"" << true;
  QTest::newRow("stop after stress") << "**字典**.张量" << true;
  QTest::newRow("comma after Latin") << "在 GPU,标签不在" << true;
  QTest::newRow("link") << "[文字](https://example.org/a,b)在这里" << false;
  QTest::newRow("full width") << "张量在这里，那里。看 `x`：它在 3.5 秒、a.b、torch.ones(2, 3) 里" << false;
  QTest::newRow("code") << "`张量,那里`" << false;
  QTest::newRow("English line") << "a tensor, here" << false;
  QTest::newRow("in code") << "```python\nx = 1  # 张量,那里\n```" << false;
  QTest::newRow("in notes") << "```notes\n张量,那里\n```" << true;
}

void TestLessonCheck::chineseIsWrittenAsSuch() {
  QFETCH(QString, line);
  QFETCH(bool, bad);
  const auto found = checkChinese("\n" + line + "\n\n" + line + "\n", "zh_CN.md");
  QCOMPARE(found.size(), std::size_t(bad));
  if (!bad) return;
  QCOMPARE(found[0].line, line.contains("```") ? 3 : 2);
  QVERIFY(found[0].message.contains("1 more"));
}

void TestLessonCheck::anIdBelongsToOneLesson() {
  QTemporaryDir program, own;
  const auto put = [](const QString& folder) {
    QDir().mkpath(folder);
    for (const QString& language : lessonLanguages()) write(folder + "/" + language + ".md", kLesson);
  };
  put(program.filePath("04-mine"));
  put(own.filePath("21-mine"));
  put(own.filePath("04-mine"));  // a copy that somebody works on
  CheckSettings here = settings();
  here.program = program.path();
  const CheckResult other = checkLessons(own.filePath("21-mine"), here);
  QCOMPARE(other.problems.size(), std::size_t{2});
  QCOMPARE(other.problems[0].line, 2);
  QVERIFY(other.problems[0].message.contains("lesson 4 of the program has the id \"mine\""));
  QVERIFY(checkLessons(own.filePath("04-mine"), here).problems.empty());
}

void TestLessonCheck::whatIsNeededMayStandBeside() {
  QTemporaryDir dir;
  QDir(dir.path()).mkpath("01-one");
  QDir(dir.path()).mkpath("02-mine");
  for (const QString& language : lessonLanguages())
    write(dir.filePath("02-mine/" + language + ".md"),
          QString(kLesson).replace("title: T", "title: T\nneeds: one"));
  QVERIFY(checkLessons(dir.filePath("02-mine"), settings()).problems.empty());
  QDir(dir.path()).rmdir("01-one");
  const CheckResult alone = checkLessons(dir.filePath("02-mine"), settings());
  QCOMPARE(alone.problems.size(), std::size_t{2});  // in each language
  QVERIFY(alone.problems[0].path.endsWith("en.md") && alone.problems[1].path.endsWith("zh_CN.md"));
}

void TestLessonCheck::tellsWhereItIsAndStops() {
  QTemporaryDir dir;
  write(dir.filePath("mine.md"), QString(kLesson).replace("y = x\n", "while True: print(1)\n"));
  CheckSettings here = settings();
  QList<int> steps;
  bool enough = false;
  here.progress = [&](const Lesson&, int step) {
    steps << step;
    enough = steps.size() == 4;  // the run with the change made, then the one without
  };
  here.stop = [&] { return enough; };
  here.patience = 600;
  const CheckResult result = checkLessons(dir.filePath("mine.md"), here);
  QCOMPARE(steps, QList<int>({1, 2, 1, 2}));
  QCOMPARE(result.problems.size(), std::size_t{1});
  QVERIFY(result.problems[0].message.contains("stopped before the end"));
}

void TestLessonCheck::codeThatPrintsForEverIsStopped() {
  QTemporaryDir dir;
  write(dir.filePath("mine.md"),
        QString(kLesson).replace("x = torch.ones(2)", "while True: print('x' * 1000)"));
  CheckSettings here = settings();
  here.patience = 1;
  const CheckResult result = checkLessons(dir.filePath("mine.md"), here);
  QCOMPARE(result.problems.size(), std::size_t{1});
  QVERIFY2(result.problems[0].message.startsWith("this code had not ended after 4 s and was stopped"),
           qPrintable(result.problems[0].message));
}

void TestLessonCheck::exitEndsABlock() {
  const QString text =
      QString(kLesson).replace("x = torch.ones(2)", "x = torch.ones(2)\nimport sys; sys.exit(0)\nx = 1");
  QCOMPARE(problems(text, text), QStringList());
}

void TestLessonCheck::languagesAreCompared_data() {
  QTest::addColumn<QString>("before");
  QTest::addColumn<QString>("after");
  QTest::addColumn<QString>("problem");  // empty: none
  QTest::newRow("comment") << "# there"
                           << "# 那里" << QString();
  QTest::newRow("one comment more") << "x = torch.ones(2)"
                                    << "# 一\nx = torch.ones(2)" << QString();
  QTest::newRow("code") << "torch.ones(2)"
                        << "torch.ones(3)"
                        << "zh_CN.md:17: this code is another than in en.md";
  QTest::newRow("device")
      << "y = x.to(\"cuda\")"
      << "y = x.to(\"cuda:0\")"
      << "zh_CN.md:29: this code is another than in en.md: `y = x.to(\"cuda\")  # there` there";
  QTest::newRow("more code") << "x = torch.ones(2)"
                             << "x = torch.ones(2)\nx = x"
                             << "zh_CN.md:18: this code is another";
  QTest::newRow("answer") << "answer: str(x.device)"
                          << "answer: str( x.device)"
                          << "zh_CN.md:13: the answer differs";
  QTest::newRow("check") << "check: y.is_cuda"
                         << "check: y.is_cuda is True"
                         << "zh_CN.md:22: the check differs";
  QTest::newRow("check that is not true") << "check: y.is_cuda"
                                          << "check: y.is_cpu"
                                          << "zh_CN.md:22: the check is true before anything was changed: "
                                             "ask for what only the change brings about";
  QTest::newRow("check that is not true, and why") << "check: y.is_cuda"
                                                   << "check: y.numel() == 3"
                                                   << "zh_CN.md:22: the check is not true after the solution "
                                                      "ran: it is False (the check differs from en.md)";
  QTest::newRow("answer that fails, and why")
      << "answer: str(x.device)"
      << "answer: str(z.device)"
      << "zh_CN.md:13: the answer fails: NameError: name 'z' is not defined (the answer differs from en.md)";
  QTest::newRow("hints") << "hint: Say to."
                         << "hint: Say to.\nhint: More."
                         << "zh_CN.md:20: the number of hints";
  QTest::newRow("done") << "hint: Say to."
                        << "hint: Say to.\ndone: Yes."
                        << "zh_CN.md:20: whether the change has a \"done:\" differs";
  QTest::newRow("gpus") << "title: T"
                        << "title: T\ngpus: 2"
                        << "zh_CN.md:4: \"gpus\" differs";
  QTest::newRow("notes") << "```python solution"
                         << "```notes\nSay.\n```\n```python solution"
                         << "zh_CN.md:19: whether this step has notes differs";
  QTest::newRow("steps") << "## Turn"
                         << "## More\ntext\n## Turn"
                         << "zh_CN.md:19: en.md has 2 steps, this file 3";
}

void TestLessonCheck::languagesAreCompared() {
  QFETCH(QString, before);
  QFETCH(QString, after);
  QFETCH(QString, problem);
  const QString text = QString(kLesson).replace(before, after);
  QVERIFY(text != kLesson);
  const QStringList found = problems(kLesson, text);
  if (problem.isEmpty()) {
    QCOMPARE(found, QStringList());
    return;
  }
  QVERIFY2(std::any_of(found.begin(), found.end(), [&](const QString& f) { return f.startsWith(problem); }),
           qPrintable("found: " + found.join(" | ")));
}

void TestLessonCheck::aCopyIsNoTranslation() {
  const QString text = QString(kLesson).replace("Move it.", "Move this tensor to the GPU.");
  const QString asked = QString(text).replace("Where is x?", "Where does this tensor live now?");
  const QStringList found = problems(asked, asked);
  QCOMPARE(found.size(), 1);
  QVERIFY2(found[0].startsWith("zh_CN.md:7: this text is that of en.md, word for word"),
           qPrintable(found[0]));
  QVERIFY(found[0].contains("1 more"));
  QString chinese = asked;
  chinese.replace("Move this tensor to the GPU.", "把它移到 GPU 上。")
      .replace("Where does this tensor live now?", "它在哪里？");
  QCOMPARE(problems(asked, chinese), QStringList());
}

void TestLessonCheck::aMissingLanguageIsAProblem() {
  const QStringList found = problems(kLesson, {});
  QCOMPARE(found.size(), 1);
  QVERIFY(found[0].startsWith("zh_CN.md:0: the lesson is missing in this language: zh_CN. Write it"));
}

void TestLessonCheck::aFileAloneNeedsNoTranslation() {
  QTemporaryDir dir;
  write(dir.filePath("my lesson.md"), kLesson);
  const CheckResult result = checkLessons(dir.filePath("my lesson.md"), settings());
  QCOMPARE(result.lessons, 1);
  QVERIFY(result.problems.empty());
  QCOMPARE(checkLessons(dir.filePath("none.md"), settings()).problems.size(), std::size_t{1});
}

void TestLessonCheck::needsNameEarlierLessons() {
  QTemporaryDir dir;
  for (const char* name : {"01-one", "02-two"})
    for (const QString& language : lessonLanguages()) {
      QDir(dir.path()).mkpath(name);
      const QString id = QString(name).mid(3);
      write(dir.filePath(QString("%1/%2.md").arg(name, language)),
            QString(kLesson).replace("id: mine", "id: " + id + "\nneeds: two"));
    }
  const CheckResult result = checkLessons(dir.path(), settings());
  QCOMPARE(result.lessons, 2);
  QCOMPARE(result.problems.size(), std::size_t{4});  // neither knows an earlier "two", in each language
  QVERIFY(result.problems[0].message.contains("\"needs\" names \"two\""));
}

void TestLessonCheck::codeThatNeverEndsIsNamed() {
  const QString text = QString(kLesson).replace("x = torch.ones(2)", "import os; os._exit(3)");
  const QStringList found = problems(text, text);
  QVERIFY2(!found.isEmpty() && found[0].contains("ended the program"), qPrintable(found.join(" | ")));
}

void TestLessonCheck::theTemplatePasses() {
  QTemporaryDir dir;
  const QString folder = dir.filePath("21-my-lesson");
  QCOMPARE(writeNewLesson(folder), QString());
  const CheckResult result = checkLessons(folder, settings());
  QVERIFY2(result.problems.empty(), qPrintable(result.problems.empty() ? "" : result.problems[0].message));
  QCOMPARE(result.lessons, 1);
}

void TestLessonCheck::theTemplateWritesOverNothing() {
  QTemporaryDir dir;
  const QString folder = dir.filePath("21-my-lesson");
  QCOMPARE(writeNewLesson(folder), QString());
  QVERIFY(writeNewLesson(folder).contains("there already, and nothing is written over"));
  QVERIFY(writeNewLesson(dir.filePath("My Lesson")).contains("NN-name"));
}

QTEST_GUILESS_MAIN(TestLessonCheck)
#include "tst_lesson_check.moc"
