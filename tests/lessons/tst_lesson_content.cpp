// SPDX-License-Identifier: Apache-2.0
// The lessons that come with the program: their code runs, their questions have answers, and both languages
// run the same code.
#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "checker/check.h"
#include "loader/lesson.h"
#include "text/python_text.h"

using namespace todevice;

namespace {

constexpr int kPatience = 120'000;

QString lessonFolder() {
  return qEnvironmentVariable("TODEVICE_SOURCE_DIR") + "/lessons";
}

/// Printed before each answer and fact, so that they can be told from what a lesson prints.
const QString kMark = QStringLiteral("@@ ");

/// The lesson as one script, without the steps that fail on purpose and without the learner's own change.
QString scriptOf(const Lesson& lesson) {
  QString script;
  for (const LessonStep& step : lesson.steps)
    if (step.raises.isEmpty() && !step.change) script += step.code;
  return script;
}

struct Outcome {
  int exitCode = -1;
  QString printed, complaint;
  QList<QJsonObject> marked;
};

Outcome runScript(const QString& script, int simulate, const QStringList& more = {}) {
  QTemporaryDir dir;
  QFile file(dir.filePath("lesson.py"));
  if (!file.open(QIODevice::WriteOnly)) return {};
  file.write(script.toUtf8());
  file.close();
  QProcess worker;
  worker.start(qEnvironmentVariable("TODEVICE_WORKER"),
               QStringList{"--simulate", QString::number(simulate)} + more + QStringList{file.fileName()});
  Outcome outcome;
  if (!worker.waitForFinished(kPatience) || worker.exitStatus() != QProcess::NormalExit) {
    outcome.complaint = worker.errorString() + '\n' + QString::fromUtf8(worker.readAllStandardError());
    return outcome;
  }
  outcome.exitCode = worker.exitCode();
  outcome.complaint = QString::fromUtf8(worker.readAllStandardError());
  outcome.printed = QString::fromUtf8(worker.readAllStandardOutput());
  for (const QString& line : outcome.printed.split('\n'))
    if (line.startsWith(kMark))
      outcome.marked << QJsonDocument::fromJson(line.mid(kMark.size()).toUtf8()).object();
  return outcome;
}

}  // namespace

class TestLessonContent : public QObject {
  Q_OBJECT
 private slots:
  /// The window says whether the learner was right; who predicted nothing was neither.
  void feedbackDoesNotJudge() {
    static const QRegularExpression judges(
        QStringLiteral("^\\s*(Right|Yes|Correct|\u5bf9|\u6b63\u786e)([.:,\u3002\uff1a\uff0c]|$)"));
    for (const char* language : {"en", "zh_CN"}) {
      for (const Lesson& lesson : loadLessons(language, lessonFolder()).lessons) {
        for (const LessonStep& step : lesson.steps) {
          if (!step.prediction) continue;
          for (const QString& words : step.prediction->feedback)
            QVERIFY2(!judges.match(words).hasMatch(), qPrintable(lesson.path + ": " + words));
        }
      }
    }
  }

