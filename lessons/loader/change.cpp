// SPDX-License-Identifier: Apache-2.0
#include "loader/reader.h"

namespace todevice::reader {
namespace {

constexpr qsizetype kQuoted = 40;

class ChangeReader {
 public:
  ChangeReader(const Block& block, Problems& problems) : m_block(block), m_problems(problems) {
    m_result.line = block.line;
  }

  Exercise read() {
    for (qsizetype i = 0; i < m_block.lines.size(); ++i)
      line(m_block.lines[i].trimmed(), m_block.line + 1 + static_cast<int>(i));
    check();
    return m_result;
  }

 private:
  void line(const QString& text, int number) {
    const QString name = text.section(':', 0, 0), value = text.section(':', 1).trimmed();
    const bool field = text.contains(':');
    if (field && name == QLatin1String("task")) {
      begin(m_result.task, value, number);
      m_taskLine = number;
    } else if (field && name == QLatin1String("check")) {
      begin(m_result.check, value, number);
      m_result.checkLine = number;
    } else if (field && name == QLatin1String("hint")) {
      m_result.hints << QString();
      begin(m_result.hints.last(), value, number);
      m_hintLines << number;
      if (value.isEmpty()) m_problems.add(number, Problems::tr("this hint is empty"));
    } else if (field && name == QLatin1String("done")) {
      begin(m_result.done, value, number);
      m_doneLine = number;
    } else if (const auto wrong = misspeltField(text, fields())) {
      misspelt(*wrong, number);
    } else if (!text.isEmpty()) {
      more(text, number);
    }
  }

  static QStringList fields() {
    return {QStringLiteral("task"), QStringLiteral("check"), QStringLiteral("hint"), QStringLiteral("done")};
  }

  /// Said once: that the field is missing says nothing new.
  void misspelt(const Misspelt& wrong, int number) {
    m_problems.add(
        number, Problems::tr("a change has no field \"%1\": is it \"%2:\"?").arg(wrong.written, wrong.meant));
    m_meant << wrong.meant;
    m_open = &m_lost;
  }

  void begin(QString& field, const QString& text, int number) {
    if (!field.isEmpty()) m_problems.add(number, Problems::tr("this stands twice in one change"));
    field = text;
    m_open = &field;
  }

  void more(const QString& text, int number) {
    const QString field = unknownField(text);
    if (m_open && m_open != &m_lost && !field.isEmpty()) {
      m_problems.add(number, Problems::tr("a change has no field \"%1\": it has \"task:\", \"check:\", "
                                          "\"hint:\" and \"done:\". If this goes on with the text, put it "
                                          "behind the line above")
                                 .arg(field));
      m_open = &m_lost;
    } else if (m_open == &m_result.check)
      m_broken = broken(number, text, m_problems);
    else if (m_open)
      *m_open += '\n' + text;
    else
      m_problems.add(
          number,
          Problems::tr("a line of a change begins with \"task:\", \"check:\", \"hint:\" or \"done:\", not "
                       "with \"%1\"")
              .arg(text.left(kQuoted)));
  }

  void check() {
    markdown();
    if (missing("task", m_result.task.isEmpty()))
      m_problems.add(m_block.line, Problems::tr("a change without task"));
    if (missing("check", m_result.check.isEmpty()))
      m_problems.add(m_block.line, Problems::tr("a change without check: add \"check: expression\""));
    else if (!m_broken && isConstant(m_result.check))
      m_problems.add(
          m_result.checkLine,
          Problems::tr("the check is computed from what ran: write an expression, not the constant %1")
              .arg(m_result.check));
    if (missing("hint", m_result.hints.isEmpty()))
      m_problems.add(m_block.line,
                     Problems::tr("a change without hint: say what to try when it is not right yet"));
  }

  bool missing(const char* field, bool empty) const {
    return empty && !m_meant.contains(QLatin1String(field));
  }

  void markdown() {
    checkMarkdown(m_result.task, m_taskLine, m_problems);
    checkMarkdown(m_result.done, m_doneLine, m_problems);
    for (qsizetype i = 0; i < m_result.hints.size(); ++i)
      checkMarkdown(m_result.hints[i], m_hintLines[i], m_problems);
  }

  const Block& m_block;
  Problems& m_problems;
  Exercise m_result;
  QString* m_open = nullptr;
  QString m_lost;       ///< takes the further lines of a field that does not exist
  QStringList m_meant;  ///< fields that stand there with another spelling
  QList<int> m_hintLines;
  int m_taskLine = 0, m_doneLine = 0;
  bool m_broken = false;  ///< the check goes on over more lines
};

}  // namespace

Exercise readChange(const Block& block, Problems& problems) {
  return ChangeReader(block, problems).read();
}

}  // namespace todevice::reader
