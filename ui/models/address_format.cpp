// SPDX-License-Identifier: GPL-3.0-or-later
#include "address_format.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>

namespace todevice {

namespace {

QString hexDigits(quint64 value) {
  return QString::number(value, 16);
}

QString grouped(const QString& digits) {
  QString out = QStringLiteral("0x");
  for (qsizetype i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 4 == 0) out += QLatin1Char(' ');
    out += digits[i];
  }
  return out;
}

}  // namespace

QString formatAddress(quint64 address) {
  return address == 0 ? QString() : grouped(hexDigits(address));
}

QString plainAddress(quint64 address) {
  return address == 0 ? QString() : QStringLiteral("0x") + hexDigits(address);
}

AddressPair compareAddresses(quint64 before, quint64 after) {
  QString first = hexDigits(before), second = hexDigits(after);
  const auto width = std::max(first.size(), second.size());
  AddressPair pair;
  pair.before = grouped(first.rightJustified(width, QLatin1Char('0')));
  pair.after = grouped(second.rightJustified(width, QLatin1Char('0')));
  pair.same = before == after;
  for (int i = 0; i < int(pair.before.size()); ++i) {
    if (pair.before[i] != pair.after[i]) pair.differing.push_back(i);
  }
  return pair;
}

QString addressWords(bool same) {
  return same ? QCoreApplication::translate("todevice::Words", "same address")
              : QCoreApplication::translate("todevice::Words", "different address");
}

QString formatBytes(qint64 bytes) {
  static constexpr std::array units{"KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024) return QStringLiteral("%1 B").arg(bytes);
  double value = double(bytes) / 1024;
  std::size_t unit = 0;
  while (value >= 1023.95 && unit + 1 < units.size()) {
    value /= 1024;
    ++unit;
  }
  return QStringLiteral("%1 %2").arg(QString::number(value, 'f', 1), QLatin1String(units[unit]));
}

QString formatShape(const std::vector<std::int64_t>& shape) {
  QStringList sizes;
  for (const auto size : shape) sizes << QString::number(size);
  const QString tail = shape.size() == 1 ? QStringLiteral(",") : QString();
  return QLatin1Char('(') + sizes.join(QStringLiteral(", ")) + tail + QLatin1Char(')');
}

}  // namespace todevice
