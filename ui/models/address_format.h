// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

namespace todevice {

/// For reading and comparing: "0x7f18 93e0 0600", hex digits grouped by four from the right. Empty for 0.
QString formatAddress(quint64 address);
/// For copying, as Python prints it: "0x7f1893e00600". Empty for 0.
QString plainAddress(quint64 address);

/// Two addresses padded to one width, with the positions in which the texts differ (for marking).
struct AddressPair {
  QString before, after;
  std::vector<int> differing;
  bool same = false;
};
AddressPair compareAddresses(quint64 before, quint64 after);
/// "same address" or "different address".
QString addressWords(bool same);

/// "108 B", "4.0 KiB", "1.5 GiB".
QString formatBytes(qint64 bytes);
/// "(3, 3)", "(3,)", "()": as Python prints a tuple.
QString formatShape(const std::vector<std::int64_t>& shape);

}  // namespace todevice
