// SPDX-License-Identifier: Apache-2.0
#include "text/python_text.h"

#include <QStringList>

namespace todevice {
namespace {

/// Index just after the string literal that opens at `i` with a quote; appends its quotes and braces to
/// `out`.
qsizetype skipString(const QString& code, qsizetype i, QString& out) {
  const QChar quote = code[i];
  const QString triple(3, quote);
  const QString end = QStringView(code).sliced(i).startsWith(triple) ? triple : QString(quote);
  out += end;
  i += end.size();
  int depth = 0;
  while (i < code.size() && !QStringView(code).sliced(i).startsWith(end)) {
    if (code[i] == '{') ++depth;
    if (depth > 0) out += code[i];
    if (code[i] == '}') --depth;
    i += code[i] == '\\' ? 2 : 1;
  }
  out += end;
  return i + end.size();
}

}  // namespace

std::vector<PythonLiteral> literalsOf(const QString& code) {
  std::vector<PythonLiteral> literals;
  QString ignored;
  for (qsizetype i = 0; i < code.size();) {
    if (code[i] == '"' || code[i] == '\'') {
      const qsizetype end = skipString(code, i, ignored);
      literals.push_back({code.mid(i, end - i), static_cast<int>(code.left(i).count('\n'))});
      i = end;
    } else if (code[i] == '#') {
      while (i < code.size() && code[i] != '\n') ++i;
    } else {
      ++i;
    }
  }
  return literals;
}

std::vector<PythonLine> linesOf(const QString& code) {
  std::vector<PythonLine> lines;
  PythonLine now;
  int passed = 0;
  const auto end = [&] {
    while (now.bare.endsWith(' ')) now.bare.chop(1);
    if (!now.bare.isEmpty()) lines.push_back(now);
    now = {QString(), passed};
  };
  for (qsizetype i = 0; i < code.size();) {
    if (code[i] == '"' || code[i] == '\'') {
      const qsizetype after = skipString(code, i, now.bare);
      passed += static_cast<int>(code.mid(i, after - i).count('\n'));
      i = after;
    } else if (code[i] == '#') {
      while (i < code.size() && code[i] != '\n') ++i;
    } else if (code[i++] == '\n') {
      ++passed;
      end();
    } else {
      now.bare += code[i - 1];
    }
  }
  end();
  return lines;
}

QString withoutWords(const QString& code) {
  QStringList bare;
  for (const PythonLine& line : linesOf(code)) bare << line.bare;
  return bare.join('\n');
}

}  // namespace todevice
