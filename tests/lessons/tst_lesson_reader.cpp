// SPDX-License-Identifier: Apache-2.0
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "loader/lesson.h"

using namespace todevice;

namespace {

const QString kHead = QStringLiteral("---\nid: a-b\ntitle: A title: with a colon\n---\n");

QString withBody(const QString& body) {
  return kHead + body;
}

/// "3: message" for each problem, in order.
QStringList problemsOf(const QString& text) {
  QStringList result;
  const LessonResult parsed = parseLesson(text, QStringLiteral("en.md"));
  for (const LessonProblem& p : parsed.problems) result << QString::number(p.line) + ": " + p.message;
  return result;
}

void write(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(bytes);
}

}  // namespace

class TestLessonReader : public QObject {
  Q_OBJECT
 private slots:
  void readsEveryField();
  void readsAStep();
  void keepsCodeThatIsOnlyShown();
  void readsAPrediction();
  void readsTypedPredictions();
  void readsAChange();
  void headingInsideCodeIsCode();
  void lineEndsAndByteOrderMarkDoNotMatter();
  void reportsProblems_data();
  void reportsProblems();
  void reportsAllProblemsAtOnce();
  void saysOneCauseOnce_data();
  void saysOneCauseOnce();
  void findsTheFileThatAPersonNames();
  void numberAndLanguageComeFromThePath();
  void folderNamesTheId();
  void reportsFilesThatAreNoLessons_data();
  void reportsFilesThatAreNoLessons();
  void listsLessonsInOrderAndLanguage();
  void reportsDuplicateIds();
  void missingFolderIsAProblem();
};

void TestLessonReader::readsEveryField() {
  const auto result = parseLesson(
      "---\nid: x\ntitle: T\nminutes: 7\ngpus: 2\nneeds: one, two-b\ncovers: .to(), "
      "id、设备，is_cuda\n---\n## S\ntext\n",
      "en.md");
  QVERIFY2(result.lesson, qPrintable(result.problems.empty() ? QString() : result.problems[0].message));
  QCOMPARE(result.lesson->id, QString("x"));
  QCOMPARE(result.lesson->title, QString("T"));
  QCOMPARE(result.lesson->minutes, 7);
  QCOMPARE(result.lesson->gpus, 2);
  QCOMPARE(result.lesson->prerequisites, QStringList({"one", "two-b"}));
  QCOMPARE(result.lesson->covers, QStringList({".to()", "id", "设备", "is_cuda"}));
}

void TestLessonReader::readsAStep() {
  const auto result = parseLesson(withBody("\n## First\n\nProse.\n\n```python run\nx = "
                                           "1\n\nprint(x)\n```\n\nMore.\n\n```notes\nSay hello.\n```\n"),
                                  "");
  QVERIFY(result.lesson);
  QCOMPARE(result.lesson->title, QString("A title: with a colon"));
  QCOMPARE(result.lesson->gpus, 1);
  QCOMPARE(result.lesson->steps.size(), std::size_t{1});
  const LessonStep& step = result.lesson->steps[0];
  QCOMPARE(step.title, QString("First"));
  QCOMPARE(step.line, 6);
  QCOMPARE(step.code, QString("x = 1\n\nprint(x)\n"));
  QCOMPARE(step.prose, QString("Prose.\n"));
  QCOMPARE(step.after, QString("More.\n"));
  QCOMPARE(step.notes, QString("Say hello.\n"));
}

void TestLessonReader::keepsCodeThatIsOnlyShown() {
  const auto result = parseLesson(withBody("## S\n\n````python\nx = 1\n```\n````\nEnd\n"), "");
  QVERIFY(result.lesson);
  QCOMPARE(result.lesson->steps[0].prose, QString("````python\nx = 1\n```\n````\nEnd\n"));
  QVERIFY(result.lesson->steps[0].code.isEmpty());
}

