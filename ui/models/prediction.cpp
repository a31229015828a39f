// SPDX-License-Identifier: GPL-3.0-or-later
#include "prediction.h"

#include <optional>

namespace todevice {

namespace {

QString valueText(const protocol::EvaluateReply& value) {
  return value.value.is_string() ? QString::fromStdString(value.value.get<std::string>())
                                 : QString::fromStdString(value.text);
}

}  // namespace

QString rightAnswer(const Prediction& prediction, const protocol::EvaluateReply& value) {
  const QString text = valueText(value);
  if (!prediction.picks()) return text;
  std::optional<qint64> number;
  if (value.value.is_number_integer()) number = value.value.get<std::int64_t>();
  const qsizetype right = rightChoice(prediction, text, number);
  return right < 0 ? text : prediction.choices[right];
}

}  // namespace todevice
