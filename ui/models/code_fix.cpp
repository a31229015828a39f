// SPDX-License-Identifier: GPL-3.0-or-later
#include "code_fix.h"

#include <QStringList>

#include "python_text.h"

namespace todevice {

QString applied(const QString& code, const CodeFix& fix) {
  QStringList lines = code.split(QLatin1Char('\n'));
  for (auto edit = fix.edits.rbegin(); edit != fix.edits.rend(); ++edit) {
    if (edit->line < 1 || edit->line > lines.size()) continue;
    if (edit->inserts) {
      lines.insert(edit->line - 1, edit->text);
    } else {
      lines[edit->line - 1] = edit->text;
    }
  }
  return lines.join(QLatin1Char('\n'));
}

QString lineOf(const QString& code, int line) {
  return line < 1 ? QString() : code.section(QLatin1Char('\n'), line - 1, line - 1);
}

int statementStart(const QString& code, int line) {
  const PythonText python(code);
  const auto* statement = python.at(line);
  return statement ? statement->first : line;
}

QString indentOf(const QString& line) {
  int end = 0;
  while (end < line.size() && line[end].isSpace()) ++end;
  return line.left(end);
}

int assignedAt(const QString& code, const QString& name, int last) {
  const PythonText python(code);
  const auto* statement = python.assignment(name, last);
  return statement ? statement->first : 0;
}

}  // namespace todevice