void TestLessonReader::readsAPrediction() {
  const auto result = parseLesson(
      withBody("## S\n```predict\nquestion: Where is `x`?\n  Think.\n- cpu\n  > Right:\n  > yes.\n- "
               "gpu\nanswer: str(x.device)\n```\n```python run\nx = 1\n```\n"),
      "");
  QVERIFY(result.lesson);
  const auto& prediction = result.lesson->steps[0].prediction;
  QVERIFY(prediction);
  QCOMPARE(prediction->question, QString("Where is `x`?\nThink."));
  QCOMPARE(prediction->choices, QStringList({"cpu", "gpu"}));
  QCOMPARE(prediction->feedback, QStringList({"Right:\nyes.", ""}));
  QCOMPARE(prediction->answer, QString("str(x.device)"));
  QCOMPARE(prediction->line, 6);
}

void TestLessonReader::readsTypedPredictions() {
  const auto result = parseLesson(
      withBody("## S\n```predict\ntype: number\nquestion: How many?\n- 3\n  > One more.\nanswer: "
               "n\n```\n```python run\n"
               "n = 4\n```\n## T\n```predict\nquestion: Who?\nanswer: n\n```\n```python run\nn = 4\n```\n"),
      "");
  QVERIFY(result.lesson);
  const auto& number = result.lesson->steps[0].prediction;
  QCOMPARE(number->kind, Prediction::Kind::Number);
  QCOMPARE(number->choices, QStringList({"3"}));
  QCOMPARE(number->answerLine, 11);
  QVERIFY(!number->picks());
  QCOMPARE(result.lesson->steps[1].prediction->kind, Prediction::Kind::Text);
}

void TestLessonReader::readsAChange() {
  const auto result = parseLesson(
      withBody(
          "## S\n```change\ntask: Move\n  it: there.\ncheck: x.is_cuda\nhint: One.\nhint: Two\n  "
          "lines.\ndone: "
          "Good.\n```\n```python run raises RuntimeError\n\nx = 1\n```\n```python solution\nx = 2\n```\n"),
      "");
  QVERIFY2(result.lesson, qPrintable(result.problems.empty() ? QString() : result.problems[0].message));
  const LessonStep& step = result.lesson->steps[0];
  QVERIFY(step.change);
  QCOMPARE(step.change->task, QString("Move\nit: there."));
  QCOMPARE(step.change->check, QString("x.is_cuda"));
  QCOMPARE(step.change->hints, QStringList({"One.", "Two\nlines."}));
  QCOMPARE(step.change->done, QString("Good."));
  QCOMPARE(step.change->solution, QString("x = 2\n"));
  QCOMPARE(step.change->checkLine, 9);
  QCOMPARE(step.change->solutionLine, 20);
  QCOMPARE(step.raises, QString("RuntimeError"));
  QCOMPARE(step.codeLine, 17);
}

void TestLessonReader::headingInsideCodeIsCode() {
  const auto result = parseLesson(withBody("## S\n```python run\n## not a step\nx = 1\n```\n"), "");
  QVERIFY(result.lesson);
  QCOMPARE(result.lesson->steps.size(), std::size_t{1});
  QCOMPARE(result.lesson->steps[0].code, QString("## not a step\nx = 1\n"));
}

void TestLessonReader::lineEndsAndByteOrderMarkDoNotMatter() {
  const QString text = withBody("## S\n```python run\nx = 1\n```\nText\n");
  QString other = text;
  other.replace("\n", "\r\n").prepend(QChar(QChar::ByteOrderMark));
  const auto a = parseLesson(text, ""), b = parseLesson(other, "");
  QVERIFY(a.lesson && b.lesson);
  QCOMPARE(b.lesson->steps[0].code, a.lesson->steps[0].code);
  QCOMPARE(b.lesson->steps[0].prose, a.lesson->steps[0].prose);
  const auto old = parseLesson(QString(text).replace('\n', '\r'), "");
  QVERIFY(old.lesson);
  QCOMPARE(old.lesson->steps[0].code, a.lesson->steps[0].code);
  // Python and the editor see two lines here: so does the step that comes after.
  const auto mixed = parseLesson(QString(text).replace("x = 1\n", "x = 1\ry = 2\n"), "");
  QVERIFY(mixed.lesson);
  QCOMPARE(mixed.lesson->steps[0].code, QString("x = 1\ny = 2\n"));
}

