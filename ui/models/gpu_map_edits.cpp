// SPDX-License-Identifier: GPL-3.0-or-later
#include <QStringList>

#include "gpu_map_p.h"

namespace todevice {

void GpuMapModel::setBusy(int row, bool busy) {
  if (row < 0 || row >= rowCount() || !d->card(row).simulated) return;
  const int physical = d->card(row).index;
  if ((std::find(d->busy.begin(), d->busy.end(), physical) != d->busy.end()) == busy) return;
  remember(false);
  if (busy)
    d->busy.push_back(physical);
  else
    std::erase(d->busy, physical);
  std::sort(d->busy.begin(), d->busy.end());
  emit dataChanged(index(row), index(row), {BusyRole});
  emit settingsEdited(d->variable, d->order);
  emit settingsChanged();
}

void GpuMapModel::orderByFreeMemory() {
  std::vector<int> list;
  for (const auto& card : d->machine) list.push_back(card.index);
  const auto free = [this](int physical) {
    const auto* card = d->physical(physical);
    return card == nullptr ? std::int64_t{0} : card->total_memory - card->used_memory;
  };
  std::sort(list.begin(), list.end());
  std::stable_sort(list.begin(), list.end(), [&](int a, int b) { return free(a) > free(b); });
  if (list.empty()) return;
  QStringList words;
  for (const int index : list) words << QString::number(index);
  edit(words.join(QLatin1Char(',')), QStringLiteral("PCI_BUS_ID"));
}

void GpuMapModel::editVariable(const std::optional<QString>& text, bool typing) {
  std::optional<QString> possible = text;
  // What an environment variable can hold: bytes other than zero. Half a surrogate pair has no bytes.
  if (possible) possible = QString::fromUtf8(possible->toUtf8()).remove(QChar(0));
  edit(possible, d->order, typing);
}
void GpuMapModel::editDeviceOrder(const std::optional<QString>& order) {
  edit(d->variable, order);
}

void GpuMapModel::setVisible(int row, bool visible) {
  if (row < 0 || row >= rowCount()) return;
  const int physical = d->card(row).index;
  if ((d->settingPlaceOf(physical) >= 0) == visible) return;
  edit(textFor(withCardPlaced(physical, visible)), d->order);
}

void GpuMapModel::moveCard(int from, int to) {
  if (from == to || from < 0 || to < 0 || from >= rowCount() || to >= rowCount()) return;
  const int physical = d->card(from).index;
  const bool shown = d->settingPlaceOf(physical) >= 0;
  const auto before = d->step();
  beginMoveRows({}, from, from, {}, to > from ? to + 1 : to);
  const int place = d->rows[std::size_t(from)];
  d->rows.erase(d->rows.begin() + from);
  d->rows.insert(d->rows.begin() + to, place);
  endMoveRows();
  const auto steps = d->before.size();
  if (shown) edit(textFor(withCardPlaced(physical, true)), d->order);
  if (d->before.size() == steps) remember(false);
  d->before.back() = before;
  emit settingsChanged();
}

/// The logical list with this card taken out, or put before the next visible card below it.
std::vector<int> GpuMapModel::withCardPlaced(int physical, bool visible) const {
  std::vector<int> list = d->result.logical;
  std::erase(list, physical);
  if (!visible) return list;
  auto place = list.end();
  for (int row = rowOfPhysical(physical) + 1; row < rowCount() && place == list.end(); ++row) {
    place = std::find(list.begin(), list.end(), d->card(row).index);
  }
  list.insert(place, physical);
  return list;
}

QString GpuMapModel::textFor(const std::vector<int>& physical) const {
  QStringList words;
  for (const int index : physical) {
    const auto* card = d->physical(index);
    words << (d->namesByUuid() && card != nullptr ? QString::fromStdString(card->uuid)
                                                  : QString::number(d->cudaIndexOf(index)));
  }
  return words.join(QLatin1Char(','));
}

}  // namespace todevice
