// SPDX-License-Identifier: Apache-2.0
#include <QRegularExpression>

#include "loader/reader.h"

namespace todevice::reader {
namespace {

/// The backticks or tildes that open a fence, or an empty text. As in CommonMark: three or more, at most
/// three blanks before them, and no backtick after backticks.
QRegularExpressionMatch openingFence(const QString& line) {
  static const QRegularExpression pattern(QStringLiteral("^ {0,3}(`{3,}|~{3,})([^`]*)$"));
  return pattern.match(line);
}

bool closes(const QString& line, const QString& marker) {
  const QString text = line.trimmed();
  return text.size() >= marker.size() && text == QString(text.size(), marker.front());
}

bool isStepHeading(const QString& line) {
  return line == QLatin1String("##") || line.startsWith(QLatin1String("## "));
}

/// What was probably meant to be one: "##Title", "### Title", "# Title", blanks before it, full-width signs.
QRegularExpressionMatch nearlyHeading(const QString& line) {
  static const QRegularExpression pattern(
      QStringLiteral("^ {0,3}(?:#(?= )|[#\\x{FF03}]{2,6}|\\x{FF03})\\s*(.*)$"));
  return pattern.match(line);
}

/// What was probably meant to open a block: a name that has a meaning here behind other marks than backticks,
/// or too far in.
bool nearlyFence(const QString& line) {
  static const QRegularExpression pattern(
      QStringLiteral("^(?: {4,}`{3,}| {0,3}(?!`{3}|~{3})[^\\w\\s|>#*-]{2,}) *(?:predict|change|notes|python "
                     "(?:run|solution)\\b.*)$"));
  return pattern.match(line).hasMatch();
}

/// Whether a line can only be the beginning of another block: backticks with words that have a meaning here.
bool opensAnother(const QString& line, const QString& marker) {
  static const QRegularExpression known(
      QStringLiteral("^(predict|change|notes|python (run|solution)\\b.*)$"));
  const auto fence = openingFence(line);
  return fence.hasMatch() && fence.captured(1).startsWith(marker) &&
         known.match(fence.captured(2).simplified()).hasMatch();
}

/// Index of the closing line, of one that shows that it was forgotten, or of the end.
int endOfFence(const QStringList& lines, int open, const QString& marker) {
  int i = open + 1;
  while (i < lines.size() && !closes(lines[i], marker) && !opensAnother(lines[i], marker)) ++i;
  return i;
}

}  // namespace

std::vector<Block> readBlocks(const QStringList& lines, int first, Problems& problems) {
  std::vector<Block> blocks;
  for (int i = first; i < lines.size(); ++i) {
    const QString& line = lines[i];
    if (const auto fence = openingFence(line); fence.hasMatch()) {
      const QString marker = fence.captured(1);
      const int end = endOfFence(lines, i, marker);
      if (end == lines.size() || !closes(lines[end], marker)) {
        problems.add(i + 1, Problems::tr("this block is never closed: a line %1 is missing before line %2")
                                .arg(marker)
                                .arg(end + 1));
        break;
      }
      blocks.push_back(
          {Block::Kind::Fence, i + 1, fence.captured(2).simplified(), lines.mid(i + 1, end - i - 1), marker});
      i = end;
    } else if (isStepHeading(line)) {
      blocks.push_back({Block::Kind::Heading, i + 1, line.mid(2).trimmed(), {}, {}});
    } else if (const auto heading = nearlyHeading(line); heading.hasMatch()) {
      blocks.push_back({Block::Kind::Heading, i + 1, heading.captured(1).trimmed(), {line.trimmed()}, {}});
    } else if (nearlyFence(line)) {
      problems.add(i + 1,
                   Problems::tr("a block begins with three backticks, with at most three blanks before "
                                "them: \"%1\" opens none")
                       .arg(line.simplified()));
      break;
    } else if (!blocks.empty() && blocks.back().kind == Block::Kind::Prose) {
      blocks.back().lines << line;
    } else {
      blocks.push_back({Block::Kind::Prose, i + 1, {}, {line}, {}});
    }
  }
  return blocks;
}

}  // namespace todevice::reader
