// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

/// A Slurm cluster of one node, this computer, with four GPUs that are none: munged, slurmctld and slurmd of
/// its own in a folder of its own. While it lives, `srun` of this process and its children reaches it.
class SlurmCluster {
 public:
  /// Empty when this computer can have one; else why not.
  static QString missing();

  SlurmCluster();
  ~SlurmCluster();

  bool isUp() const { return m_up; }
  QString log() const;
  QStringList jobs() const;  ///< the numbers of those that run
  void cancel(const QString& job) const;

 private:
  void writeFiles(int port);
  QTemporaryDir m_folder;
  QProcess m_munge, m_controller, m_node;
  bool m_up = false;
};
