// SPDX-License-Identifier: GPL-3.0-or-later
// A tensor's `.to()` whose result nobody keeps: no error, and most often a mistake.
#include <QRegularExpression>
#include <algorithm>

#include "explanation.h"
#include "python_text.h"

namespace todevice {

namespace {

/// The statement is the call alone: nothing is done with what it gives.
QRegularExpressionMatch callAlone(const protocol::Record& record) {
  static const QRegularExpression form(
      QStringLiteral("^\\s*([^\\W\\d][\\w.]*)\\.(to|cuda|cpu|half|float|double)\\s*\\("),
      QRegularExpression::UseUnicodePropertiesOption);
  const PythonText python(QString::fromStdString(record.source));
  const auto match = form.match(python.bare());
  const int close = match.hasMatch() ? python.partner(int(match.capturedEnd()) - 1) : -1;
  // What follows the call takes its result.
  return close >= 0 && python.before(int(python.bare().size())) == close ? match : QRegularExpressionMatch();
}

/// What the line made a copy of, and let go of again; null: nothing.
const protocol::Move* notKept(const protocol::Record& record) {
  const auto match = callAlone(record);
  if (!match.hasMatch()) return nullptr;
  const std::string name = match.captured(1).toStdString();
  const auto move = std::find_if(record.moves.begin(), record.moves.end(), [&](const protocol::Move& one) {
    return one.what == "tensor" && !one.same_object && one.name == name;
  });
  return move == record.moves.end() ? nullptr : &*move;
}

}  // namespace

std::optional<CodeFix> keepResult(const Scene& scene, const protocol::Record& record) {
  const auto* move = notKept(record);
  if (!move || !mayBeReplaced(scene, move->before_id)) return std::nullopt;
  const QString row = lineOf(scene.code, record.line);
  const auto match = callAlone(record);
  if (row.trimmed() != QString::fromStdString(record.source).trimmed()) return std::nullopt;
  const QString name = match.captured(1);
  if (!PythonText(scene.code).ownsName(record.line, name)) return std::nullopt;
  return CodeFix{
      Explain::tr("Keep it at line %1: `%2 = %2.%3(…)`").arg(record.line).arg(name, match.captured(2)),
      {{record.line, false, indentOf(row) + name + QStringLiteral(" = ") + row.trimmed()}}};
}

const protocol::Record* lostMove(const Scene& scene, const protocol::Named& named, const QString& device) {
  for (int i = scene.timeline.cursor() - 2; i >= 0; --i) {
    const auto& record = scene.timeline.record(i);
    const auto* move = notKept(record);
    if (move && move->before_id == named.id && QString::fromStdString(move->after_device) == device)
      return &record;
  }
  return nullptr;
}

std::optional<Explanation> remarkNotKept(const Scene& scene) {
  const auto* move = notKept(scene.record);
  if (!move) return std::nullopt;
  const auto device = [](const std::string& one) { return deviceName(QString::fromStdString(one)); };
  const auto match = callAlone(scene.record);
  const QString name = match.captured(1), call = QStringLiteral(".%1()").arg(match.captured(2));
  Explanation result;
  result.kind = Explanation::NotKept;
  result.isRemark = true;
  result.line = scene.record.line;
  result.headline = Explain::tr("Nobody keeps the result");
  result.text =
      move->before_device == move->after_device
          ? Explain::tr(
                "`%1` of a tensor makes a new tensor and leaves `%2` as it is. The new one is gone again.")
                .arg(call, name)
          : Explain::tr(
                "`%1` of a tensor makes a new tensor on %3 and leaves `%2` where it is, on %4. The new "
                "one is gone again.")
                .arg(call, name, device(move->after_device), device(move->before_device));
  if (auto fix = keepResult(scene, scene.record)) result.fixes.push_back(std::move(*fix));
  return result;
}

}  // namespace todevice
