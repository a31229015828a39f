// SPDX-License-Identifier: GPL-3.0-or-later
#include "python_text.h"

#include <QRegularExpression>
#include <QStringList>
#include <algorithm>

namespace todevice {

namespace {

/// Position behind the text that begins with the quote at `from`. One of a single line ends with the line.
int behindText(const QString& code, int from) {
  const QChar quote = code[from];
  const bool isLong = code.mid(from, 3) == QString(3, quote);
  for (int i = from + (isLong ? 3 : 1); i < code.size(); ++i) {
    if (code[i] == QLatin1Char('\\')) {
      ++i;
    } else if (isLong ? code.mid(i, 3) == QString(3, quote) : code[i] == quote) {
      return i + (isLong ? 3 : 1);
    } else if (!isLong && code[i] == QLatin1Char('\n')) {
      return i;
    }
  }
  return int(code.size());
}

QString blanked(const QString& code) {
  QString bare = code;
  for (int i = 0; i < code.size();) {
    if (code[i] == QLatin1Char('#')) {
      for (; i < code.size() && code[i] != QLatin1Char('\n'); ++i) bare[i] = QLatin1Char(' ');
    } else if (code[i] == QLatin1Char('"') || code[i] == QLatin1Char('\'')) {
      const int end = behindText(code, i);
      for (; i < end; ++i) bare[i] = QLatin1Char('"');
    } else {
      ++i;
    }
  }
  return bare;
}

QString word(const QString& name) {
  return QStringLiteral("(?<![\\w.])%1(?!\\w)").arg(QRegularExpression::escape(name));
}

QRegularExpression form(const QString& pattern) {
  return QRegularExpression(pattern, QRegularExpression::UseUnicodePropertiesOption);
}

bool has(const QString& text, const QString& pattern) {
  return form(pattern).match(text).hasMatch();
}

/// The statements that make a name one of their function's own, or say that it is not.
class Binding {
 public:
  explicit Binding(const QString& name) : m_name(name) {
    const QString it = word(name);
    for (const auto* pattern :
         {"^\\s*(?:[^=()\\[\\]{}]*[,=]\\s*)?%1\\s*(?:,[^=()\\[\\]{}]*|:[^=]*)?=(?!=)",
          "^\\s*(?:async\\s+)?for\\b[^:]*?%1.*?\\bin\\b", "^\\s*(?:async\\s+)?with\\b.*\\bas\\b.*%1",
          "%1\\s*:=", "^\\s*(?:global|nonlocal)\\b.*%1"})
      m_forms.push_back(form(QString::fromLatin1(pattern).arg(it)));
  }
  bool isIn(const QString& code) const {
    return code.contains(m_name) && std::any_of(m_forms.begin(), m_forms.end(),
                                                [&](const auto& one) { return one.match(code).hasMatch(); });
  }

