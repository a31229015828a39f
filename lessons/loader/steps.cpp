// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "loader/reader.h"

namespace todevice::reader {
namespace {

bool isBlank(const QStringList& lines) {
  for (const QString& line : lines)
    if (!line.trimmed().isEmpty()) return false;
  return true;
}

/// The lines as one text that ends in a line break, blank lines at both ends left out.
QString textOf(QStringList lines) {
  while (!lines.isEmpty() && lines.first().trimmed().isEmpty()) lines.removeFirst();
  while (!lines.isEmpty() && lines.last().trimmed().isEmpty()) lines.removeLast();
  return lines.isEmpty() ? QString() : lines.join('\n') + '\n';
}

class StepReader {
 public:
  StepReader(Lesson& lesson, Problems& problems) : m_lesson(lesson), m_problems(problems) {}

  void read(const Block& block) {
    if (block.kind == Block::Kind::Heading)
      begin(block);
    else if (m_lesson.steps.empty())
      beforeFirstStep(block);
    else if (block.kind == Block::Kind::Prose)
      prose(block);
    else
      fence(block);
  }

  bool hasReported() const { return m_lost; }

  /// Checks the step that ends here.
  void finish() {
    if (m_lesson.steps.empty()) return;
    LessonStep& step = m_lesson.steps.back();
    step.prose = textOf(std::exchange(m_prose, {}));
    step.after = textOf(std::exchange(m_after, {}));
    const bool whole = !std::exchange(m_misspelt, false);  // else what is missing stands there, misspelt
    if (step.prediction && step.code.isEmpty() && whole)
      m_problems.add(step.prediction->line,
                     Problems::tr("a prediction needs a ```python run block in the same step: its answer is "
                                  "computed after the run"));
    if (step.change)
      finishChange(step, *step.change, whole);
    else if (m_solution > 0 && whole)
      m_problems.add(m_solution, Problems::tr("a solution needs a ```change block in the same step"));
    m_solution = 0;
    if (step.prose.isEmpty() && step.code.isEmpty() && !step.prediction && !step.change)
      m_problems.add(step.line, Problems::tr("this step is empty"));
  }

 private:
  void finishChange(const LessonStep& step, Exercise& change, bool whole) {
    change.solution = std::exchange(m_solutionText, {});
    change.solutionLine = m_solution > 0 ? m_solution + 1 : 0;
    if (step.code.isEmpty() && whole)
      m_problems.add(change.line,
                     Problems::tr("a change needs a ```python run block in the same step: the code that "
                                  "the learner changes"));
    if (change.solution.isEmpty() && whole)
      m_problems.add(change.line,
                     Problems::tr("a change needs a ```python solution block: the code with the change "
                                  "made"));
  }

  void begin(const Block& block) {
    finish();
    LessonStep step;
    step.title = block.info;
    step.line = block.line;
    if (!block.lines.isEmpty())
      notAsWritten(block);
    else if (step.title.isEmpty())
      m_problems.add(block.line, Problems::tr("a step needs a title after \"## \""));
    checkInline(step.title, block.line, m_problems);
    m_lesson.steps.push_back(std::move(step));
  }

  void notAsWritten(const Block& heading) {
    constexpr qsizetype kQuoted = 40;
    const QString& written = heading.lines.first();
    m_problems.add(heading.line,
                   written.startsWith(QLatin1String("# "))
                       ? Problems::tr("the title stands in the head; a step begins with \"## \"")
                       : Problems::tr("a step begins with \"## \" at the left, two half-width signs and a "
                                      "blank, not with \"%1\"")
                             .arg(written.left(kQuoted)));
  }

  void beforeFirstStep(const Block& block) {
    if (m_lost || (block.kind == Block::Kind::Prose && isBlank(block.lines))) return;
    m_problems.add(firstText(block),
                   Problems::tr("text before the first step: begin a step with \"## Title\""));
    m_lost = true;
  }

  static int firstText(const Block& block) {
    int line = block.line;
    if (block.kind == Block::Kind::Prose)
      for (const QString& text : block.lines) {
        if (!text.trimmed().isEmpty()) break;
        ++line;
      }
    return line;
  }

  void prose(const Block& block) {
    checkMarkdown(block.lines.join('\n'), block.line, m_problems);
    text() << block.lines;
  }

  QStringList& text() { return m_lesson.steps.back().code.isEmpty() ? m_prose : m_after; }