void TestLessonReader::reportsProblems_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("problem");  // its beginning
  const QString run = "```python run\nx = 1\n```\n";
  const auto body = [](const QString& text) { return withBody(text); };
  const auto asking = [&](const QString& inside) {
    return body("## S\n" + run + "```predict\n" + inside + "```\n");
  };

  QTest::newRow("empty file") << ""
                              << "1: a lesson begins with";
  QTest::newRow("no head") << "## S\ntext\n"
                           << "1: a lesson begins with";
  QTest::newRow("head not closed")
      << "---\nid: a\ntitle: b\n## S\n"
      << "1: the head is not closed: a second line \"---\" is missing before line 4";
  QTest::newRow("title in quotes") << "---\nid: a\ntitle: \"b\"\n---\n## S\nt\n"
                                   << "3: the title stands without quotes";
  QTest::newRow("one quote in the title") << "---\nid: a\ntitle: \"b\n---\n## S\nt\n"
                                          << "3: the title stands without quotes";
  QTest::newRow("picture") << body("## A\nt\n\nSee ![shapes](shapes.png) there\n")
                           << "8: lessons have no pictures (\"shapes.png\")";
  QTest::newRow("raw HTML") << body("## A\nt\n<b>hi</b>\n") << "7: raw HTML would be left out: <b>";
  QTest::newRow("HTML block") << body("## A\nt\n\n<img src=\"a.png\">\n")
                              << "8: raw HTML would be left out: <img";
  QTest::newRow("HTML in a question")
      << asking("question: a <i>b</i>\nanswer: x\n") << "10: raw HTML would be left out: <i>";
  QTest::newRow("misspelt block") << body("## A\nt\n```predit\nquestion: q\n```\n")
                                  << "7: unknown block \"predit\": is it \"predict\"?";
  QTest::newRow("singular block") << body("## A\nt\n```note\nq\n```\n")
                                  << "7: unknown block \"note\": is it \"notes\"?";
  QTest::newRow("unknown block") << body("## A\nt\n```poem\nq\n```\n")
                                 << "7: unknown block \"poem\" (only shown";
  QTest::newRow("misspelt type") << asking("question: q\ntyp: number\nanswer: x\n")
                                 << "11: a prediction has no field \"typ:\": is it \"type:\"?";
  QTest::newRow("misspelt answer") << asking("question: q\nansewr: x\n")
                                   << "11: a prediction has no field \"ansewr:\": is it \"answer:\"?";
  QTest::newRow("large answer") << asking("question: q\nAnswer: x\n")
                                << "11: a prediction has no field \"Answer:\": is it \"answer:\"?";
  QTest::newRow("full-width colon") << asking("question: q\nanswer：x\n")
                                    << "11: a prediction has no field \"answer：\": is it \"answer:\"?";
  QTest::newRow("full-width dash") << asking("question: q\n－ a\nanswer: x\n")
                                   << "11: \"－\" is a full-width sign";
  QTest::newRow("unknown field") << "---\nid: a\ntitle: b\ntitel: c\n---\n## S\nt\n"
                                 << "4: the head has no field \"titel:\": is it \"title:\"?";
  QTest::newRow("missing title") << "---\nid: a\n---\n## S\nt\n"
                                 << "1: the head has no \"title\"";
  QTest::newRow("missing id") << "---\ntitle: a\n---\n## S\nt\n"
                              << "1: the head has no \"id\"";
  QTest::newRow("empty field") << "---\nid: a\ntitle:\n---\n## S\nt\n"
                               << "3: field \"title\" is empty";
  QTest::newRow("field twice") << "---\nid: a\nid: a\ntitle: b\n---\n## S\nt\n"
                               << "3: field \"id\" stands twice";
  QTest::newRow("bad id") << "---\nid: A b\ntitle: b\n---\n## S\nt\n"
                          << "2: id \"A b\" may have only";
  QTest::newRow("bad minutes") << "---\nid: a\ntitle: b\nminutes: long\n---\n## S\nt\n"
                               << "4: \"minutes\" is a number";
  QTest::newRow("bad gpus") << "---\nid: a\ntitle: b\ngpus: 99\n---\n## S\nt\n"
                            << "4: \"gpus\" is a number";
  QTest::newRow("bad needs") << "---\nid: a\ntitle: b\nneeds: A B\n---\n## S\nt\n"
                             << "4: \"needs\" lists ids";
  QTest::newRow("no field") << "---\nid: a\ntitle: b\nhello\n---\n## S\nt\n"
                            << "4: a line of the head is";
  QTest::newRow("no steps") << kHead << "1: the lesson has no steps";
  QTest::newRow("text first") << body("\nHello\n## S\nt\n") << "6: text before the first step";
  QTest::newRow("code first") << body(run + "## S\nt\n") << "5: text before the first step";
  QTest::newRow("long line") << body("## A\nt\n" + QString(4001, 'x') + "\n") << "7: this line is longer";
  QTest::newRow("no step title") << body("## \nt\n") << "5: a step needs a title";
  QTest::newRow("empty step") << body("## A\n\n## B\nt\n") << "5: this step is empty";
  QTest::newRow("big heading") << body("## A\nt\n# B\n") << "7: the title stands in the head";
  QTest::newRow("unclosed fence") << body("## A\n\n```python run\nx = 1\n## B\n")
                                  << "7: this block is never closed";
  QTest::newRow("unknown word") << body("## A\n```python runn\nx = 1\n```\n")
                                << "6: after \"python\" only \"run\"";
  QTest::newRow("run alone") << body("## A\nt\n```run\nx = 1\n```\n") << "7: code that runs is marked";
  QTest::newRow("two runs") << body("## A\n" + run + run) << "9: a step has one block that runs";
  QTest::newRow("empty code") << body("## A\n```python run\n\n```\nt\n") << "6: this block has no code";
  QTest::newRow("words after notes") << body("## A\nt\n```notes a\nx\n```\n")
                                     << "7: nothing may stand after \"notes\"";
  QTest::newRow("no question") << asking("answer: x\n") << "9: a prediction without question";
  QTest::newRow("no answer") << asking("question: q\n") << "9: a prediction without answer";
  QTest::newRow("empty answer") << asking("question: q\nanswer:\n") << "9: a prediction without answer";
  QTest::newRow("constant answer") << asking("question: q\nanswer: 1\n") << "11: the answer is computed";
  for (const char* constant :
       {"('cpu')", "str(\"cpu\")", "0 + 0", "f'cpu'", "1e3", "0x10", "[1, 2][0]", "1 if True else 0"})
    QTest::addRow("constant %s", constant)
        << asking(QByteArray("question: q\nanswer: ") + constant + "\n") << "11: the answer is computed";
  QTest::newRow("constant text") << asking("question: q\nanswer: 'cpu'\n") << "11: the answer is computed";
  QTest::newRow("one choice") << asking("question: q\n- a\nanswer: x\n") << "11: one choice is none";
  QTest::newRow("choice twice") << asking("question: q\n- a\n- a\nanswer: x\n")
                                << "12: the choice \"a\" stands twice";
  QTest::newRow("choice twice but for case") << asking("question: q\n- `gt`\n- GT\nanswer: x\n")
                                             << "12: the choice \"GT\" is the same answer as \"`gt`\"";
  QTest::newRow("number twice") << asking("question: q\n- 0.1\n- 0.10\nanswer: x\n")
                                << "12: the choice \"0.10\" is the same answer as \"0.1\"";
  QTest::newRow("foreseen twice") << asking("type: text\nquestion: q\n- a\n  > f\n- A\n  > f\nanswer: x\n")
                                  << "14: the choice \"A\" is the same answer as \"a\"";
  QTest::newRow("unknown field after the question")
      << asking("question: q\ndifficulty: hard\n- a\n- b\nanswer: x\n")
      << "11: a prediction has no field \"difficulty:\": it has \"type:\", \"question:\", \"- \", \"> \" and "
         "\"answer:\"";
  QTest::newRow("the type by another name") << asking("question: q\nkind: number\n- 1\n  > f\nanswer: x\n")
                                            << "11: a prediction has no field \"kind:\": is it \"type:\"?";
  QTest::newRow("unknown field with a full-width colon")
      << asking(QByteArray("question: q\nlevel\xef\xbc\x9a hard\nanswer: x\n"))
      << QString("11: a prediction has no field \"level%1\"").arg(QChar(0xff1a));
  QTest::newRow("lost feedback") << asking("question: q\n> f\nanswer: x\n")
                                 << "11: feedback (\">\") belongs under";
  QTest::newRow("unknown line")
      << asking("question: q\nanswer: x\nhint: h\n")
      << "12: a line of a prediction begins with \"type:\", \"question:\", \"- \", \"> \" or "
         "\"answer:\", not with \"hint: h\"";
  QTest::newRow("question twice") << asking("question: q\nquestion: r\nanswer: x\n")
                                  << "11: this stands twice";
  QTest::newRow("two questions") << asking(
                                        "question: q\nanswer: x\n```\n```predict\nquestion: q\nanswer: x\n")
                                 << "13: a step asks one question";
  QTest::newRow("unknown type") << asking("type: guess\nquestion: q\nanswer: x\n")
                                << "10: \"type\" is choice";
  QTest::newRow("type twice") << asking("type: text\ntype: text\nquestion: q\nanswer: x\n")
                              << "11: this stands twice";
  QTest::newRow("choice without choices")
      << asking("type: choice\nquestion: q\nanswer: x\n") << "9: a prediction of type choice";
  QTest::newRow("no number") << asking("type: number\nquestion: q\n- a\nanswer: x\n")
                             << "12: \"a\" is not a number";
  const auto changing = [&](const QString& inside,
                            const QString& solution = "```python solution\nx = 2\n```\n") {
    return body("## S\n" + run + "```change\n" + inside + "```\n" + solution);
  };
  QTest::newRow("no task") << changing("check: x\nhint: h\n") << "9: a change without task";
  QTest::newRow("no check") << changing("task: t\nhint: h\n") << "9: a change without check";
  QTest::newRow("constant check") << changing("task: t\ncheck: True\nhint: h\n")
                                  << "11: the check is computed";
  QTest::newRow("no hint") << changing("task: t\ncheck: x\n") << "9: a change without hint";
  QTest::newRow("misspelt hint") << changing("task: t\ncheck: x\nhnt: h\n")
                                 << "12: a change has no field \"hnt:\": is it \"hint:\"?";
  QTest::newRow("large hint") << changing("task: t\ncheck: x\nHint: h\n")
                              << "12: a change has no field \"Hint:\": is it \"hint:\"?";
  for (const char* before : {"task: t\n", "check: x\n", "hint: h\n", "done: d\n"})
    QTest::addRow("unknown field after %.4s", before)
        << changing(QString(QLatin1String(before)) + "level: hard\n")
        << "11: a change has no field \"level:\"";
  QTest::newRow("empty hint") << changing("task: t\ncheck: x\nhint:\n") << "12: this hint is empty";
  QTest::newRow("lost line") << changing("well\ntask: t\ncheck: x\nhint: h\n")
                             << "10: a line of a change begins";
  QTest::newRow("task twice") << changing("task: t\ntask: u\ncheck: x\nhint: h\n") << "11: this stands twice";
  QTest::newRow("no solution") << changing("task: t\ncheck: x\nhint: h\n", "")
                               << "9: a change needs a ```python solution";
  QTest::newRow("two changes")
      << changing("task: t\ncheck: x\nhint: h\n```\n```change\ntask: t\ncheck: x\nhint: h\n")
      << "14: a step asks for one change";
  QTest::newRow("solution alone") << body("## S\n" + run + "```python solution\nx = 2\n```\n")
                                  << "9: a solution needs a ```change";
  QTest::newRow("change without code")
      << body("## S\n```change\ntask: t\ncheck: x\nhint: h\n```\n```python solution\nx = 2\n```\n")
      << "6: a change needs a ```python run block";
  QTest::newRow("question without code") << body("## A\n```predict\nquestion: q\nanswer: x\n```\n")
                                         << "6: a prediction needs a ```python run block";
}

