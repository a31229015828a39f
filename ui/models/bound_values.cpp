// SPDX-License-Identifier: GPL-3.0-or-later
#include "bound_values.h"

#include <QRegularExpression>
#include <algorithm>

#include "memory_rows.h"
#include "state_change.h"

namespace todevice {

namespace {

/// No object and no memory of a program lies as low as that.
constexpr quint64 kLowestAddress = quint64{1} << 32;

/// Of a module's own parts; what it merely holds may be anywhere.
QStringList devicesOf(const protocol::Object& object, const ObjectMap& objects) {
  if (object.tensor) return {QString::fromStdString(object.tensor->device)};
  QStringList devices;
  for (const auto& part : object.parts) {
    if (part.is_held()) continue;
    const auto found = objects.constFind(part.id);
    if (found == objects.constEnd() || !found->tensor) continue;
    const QString device = QString::fromStdString(found->tensor->device);
    if (!devices.contains(device)) devices << device;
  }
  return devices;
}

/// Two programs never have the same ones, whatever they do.
bool isAddress(const protocol::Object& object, const ObjectMap& objects) {
  static const QRegularExpression written(QStringLiteral("0x[0-9a-fA-F]{6,}"));
  const QString text = QString::fromStdString(object.summary);
  if (written.match(text).hasMatch()) return true;
  bool isNumber = false;
  const quint64 number = text.toULongLong(&isNumber);
  if (!isNumber || number < kLowestAddress) return false;
  return objects.contains(number) ||
         std::any_of(objects.begin(), objects.end(), [number](const protocol::Object& one) {
           return one.tensor && (one.tensor->address == number || one.tensor->storage == number);
         });
}

BoundValue valueOf(const protocol::Binding& binding, const ObjectMap& objects) {
  const auto object = objects.pointer(binding.id);
  if (!object || isNoise(QString::fromStdString(binding.name), object.get())) return {};
  if (object->tensor) return {devicesOf(*object, objects), {}, {}};
  if (object->kind == "module")
    return {devicesOf(*object, objects), QString::fromStdString(object->type), {}};
  return isAddress(*object, objects) ? BoundValue{}
                                     : BoundValue{{}, {}, QString::fromStdString(object->summary)};
}

}  // namespace

BoundValues::BoundValues(Timeline* timeline) {
  for (int at = timeline->first(); at < timeline->count(); ++at)
    take(at, timeline->record(at), timeline->stateAt(at + 1));
  connect(timeline, &Timeline::recordTaken, this, &BoundValues::take);
  connect(timeline, &Timeline::recordsDropped, this, &BoundValues::forget);
  connect(timeline, &Timeline::cleared, this, [this] {
    m_bound.clear();
    m_values.clear();
  });
}

void BoundValues::take(int number, const protocol::Record& record, const State& after) {
  for (const auto& binding : record.unbound) {
    const auto known = m_values.find(nameKey(binding));
    if (known != m_values.end()) known->push_back({number, {}});
  }
  for (const auto& binding : record.bound) {
    const QString name = nameKey(binding);
    m_bound[number].push_back(name);
    m_values[name].push_back({number, valueOf(binding, after.objects)});
  }
}

/// Of each name the last value before stays: it still stands for it.
void BoundValues::forget(int before) {
  m_bound.erase(m_bound.begin(), m_bound.lower_bound(before));
  for (auto& values : m_values) {
    while (values.size() > 1 && values[1].first <= before) values.pop_front();
  }
}

const std::vector<QString>& BoundValues::boundBy(int at) const {
  static const std::vector<QString> none;
  const auto found = m_bound.find(at);
  return found == m_bound.end() ? none : found->second;
}

BoundValue BoundValues::after(int at, const QString& name) const {
  const auto found = m_values.constFind(name);
  if (found == m_values.constEnd()) return {};
  const auto later = std::upper_bound(found->begin(), found->end(), at,
                                      [](int number, const auto& value) { return number < value.first; });
  return later == found->begin() ? BoundValue{} : std::prev(later)->second;
}

}  // namespace todevice
