// SPDX-License-Identifier: Apache-2.0
#include <QRegularExpression>
#include <QSet>

#include "loader/matching.h"
#include "loader/reader.h"
#include "text/python_text.h"

namespace todevice::reader {

bool isConstant(const QString& expression) {
  // Python's own words and functions: with these alone, nothing that ran is looked at.
  static const QSet<QString> ofPython = [] {
    const QString words = QStringLiteral(
        "True False None and or not if else in is abs all any bool bytes chr dict divmod float format "
        "frozenset hex "
        "int len list max min oct ord pow range repr reversed round set sorted str sum tuple");
    const QStringList list = words.split(QLatin1Char(' '));
    return QSet<QString>(list.begin(), list.end());
  }();
  static const QRegularExpression prefix(QStringLiteral(R"(\b[fFrRbBuU]{1,2}(?=["']))")),
      number(QStringLiteral(R"((?<![\w.])(?:0[xXbBoO][0-9a-fA-F_]+|[0-9][0-9_.]*(?:[eE][+-]?[0-9]+)?j?))")),
      name(QStringLiteral(R"([^\W\d]\w*)"), QRegularExpression::UseUnicodePropertiesOption);
  if (expression.trimmed().isEmpty()) return false;
  QString code = withoutWords(expression);
  code.remove(prefix).remove(number);
  for (auto found = name.globalMatch(code); found.hasNext();)
    if (!ofPython.contains(found.next().captured())) return false;
  return true;
}

bool broken(int line, const QString& text, Problems& problems) {
  constexpr qsizetype kQuoted = 40;
  problems.add(line, Problems::tr("an expression stands on one line: put \"%1\" behind the line above")
                         .arg(text.left(kQuoted)));
  return true;
}

namespace {

constexpr qsizetype kQuoted = 40;

class PredictionReader {
 public:
  PredictionReader(const Block& block, Problems& problems) : m_block(block), m_problems(problems) {
    m_result.line = block.line;
  }

  Prediction read() {
    for (qsizetype i = 0; i < m_block.lines.size(); ++i)
      line(m_block.lines[i].trimmed(), m_block.line + 1 + static_cast<int>(i));
    check();
    return m_result;
  }

 private:
  void line(const QString& text, int number) {
    static const QString question = QStringLiteral("question:"), answer = QStringLiteral("answer:"),
                         type = QStringLiteral("type:");
    if (text.startsWith(type))
      setKind(text.mid(type.size()).trimmed(), number);
    else if (text.startsWith(question))
      begin(m_result.question, text.mid(question.size()), m_questionLine = number);
    else if (text.startsWith(answer)) {
      begin(m_result.answer, text.mid(answer.size()), number);
      m_result.answerLine = number;
    } else if (text.startsWith(QLatin1String("- ")))
      choice(text.mid(2).trimmed(), number);
    else if (text.startsWith('>'))
      feedback(text.mid(1).trimmed(), number);
    else if (const auto wrong = misspeltField(text, fields()))
      misspelt(*wrong, number);
    else if (text.startsWith(QChar(0xFF0D)) || text.startsWith(QChar(0xFF1E)))
      m_problems.add(number, Problems::tr("\"%1\" is a full-width sign: a choice begins with \"- \", what is "
                                          "said to it with \"> \"")
                                 .arg(text.front()));
    else if (!text.isEmpty())
      more(text, number);
  }

  static QStringList fields() {
    return {QStringLiteral("type"), QStringLiteral("question"), QStringLiteral("answer")};
  }

  /// Said once: that the field is missing says nothing new.
  void misspelt(const Misspelt& wrong, int number) {
    m_problems.add(
        number,
        Problems::tr("a prediction has no field \"%1\": is it \"%2:\"?").arg(wrong.written, wrong.meant));
    m_meant << wrong.meant;
    m_open = &m_lost;
  }

  /// `kind: number` means the type; what else it may be is told, and how to write it as words.
  void noField(const QString& field, const QString& value, int number) {
    static const QStringList kinds{QStringLiteral("choice"), QStringLiteral("number"),
                                   QStringLiteral("text")};
    if (kinds.contains(value)) {
      if (!m_typed) setKind(value, number);
      misspelt({field, QStringLiteral("type")}, number);
    } else {
      m_problems.add(number,
                     Problems::tr("a prediction has no field \"%1\": it has \"type:\", \"question:\", "
                                  "\"- \", \"> \" and \"answer:\". If this goes on with the "
                                  "question, put it behind the line above")
                         .arg(field));
      m_open = &m_lost;
    }
  }

  void begin(QString& field, const QString& text, int number) {
    if (!field.isEmpty()) m_problems.add(number, Problems::tr("this stands twice in one prediction"));
    field = text.trimmed();
    m_open = &field;
  }

  void setKind(const QString& word, int number) {
    using Kind = Prediction::Kind;
    m_open = nullptr;
    if (m_typed) m_problems.add(number, Problems::tr("this stands twice in one prediction"));
    m_typed = true;
    if (word == QLatin1String("number"))
      m_result.kind = Kind::Number;
    else if (word == QLatin1String("text"))
      m_result.kind = Kind::Text;
    else if (word != QLatin1String("choice"))
      m_problems.add(number, Problems::tr("\"type\" is choice, number or text, not \"%1\"").arg(word));
  }

  void choice(const QString& text, int number) {
    m_open = nullptr;
    if (text.isEmpty())
      m_problems.add(number, Problems::tr("this choice is empty"));
    else
      standsOnce(text, number);
    checkInline(text, number, m_problems);
    m_result.choices << text;
    m_result.choiceLines << number;
    m_result.feedback << QString();
  }

  /// An answer could not tell it from a choice that it matches.
  void standsOnce(const QString& text, int number) {
    for (const QString& other : m_result.choices) {
      if (!isRight(text, other)) continue;
      m_problems.add(number, text == other
                                 ? Problems::tr("the choice \"%1\" stands twice").arg(text)
                                 : Problems::tr("the choice \"%1\" is the same answer as \"%2\": case, "
                                                "backticks and how a number is written make no difference")
                                       .arg(text, other));
      return;
    }
  }

  void feedback(const QString& text, int number) {
    if (m_result.choices.isEmpty()) {
      m_problems.add(number,
                     Problems::tr("feedback (\">\") belongs under the choice (\"-\") that it answers"));
      return;
    }
    m_open = nullptr;
    checkMarkdown(text, number, m_problems);
    QString& all = m_result.feedback.last();
    all += (all.isEmpty() ? QString() : QStringLiteral("\n")) + text;
  }

  /// A line with no mark of its own goes on with the question; an expression stays on its line.
  void more(const QString& text, int number) {
    if (m_open == &m_lost) return;
    const QString field = unknownField(text);
    if (m_open == &m_result.question && !field.isEmpty())
      noField(field, text.mid(field.size()).trimmed(), number);
    else if (m_open == &m_result.question)
      m_result.question += '\n' + text;
    else if (m_open == &m_result.answer && field.isEmpty())
      m_broken = broken(number, text, m_problems);
    else
      m_problems.add(
          number, Problems::tr("a line of a prediction begins with \"type:\", \"question:\", \"- \", \"> \" "
                               "or \"answer:\", not with \"%1\"")
                      .arg(text.left(kQuoted)));
  }

  void check() {
    if (!m_result.question.isEmpty())
      checkMarkdown(m_result.question, m_questionLine, m_problems);
    else if (!m_meant.contains(QStringLiteral("question")))
      m_problems.add(m_block.line, Problems::tr("a prediction without question"));
    if (m_result.answer.isEmpty() && !m_meant.contains(QStringLiteral("answer")))
      m_problems.add(m_block.line, Problems::tr("a prediction without answer: add \"answer: expression\""));
    else if (!m_broken && isConstant(m_result.answer))
      m_problems.add(m_result.answerLine,
                     Problems::tr("the answer is computed from what ran: write an expression, not the "
                                  "constant %1")
                         .arg(m_result.answer));
    if (!m_typed && m_result.choices.isEmpty()) m_result.kind = Prediction::Kind::Text;
    if (m_typed && m_result.kind == Prediction::Kind::Choice && m_result.choices.isEmpty())
      m_problems.add(m_block.line, Problems::tr("a prediction of type choice has no choices (\"- \")"));
    if (m_result.kind == Prediction::Kind::Number)
      for (qsizetype i = 0; i < m_result.choices.size(); ++i)
        if (bool ok = false; m_result.choices[i].toDouble(&ok), !ok)
          m_problems.add(m_result.choiceLines[i],
                         Problems::tr("\"%1\" is not a number").arg(m_result.choices[i]));
    if (m_result.kind != Prediction::Kind::Choice)
      for (qsizetype i = 0; i < m_result.choices.size(); ++i)
        if (m_result.feedback[i].isEmpty())
          m_problems.add(
              m_result.choiceLines[i],
              Problems::tr("the foreseen answer \"%1\" has no feedback (\">\" under it): without, it "
                           "does nothing")
                  .arg(m_result.choices[i]));
    if (m_result.kind == Prediction::Kind::Choice && m_result.choices.size() == 1)
      m_problems.add(m_result.choiceLines.first(),
                     Problems::tr("one choice is none: give two or more, or leave them out"));
  }

  const Block& m_block;
  Problems& m_problems;
  Prediction m_result;
  QString* m_open = nullptr;
  QString m_lost;       ///< takes the further lines of a field that does not exist
  QStringList m_meant;  ///< fields that stand there with another spelling
  int m_questionLine = 0;
  bool m_typed = false;
  bool m_broken = false;  ///< the answer goes on over more lines
};

}  // namespace

Prediction readPrediction(const Block& block, Problems& problems) {
  return PredictionReader(block, problems).read();
}

}  // namespace todevice::reader
