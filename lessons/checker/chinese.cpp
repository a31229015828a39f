// SPDX-License-Identifier: Apache-2.0
#include <QRegularExpression>
#include <QStringList>

#include "checker/check.h"
#include "loader/reader.h"

namespace todevice {

namespace {

/// A line without what stands in backticks.
QString withoutCode(QString line) {
  static const QRegularExpression code(QStringLiteral("(`+)[^`].*?\\1"));
  return line.replace(code, QStringLiteral("`"));
}

/// The half-width sign after a Chinese letter, or nothing.
QString halfWidthSign(const QString& line) {
  static const QRegularExpression sign(QStringLiteral("[\\x{4E00}-\\x{9FFF}`]([,;?!]|:(?!:)|\\.(?=\\s|$))"));
  static const QRegularExpression chinese(QStringLiteral("[\\x{4E00}-\\x{9FFF}]"));
  return chinese.match(line).hasMatch() ? sign.match(line).captured(1) : QString();
}

}  // namespace

std::vector<LessonProblem> checkChinese(const QString& text, const QString& path) {
  static const QRegularExpression fence(QStringLiteral("^ {0,3}(`{3,}|~{3,}) *(\\w*)"));
  static const QRegularExpression expression(QStringLiteral("^\\s*(answer|check|id|needs|covers) *:"));
  reader::Problems problems(path);
  const QStringList lines = text.split('\n');
  QString open;  // the fence's first word, "-" for none
  int first = 0, more = 0;
  QString sign;
  for (qsizetype i = 0; i < lines.size(); ++i) {
    if (const auto match = fence.match(lines[i]); match.hasMatch()) {
      open = !open.isEmpty()               ? QString()
             : match.captured(2).isEmpty() ? QStringLiteral("-")
                                           : match.captured(2);
      continue;
    }
    const bool words = open.isEmpty() || open == QLatin1String("predict") ||
                       open == QLatin1String("change") || open == QLatin1String("notes");
    if (!words || expression.match(lines[i]).hasMatch()) continue;
    const QString found = halfWidthSign(withoutCode(lines[i]));
    if (found.isEmpty()) continue;
    if (first > 0) {
      ++more;
      continue;
    }
    first = static_cast<int>(i) + 1;
    sign = found;
  }
  if (first == 0) return {};
  QString said = reader::Problems::tr("half-width \"%1\" after Chinese: write the full-width sign").arg(sign);
  if (more > 0) said += QStringLiteral(" ") + reader::Problems::tr("(and in %1 more lines)").arg(more);
  problems.add(first, said);
  return problems.take();
}

}  // namespace todevice
