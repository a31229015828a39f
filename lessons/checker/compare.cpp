// SPDX-License-Identifier: Apache-2.0
#include <QFileInfo>
#include <QList>
#include <QRegularExpression>
#include <algorithm>

#include "checker/check.h"
#include "checker/python_text.h"
#include "loader/reader.h"

namespace todevice {

namespace {

using reader::Problems;

/// A text that has letters beyond ASCII is words for the learner, and may be another in each language.
bool isWords(const QString& literal) {
  return std::any_of(literal.begin(), literal.end(), [](QChar c) { return c.unicode() > 127; });
}

/// A few words that are the same in both languages are names, not a sentence.
bool sameWords(const QString& a, const QString& b) {
  constexpr qsizetype kSentence = 4;
  static const QRegularExpression code(QStringLiteral("(`+)[^`].*?\\1"),
                                       QRegularExpression::DotMatchesEverythingOption);
  static const QRegularExpression word(QStringLiteral("\\b[A-Za-z]{2,}\\b"));
  if (a != b) return false;
  QString rest = a;
  rest.remove(code);
  return rest.count(word) >= kSentence;
}

class Comparison {
 public:
  Comparison(const Lesson& lesson, const Lesson& other)
      : m_lesson(lesson), m_other(other), m_name(QFileInfo(lesson.path).fileName()), m_problems(other.path) {}

  std::vector<LessonProblem> run() {
    head();
    const std::size_t steps = std::min(m_lesson.steps.size(), m_other.steps.size());
    if (m_lesson.steps.size() != m_other.steps.size())
      m_problems.add(m_other.steps[steps - 1].line, Problems::tr("%1 has %2 steps, this file %3")
                                                        .arg(m_name)
                                                        .arg(m_lesson.steps.size())
                                                        .arg(m_other.steps.size()));
    for (std::size_t i = 0; i < steps; ++i) step(m_lesson.steps[i], m_other.steps[i]);
    translated(steps);
    return m_problems.take();
  }

 private:
  void same(bool equal, int line, const QString& what) {
    if (!equal) m_problems.add(line, Problems::tr("%1 differs from %2").arg(what, m_name));
  }

  void head() {
    const auto field = [this](bool equal, const char* name) {
      same(equal, m_other.lineOf(QLatin1String(name)), QStringLiteral("\"%1\"").arg(QLatin1String(name)));
    };
    field(m_lesson.id == m_other.id, "id");
    field(m_lesson.minutes == m_other.minutes, "minutes");
    field(m_lesson.gpus == m_other.gpus, "gpus");
    field(m_lesson.prerequisites == m_other.prerequisites, "needs");
  }

  void step(const LessonStep& a, const LessonStep& b) {
    code(a.code, b.code, b.codeLine > 0 ? b.codeLine : b.line);
    same(a.raises == b.raises, b.codeLine > 0 ? b.codeLine - 1 : b.line,
         Problems::tr("the error that it raises"));
    same(a.prediction.has_value() == b.prediction.has_value(), b.line,
         Problems::tr("whether this step asks"));
    same(a.change.has_value() == b.change.has_value(), b.line,
         Problems::tr("whether this step asks for a change"));
    same(a.notes.isEmpty() == b.notes.isEmpty(), b.line, Problems::tr("whether this step has notes"));
    if (a.prediction && b.prediction) prediction(*a.prediction, *b.prediction);
    if (a.change && b.change) change(*a.change, *b.change);
  }

  /// Where this file has the words of the other: the first place, and how many there are.
  void translated(std::size_t steps) {
    QList<int> lines;
    if (sameWords(m_lesson.title, m_other.title)) lines << m_other.lineOf(QStringLiteral("title"));
    for (std::size_t i = 0; i < steps; ++i) {
      const LessonStep &a = m_lesson.steps[i], &b = m_other.steps[i];
      if (sameWords(a.title, b.title) || sameWords(a.prose, b.prose) || sameWords(a.after, b.after) ||
          sameWords(a.notes, b.notes))
        lines << b.line;
      if (a.prediction && b.prediction && sameWords(a.prediction->question, b.prediction->question))
        lines << b.prediction->line;
      if (a.change && b.change && sameWords(a.change->task, b.change->task)) lines << b.change->line;
    }
    if (lines.isEmpty()) return;
    QString said = Problems::tr("this text is that of %1, word for word: it is not translated").arg(m_name);
    if (lines.size() > 1)
      said += QStringLiteral(" ") + Problems::tr("(and in %1 more places)").arg(lines.size() - 1);
    m_problems.add(lines.first(), said);
  }

  void prediction(const Prediction& a, const Prediction& b) {
    same(a.answer == b.answer, b.answerLine, Problems::tr("the answer"));
    same(a.kind == b.kind, b.line, Problems::tr("the type of the prediction"));
    same(a.choices.size() == b.choices.size(), b.line, Problems::tr("the number of choices"));
  }

  void change(const Exercise& a, const Exercise& b) {
    same(a.check == b.check, b.checkLine, Problems::tr("the check"));
    same(a.hints.size() == b.hints.size(), b.line, Problems::tr("the number of hints"));
    code(a.solution, b.solution, b.solutionLine);
  }

  void code(const QString& a, const QString& b, int firstLine) {
    const auto before = withoutWords(a).split('\n'), after = withoutWords(b).split('\n');
    const auto shorter = std::min(before.size(), after.size());
    for (qsizetype i = 0; i < shorter; ++i)
      if (before[i] != after[i]) return differs(firstLine + static_cast<int>(i), before[i], after[i]);
    if (before.size() != after.size())
      return differs(firstLine + static_cast<int>(shorter), before.value(shorter), after.value(shorter));
    const auto first = literalsOf(a), second = literalsOf(b);
    for (std::size_t i = 0; i < std::min(first.size(), second.size()); ++i)
      if (first[i].text != second[i].text && !isWords(first[i].text) && !isWords(second[i].text))
        return differs(firstLine + second[i].line, first[i].text, second[i].text);
  }

  void differs(int line, const QString& a, const QString& b) {
    m_problems.add(line, Problems::tr("this code is another than in %1: %2 there, %3 here")
                             .arg(m_name, QLatin1Char('"') + a.trimmed() + QLatin1Char('"'),
                                  QLatin1Char('"') + b.trimmed() + QLatin1Char('"')));
  }

  const Lesson& m_lesson;
  const Lesson& m_other;
  QString m_name;
  Problems m_problems;
};

}  // namespace

std::vector<LessonProblem> compareLessons(const Lesson& lesson, const Lesson& other) {
  return Comparison(lesson, other).run();
}

}  // namespace todevice
