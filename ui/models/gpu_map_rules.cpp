// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "gpu_map_p.h"
#include "gpu_words.h"

namespace todevice {

namespace {

std::optional<std::string> utf8(const std::optional<QString>& text) {
  return text ? std::optional(text->toStdString()) : std::nullopt;
}

std::optional<QString> qt(const std::optional<std::string>& text) {
  return text ? std::optional(QString::fromStdString(*text)) : std::nullopt;
}

std::vector<visibility::PhysicalGpu> gpusOf(const std::vector<protocol::PhysicalDevice>& devices) {
  std::vector<visibility::PhysicalGpu> gpus;
  for (const auto& device : devices) {
    visibility::PhysicalGpu gpu;
    gpu.index = device.index;
    gpu.name = device.name;
    gpu.uuid = device.uuid;
    gpu.pci_bus_id = device.pci_bus_id;
    gpu.total_memory = std::size_t(device.total_memory);
    gpu.speed_class = device.speed_class;
    for (const auto& mig : device.mig) {
      gpu.mig.push_back(
          {mig.uuid, mig.gpu_instance, mig.compute_instance, mig.name, std::size_t(mig.total_memory)});
    }
    gpus.push_back(std::move(gpu));
  }
  return gpus;
}

constexpr qsizetype kHistory = 240;  ///< a minute at four times a second

}  // namespace

void GpuMapModel::Private::resolve() {
  result = visibility::resolve(utf8(variable), utf8(order), gpus);
  effective =
      overruling ? visibility::resolve(utf8(overruling->visible), utf8(overruling->order), gpus) : result;
  enumeration = visibility::enumeration(utf8(order), gpus).value_or(std::vector<int>());
}

void GpuMapModel::resolve() {
  d->resolve();
  if (rowCount() > 0) emit dataChanged(index(0), index(rowCount() - 1));
  emit settingsChanged();
}

// ---- what the worker said

void GpuMapModel::setReady(const protocol::Ready& ready) {
  const auto sameCard = [](const auto& a, const auto& b) { return a.uuid == b.uuid && a.index == b.index; };
  const bool sameMachine = std::equal(d->machine.begin(), d->machine.end(), ready.physical.begin(),
                                      ready.physical.end(), sameCard);
  d->ready = ready;
  d->reported.clear();
  if (!sameMachine) {
    beginResetModel();
    d->machine = ready.physical;
    d->gpus = gpusOf(d->machine);
    d->rows.resize(d->machine.size());
    for (std::size_t i = 0; i < d->rows.size(); ++i) d->rows[i] = int(i);
    d->history.assign(d->machine.size(), {});
    d->before.clear();
    d->after.clear();
    endResetModel();
  } else {
    d->machine = ready.physical;
  }
  const auto variable = qt(ready.visible_devices), order = qt(ready.device_order);
  if (variable == d->variable && order == d->order) d->unconfirmed = false;
  if (!d->unconfirmed) {
    d->variable = variable;
    d->order = order;
  }
  resolve();
  checkReport();
}

void GpuMapModel::forgetMachine() {
  if (d->machine.empty()) return;
  beginResetModel();
  d->machine.clear();
  d->gpus.clear();
  d->rows.clear();
  d->history.clear();
  d->before.clear();
  d->after.clear();
  d->ready.reset();
  d->reported.clear();
  d->overruling.reset();
  endResetModel();
  resolve();
  checkReport();
}

void GpuMapModel::setStats(const protocol::DeviceStats& stats) {
  for (const auto& news : stats.devices) {
    for (int row = 0; row < rowCount(); ++row) {
      const auto place = std::size_t(d->rows[std::size_t(row)]);
      auto& card = d->machine[place];
      if (card.uuid != news.uuid) continue;
      card.used_memory = news.used_memory;
      card.own_memory = news.own_memory;
      card.load = news.load;
      card.temperature = news.temperature;
      card.power = news.power;
      auto& history = d->history[place];
      history << QVariant(qint64(news.used_memory));
      if (history.size() > kHistory) history.removeFirst();
      emit dataChanged(index(row), index(row), {UsedMemoryRole, HistoryRole});
    }
  }
}

void GpuMapModel::setReported(const std::vector<std::string>& uuids) {
  d->reported = uuids;
  checkReport();
}

void GpuMapModel::setProcess(const VariableStory& story) {
  std::optional<VariableSetting> overruling = story.used ? story.used : story.written;
  if (d->ready && overruling == VariableSetting{qt(d->ready->visible_devices), qt(d->ready->device_order)})
    overruling.reset();
  if (overruling == d->overruling || (d->unconfirmed && overruling)) return;
  d->overruling = overruling;
  resolve();
  checkReport();
}

bool GpuMapModel::isOverruled() const {
  return d->overruling.has_value();
}

/// What the rules here say for the worker's own setting, against what its process found.
void GpuMapModel::checkReport() {
  QString words;
  if (d->ready) {
    const VariableSetting began{qt(d->ready->visible_devices), qt(d->ready->device_order)};
    const VariableSetting holds = d->reported.empty() ? began : d->overruling.value_or(began);
    const auto result = visibility::resolve(utf8(holds.visible), utf8(holds.order), d->gpus);
    const auto& predicted = result.uuids;
    const auto& actual = d->reported.empty() ? d->ready->predicted_uuids : d->reported;
    if (predicted != actual) words = mismatchWords(predicted, actual, d->machine);
  }
  if (words == d->mismatch) return;
  d->mismatch = words;
  emit mismatchChanged(words);
}

// ---- what the rules make of it

std::vector<TokenVerdict> GpuMapModel::tokens() const {
  std::vector<TokenVerdict> out;
  for (const auto& token : d->result.tokens) {
    TokenVerdict verdict;
    verdict.text = QString::fromStdString(token.text);
    verdict.verdict = token.verdict;
    verdict.physical = token.physical.value_or(-1);
    verdict.odd = token.remark != visibility::Remark::none;
    verdict.why = verdictWords(token, d->settingPlaceOf(verdict.physical));
    out.push_back(std::move(verdict));
  }
  return out;
}

const std::vector<int>& GpuMapModel::logical() const {
  return d->effective.logical;
}
int GpuMapModel::torchDeviceCount() const {
  return d->effective.torch_device_count;
}
QString GpuMapModel::mismatch() const {
  return d->mismatch;
}

int GpuMapModel::rowOfPhysical(int physical) const {
  for (int row = 0; row < rowCount(); ++row) {
    if (d->card(row).index == physical) return row;
  }
  return -1;
}

QString GpuMapModel::errorWords() const {
  if (d->machine.empty()) return tr("This machine has no GPU.");
  return driverErrorWords(d->result);
}

QString GpuMapModel::torchWords() const {
  return torchDifferenceWords(d->result);
}

}  // namespace todevice
