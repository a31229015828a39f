// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "code_fix.h"

namespace todevice {

/// A place of the code where `length` characters give way to `text`; positions count from 0.
struct Splice {
  int at = 0, length = 0;
  QString text;
};

/// Python code, cut up as the language cuts it: where its texts and comments are, which brackets belong
/// together, and where its statements begin and end. Everything that changes a learner's code asks here.
/// (The Python Language Reference, "Lexical analysis": logical lines, line joining, string literals.)
class PythonText {
 public:
  /// A logical line: all that open brackets, texts over several lines and backslashes join. Several
  /// statements with ";" between them are one.
  struct Statement {
    int begin = 0, end = 0;   ///< positions; with its indent, without a comment behind it
    int first = 0, last = 0;  ///< lines, from 1
  };

  explicit PythonText(const QString& code);

  /// The code with texts made of quotes and comments of blanks: as long, and every bracket in it is one.
  const QString& bare() const { return m_bare; }
  QString bare(const Statement& statement) const;
  QString written(const Statement& statement) const;
  const std::vector<Statement>& statements() const { return m_statements; }
  /// The statement that a line is in; null: none.
  const Statement* at(int line) const;
  /// The bracket that belongs to the one at `position`; -1: none.
  int partner(int position) const;
  /// Last character before `position` that is neither a blank nor in a comment; -1: none.
  int before(int position) const;
  /// Where the only match of a pattern in a statement's code begins and ends; -1, -1: none, or several.
  std::pair<int, int> only(const Statement& statement, const QString& pattern) const;
  /// The arguments between a call's brackets, as positions without blanks around them.
  std::vector<std::pair<int, int>> arguments(int open) const;

  /// The `def` that a line is inside of; null: the block itself.
  const Statement* functionOf(int line) const;
  /// Whether the statement of a line is, or stands in, a `for` or a `while` of its function.
  bool isRepeated(int line) const;
  /// Whether an assignment to `name` at `line` changes the very name that is read there, and makes no other
  /// one: in the block, or of a function's own names. Of "self.x" always.
  bool ownsName(int line, const QString& name) const;
  /// Whether a statement of its own may be put in before the statement of `line` that reads `name`: no
  /// `elif`, `else`, decorated thing; and no name that the statement itself gives (a lambda's, a
  /// comprehension's, one before a ";").
  bool takesLineBefore(int line, const QString& name = {}) const;
  /// The last statement up to line `last` that assigns to the name; null: none.
  const Statement* assignment(const QString& name, int last) const;

  /// The edits of lines that the splices come to; empty where one would take a line's end away.
  std::vector<LineEdit> spliced(std::vector<Splice> splices) const;

 private:
  int lineAt(int position) const;
  void noteFunctions();

  QString m_code, m_bare;
  std::vector<int> m_partner;
  std::vector<int> m_lines;  ///< where each begins
  std::vector<Statement> m_statements;
  std::vector<int> m_functions;  ///< of each statement, the one that is the `def` it is inside of; -1: none
};

}  // namespace todevice
