// SPDX-License-Identifier: GPL-3.0-or-later
#include "device_info.h"

#include <QCoreApplication>
#include <algorithm>

namespace todevice {

namespace {

constexpr int kColors = 8;
constexpr int kLetters = 26;

DeviceInfo cardOf(const protocol::PhysicalDevice& device) {
  DeviceInfo info;
  info.physical = device.index;
  info.letter = deviceLetter(device.index);
  info.colorIndex = deviceColorIndex(device.index);
  info.name = QString::fromStdString(device.name);
  info.uuid = QString::fromStdString(device.uuid);
  info.pciBusId = QString::fromStdString(device.pci_bus_id);
  info.totalMemory = device.total_memory;
  info.simulated = device.simulated;
  return info;
}

}  // namespace

bool hasUuid(const protocol::PhysicalDevice& device, const std::string& uuid) {
  return device.uuid == uuid ||
         std::any_of(device.mig.begin(), device.mig.end(), [&](const auto& mig) { return mig.uuid == uuid; });
}

QString deviceLetter(int physicalIndex) {
  if (physicalIndex < 0) return {};
  const QString letter = QChar(u'A' + physicalIndex % kLetters);
  const int round = physicalIndex / kLetters;
  return round == 0 ? letter : letter + QString::number(round);
}

int deviceColorIndex(int physicalIndex) {
  return physicalIndex < 0 ? 0 : 1 + physicalIndex % kColors;
}

QString realityWord(bool simulated) {
  return simulated ? QCoreApplication::translate("todevice::Words", "simulated")
                   : QCoreApplication::translate("todevice::Words", "real");
}

QString realityHint(bool simulated) {
  return simulated ? QCoreApplication::translate("todevice::Words",
                                                 "These GPUs are simulated: the program computes on the CPU")
                   : QCoreApplication::translate("todevice::Words", "These are real GPUs");
}

QString machineWords(const std::optional<protocol::Ready>& ready) {
  if (!ready || ready->physical.empty()) return QCoreApplication::translate("todevice::Words", "no GPU");
  const int count = int(ready->physical.size());
  return ready->physical.front().simulated
             ? QCoreApplication::translate("todevice::Words", "%n simulated GPU(s)", nullptr, count)
             : QCoreApplication::translate("todevice::Words", "%n GPU(s)", nullptr, count);
}

int logicalIndex(const QString& device) {
  static const QLatin1String prefix("cuda:");
  if (!device.startsWith(prefix)) return -1;
  bool ok = false;
  const int index = device.mid(prefix.size()).toInt(&ok);
  return ok && index >= 0 ? index : -1;
}

DeviceDirectory::DeviceDirectory(const std::optional<protocol::Ready>& ready,
                                 const std::vector<std::string>& cudaUuids) {
  if (!ready) return;
  for (const auto& device : ready->physical) m_cards.push_back(cardOf(device));
  const auto& uuids = cudaUuids.empty() ? ready->predicted_uuids : cudaUuids;
  for (std::size_t i = 0; i < uuids.size(); ++i) {
    const auto card = std::find_if(ready->physical.begin(), ready->physical.end(),
                                   [&](const auto& device) { return hasUuid(device, uuids[i]); });
    DeviceInfo info = card == ready->physical.end() ? DeviceInfo{} : cardOf(*card);
    info.uuid = QString::fromStdString(uuids[i]);
    info.text = QStringLiteral("cuda:%1").arg(i);
    m_logical.push_back(info);
  }
}

DeviceInfo DeviceDirectory::info(const QString& device) const {
  const int logical = logicalIndex(device);
  if (logical >= 0 && std::size_t(logical) < m_logical.size()) return m_logical[std::size_t(logical)];
  DeviceInfo info;
  info.text = device;
  info.isCpu = device == QLatin1String("cpu");
  return info;
}

bool DeviceDirectory::simulated() const {
  return !m_cards.empty() && m_cards.front().simulated;
}

}  // namespace todevice
