// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/played_records.h"

#include <algorithm>

#include "models/address_format.h"
#include "protocol/codec.h"

namespace todevice {

nlohmann::json recordsJson(const Timeline& timeline, int first) {
  nlohmann::json all = nlohmann::json::array();
  for (int i = qMax(first, timeline.first()); i < timeline.count(); ++i) {
    nlohmann::json json;
    protocol::to_json(json, timeline.record(i));
    all.push_back(json);
  }
  return all;
}

nlohmann::json repliesJson(const Prediction& prediction) {
  nlohmann::json replies = nlohmann::json::array();
  for (qsizetype i = 0; i < prediction.choices.size(); ++i)
    replies.push_back({{"choice", prediction.choices[i].toStdString()},
                       {"feedback", prediction.feedback.value(i).toStdString()}});
  return replies;
}

nlohmann::json namesJson(const State& state) {
  nlohmann::json names = nlohmann::json::object();
  for (auto it = state.names.begin(); it != state.names.end(); ++it) {
    const auto object = state.objects.constFind(it.value());
    if (object == state.objects.constEnd()) continue;
    nlohmann::json& entry = names[it.key().toStdString()];
    entry = {{"id", plainAddress(object->id).toStdString()},
             {"kind", object->kind},
             {"type", object->type},
             {"summary", object->summary}};
    if (!object->tensor) continue;
    entry["device"] = object->tensor->device;
    entry["address"] = plainAddress(object->tensor->address).toStdString();
    entry["dtype"] = object->tensor->dtype;
    entry["shape"] = object->tensor->shape;
    entry["bytes"] = object->tensor->bytes;
  }
  return names;
}

QString printedFrom(const Timeline& timeline, int first) {
  QString all;
  for (int i = qMax(first, timeline.first()); i < timeline.count(); ++i) {
    const protocol::Record& record = timeline.record(i);
    all += QString::fromStdString(record.output);
    if (!record.error) continue;
    if (!all.isEmpty() && !all.endsWith(QLatin1Char('\n'))) all += QLatin1Char('\n');
    all += QString::fromStdString(record.error->type + ": " + record.error->message).section('\n', 0, 0) +
           QLatin1Char('\n');
  }
  return all;
}

int lastMove(const Timeline& timeline, int first) {
  for (int i = timeline.count() - 1; i >= qMax(first, timeline.first()); --i)
    if (timeline.record(i).error || !timeline.record(i).moves.empty()) return i;
  return -1;
}

bool changesNamedTensor(const Timeline& timeline, int first) {
  const auto& names = timeline.state().names;
  for (int i = qMax(first, timeline.first()); i < timeline.count(); ++i) {
    const auto& objects = timeline.record(i).objects;
    if (std::any_of(objects.begin(), objects.end(), [&](const auto& object) {
          return object.tensor && std::find(names.begin(), names.end(), object.id) != names.end();
        }))
      return true;
  }
  return false;
}

}  // namespace todevice
