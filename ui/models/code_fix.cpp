// SPDX-License-Identifier: GPL-3.0-or-later
#include "code_fix.h"

#include <QRegularExpression>
#include <QStringList>

namespace todevice {

namespace {

/// Calls `see(position)` for every character that is neither in a text nor in a comment.
template <typename See>
void walk(const QString& line, See see) {
  QChar quote;
  for (int i = 0; i < line.size(); ++i) {
    const QChar c = line[i];
    if (!quote.isNull()) {
      if (c == QLatin1Char('\\')) ++i;
      if (c == quote) quote = QChar();
    } else if (c == QLatin1Char('"') || c == QLatin1Char('\'')) {
      quote = c;
    } else if (c == QLatin1Char('#')) {
      return;
    } else if (!see(i)) {
      return;
    }
  }
}

int step(QChar c) {
  if (QLatin1String("([{").contains(c)) return 1;
  return QLatin1String(")]}").contains(c) ? -1 : 0;
}

}  // namespace

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
  int depth = 0, start = 1;
  const QStringList lines = code.split(QLatin1Char('\n'));
  for (int at = 1; at <= line && at <= lines.size(); ++at) {
    if (depth <= 0) start = at;
    const QString& text = lines[at - 1];
    walk(text, [&](int i) {
      depth += step(text[i]);
      return true;
    });
  }
  return start;
}

QString indentOf(const QString& line) {
  int end = 0;
  while (end < line.size() && line[end].isSpace()) ++end;
  return line.left(end);
}

int assignedAt(const QString& code, const QString& name, int last) {
  const QRegularExpression assignment(QStringLiteral("^\\s*(?:\\w+\\s*,\\s*)*%1\\s*(?:,\\s*\\w+\\s*)*=(?!=)")
                                          .arg(QRegularExpression::escape(name)));
  for (int line = last; line >= 1; --line) {
    if (assignment.match(lineOf(code, line)).hasMatch()) return line;
  }
  return 0;
}

int closing(const QString& line, int open) {
  int depth = 0, end = -1;
  walk(line, [&](int i) {
    if (i < open) return true;
    depth += step(line[i]);
    if (depth == 0) end = i + 1;
    return depth != 0;
  });
  return end;
}

}  // namespace todevice
