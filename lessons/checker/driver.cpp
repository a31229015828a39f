// SPDX-License-Identifier: Apache-2.0
#include <QJsonArray>
#include <QJsonObject>
#include <QSet>
#include <algorithm>
#include <cmath>
#include <optional>

#include "checker/blocks_run.h"
#include "checker/check.h"
#include "loader/matching.h"
#include "loader/reader.h"

namespace todevice {

namespace {

using reader::Problems;

/// The blocks of a lesson up to a step, changes made, and what came of them.
class LessonRun {
 public:
  LessonRun(const Lesson& lesson, const CheckSettings& settings)
      : m_lesson(lesson), m_settings(settings), m_problems(lesson.path) {}

  RunResult run() {
    after();
    for (std::size_t i = 0; i < m_good && !m_stopped; ++i)
      if (m_lesson.steps[i].change) before(i);
    return {m_problems.take(), m_stopped};
  }

 private:
  QJsonObject block(const LessonStep& step, bool changed) const {
    QJsonArray expressions;
    if (step.prediction) expressions << step.prediction->answer;
    if (step.change) expressions << step.change->check;
    const bool solved = changed && step.change;
    return {{"code", solved ? step.change->solution : step.code},
            {"line", std::max(1, solved ? step.change->solutionLine : step.codeLine)},
            {"raises", solved ? QString() : step.raises},
            {"expressions", expressions}};
  }

  BlocksRun runUpTo(std::size_t last, bool changed) {
    QJsonArray blocks;
    for (std::size_t i = 0; i <= last; ++i) blocks << block(m_lesson.steps[i], changed || i < last);
    const int gpus = m_settings.simulate >= 0 ? m_settings.simulate : m_lesson.gpus;
    BlocksRun run = runBlocks(m_lesson.path, blocks, m_settings, gpus, [this](int index) {
      if (m_settings.progress) m_settings.progress(m_lesson, index + 1);
    });
    m_stopped = run.stopped;
    if (!run.complaint.isEmpty()) complain(run, changed);
    return run;
  }

  void complain(const BlocksRun& run, bool changed) {
    const auto at = std::min(static_cast<std::size_t>(run.results.size()), m_lesson.steps.size() - 1);
    const LessonStep& step = m_lesson.steps[at];
    int line = changed && step.change ? step.change->solutionLine : step.codeLine;
    if (run.asked >= 0)
      line = run.asked == 0 && step.prediction ? step.prediction->answerLine : checkLine(step);
    m_problems.add(std::max(step.line, line), run.complaint);
  }

  static int checkLine(const LessonStep& step) { return step.change ? step.change->checkLine : step.line; }

  /// The code that the learner is to change must not be right already, and end as the lesson says.
  void before(std::size_t at) {
    const LessonStep& step = m_lesson.steps[at];
    const BlocksRun run = runUpTo(at, false);
    if (run.results.size() != static_cast<qsizetype>(at) + 1) return;
    const QJsonObject result = run.results.last();
    if (result["values"].toArray().last().toObject()["true"].toBool())
      m_problems.add(step.change->checkLine,
                     Problems::tr("the check is true before anything was changed: ask for what only the "
                                  "change brings about"));
    ending(step, result, step.codeLine);
    for (std::size_t i = m_compared; i < at; ++i) sameAgain(m_lesson.steps[i], i, run.results);
    m_compared = std::max(m_compared, at);
  }

  /// What a learner is to type in must not be another in each run. A choice may well be: which of two was
  /// faster.
  void sameAgain(const LessonStep& step, std::size_t at, const QList<QJsonObject>& results) {
    if (!step.prediction || step.prediction->picks()) return;
    const auto text = [at](const QList<QJsonObject>& all) {
      const QJsonObject result = all.value(static_cast<qsizetype>(at));
      return result["values"].toArray().first().toObject()["text"].toString();
    };
    changes(*step.prediction, text(m_results), text(results));
  }

  bool changes(const Prediction& prediction, const QString& first, const QString& second) {
    if (first == second) return false;
    if (m_changing.contains(prediction.answerLine)) return true;
    m_changing << prediction.answerLine;
    m_problems.add(
        prediction.answerLine,
        Problems::tr("the answer changes from one time to the next: %1, then %2").arg(first, second));
    return true;
  }

  void after() {
    const BlocksRun run = runUpTo(m_lesson.steps.size() - 1, true);
    m_results = run.results;
    for (qsizetype i = 0; i < run.results.size() && !m_spoilt; ++i) {
      const LessonStep& now = m_lesson.steps[static_cast<std::size_t>(i)];
      if (step(now, run.results[i])) ++m_good;
      // The code that the learner begins from may have the same fault; if not, only the solution has it.
      else if (now.change)
        ++m_good;
    }
  }

