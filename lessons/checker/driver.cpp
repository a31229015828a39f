// SPDX-License-Identifier: Apache-2.0
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <algorithm>

#include "checker/check.h"
#include "loader/reader.h"

namespace todevice {

namespace {

using reader::Problems;

constexpr int kPatienceMs = 120'000;

/// Runs blocks in one namespace and tells of each: how it ended, and what the expressions behind it are.
/// Lines are those of the lesson's file.
constexpr const char* kDriver = R"py(
import io, json, sys, traceback
tell = sys.stdout
names = {"__name__": "__main__"}
with open(sys.argv[1], encoding="utf-8") as file:
    task = json.load(file)

def where(error):
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == task["path"]]
    line = error.lineno if isinstance(error, SyntaxError) and error.filename == task["path"] else lines[-1] if lines else 0
    return {"type": type(error).__name__, "message": str(error), "line": line or 0}

def value_of(expression):
    try:
        value = eval(expression, names)
    except BaseException as error:
        return {"error": where(error)}
    try:
        return {"value": json.loads(json.dumps(value)), "text": repr(value), "true": bool(value)}
    except Exception:
        return {"value": None, "text": repr(value), "true": False}

for block in task["blocks"]:
    sys.stdout = io.StringIO()
    result = {}
    try:
        exec(compile("\n" * (block["line"] - 1) + block["code"], task["path"], "exec"), names)
    except BaseException as error:
        result["error"] = where(error)
    result["values"] = [value_of(expression) for expression in block["expressions"]]
    tell.write("@@ " + json.dumps(result) + "\n")
    tell.flush()
)py";

struct Run {
  QList<QJsonObject> results;  ///< one for each block that ended
  QString complaint;           ///< why there are not more
};

Run runBlocks(const QString& path, const QJsonArray& blocks, const CheckSettings& settings, int gpus) {
  const QTemporaryDir folder;
  const auto write = [&](const char* name, const QByteArray& bytes) {
    QFile file(folder.filePath(QLatin1String(name)));
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
  };
  const QJsonObject task{{"path", path}, {"blocks", blocks}};
  Run run;
  if (!write("driver.py", kDriver) || !write("task.json", QJsonDocument(task).toJson())) {
    run.complaint = Problems::tr("the code cannot be written to a folder of its own");
    return run;
  }
  QProcess worker;
  worker.setWorkingDirectory(folder.path());
  worker.start(settings.worker, {QStringLiteral("--simulate"), QString::number(gpus),
                                 QStringLiteral("driver.py"), QStringLiteral("task.json")});
  const bool ended = worker.waitForFinished(kPatienceMs);
  if (!ended) worker.kill();
  worker.waitForFinished();
  for (const QByteArray& line : worker.readAllStandardOutput().split('\n'))
    if (line.startsWith("@@ ")) run.results << QJsonDocument::fromJson(line.mid(3)).object();
  if (!ended)
    run.complaint = worker.error() == QProcess::FailedToStart
                        ? Problems::tr("\"%1\" cannot be started").arg(settings.worker)
                        : Problems::tr("nothing happened for %1 s").arg(kPatienceMs / 1000);
  else if (run.results.size() < blocks.size())
    run.complaint = Problems::tr("the program ended: %1")
                        .arg(QString::fromUtf8(worker.readAllStandardError()).trimmed().section('\n', -1));
  return run;
}

/// The blocks of a lesson up to a step, changes made, and what came of them.
class LessonRun {
 public:
  LessonRun(const Lesson& lesson, const CheckSettings& settings)
      : m_lesson(lesson), m_settings(settings), m_problems(lesson.path) {}

  std::vector<LessonProblem> run() {
    for (std::size_t i = 0; i < m_lesson.steps.size(); ++i)
      if (m_lesson.steps[i].change) before(i);
    after();
    return m_problems.take();
  }

 private:
  QJsonObject block(const LessonStep& step, bool changed) const {
    QJsonArray expressions;
    if (step.prediction) expressions << step.prediction->answer;
    if (step.change) expressions << step.change->check;
    const bool solved = changed && step.change;
    return {{"code", solved ? step.change->solution : step.code},
            {"line", std::max(1, solved ? step.change->solutionLine : step.codeLine)},
            {"expressions", expressions}};
  }

  Run runUpTo(std::size_t last, bool changed) const {
    QJsonArray blocks;
    for (std::size_t i = 0; i <= last; ++i) blocks << block(m_lesson.steps[i], changed || i < last);
    const int gpus = m_settings.simulate >= 0 ? m_settings.simulate : m_lesson.gpus;
    return runBlocks(m_lesson.path, blocks, m_settings, gpus);
  }

