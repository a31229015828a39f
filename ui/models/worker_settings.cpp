// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker_settings.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QRegularExpression>

namespace todevice {

QString workerProgram(const WorkerSettings& settings) {
  if (!settings.program.isEmpty()) return settings.program;
  const QString name = QStringLiteral("todevice-worker");
  return settings.launchPrefix.isEmpty() ? QCoreApplication::applicationDirPath() + QLatin1Char('/') + name
                                         : name;
}

namespace {

QString shellQuoted(const QString& text) {
  static const QRegularExpression plain(QStringLiteral("^[A-Za-z0-9_./:=,@%+-]+$"));
  if (plain.match(text).hasMatch()) return text;
  QString quoted = text;
  return QLatin1Char('\'') + quoted.replace(QLatin1Char('\''), QLatin1String("'\\''")) + QLatin1Char('\'');
}

/// ssh joins its arguments and has a shell read them again.
bool needsQuoting(const QStringList& prefix) {
  return !prefix.isEmpty() && QFileInfo(prefix.first()).fileName() == QLatin1String("ssh");
}

void setOrUnset(QProcessEnvironment& environment, const QString& name, const std::optional<QString>& value) {
  if (value) {
    environment.insert(name, *value);
  } else {
    environment.remove(name);
  }
}

}  // namespace

QStringList workerCommand(const WorkerSettings& settings) {
  QStringList command{workerProgram(settings)};
  if (!settings.machine.isEmpty())
    command << QStringLiteral("--simulate=") + settings.machine;
  else if (settings.simulate >= 0)
    command << QStringLiteral("--simulate=%1").arg(settings.simulate);
  if (settings.simulates() && !settings.busy.empty()) {
    QStringList cards;
    for (const int card : settings.busy) cards << QString::number(card);
    command << QStringLiteral("--busy=") + cards.join(QLatin1Char(','));
  }
  if (settings.visibleDevices) command << QStringLiteral("--visible-devices=") + *settings.visibleDevices;
  if (settings.deviceOrder) command << QStringLiteral("--device-order=") + *settings.deviceOrder;
  if (needsQuoting(settings.launchPrefix)) {
    for (auto& word : command) word = shellQuoted(word);
  }
  return settings.launchPrefix + command;
}

QProcessEnvironment workerEnvironment(const WorkerSettings& settings) {
  auto environment = QProcessEnvironment::systemEnvironment();
  setOrUnset(environment, QStringLiteral("CUDA_VISIBLE_DEVICES"), settings.visibleDevices);
  setOrUnset(environment, QStringLiteral("CUDA_DEVICE_ORDER"), settings.deviceOrder);
  return environment;
}

}  // namespace todevice