  void fence(const Block& block) {
    const QStringList words = block.info.split(' ', Qt::SkipEmptyParts);
    const QString kind = words.value(0);
    if (kind == QLatin1String("predict") || kind == QLatin1String("notes") ||
        kind == QLatin1String("change")) {
      if (words.size() > 1)
        m_problems.add(block.line, Problems::tr("nothing may stand after \"%1\"").arg(kind));
      kind == QLatin1String("predict") ? predict(block)
      : kind == QLatin1String("notes") ? notes(block)
                                       : change(block);
    } else if (kind == QLatin1String("python") && words.size() > 1) {
      python(block, words.mid(1));
    } else if (words.contains(QLatin1String("run")) || words.contains(QLatin1String("solution"))) {
      m_misspelt = true;
      m_problems.add(block.line, Problems::tr("code that runs is marked \"python run\", a solution \"python "
                                              "solution\", not \"%1\"")
                                     .arg(block.info));
    } else {
      shown(block, kind);
    }
  }

  void python(const Block& block, const QStringList& words) {
    if (words == QStringList{QStringLiteral("solution")}) return solution(block);
    const bool raises = words.size() == 3 && words[1] == QLatin1String("raises");
    const bool runs = words.first() == QLatin1String("run");
    if (!runs || (words.size() > 1 && !raises))
      m_problems.add(block.line,
                     Problems::tr("after \"python\" only \"run\", \"run raises ERROR\" and \"solution\" are "
                                  "known, not \"%1\"")
                         .arg(words.join(' ')));
    m_misspelt = m_misspelt || !runs;
    if (!runs) return;
    code(block);
    if (raises) m_lesson.steps.back().raises = words[2];
  }

  void solution(const Block& block) {
    if (m_solution > 0)
      m_problems.add(block.line, Problems::tr("a step has one solution"));
    else if (isBlank(block.lines))
      m_problems.add(block.line, Problems::tr("this block has no code"));
    m_solution = block.line;
    m_solutionText = textOf(block.lines);
  }

  void code(const Block& block) {
    LessonStep& step = m_lesson.steps.back();
    if (!step.code.isEmpty())
      m_problems.add(block.line,
                     Problems::tr("a step has one block that runs; begin another step for this one"));
    else if (isBlank(block.lines))
      m_problems.add(block.line, Problems::tr("this block has no code"));
    step.code = textOf(block.lines);
    step.codeLine = block.line + 1;
    for (const QString& line : block.lines) {
      if (!line.trimmed().isEmpty()) break;
      ++step.codeLine;
    }
  }

  void shown(const Block& block, const QString& kind) {
    static const QStringList own{QStringLiteral("predict"), QStringLiteral("change"), QStringLiteral("notes"),
                                 QStringLiteral("python")};
    static const QStringList languages{
        QStringLiteral("python"), QStringLiteral("pycon"), QStringLiteral("text"),
        QStringLiteral("sh"),     QStringLiteral("bash"),  QStringLiteral("json"),
        QStringLiteral("diff"),   QStringLiteral("c"),     QStringLiteral("cpp"),
        QStringLiteral("cuda"),   QStringLiteral("slurm"), QStringLiteral("markdown")};
    if (!kind.isEmpty() && !languages.contains(kind)) {
      const QString meant = meantWord(kind, own);
      m_misspelt = m_misspelt || !meant.isEmpty();
      m_problems.add(block.line, meant.isEmpty()
                                     ? Problems::tr("unknown block \"%1\" (only shown: %2)")
                                           .arg(kind, languages.join(QStringLiteral(", ")))
                                     : Problems::tr("unknown block \"%1\": is it \"%2\"?").arg(kind, meant));
    }
    text() << block.marker + block.info << block.lines << block.marker;
  }

  void predict(const Block& block) {
    LessonStep& step = m_lesson.steps.back();
    if (step.prediction)
      return m_problems.add(block.line,
                            Problems::tr("a step asks one question; begin another step for this one"));
    step.prediction = readPrediction(block, m_problems);
  }

  void change(const Block& block) {
    LessonStep& step = m_lesson.steps.back();
    if (step.change)
      return m_problems.add(block.line,
                            Problems::tr("a step asks for one change; begin another step for this one"));
    step.change = readChange(block, m_problems);
  }

  void notes(const Block& block) {
    m_lesson.steps.back().notes += textOf(block.lines);
    checkMarkdown(block.lines.join('\n'), block.line + 1, m_problems);
  }

  Lesson& m_lesson;
  Problems& m_problems;
  QStringList m_prose, m_after;
  QString m_solutionText;
  bool m_misspelt = false;  ///< a block of this step
  bool m_lost = false;      ///< text before the first step was reported
  int m_solution = 0;       ///< the line of the step's solution, 0: none
};

}  // namespace

void readSteps(const std::vector<Block>& blocks, Lesson& lesson, Problems& problems) {
  StepReader reader(lesson, problems);
  for (const Block& block : blocks) reader.read(block);
  reader.finish();
  if (lesson.steps.empty() && !reader.hasReported())
    problems.add(1, Problems::tr("the lesson has no steps: begin one with \"## Title\""));
}

}  // namespace todevice::reader
