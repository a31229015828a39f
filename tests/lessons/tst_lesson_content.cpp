// SPDX-License-Identifier: Apache-2.0
// The lessons that come with the program: their code runs, their questions have answers, and both languages
// run the same code.
#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "checker/python_text.h"
#include "loader/lesson.h"

using namespace todevice;

namespace {

constexpr int kPatience = 120'000;

QString lessonFolder() {
  return qEnvironmentVariable("TODEVICE_SOURCE_DIR") + "/lessons";
}

QString quoted(QString text) {
  return "'" + text.replace('\\', "\\\\").replace('\'', "\\'") + "'";
}

/// Printed before each answer and fact, so that they can be told from what a lesson prints.
const QString kMark = QStringLiteral("@@ ");

/// The lesson as one script: each step's code as it stands, then its answer as JSON.
QString scriptOf(const Lesson& lesson) {
  QString script;
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const LessonStep& step = lesson.steps[i];
    script += step.code;
    if (step.prediction)
      script += QString("import json; print('%1' + json.dumps({'step': %2, 'answer': eval(%3)}))\n")
                    .arg(kMark)
                    .arg(i)
                    .arg(quoted(step.prediction->answer));
  }
  return script;
}

struct Outcome {
  int exitCode = -1;
  QString printed, complaint;
  QList<QJsonObject> marked;
};

Outcome runScript(const QString& script, int simulate) {
  QTemporaryDir dir;
  QFile file(dir.filePath("lesson.py"));
  if (!file.open(QIODevice::WriteOnly)) return {};
  file.write(script.toUtf8());
  file.close();
  QProcess worker;
  worker.start(qEnvironmentVariable("TODEVICE_WORKER"),
               {"--simulate", QString::number(simulate), file.fileName()});
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

/// Empty when the answer names one of the choices (or there are none to name), else what is wrong.
QString unanswered(const Prediction& prediction, const QJsonValue& answer) {
  if (answer.isNull() || answer.isUndefined()) return "no answer";
  if (prediction.choices.isEmpty()) return {};
  if (answer.isString() && prediction.choices.contains(answer.toString())) return {};
  if (answer.isDouble() && answer.toInt(-1) >= 0 && answer.toInt() < prediction.choices.size()) return {};
  return "the answer is none of the choices: " + answer.toVariant().toString();
}

}  // namespace

class TestLessonContent : public QObject {
  Q_OBJECT
 private slots:
  void runs_data();
  void runs();
  void languagesRunTheSameCode_data();
  void languagesRunTheSameCode();
  void tensorMovesToANewPlace();
  void moduleMovesInPlace();
  void trainingLearns();
  void wordsAreLeftOut_data();
  void wordsAreLeftOut();

 private:
  static const Lesson* find(const LessonList& list, const QString& id);
  static QJsonObject factsOf(const QString& id, const QString& facts);
  static void addLessons();
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
      runScript(scriptOf(*lesson) + "print('" + kMark + "' + json.dumps(" + facts + "))\n", 4);
  if (outcome.exitCode != 0) qWarning().noquote() << outcome.complaint;
  return outcome.marked.isEmpty() || outcome.exitCode != 0 ? QJsonObject() : outcome.marked.last();
}

void TestLessonContent::addLessons() {
  for (const Lesson& lesson : loadLessons("en", lessonFolder()).lessons)
    QTest::newRow(qPrintable(lesson.id)) << lesson.id;
}

void TestLessonContent::runs_data() {
  QTest::addColumn<QString>("language");
  QTest::addColumn<QString>("id");
  QTest::addColumn<int>("simulate");
  for (const char* language : {"en", "zh_CN"})
    for (const Lesson& lesson : loadLessons(language, lessonFolder()).lessons)
      for (const int simulate : {4, 0})
        QTest::addRow("%s %s on %d GPUs", language, qPrintable(lesson.id), simulate)
            << QString(language) << lesson.id << simulate;
}

void TestLessonContent::runs() {
  QFETCH(QString, language);
  QFETCH(QString, id);
  QFETCH(int, simulate);
  const LessonList list = loadLessons(language, lessonFolder());
  const Lesson* lesson = find(list, id);
  QVERIFY(lesson);
  const Outcome outcome = runScript(scriptOf(*lesson), simulate);
  QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.complaint));

  qsizetype asked = 0;
  for (std::size_t i = 0; i < lesson->steps.size(); ++i) {
    if (!lesson->steps[i].prediction) continue;
    QVERIFY(asked < outcome.marked.size());
    const QJsonObject answer = outcome.marked[asked++];
    QCOMPARE(answer["step"].toInt(), static_cast<int>(i));
    const QString wrong = unanswered(*lesson->steps[i].prediction, answer["answer"]);
    QVERIFY2(wrong.isEmpty(), qPrintable(lesson->steps[i].title + ": " + wrong));
  }
  QVERIFY(asked > 0);
}

void TestLessonContent::languagesRunTheSameCode_data() {
  QTest::addColumn<QString>("id");
  addLessons();
}

void TestLessonContent::languagesRunTheSameCode() {
  QFETCH(QString, id);
  const LessonList english = loadLessons("en", lessonFolder()),
                   chinese = loadLessons("zh_CN", lessonFolder());
  const Lesson* a = find(english, id);
  const Lesson* b = find(chinese, id);
  QVERIFY(a && b);
  QCOMPARE(b->language, QString("zh_CN"));
  QCOMPARE(b->gpus, a->gpus);
  QCOMPARE(b->prerequisites, a->prerequisites);
  QCOMPARE(b->steps.size(), a->steps.size());
  for (std::size_t i = 0; i < a->steps.size(); ++i) {
    QCOMPARE(withoutWords(b->steps[i].code), withoutWords(a->steps[i].code));
    QCOMPARE(b->steps[i].prediction.has_value(), a->steps[i].prediction.has_value());
    if (!a->steps[i].prediction) continue;
    QCOMPARE(b->steps[i].prediction->answer, a->steps[i].prediction->answer);
    QCOMPARE(b->steps[i].prediction->choices.size(), a->steps[i].prediction->choices.size());
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
