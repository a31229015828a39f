// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcessEnvironment>
#include <QString>
#include <QStringList>
#include <optional>

namespace todevice {

/// How a worker is started. A changed setting means a new worker.
struct WorkerSettings {
  QStringList launchPrefix;  ///< {} here, {"ssh", "host"} elsewhere
  QString program;           ///< todevice-worker beside this program unless set
  int simulate = -1;         ///< GPUs to simulate; -1: the machine's own, 4 simulated if it has none
  std::optional<QString> visibleDevices;  ///< absent: unset
  std::optional<QString> deviceOrder;

  bool operator==(const WorkerSettings&) const = default;
};

/// GPUs to simulate where the machine has none and nothing else was asked for.
inline constexpr int kDefaultSimulated = 4;

/// The program alone.
QString workerProgram(const WorkerSettings& settings);
/// The program and its arguments, the launch prefix first. What `ssh` hands to a remote shell is quoted for
/// it.
QStringList workerCommand(const WorkerSettings& settings);
/// The environment here, with the two CUDA variables as `settings` say: set, or really unset.
QProcessEnvironment workerEnvironment(const WorkerSettings& settings);

}  // namespace todevice
