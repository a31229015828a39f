// SPDX-License-Identifier: GPL-3.0-or-later
#include "work.h"

namespace todevice {

QJsonObject Work::toJson() const {
  QJsonObject changed, said, chosen;
  for (auto it = code.begin(); it != code.end(); ++it)
    changed[QString::number(it.key() + 1)] = QJsonObject{{"was", it->was}, {"is", it->is}};
  for (auto it = predicted.begin(); it != predicted.end(); ++it)
    said[QString::number(it.key() + 1)] = it.value();
  for (auto it = choices.begin(); it != choices.end(); ++it)
    chosen[QString::number(it.key() + 1)] = it.value() + 1;
  QJsonObject json{{"step", step + 1}, {"code", changed}, {"predicted", said}};
  if (!chosen.isEmpty()) json[QLatin1String("choices")] = chosen;
  if (!when.isEmpty()) json[QLatin1String("when")] = when;
  return json;
}

Work Work::fromJson(const QJsonObject& json) {
  Work work;
  work.step = qMax(0, json[QLatin1String("step")].toInt() - 1);
  const QJsonObject changed = json[QLatin1String("code")].toObject();
  for (auto it = changed.begin(); it != changed.end(); ++it) {
    const QJsonObject one = it.value().toObject();
    work.code[it.key().toInt() - 1] = {one[QLatin1String("was")].toString(),
                                       one[QLatin1String("is")].toString()};
  }
  const QJsonObject said = json[QLatin1String("predicted")].toObject();
  for (auto it = said.begin(); it != said.end(); ++it)
    work.predicted[it.key().toInt() - 1] = it.value().toString();
  const QJsonObject chosen = json[QLatin1String("choices")].toObject();
  for (auto it = chosen.begin(); it != chosen.end(); ++it)
    work.choices[it.key().toInt() - 1] = it.value().toInt() - 1;
  work.when = json[QLatin1String("when")].toString();
  return work;
}

}  // namespace todevice
