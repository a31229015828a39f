// SPDX-License-Identifier: GPL-3.0-or-later
#include "prediction.h"

#include <cmath>

namespace todevice {

namespace {

/// Markdown's code marks and outer blanks do not count.
QString plain(const QString& text) {
  QString out = text;
  return out.remove(QLatin1Char('`')).trimmed();
}

QString valueText(const protocol::EvaluateReply& value) {
  return value.value.is_string() ? QString::fromStdString(value.value.get<std::string>())
                                 : QString::fromStdString(value.text);
}

}  // namespace

QString rightAnswer(const Prediction& prediction, const protocol::EvaluateReply& value) {
  const QString text = valueText(value);
  if (!prediction.picks()) return text;
  for (const auto& choice : prediction.choices) {
    if (isRight(choice, text)) return choice;
  }
  if (value.value.is_number_integer()) {
    const auto number = value.value.get<std::int64_t>();
    if (number >= 0 && number < prediction.choices.size()) return prediction.choices[qsizetype(number)];
  }
  return text;
}

bool isRight(const QString& given, const QString& right) {
  const QString first = plain(given), second = plain(right);
  if (first.compare(second, Qt::CaseInsensitive) == 0) return true;
  bool firstOk = false, secondOk = false;
  const double a = first.toDouble(&firstOk), b = second.toDouble(&secondOk);
  return firstOk && secondOk && std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b));
}

}  // namespace todevice
