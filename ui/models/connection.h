// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include "worker_settings.h"

namespace todevice {

/// Where the worker runs while the window runs here: the machine whose GPUs are shown.
struct Connection {
  enum class Kind {
    Here,
    Ssh,     ///< `target`: "user@host", ssh's own options may follow or precede it
    Slurm,   ///< `target`: what srun is to ask for, "--gres=gpu:2"
    Command  ///< `target`: any command that runs the words behind it
  };
  Kind kind = Kind::Here;
  QString target;
  QString program;  ///< the worker there; empty: todevice-worker on the path

  QStringList prefix() const;
  QString name() const;  ///< for a menu: "user@host", "srun --gres=gpu:2", "this computer"
  QString shortName()
      const;  ///< for a button: the host of "user@host -p 22", "srun", the command's first word
  void applyTo(WorkerSettings& settings) const;

  /// One line for the settings file, and back.
  QString toText() const;
  static Connection fromText(const QString& text);
  bool operator==(const Connection&) const = default;
};

/// Why a worker did not start, as a sentence that says what to do; from what it, or the ssh before it, wrote
/// on stderr.
struct StartTrouble {
  QString words;         ///< empty: nothing is known but the end itself
  bool tryAgain = true;  ///< the same again may work
};
StartTrouble startTrouble(const WorkerSettings& settings, const QString& reason, const QStringList& log);

}  // namespace todevice
