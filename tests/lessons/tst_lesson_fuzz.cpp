// SPDX-License-Identifier: Apache-2.0
// Damaged lesson files: the reader must answer each one with a lesson or with problems whose lines exist.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <random>

#include "loader/lesson.h"

using namespace todevice;

namespace {

constexpr int kRounds = 4000;

std::vector<QByteArray> seeds() {
  std::vector<QByteArray> texts;
  const QDir lessons(qEnvironmentVariable("TODEVICE_SOURCE_DIR") + "/lessons");
  for (const QString& folder : lessons.entryList({"[0-9]*"}, QDir::Dirs, QDir::Name))
    for (const char* name : {"en.md", "zh_CN.md"}) {
      QFile file(lessons.filePath(folder + "/" + name));
      if (file.open(QIODevice::ReadOnly)) texts.push_back(file.readAll());
    }
  return texts;
}

class Mutator {
 public:
  explicit Mutator(unsigned seed) : m_random(seed) {}

  QByteArray damaged(QByteArray text) {
    for (int n = 1 + below(4); n > 0; --n) one(text);
    return text;
  }

 private:
  int below(qsizetype n) { return n > 0 ? static_cast<int>(m_random() % static_cast<unsigned>(n)) : 0; }

  void one(QByteArray& text) {
    static const char* const pieces[] = {"```\n",     "```python run\n", "```predict\n",  "```notes\n",
                                         "~~~~\n",    "---\n",           "## \n",         "## New\n",
                                         "answer:\n", "question: ?\n",   "- \n",          "> \n",
                                         "id: x\n",   "needs: ,,,\n",    "\xff\xfe",      "\r",
                                         "\t",        "<script>",        "|a|b|\n|-|-|\n"};
    switch (below(6)) {
      case 0:
        text.truncate(below(text.size() + 1));
        break;
      case 1:
        text.insert(below(text.size() + 1), pieces[below(std::size(pieces))]);
        break;
      case 2:
        if (!text.isEmpty()) text[below(text.size())] = static_cast<char>(below(256));
        break;
      case 3:
        text.remove(below(text.size()), below(200));
        break;
      case 4:
        moveLine(text);
        break;
      default:
        text.append(text.mid(below(text.size()), below(400)));
        break;
    }
  }

  void moveLine(QByteArray& text) {
    QList<QByteArray> lines = text.split('\n');
    lines.move(below(lines.size()), below(lines.size()));
    text = lines.join('\n');
  }

  std::mt19937 m_random;
};

/// Empty when the result keeps the reader's promise, else what is wrong with it.
QString broken(const LessonResult& result, int lineCount) {
  if (result.lesson.has_value() != result.problems.empty()) return "neither or both";
  for (const LessonProblem& problem : result.problems)
    if (problem.line < 0 || problem.line > lineCount || problem.message.isEmpty())
      return "a problem without place or words";
  if (!result.lesson) return {};
  if (result.lesson->steps.empty() || result.lesson->id.isEmpty() || result.lesson->title.isEmpty())
    return "a half lesson";
  for (const LessonStep& step : result.lesson->steps)
    if (step.prediction && (step.prediction->answer.isEmpty() || step.code.isEmpty() ||
                            step.prediction->feedback.size() != step.prediction->choices.size()))
      return "a half prediction";
  return {};
}

/// A carriage return ends a line too.
int linesOf(QString text) {
  text.replace("\r\n", "\n");
  return static_cast<int>(text.count('\n') + text.count('\r')) + 1;
}

}  // namespace

class TestLessonFuzz : public QObject {
  Q_OBJECT
 private slots:
  void damagedTextIsReadOrReported();
  void damagedFileIsReadOrReported();
  void everyPrefixIsReadOrReported();
};

void TestLessonFuzz::damagedTextIsReadOrReported() {
  const auto texts = seeds();
  QVERIFY(!texts.empty());
  int lessons = 0, reported = 0;
  for (int round = 0; round < kRounds; ++round) {
    const auto seed = static_cast<unsigned>(round);
    const QByteArray bytes = Mutator(seed).damaged(texts[seed % texts.size()]);
    const QString text = QString::fromUtf8(bytes);
    const LessonResult result = parseLesson(text, "en.md");
    const QString wrong = broken(result, linesOf(text));
    QVERIFY2(wrong.isEmpty(), qPrintable(QString("seed %1: %2").arg(round).arg(wrong)));
    if (round % 8 == 0 && result.lesson)
      for (const LessonStep& step : result.lesson->steps)
        QVERIFY(!markdownToHtml(step.prose).contains("<script"));
    (result.lesson ? lessons : reported)++;
  }
  QVERIFY2(lessons > kRounds / 20 && reported > kRounds / 20,
           qPrintable(QString("%1 read, %2 reported").arg(lessons).arg(reported)));
}

void TestLessonFuzz::damagedFileIsReadOrReported() {
  const auto texts = seeds();
  QVERIFY(!texts.empty());
  QTemporaryDir dir;
  const QString path = dir.filePath("en.md");
  for (unsigned seed = 0; seed < 300; ++seed) {
    const QByteArray bytes = Mutator(seed).damaged(texts[seed % texts.size()]);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(bytes);
    file.close();
    const QString wrong = broken(loadLesson(path), static_cast<int>(bytes.count('\n')) + 1);
    QVERIFY2(wrong.isEmpty(), qPrintable(QString("seed %1: %2").arg(seed).arg(wrong)));
  }
}

void TestLessonFuzz::everyPrefixIsReadOrReported() {
  const auto texts = seeds();
  QVERIFY(!texts.empty());
  const QString text = QString::fromUtf8(texts.front());
  for (qsizetype end = 0; end < text.size(); ++end) {
    const QString prefix = text.left(end);
    const QString wrong = broken(parseLesson(prefix, "en.md"), static_cast<int>(prefix.count('\n')) + 1);
    QVERIFY2(wrong.isEmpty(), qPrintable(QString("first %1 letters: %2").arg(end).arg(wrong)));
  }
}

QTEST_GUILESS_MAIN(TestLessonFuzz)
#include "tst_lesson_fuzz.moc"