  /// Slanted Chinese reads badly: what is stressed is bold, what is quoted stands in quotes.
  void chineseHasNoItalics() {
    static const QRegularExpression code(QStringLiteral("```.*?```|`[^`\n]*`|\\*\\*"),
                                         QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression slanted(QStringLiteral("\\*[^\\s*][^*\n]*\\*"));
    for (const Lesson& lesson : loadLessons("zh_CN", lessonFolder()).lessons) {
      for (const LessonStep& step : lesson.steps) {
        QStringList texts{step.prose, step.after};
        if (step.prediction)
          texts << step.prediction->question << step.prediction->choices << step.prediction->feedback;
        if (step.change) texts << step.change->task << step.change->hints << step.change->done;
        for (QString text : std::as_const(texts)) {
          const auto found = slanted.match(text.remove(code));
          QVERIFY2(!found.hasMatch(), qPrintable(lesson.path + ": " + found.captured()));
        }
      }
    }
  }

  void passTheCheck_data();
  void passTheCheck();
  void eachIsFiveToTenMinutesAndAsks();
  void tensorMovesToANewPlace();
  void moduleMovesInPlace();
  void trainingLearns();
  void cardsKeepTheirNumbersUnderAnySetting();
  void wordsAreLeftOut_data();
  void wordsAreLeftOut();

 private:
  static const Lesson* find(const LessonList& list, const QString& id);
  static QJsonObject factsOf(const QString& id, const QString& facts);
};

const Lesson* TestLessonContent::find(const LessonList& list, const QString& id) {
  for (const Lesson& lesson : list.lessons)
    if (lesson.id == id) return &lesson;
  return nullptr;
}

/// Runs a lesson and then evaluates `facts`, a Python dictionary.
QJsonObject TestLessonContent::factsOf(const QString& id, const QString& facts) {
  const LessonList list = loadLessons("en", lessonFolder());
  const Lesson* lesson = find(list, id);
  if (!lesson) return {};
  const Outcome outcome =
      runScript(scriptOf(*lesson) + "import json; print('" + kMark + "' + json.dumps(" + facts + "))\n", 4);
  if (outcome.exitCode != 0) qWarning().noquote() << outcome.complaint;
  return outcome.marked.isEmpty() || outcome.exitCode != 0 ? QJsonObject() : outcome.marked.last();
}

void TestLessonContent::passTheCheck_data() {
  QTest::addColumn<QString>("folder");
  QTest::addColumn<int>("simulate");
  for (const Lesson& lesson : loadLessons("en", lessonFolder()).lessons)
    for (const int simulate : {-1, 8})
      QTest::addRow("%s on %s GPUs", qPrintable(lesson.id), simulate < 0 ? "its" : "8")
          << QFileInfo(lesson.path).path() << simulate;
}

void TestLessonContent::passTheCheck() {
  QFETCH(QString, folder);
  QFETCH(int, simulate);
  const CheckResult result = checkLessons(folder, {qEnvironmentVariable("TODEVICE_WORKER"), simulate, 120});
  QCOMPARE(result.lessons, 1);
  for (const LessonProblem& p : result.problems)
    qWarning().noquote() << QString("%1:%2: %3").arg(p.path).arg(p.line).arg(p.message);
  QVERIFY(result.problems.empty());
}

void TestLessonContent::eachIsFiveToTenMinutesAndAsks() {
  const LessonList list = loadLessons("en", lessonFolder());
  QVERIFY(list.problems.empty());
  for (const Lesson& lesson : list.lessons) {
    QVERIFY2(lesson.minutes >= 5 && lesson.minutes <= 10, qPrintable(lesson.id));
    const auto asked = std::count_if(lesson.steps.begin(), lesson.steps.end(),
                                     [](const LessonStep& step) { return step.prediction.has_value(); });
    QVERIFY2(asked >= 2, qPrintable(lesson.id));
    QVERIFY2(lesson.steps.back().change, qPrintable(lesson.id));
  }
}

void TestLessonContent::tensorMovesToANewPlace() {
  const QJsonObject facts =
      factsOf("tensor-to",
              "{'cpu': str(x_cpu.device), 'gpu': str(x_gpu.device), 'ids': id(x_cpu) != id(x_gpu), "
              "'addresses': x_cpu.data_ptr() != x_gpu.data_ptr(), 'same': x_gpu.to(device) is x_gpu}");
  QCOMPARE(facts["cpu"].toString(), QString("cpu"));
  QCOMPARE(facts["gpu"].toString(), QString("cuda:0"));
  QVERIFY(facts["ids"].toBool() && facts["addresses"].toBool() && facts["same"].toBool());
}

void TestLessonContent::moduleMovesInPlace() {
  const QJsonObject facts =
      factsOf("module-to", "{'same': id(net) == net_id and same_parameters, 'moved': not same_addresses}");
  QVERIFY(facts["same"].toBool());
  QVERIFY(facts["moved"].toBool());
}

/// Lesson 7 speaks of physical GPUs, whatever is ticked in the window that it is read in.
void TestLessonContent::cardsKeepTheirNumbersUnderAnySetting() {
  const LessonList list = loadLessons("en", lessonFolder());
  const Lesson* lesson = find(list, "logical-physical");
  QVERIFY(lesson);
  const QString script = scriptOf(*lesson);
  const Outcome plain = runScript(script, 4);
  QCOMPARE(plain.exitCode, 0);
  QVERIFY2(plain.printed.contains("cuda:0 = GPU 2"), qPrintable(plain.printed));
  for (const char* visible : {"3,2,1,0", "0,2", "", "xyz"}) {
    const Outcome other = runScript(script, 4, {QString("--visible-devices=%1").arg(visible)});
    QCOMPARE(other.printed, plain.printed);
  }
}

void TestLessonContent::trainingLearns() {
  const QJsonObject facts =
      factsOf("train-on-gpu", "{'loss': loss.item(), 'accuracy': accuracy, 'device': str(loss.device)}");
  QCOMPARE(facts["device"].toString(), QString("cuda:0"));
  QVERIFY2(facts["loss"].toDouble(9) < 0.3, qPrintable(QString::number(facts["loss"].toDouble(9))));
  QVERIFY2(facts["accuracy"].toDouble() > 0.9, qPrintable(QString::number(facts["accuracy"].toDouble())));
}

void TestLessonContent::wordsAreLeftOut_data() {
  QTest::addColumn<QString>("code");
  QTest::addColumn<QString>("left");
  QTest::newRow("comment") << "x = 1  # one\ny"
                           << "x = 1\ny";
  QTest::newRow("text") << "print(\"a # b\", 'c')"
                        << "print(\"\", '')";
  QTest::newRow("f-string") << "f\"accuracy {a:.3f}!\""
                            << "f\"{a:.3f}\"";
  QTest::newRow("escape") << "'it\\'s' + x"
                          << "'' + x";
  QTest::newRow("triple") << "\"\"\"a \"b\" c\"\"\" + y"
                          << "\"\"\"\"\"\" + y";
}

void TestLessonContent::wordsAreLeftOut() {
  QFETCH(QString, code);
  QFETCH(QString, left);
  QCOMPARE(withoutWords(code), left);
}

QTEST_GUILESS_MAIN(TestLessonContent)
#include "tst_lesson_content.moc"
