// SPDX-License-Identifier: Apache-2.0
#include "loader/matching.h"

#include <algorithm>
#include <cmath>

namespace todevice {

namespace {

constexpr double kTolerance = 1e-9;

QString plain(const QString& text) {
  QString out = text;
  return out.remove(QLatin1Char('`')).trimmed();
}

}  // namespace

bool isRight(const QString& given, const QString& right) {
  const QString first = plain(given), second = plain(right);
  if (first.compare(second, Qt::CaseInsensitive) == 0) return true;
  bool firstOk = false, secondOk = false;
  const double a = first.toDouble(&firstOk), b = second.toDouble(&secondOk);
  return firstOk && secondOk && std::abs(a - b) <= kTolerance * std::max(1.0, std::abs(b));
}

qsizetype rightChoice(const Prediction& prediction, const QString& text, std::optional<qint64> number) {
  for (qsizetype i = 0; i < prediction.choices.size(); ++i)
    if (isRight(prediction.choices[i], text)) return i;
  return number && *number >= 0 && *number < prediction.choices.size() ? *number : -1;
}

}  // namespace todevice
