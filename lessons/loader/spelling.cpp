// SPDX-License-Identifier: Apache-2.0
#include <QRegularExpression>
#include <algorithm>
#include <vector>

#include "loader/reader.h"

namespace todevice::reader {
namespace {

/// Letters to leave out, add, replace or swap with their neighbour (optimal string alignment).
int distance(const QString& a, const QString& b) {
  const qsizetype rows = a.size() + 1, columns = b.size() + 1;
  std::vector<int> table(static_cast<std::size_t>(rows * columns));
  const auto at = [&](qsizetype i, qsizetype j) -> int& {
    return table[static_cast<std::size_t>(i * columns + j)];
  };
  for (qsizetype i = 0; i < rows; ++i)
    for (qsizetype j = 0; j < columns; ++j) {
      if (i == 0 || j == 0) {
        at(i, j) = static_cast<int>(i + j);
        continue;
      }
      at(i, j) =
          std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
    }
  return table.back();
}

}  // namespace

QString meantWord(const QString& word, const QStringList& known) {
  constexpr qsizetype kShort = 4;  // "note" is not "done", but "hnt" is "hint"
  for (const QString& one : known)
    if (distance(word.toLower(), one) <= (one.size() <= kShort ? 1 : 2)) return one;
  return {};
}

std::optional<Misspelt> misspeltField(const QString& line, const QStringList& known) {
  qsizetype end = 0;
  while (end < line.size() && line[end].unicode() < 128 && line[end].isLetter()) ++end;
  qsizetype colon = end;
  while (colon < line.size() && line[colon].isSpace()) ++colon;
  if (end == 0 || colon == line.size() || (line[colon] != ':' && line[colon] != QChar(0xFF1A)))
    return std::nullopt;
  const QString meant = meantWord(line.left(end), known);
  return meant.isEmpty() ? std::nullopt : std::optional(Misspelt{line.left(colon + 1), meant});
}

QString unknownField(const QString& line) {
  static const QRegularExpression field(QStringLiteral("^[a-z][a-z_-]{3,} *(?::(?=\\s|$)|\\x{FF1A})"));
  return field.match(line).captured();
}

}  // namespace todevice::reader