void TestLessonReader::reportsProblems() {
  QFETCH(QString, text);
  QFETCH(QString, problem);
  const QStringList found = problemsOf(text);
  const bool there =
      std::any_of(found.begin(), found.end(), [&](const QString& f) { return f.startsWith(problem); });
  QVERIFY2(there, qPrintable("found: " + found.join(" | ")));
  QVERIFY(!parseLesson(text, "en.md").lesson);
}

void TestLessonReader::reportsAllProblemsAtOnce() {
  const QStringList found = problemsOf("---\nid: a\nfoo: b\n---\n## A\n```python runn\n```\n## B\n");
  QCOMPARE(found.size(), 5);  // unknown field, no title, unknown word, two empty steps
}

void TestLessonReader::saysOneCauseOnce_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("problem");  // all of it
  const QString run = "```python run\nx = 1\n```\n";
  QTest::newRow("open head") << "---\nid: a\ntitle: b\n\n## S\nHere: one\n" + run
                             << "1: the head is not closed: a second line \"---\" is missing before line 5";
  QTest::newRow("open prediction") << withBody("## S\n```predict\nquestion: q\nanswer: x\n\n" + run +
                                               "Words\n" + run)
                                   << "6: this block is never closed: a line ``` is missing before line 10";
  QTest::newRow("open code") << withBody("## S\n```python run\nx = 1\n\nWords\n```notes\nSay\n```\n")
                             << "6: this block is never closed: a line ``` is missing before line 10";
  QTest::newRow("small headings") << withBody("### S\ntext\n" + run + "## T\n" + run)
                                  << "5: a step begins with \"## \" at the left, two half-width signs and a "
                                     "blank, not with \"### S\"";
  QTest::newRow("heading without a blank")
      << withBody("## S\n" + run + "##T\n" + run)
      << "9: a step begins with \"## \" at the left, two half-width signs and a blank, not with \"##T\"";
  QTest::newRow("full-width heading")
      << withBody("## S\ntext\n＃＃ 忘了\n" + run)
      << "7: a step begins with \"## \" at the left, two half-width signs and "
         "a blank, not with \"＃＃ 忘了\"";
  QTest::newRow("underlined heading") << withBody("## S\n" + run + "Words\n=====\n")
                                      << "9: a text has no headings: a step begins with \"## \" at the left";
  const QString raw =
      "would be shown as it stands: stress begins before a word and ends behind one, not behind a "
      "sign; code stands in `backticks`";
  QTest::newRow("stress that does not end")
      << withBody(QStringLiteral("## S\n按**“运行”**按钮。\n")) << "6: \"**\" " + raw;
  QTest::newRow("stress that does not begin")
      << withBody(QStringLiteral("## S\n请按*（运行）*。\n")) << "6: \"*\" " + raw;
  QTest::newRow("check boxes") << withBody("## S\n- [ ] one\n")
                               << "6: \"[ ]\" would be shown as it stands: lessons have no check boxes, "
                                  "formulas and footnotes";
  QTest::newRow("dead link") << withBody("## S\n[a](pic.png), [b](https://example.org)\n")
                             << "6: this link leads nowhere: \"pic.png\" does not begin with https://";
  QTest::newRow("run python")
      << withBody(
             "## S\n```predict\nquestion: q\nanswer: x\n```\n```run python\nx = "
             "1\n```\n")
      << "10: code that runs is marked \"python run\", a solution \"python solution\", "
         "not \"run python\"";
  QTest::newRow("answer over two lines")
      << withBody("## S\n" + run + "```predict\nquestion: q\nanswer: str(\nx)\n```\n")
      << "12: an expression stands on one line: put \"x)\" behind the line above";
  QTest::newRow("remark in the head") << "---\nid: a\ntitle: b\n# remark\n---\n## S\ntext\n"
                                      << "4: a line of the head is \"field: value\", not \"# remark\"";
  QTest::newRow("list in the head") << "---\nid: a\ntitle: b\ncovers:\n  - c\n  - d\n---\n## S\ntext\n"
                                    << "4: field \"covers\" is empty: its value stands on the same line";
  QTest::newRow("indented block")
      << withBody("## S\ntext\n    ```notes\nSay\n```\n")
      << "7: a block begins with three backticks, with at most three blanks before "
         "them: \"```notes\" opens none";
  QTest::newRow("misspelt block") << withBody("## S\n```chnge\ntask: t\n```\n" + run +
                                              "```python solution\nx = 2\n```\n")
                                  << "6: unknown block \"chnge\": is it \"change\"?";
  QTest::newRow("misspelt answer") << withBody("## S\n" + run + "```predict\nquestion: q\nanswr: x\n```\n")
                                   << "11: a prediction has no field \"answr:\": is it \"answer:\"?";
}

