// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <string>
#include <vector>

#include "protocol/messages.h"

namespace todevice {

/// What every panel shows of a device, always the same way: the letter and the colour belong to the physical
/// card, `cuda:N` is text.
struct DeviceInfo {
  QString text;    ///< "cpu", "cuda:1"
  QString letter;  ///< "A" to "H" ("A1" from the 27th card on); empty for the CPU and unknown cards
  int colorIndex =
      0;  ///< 0: CPU; 1 to 8: GPUs (the ninth card begins again with 1); the theme knows the colours
  int physical = -1;  ///< index in PCI order; -1: the CPU, or unknown
  QString name, uuid, pciBusId;
  qint64 totalMemory = 0;
  bool isCpu = false;
  bool simulated = false;
};

/// Whether this card, or a MIG instance of it, is called so.
bool hasUuid(const protocol::PhysicalDevice& device, const std::string& uuid);
QString deviceLetter(int physicalIndex);
int deviceColorIndex(int physicalIndex);  ///< 0 for a negative one
/// "simulated" or "real", in the window's language.
QString realityWord(bool simulated);
QString realityHint(bool simulated);  ///< the same in a sentence
/// "4 simulated GPUs", "1 GPU", "no GPU": the words of the machine's chip.
QString machineWords(const std::optional<protocol::Ready>& ready);

/// N of "cuda:N"; -1 for anything else.
int logicalIndex(const QString& device);

/// Knows the machine's cards and which of them each logical device is: by UUID, never by index.
class DeviceDirectory {
 public:
  DeviceDirectory() = default;
  /// `cudaUuids`: as the process reported them; empty before CUDA is initialised, then the prediction is
  /// taken.
  DeviceDirectory(const std::optional<protocol::Ready>& ready, const std::vector<std::string>& cudaUuids);

  DeviceInfo info(const QString& device) const;
  const std::vector<DeviceInfo>& cards() const { return m_cards; }      ///< physical, in PCI order
  const std::vector<DeviceInfo>& logical() const { return m_logical; }  ///< cuda:0, cuda:1, ...
  bool simulated() const;  ///< the GPUs of this machine are simulated ones

 private:
  std::vector<DeviceInfo> m_cards, m_logical;
};

}  // namespace todevice