 private:
  QString m_name;
  std::vector<QRegularExpression> m_forms;
};

bool isFunction(const QString& bare) {
  static const QRegularExpression head(QStringLiteral("^\\s*(?:async\\s+)?def\\b"));
  return head.match(bare).hasMatch();
}

}  // namespace

PythonText::PythonText(const QString& code)
    : m_code(code), m_bare(blanked(code)), m_partner(std::size_t(code.size()), -1), m_lines{0} {
  std::vector<int> open;
  int start = 0;
  const auto close = [&](int end) {
    const int last = before(end);
    if (last >= start) m_statements.push_back({start, last + 1, lineAt(start), lineAt(last)});
  };
  for (int i = 0; i < code.size(); ++i) {
    const QChar c = m_bare[i];
    if (QLatin1String("([{").contains(c)) {
      open.push_back(i);
    } else if (QLatin1String(")]}").contains(c) && !open.empty()) {
      m_partner[std::size_t(i)] = open.back();
      m_partner[std::size_t(open.back())] = i;
      open.pop_back();
    }
    if (code[i] != QLatin1Char('\n')) continue;
    const bool joined =
        !open.empty() || c == QLatin1Char('"') || (i > 0 && m_bare[i - 1] == QLatin1Char('\\'));
    const bool empty = before(i) < start;
    m_lines.push_back(i + 1);
    if (joined) continue;
    if (!empty) close(i);
    start = i + 1;
  }
  close(int(code.size()));
  noteFunctions();
}

void PythonText::noteFunctions() {
  std::vector<std::pair<qsizetype, int>>
      around;  // indents and statements, each further in than the one before
  for (int i = 0; i < int(m_statements.size()); ++i) {
    const auto indent = indentOf(written(m_statements[std::size_t(i)])).size();
    while (!around.empty() && around.back().first >= indent) around.pop_back();
    const int outside = around.empty() ? -1 : around.back().second;
    const bool isInDef = outside >= 0 && isFunction(bare(m_statements[std::size_t(outside)]));
    m_functions.push_back(isInDef || outside < 0 ? outside : m_functions[std::size_t(outside)]);
    around.emplace_back(indent, i);
  }
}

QString PythonText::bare(const Statement& statement) const {
  return m_bare.mid(statement.begin, statement.end - statement.begin);
}

QString PythonText::written(const Statement& statement) const {
  return m_code.mid(statement.begin, statement.end - statement.begin);
}

int PythonText::lineAt(int position) const {
  return int(std::upper_bound(m_lines.begin(), m_lines.end(), position) - m_lines.begin());
}

const PythonText::Statement* PythonText::at(int line) const {
  const auto after = std::upper_bound(m_statements.begin(), m_statements.end(), line,
                                      [](int wanted, const Statement& one) { return wanted < one.first; });
  if (after == m_statements.begin()) return nullptr;
  const auto& found = *std::prev(after);
  return line <= found.last ? &found : nullptr;
}

int PythonText::partner(int position) const {
  return position < 0 || position >= int(m_partner.size()) ? -1 : m_partner[std::size_t(position)];
}

int PythonText::before(int position) const {
  for (int i = position - 1; i >= 0; --i) {
    if (!m_bare[i].isSpace()) return i;
  }
  return -1;
}

std::pair<int, int> PythonText::only(const Statement& statement, const QString& pattern) const {
  auto found = QRegularExpression(pattern).globalMatch(bare(statement));
  if (!found.hasNext()) return {-1, -1};
  const auto match = found.next();
  if (found.hasNext()) return {-1, -1};
  return {statement.begin + int(match.capturedStart()), statement.begin + int(match.capturedEnd())};
}

std::vector<std::pair<int, int>> PythonText::arguments(int open) const {
  std::vector<std::pair<int, int>> all;
  const int end = partner(open);
  for (int begin = open + 1, i = begin; i <= end; ++i) {
    if (partner(i) > i) {
      i = partner(i);
    } else if (i == end || m_bare[i] == QLatin1Char(',')) {
      while (begin < i && m_bare[begin].isSpace()) ++begin;
      if (begin < i) all.emplace_back(begin, before(i) + 1);
      begin = i + 1;
    }
  }
  return all;
}

const PythonText::Statement* PythonText::functionOf(int line) const {
  const Statement* inside = at(line);
  const int function = inside == nullptr ? -1 : m_functions[std::size_t(inside - m_statements.data())];
  return function < 0 ? nullptr : &m_statements[std::size_t(function)];
}

bool PythonText::isRepeated(int line) const {
  static const QRegularExpression loop(QStringLiteral("^\\s*(?:async\\s+)?(?:for|while)\\b"));
  const Statement* one = at(line);
  if (!one) return false;
  auto indent = indentOf(written(*one)).size() + 1;
  for (++one; one != m_statements.data();) {
    --one;
    const auto outside = indentOf(written(*one)).size();
    if (outside >= indent) continue;
    indent = outside;
    if (isFunction(bare(*one))) return false;
    if (loop.match(bare(*one)).hasMatch()) return true;
  }
  return false;
}

bool PythonText::ownsName(int line, const QString& name) const {
  const Statement* function = functionOf(line);
  if (!function || name.contains(QLatin1Char('.'))) return true;
  const QString head = bare(*function);
  const int open = int(head.indexOf(QLatin1Char('('))), close = partner(function->begin + open);
  if (open >= 0 && close > 0 &&
      has(head.mid(open, close - function->begin - open), QStringLiteral("[(,*]\\s*") + word(name)))
    return true;
  const Binding binding(name);
  const auto place = int(function - m_statements.data());
  for (std::size_t i = 0; i < m_statements.size(); ++i) {
    if (m_functions[i] == place && binding.isIn(bare(m_statements[i]))) return true;
  }
  return false;
}

bool PythonText::takesLineBefore(int line, const QString& name) const {
  const Statement* here = at(line);
  if (!here) return false;
  const QString code = bare(*here);
  if (has(code, QStringLiteral("^\\s*(?:elif|else|except|finally|case|async\\s+def|def|class)\\b")))
    return false;
  if (here != m_statements.data() && bare(*(here - 1)).trimmed().startsWith(QLatin1Char('@'))) return false;
  if (name.isEmpty()) return true;
  const QString it = word(name.section(QLatin1Char('.'), 0, 0));
  return !has(code, QStringLiteral("(?s)\\bfor\\b(?:(?!\\bin\\b).)*%1.*\\bin\\b").arg(it)) &&
         !has(code, QStringLiteral("(?s)\\blambda\\b[^:]*%1").arg(it)) &&
         !has(code, QStringLiteral("%1\\s*:=").arg(it)) &&
         !has(code, QStringLiteral("(?s)\\bas\\b\\s*\\(?[\\w\\s,]*%1").arg(it)) &&
         !has(code, QStringLiteral("(?s)%1\\s*(?:,[\\w\\s,.]*)?=(?!=).*;").arg(it)) &&
         !has(code, QStringLiteral(":\\s*%1\\s*=(?!=)").arg(it));
}

const PythonText::Statement* PythonText::assignment(const QString& name, int last) const {
  const auto assigned =
      form(QStringLiteral("^\\s*(?:[\\w.]+\\s*[,=]\\s*)*%1\\s*(?:,\\s*[\\w.]+\\s*)*(?::[^=]*)?=(?!=)")
               .arg(QRegularExpression::escape(name)));
  for (auto one = m_statements.rbegin(); one != m_statements.rend(); ++one) {
    if (one->first <= last && assigned.match(bare(*one)).hasMatch()) return &*one;
  }
  return nullptr;
}

std::vector<LineEdit> PythonText::spliced(std::vector<Splice> splices) const {
  std::sort(splices.begin(), splices.end(), [](const Splice& a, const Splice& b) { return a.at < b.at; });
  std::vector<LineEdit> edits;
  for (auto one = splices.rbegin(); one != splices.rend(); ++one) {
    const int line = lineAt(one->at), column = one->at - m_lines[std::size_t(line - 1)];
    if (m_code.mid(one->at, one->length).contains(QLatin1Char('\n'))) return {};
    if (edits.empty() || edits.front().line != line)
      edits.insert(edits.begin(), {line, false, lineOf(m_code, line)});
    edits.front().text.replace(column, one->length, one->text);
  }
  return edits;
}

}  // namespace todevice
