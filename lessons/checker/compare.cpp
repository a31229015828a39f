// SPDX-License-Identifier: Apache-2.0
#include <QFileInfo>
#include <QList>
#include <QRegularExpression>
#include <algorithm>

#include "checker/check.h"
#include "loader/reader.h"
#include "text/python_text.h"

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
    if (m_lesson.steps.size() != m_other.steps.size()) {
      m_problems.add(m_other.steps[std::min(firstOther(steps), steps - 1)].line,
                     Problems::tr("%1 has %2 steps, this file %3; from here on they differ")
                         .arg(m_name)
                         .arg(m_lesson.steps.size())
                         .arg(m_other.steps.size()));
    } else {
      for (std::size_t i = 0; i < steps; ++i) step(m_lesson.steps[i], m_other.steps[i]);
    }
    translated(steps);
    return m_problems.take();
  }

 private:
  void same(bool equal, int line, const QString& what) {
    if (!equal) m_problems.add(line, Problems::tr("%1 differs from %2").arg(what, m_name));
  }

  void head() {
    const auto field = [this](bool equal, const char* name) {
      same(equal, m_other.lineOf(QLatin1String(name)), Problems::tr("\"%1\"").arg(QLatin1String(name)));
    };
    field(m_lesson.id == m_other.id, "id");
    field(m_lesson.minutes == m_other.minutes, "minutes");
    field(m_lesson.gpus == m_other.gpus, "gpus");
    field(m_lesson.prerequisites == m_other.prerequisites, "needs");
  }

  /// The first step that is not the same one: what comes after it says nothing more.
  std::size_t firstOther(std::size_t steps) const {
    std::size_t i = 0;
    while (i < steps && withoutWords(m_lesson.steps[i].code) == withoutWords(m_other.steps[i].code) &&
           m_lesson.steps[i].prediction.has_value() == m_other.steps[i].prediction.has_value() &&
           m_lesson.steps[i].change.has_value() == m_other.steps[i].change.has_value())
      ++i;
    return i;
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
      said = Problems::tr("%1 (and in %2 more places)").arg(said, QString::number(lines.size() - 1));
    m_problems.add(lines.first(), said);
  }

  void prediction(const Prediction& a, const Prediction& b) {
    same(a.answer == b.answer, b.answerLine, Problems::tr("the answer"));
    same(a.kind == b.kind, b.line, Problems::tr("the type of the prediction"));
    same(a.choices.size() == b.choices.size(), b.line, Problems::tr("the number of choices"));
    for (qsizetype i = 0; i < std::min(a.choices.size(), b.choices.size()); ++i)
      same(a.feedback[i].isEmpty() == b.feedback[i].isEmpty(), b.choiceLines[i],
           Problems::tr("whether something is said to this choice"));
  }

  void change(const Exercise& a, const Exercise& b) {
    same(a.check == b.check, b.checkLine, Problems::tr("the check"));
    same(a.hints.size() == b.hints.size(), b.line, Problems::tr("the number of hints"));
    same(a.done.isEmpty() == b.done.isEmpty(), b.line, Problems::tr("whether the change has a \"done:\""));
    code(a.solution, b.solution, b.solutionLine);
  }

  /// Comments may differ, also in number.
  void code(const QString& a, const QString& b, int firstLine) {
    const auto before = linesOf(a), after = linesOf(b);
    for (std::size_t i = 0; i < std::max(before.size(), after.size()); ++i)
      if (i >= before.size() || i >= after.size() || before[i].bare != after[i].bare)
        return differs(firstLine, a, i < before.size() ? before[i].line : -1, b,
                       i < after.size() ? after[i].line : -1);
    const auto first = literalsOf(a), second = literalsOf(b);
    for (std::size_t i = 0; i < std::min(first.size(), second.size()); ++i)
      if (first[i].text != second[i].text && !isWords(first[i].text) && !isWords(second[i].text))
        return differs(firstLine, a, first[i].line, b, second[i].line);
  }

  /// Lines of both codes; -1: that code has ended.
  void differs(int firstLine, const QString& a, int there, const QString& b, int here) {
    const auto quoted = [](const QString& code, int line) {
      constexpr qsizetype kQuoted = 100;
      const QString text = code.section('\n', line, line).trimmed();
      return line < 0 ? Problems::tr("nothing")
                      : '`' + text.left(kQuoted) +
                            (text.size() > kQuoted ? QStringLiteral("…`") : QStringLiteral("`"));
    };
    const auto end = static_cast<int>(b.trimmed().count('\n')) + 1;
    m_problems.add(firstLine + (here < 0 ? end : here),
                   Problems::tr("this code is another than in %1: %2 there, %3 here")
                       .arg(m_name, quoted(a, there), quoted(b, here)));
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
