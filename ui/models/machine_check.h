// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QProcess>

#include "worker_settings.h"

namespace todevice {

/// Whether a worker of this computer would take a machine's description, asked of one that only lists its
/// GPUs and ends: the worker that runs the lesson goes on until the answer is yes.
class MachineCheck : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;
  ~MachineCheck() override;
  /// One at a time: a question that was not answered yet is dropped.
  void ask(const WorkerSettings& settings);
  void forget();

 signals:
  void answered(const todevice::WorkerSettings& settings, const QString& complaint);  ///< empty: it takes it

 private:
  QPointer<QProcess> m_process;
};

/// "lab.json, line 4: ..." for a complaint of the worker about a file, "/home/me/lab.json:4: ..."; others
/// stay as they are.
QString machineFault(const QString& complaint);
/// The worker's own complaint in what it wrote on stderr, without its name; empty where there is none.
QString complaintOf(const QStringList& log);

}  // namespace todevice