  /// Whether the code ended as it should; its question and check say nothing otherwise.
  bool step(const LessonStep& step, const QJsonObject& result) {
    const QJsonArray values = result["values"].toArray();
    const QJsonObject error = result["error"].toObject();
    if (step.change && !error.isEmpty()) {
      m_problems.add(lineOf(error, step.change->solutionLine),
                     Problems::tr("the solution fails: %1").arg(words(error)));
      return false;
    }
    if (!step.change && !ending(step, result, step.codeLine)) return false;
    if (step.change) check(*step.change, values.last().toObject());
    if (step.prediction) answer(*step.prediction, values.first().toObject());
    return true;
  }

  void check(const Exercise& change, const QJsonObject& result) {
    if (result.contains("error"))
      m_problems.add(change.checkLine,
                     Problems::tr("the check fails: %1").arg(words(result["error"].toObject())));
    else if (!result["true"].toBool())
      m_problems.add(change.checkLine, Problems::tr("the check is not true after the solution ran: it is %1")
                                           .arg(result["text"].toString()));
  }

  bool ending(const LessonStep& step, const QJsonObject& result, int firstLine) {
    const QJsonObject error = result["error"].toObject();
    if (error.isEmpty() && !step.raises.isEmpty())
      m_problems.add(
          firstLine,
          Problems::tr("this code should end with %1, and ends without an error").arg(step.raises));
    if (error.isEmpty()) return step.raises.isEmpty();
    if (error["type"].toString() == step.raises) return true;
    m_problems.add(
        lineOf(error, firstLine),
        step.raises.isEmpty()
            ? Problems::tr("this code fails: %1").arg(words(error))
            : Problems::tr("this code should end with %1, not with %2").arg(step.raises, words(error)));
    return false;
  }

  void answer(const Prediction& prediction, const QJsonObject& result) {
    const int line = prediction.answerLine;
    if (result.contains("error")) {
      m_spoilt = result["asked"].toInt() > 0;
      return m_problems.add(line,
                            (m_spoilt ? Problems::tr("the answer fails when it is asked a second time: %1. "
                                                     "It must change nothing")
                                      : Problems::tr("the answer fails: %1"))
                                .arg(words(result["error"].toObject())));
    }
    if (changes(prediction, result["text"].toString(), result["again"].toString())) return;
    const QJsonValue value = result["value"];
    if (value.isNull())
      return m_problems.add(line,
                            Problems::tr("the answer is %1: make it a text or a number, with str(), .item() "
                                         "or the like")
                                .arg(result["text"].toString()));
    if (prediction.kind == Prediction::Kind::Number && !value.isDouble())
      m_problems.add(line, Problems::tr("the answer is no number but %1").arg(result["text"].toString()));
    if (!prediction.picks()) return;
    const double number = value.toDouble();
    const bool whole = value.isDouble() && number == std::floor(number);
    const qsizetype right =
        rightChoice(prediction, value.isString() ? value.toString() : result["text"].toString(),
                    whole ? std::optional(static_cast<qint64>(number)) : std::nullopt);
    if (right < 0)
      return m_problems.add(
          line, Problems::tr("the answer is none of the choices: %1").arg(result["text"].toString()));
    for (qsizetype i = 0; i < prediction.choices.size(); ++i)
      if (i != right && prediction.feedback.value(i).isEmpty())
        m_problems.add(prediction.choiceLines.value(i),
                       Problems::tr("the wrong choice \"%1\" has no feedback (\">\" under it)")
                           .arg(prediction.choices[i]));
  }

  /// The first line says what happened; of a GPU or a keyboard that is not there, what to do.
  QString words(const QJsonObject& error) const {
    const QString said = error["message"].toString().section('\n', 0, 0);
    QString all =
        said.isEmpty() ? error["type"].toString() : error["type"].toString() + QStringLiteral(": ") + said;
    const bool noGpu = said.contains(QLatin1String("invalid device ordinal")) ||
                       said.contains(QLatin1String("Found no NVIDIA driver"));
    if (noGpu && m_settings.simulate < 0)
      all = Problems::tr("%1 (the head gives this lesson %2 GPUs: raise \"gpus\")")
                .arg(all, QString::number(m_lesson.gpus));
    if (error["type"].toString() == QLatin1String("EOFError") &&
        said.contains(QLatin1String("reading a line")))
      all = Problems::tr("%1 (there is no keyboard: give the value in the code)").arg(all);
    return all;
  }
  static int lineOf(const QJsonObject& error, int otherwise) {
    return error["line"].toInt() > 0 ? error["line"].toInt() : otherwise;
  }

  const Lesson& m_lesson;
  const CheckSettings& m_settings;
  Problems m_problems;
  QList<QJsonObject> m_results;  ///< with all changes made
  std::size_t m_good = 0;        ///< steps from which on nothing is known
  std::size_t m_compared = 0;    ///< steps whose answers were compared with those of a second run
  QSet<int> m_changing;          ///< lines of answers of which it was told that they change
  bool m_stopped = false;
  bool m_spoilt = false;  ///< by an answer that changes what the next steps find
};

}  // namespace

RunResult runLesson(const Lesson& lesson, const CheckSettings& settings) {
  return LessonRun(lesson, settings).run();
}

}  // namespace todevice