void TestLessonReader::saysOneCauseOnce() {
  QFETCH(QString, text);
  QFETCH(QString, problem);
  QCOMPARE(problemsOf(text), QStringList{problem});
}

void TestLessonReader::findsTheFileThatAPersonNames() {
  QTemporaryDir dir;
  QDir(dir.path()).mkpath("a");
  QCOMPARE(lessonFile(dir.filePath("a"), "en"), QString());
  write(dir.filePath("a/en.md"), "x");
  QCOMPARE(lessonFile(dir.filePath("a"), "zh_CN"), dir.filePath("a/en.md"));
  write(dir.filePath("a/zh_CN.md"), "x");
  QCOMPARE(lessonFile(dir.filePath("a"), "zh_CN"), dir.filePath("a/zh_CN.md"));
  QCOMPARE(lessonFile(dir.filePath("a/en.md"), "zh_CN"), dir.filePath("a/en.md"));
  QCOMPARE(lessonFile(dir.filePath("none"), "en"), QString());
}

void TestLessonReader::numberAndLanguageComeFromThePath() {
  const QString text = "---\nid: my-lesson\ntitle: t\n---\n## S\nt\n";
  const auto chinese = parseLesson(text, "/x/07-my-lesson/zh_CN.md");
  QVERIFY(chinese.lesson);
  QCOMPARE(chinese.lesson->number, 7);
  QCOMPARE(chinese.lesson->language, QString("zh_CN"));
  QCOMPARE(chinese.lesson->path, QString("/x/07-my-lesson/zh_CN.md"));
  const auto other = parseLesson(text, "/x/lesson.md");
  QVERIFY(other.lesson);
  QCOMPARE(other.lesson->number, 0);
  QCOMPARE(other.lesson->language, QString("en"));
}

