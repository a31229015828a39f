// SPDX-License-Identifier: GPL-3.0-or-later
#include "variable_code.h"

#include <QStringList>
#include <algorithm>
#include <utility>

namespace todevice {

namespace {

const QString kVisible = QStringLiteral("CUDA_VISIBLE_DEVICES");
const QString kOrder = QStringLiteral("CUDA_DEVICE_ORDER");

QString shellQuoted(QString text) {
  static const QString plain =
      QStringLiteral("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_,/");
  const bool quote =
      text.isEmpty() || std::any_of(text.begin(), text.end(), [](QChar c) { return !plain.contains(c); });
  if (!quote) return text;
  return QLatin1Char('\'') + text.replace(QLatin1Char('\''), QLatin1String("'\\''")) + QLatin1Char('\'');
}

QString pythonQuoted(const QString& text) {
  QString out;
  for (const QChar c : text) {
    if (c == QLatin1Char('"') || c == QLatin1Char('\\'))
      out += QLatin1Char('\\') + QString(c);
    else if (c.unicode() < 0x20 || c.unicode() == 0x7F)
      out += QStringLiteral("\\x%1").arg(c.unicode(), 2, 16, QLatin1Char('0'));
    else
      out += c;
  }
  return QLatin1Char('"') + out + QLatin1Char('"');
}

}  // namespace

QString shellCode(const VariableSetting& setting) {
  QStringList lines;
  if (setting.order) lines << QStringLiteral("export %1=%2").arg(kOrder, shellQuoted(*setting.order));
  lines << (setting.visible ? QStringLiteral("export %1=%2").arg(kVisible, shellQuoted(*setting.visible))
                            : QStringLiteral("unset %1").arg(kVisible));
  return lines.join(QLatin1Char('\n'));
}

QString pythonCode(const VariableSetting& setting) {
  QStringList lines{QStringLiteral("import os")};
  if (setting.order)
    lines << QStringLiteral("os.environ[\"%1\"] = ").arg(kOrder) + pythonQuoted(*setting.order);
  lines << (setting.visible
                ? QStringLiteral("os.environ[\"%1\"] = ").arg(kVisible) + pythonQuoted(*setting.visible)
                : QStringLiteral("os.environ.pop(\"%1\", None)").arg(kVisible));
  return lines.join(QLatin1Char('\n'));
}

QString commandCode(const VariableSetting& setting) {
  const QString order =
      setting.order ? kOrder + QLatin1Char('=') + shellQuoted(*setting.order) + QLatin1Char(' ') : QString();
  const QString program = QStringLiteral("python3 train.py");
  if (!setting.visible) return QStringLiteral("env -u %1 ").arg(kVisible) + order + program;
  return order + kVisible + QLatin1Char('=') + shellQuoted(*setting.visible) + QLatin1Char(' ') + program;
}

QString freeMemoryCode() {
  // nvidia-smi counts in PCI order, whatever CUDA does: the two must be made to agree.
  return QStringLiteral(
      "import os, subprocess\n"
      "query = [\"nvidia-smi\", \"--query-gpu=index,memory.free\", \"--format=csv,noheader,nounits\"]\n"
      "free = [line.split(\", \") for line in subprocess.check_output(query, text=True).splitlines()]\n"
      "free.sort(key=lambda gpu: -int(gpu[1]))\n"
      "os.environ[\"CUDA_DEVICE_ORDER\"] = \"PCI_BUS_ID\"\n"
      "os.environ[\"CUDA_VISIBLE_DEVICES\"] = \",\".join(gpu[0] for gpu in free)");
}

}  // namespace todevice