  /// The code that the learner is to change must not be right already, and end as the lesson says.
  void before(std::size_t at) {
    const LessonStep& step = m_lesson.steps[at];
    const Run run = runUpTo(at, false);
    if (run.results.size() != static_cast<qsizetype>(at) + 1) return;  // the run with the changes tells why
    const QJsonObject result = run.results.last();
    if (result["values"].toArray().last().toObject()["true"].toBool())
      m_problems.add(step.change->checkLine, Problems::tr("the check is true before anything was changed"));
    ending(step, result, step.codeLine);
  }

  void after() {
    const Run run = runUpTo(m_lesson.steps.size() - 1, true);
    for (qsizetype i = 0; i < run.results.size(); ++i)
      step(m_lesson.steps[static_cast<std::size_t>(i)], run.results[i]);
    if (run.complaint.isEmpty()) return;
    const LessonStep& step = m_lesson.steps[static_cast<std::size_t>(
        std::min<qsizetype>(run.results.size(), static_cast<qsizetype>(m_lesson.steps.size()) - 1))];
    m_problems.add(std::max(step.line, step.codeLine), run.complaint);
  }

  void step(const LessonStep& step, const QJsonObject& result) {
    const QJsonArray values = result["values"].toArray();
    if (step.change) {
      const QJsonObject error = result["error"].toObject();
      if (!error.isEmpty())
        m_problems.add(lineOf(error, step.change->solutionLine),
                       Problems::tr("the solution fails: %1").arg(words(error)));
      const QJsonObject check = values.last().toObject();
      if (check.contains("error"))
        m_problems.add(step.change->checkLine,
                       Problems::tr("the check fails: %1").arg(words(check["error"].toObject())));
      else if (!check["true"].toBool())
        m_problems.add(step.change->checkLine,
                       Problems::tr("the check is not true after the solution ran: it is %1")
                           .arg(check["text"].toString()));
    } else {
      ending(step, result, step.codeLine);
    }
    if (step.prediction) answer(*step.prediction, values.first().toObject());
  }

  void ending(const LessonStep& step, const QJsonObject& result, int firstLine) {
    const QJsonObject error = result["error"].toObject();
    if (error.isEmpty() && !step.raises.isEmpty())
      m_problems.add(
          firstLine,
          Problems::tr("this code should end with %1, and ends without an error").arg(step.raises));
    if (error.isEmpty() || error["type"].toString() == step.raises) return;
    m_problems.add(
        lineOf(error, firstLine),
        step.raises.isEmpty()
            ? Problems::tr("this code fails: %1").arg(words(error))
            : Problems::tr("this code should end with %1, not with %2").arg(step.raises, words(error)));
  }

  void answer(const Prediction& prediction, const QJsonObject& result) {
    const int line = prediction.answerLine;
    if (result.contains("error"))
      return m_problems.add(line,
                            Problems::tr("the answer fails: %1").arg(words(result["error"].toObject())));
    const QJsonValue value = result["value"];
    if (value.isNull())
      return m_problems.add(line, Problems::tr("the answer is %1").arg(result["text"].toString()));
    if (prediction.kind == Prediction::Kind::Number && !value.isDouble())
      m_problems.add(line, Problems::tr("the answer is no number but %1").arg(result["text"].toString()));
    if (!prediction.picks()) return;
    const qsizetype right = value.isString() ? prediction.choices.indexOf(value.toString()) : value.toInt(-1);
    if (right < 0 || right >= prediction.choices.size())
      return m_problems.add(
          line, Problems::tr("the answer is none of the choices: %1").arg(result["text"].toString()));
    for (qsizetype i = 0; i < prediction.choices.size(); ++i)
      if (i != right && prediction.feedback.value(i).isEmpty())
        m_problems.add(prediction.line,
                       Problems::tr("the wrong choice \"%1\" has no feedback (\">\" under it)")
                           .arg(prediction.choices[i]));
  }

  static QString words(const QJsonObject& error) {
    return error["type"].toString() + QStringLiteral(": ") + error["message"].toString();
  }
  static int lineOf(const QJsonObject& error, int otherwise) {
    return error["line"].toInt() > 0 ? error["line"].toInt() : otherwise;
  }

  const Lesson& m_lesson;
  const CheckSettings& m_settings;
  Problems m_problems;
};

}  // namespace

std::vector<LessonProblem> runLesson(const Lesson& lesson, const CheckSettings& settings) {
  return LessonRun(lesson, settings).run();
}

}  // namespace todevice