void TestLessonReader::folderNamesTheId() {
  const auto result = parseLesson("---\nid: a\ntitle: t\n---\n## S\nt\n", "/x/01-b/en.md");
  QVERIFY(!result.lesson);
  QVERIFY(result.problems[0].message.contains("differs from the folder's name"));
  QCOMPARE(result.problems[0].path, QString("/x/01-b/en.md"));
}

void TestLessonReader::reportsFilesThatAreNoLessons_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<int>("line");
  QTest::addColumn<QString>("words");
  const QString coding = QStringLiteral("this line is not UTF-8 text: save the file as UTF-8");
  QTest::newRow("not UTF-8") << QByteArray("---\nid: a\ntitle: \xff\xfe\n---\n") << 3 << coding;
  QTest::newRow("cut in a letter") << QByteArray("---\nid: a\n\xe5\xbc") << 3 << coding;
  QTest::newRow("zero byte") << QByteArray("---\nid: a\0b\n", 12) << 2 << QStringLiteral("NUL character");
  QTest::newRow("too large") << QByteArray((1 << 20) + 1, 'x') << 0 << QStringLiteral("larger than 1 MiB");
}

void TestLessonReader::reportsFilesThatAreNoLessons() {
  QFETCH(QByteArray, bytes);
  QFETCH(int, line);
  QFETCH(QString, words);
  QTemporaryDir dir;
  write(dir.filePath("en.md"), bytes);
  const auto result = loadLesson(dir.filePath("en.md"));
  QVERIFY(!result.lesson);
  QCOMPARE(result.problems.size(), std::size_t{1});
  QCOMPARE(result.problems[0].line, line);
  QVERIFY2(result.problems[0].message.contains(words), qPrintable(result.problems[0].message));
  QVERIFY(!loadLesson(dir.filePath("none.md")).problems.empty());
  QVERIFY(!loadLesson(dir.path()).problems.empty());
}

