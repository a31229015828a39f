// SPDX-License-Identifier: Apache-2.0
#include <QRegularExpression>
#include <QStringList>
#include <optional>
#include <utility>

#include "checker/check.h"
#include "loader/reader.h"

namespace todevice {

namespace {

/// A line without what stands in backticks, where a link leads, and the marks of stress.
QString withoutCode(QString line) {
  static const QRegularExpression code(QStringLiteral("(`+)[^`].*?\\1")),
      address(QStringLiteral("\\]\\([^)]*\\)|<?https?://[^\\s>]*>?")),
      field(QStringLiteral("^\\s*[a-z]+ *: *"));
  return line.replace(code, QStringLiteral("`"))
      .replace(address, QStringLiteral("`"))
      .remove(QLatin1Char('*'))
      .remove(field);
}

struct Sign {
  QString written, meant;
};

/// The first half-width sign that belongs to Chinese text: behind a Chinese letter or code, or before a
/// Chinese letter; a pair of brackets or quotation marks that has one in it or before it.
std::optional<Sign> halfWidthSign(const QString& line) {
  static const QString han = QStringLiteral("[\\x{4E00}-\\x{9FFF}]");
  static const QRegularExpression chinese(han);
  static const auto pattern = [](QString text) {
    return QRegularExpression(text.replace(QLatin1String("@"), han));
  };
  static const std::pair<QRegularExpression, QString> signs[] = {
      {pattern(QStringLiteral("(?:@|`)(\\.\\.+)|(\\.\\.+)@")), QStringLiteral("……")},
      {pattern(QStringLiteral("(?:@|`)(--+)|(--+)@")), QStringLiteral("——")},
      {pattern(QStringLiteral("(?:@|`)(,)|(,)\\s*@")), QStringLiteral("，")},
      {pattern(QStringLiteral("(?:@|`)(;)|(;)\\s*@")), QStringLiteral("；")},
      {pattern(QStringLiteral("(?:@|`)(\\?)|(\\?)\\s*@")), QStringLiteral("？")},
      {pattern(QStringLiteral("(?:@|`)(!)|(!)\\s*@")), QStringLiteral("！")},
      {pattern(QStringLiteral("(?:@|`)(:)(?!:)")), QStringLiteral("：")},
      {pattern(QStringLiteral("(?:@|`)(\\.)(?=\\s|$)|(?:\\w|@|`)(\\.)@")), QStringLiteral("。")},
      {pattern(QStringLiteral("@\\s?(\\()|(\\()[^()]*@")), QStringLiteral("（")},
      {pattern(QStringLiteral("@(\")|(\")[^\"]*@[^\"]*\"")), QStringLiteral("“ ”")},
  };
  if (!chinese.match(line).hasMatch()) return std::nullopt;
  for (const auto& [sign, meant] : signs)
    if (const auto match = sign.match(line); match.hasMatch())
      return Sign{match.captured(1) + match.captured(2), meant};
  return std::nullopt;
}

}  // namespace

std::vector<LessonProblem> checkChinese(const QString& text, const QString& path) {
  static const QRegularExpression fence(QStringLiteral("^ {0,3}(`{3,}|~{3,}) *(\\w*)"));
  static const QRegularExpression expression(QStringLiteral("^\\s*(answer|check|id|needs|covers) *:"));
  reader::Problems problems(path);
  const QStringList lines = text.split('\n');
  QString open;  // the fence's first word, "-" for none
  int first = 0, more = 0;
  std::optional<Sign> sign;
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
    const auto found = halfWidthSign(withoutCode(lines[i]));
    if (!found) continue;
    if (first > 0) {
      ++more;
      continue;
    }
    first = static_cast<int>(i) + 1;
    sign = found;
  }
  if (!sign) return {};
  QString said = reader::Problems::tr(
                     "half-width \"%1\" in Chinese: write the full-width sign, %2; code such as "
                     "(1, 3) stands in `backticks`")
                     .arg(sign->written, sign->meant);
  if (more > 0) said = reader::Problems::tr("%1 (and in %2 more lines)").arg(said, QString::number(more));
  problems.add(first, said);
  return problems.take();
}

}  // namespace todevice
