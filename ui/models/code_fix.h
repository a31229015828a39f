// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

namespace todevice {

/// One line of the code put in or changed. Lines count from 1, in the code before the fix.
struct LineEdit {
  int line = 0;
  bool inserts = false;  ///< before `line`; else `text` takes the line's place
  QString text;          ///< without a line's end
};

/// A change of the code that mends an error.
struct CodeFix {
  QString words;                ///< "Move `x` before line 9"
  std::vector<LineEdit> edits;  ///< from top to bottom
};

QString applied(const QString& code, const CodeFix& fix);

/// The text of a line, from 1; empty where there is none.
QString lineOf(const QString& code, int line);
/// The first line of the statement that `line` is in; `line` itself where it is in none.
int statementStart(const QString& code, int line);
/// The spaces that a line begins with.
QString indentOf(const QString& line);
/// The last line, up to `last`, that gives `name` a value; 0: none.
int assignedAt(const QString& code, const QString& name, int last);

}  // namespace todevice