void TestLessonReader::listsLessonsInOrderAndLanguage() {
  QTemporaryDir dir;
  const auto lesson = [&](const QString& folder, const QString& file, const QByteArray& text) {
    QDir(dir.path()).mkpath(folder);
    write(dir.filePath(folder + "/" + file), text);
  };
  lesson("10-last", "en.md", "---\nid: last\ntitle: L\n---\n## S\nt\n");
  lesson("02-both", "en.md", "---\nid: both\ntitle: English\n---\n## S\nt\n");
  lesson("02-both", "zh_CN.md", "---\nid: both\ntitle: 中文\n---\n## S\nt\n");
  lesson("03-broken", "en.md", "nothing\n");
  lesson("04-none", "zh_CN.md", "---\nid: none\ntitle: N\n---\n## S\nt\n");
  lesson("loader", "en.md", "not a lesson\n");

  const LessonList chinese = loadLessons("zh_CN", dir.path());
  QStringList titles;
  for (const Lesson& l : chinese.lessons) titles << l.title;
  QCOMPARE(titles, QStringList({"中文", "N", "L"}));
  QCOMPARE(chinese.lessons[0].language, QString("zh_CN"));
  QVERIFY(chinese.problems[0].path.contains("03-broken"));

  const LessonList english = loadLessons("en", dir.path());
  QCOMPARE(english.lessons.size(), std::size_t{2});
  QCOMPARE(english.lessons[0].title, QString("English"));
  QVERIFY(english.problems.back().path.contains("04-none"));
}

void TestLessonReader::reportsDuplicateIds() {
  QTemporaryDir dir;
  for (const char* folder : {"01-a", "02-a"}) {
    QDir(dir.path()).mkpath(folder);
    write(dir.filePath(QString(folder) + "/en.md"), "---\nid: a\ntitle: A\n---\n## S\nt\n");
  }
  const LessonList list = loadLessons("en", dir.path());
  QCOMPARE(list.lessons.size(), std::size_t{1});
  QCOMPARE(list.problems.size(), std::size_t{1});
  QVERIFY(list.problems[0].message.contains("is taken"));
}

void TestLessonReader::missingFolderIsAProblem() {
  const LessonList list = loadLessons("en", "/no/such/folder");
  QVERIFY(list.lessons.empty());
  QCOMPARE(list.problems.size(), std::size_t{1});
}

QTEST_GUILESS_MAIN(TestLessonReader)
#include "tst_lesson_reader.moc"
