// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcessEnvironment>
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

namespace todevice {

/// How a worker is started. A changed setting means a new worker.
struct WorkerSettings {
  QStringList launchPrefix;  ///< {} here, {"ssh", "host"} elsewhere
  QString program;           ///< todevice-worker beside this program unless set
  int simulate = -1;         ///< GPUs to simulate; -1: the machine's own, 4 simulated if it has none
  QString
      machine;  ///< a ready simulated machine ("laptop") or a file that describes one; overrules `simulate`
  std::vector<int> busy;                  ///< simulated GPUs that another program fills, in make-believe
  std::optional<QString> visibleDevices;  ///< absent: unset
  std::optional<QString> deviceOrder;

  int startSeconds = 0;  ///< how long it may take to answer; 0: 10 here, 60 behind a launch prefix

  /// One computer, and one worker on it.
  bool samePlace(const WorkerSettings& other) const {
    return launchPrefix == other.launchPrefix && program == other.program;
  }
  /// The same GPUs, whichever of them are visible or busy.
  bool sameMachine(const WorkerSettings& other) const {
    return samePlace(other) && simulate == other.simulate && machine == other.machine;
  }
  bool simulates() const { return simulate >= 0 || !machine.isEmpty(); }
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
