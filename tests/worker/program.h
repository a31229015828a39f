// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProcess>
#include <QString>
#include <QStringList>

/// The worker run as a program, to its end.
struct ProgramResult {
  int code = -1;
  QString out, err;
};

inline ProgramResult runProgram(const QStringList& words) {
  QProcess process;
  process.start(qEnvironmentVariable("TODEVICE_WORKER"), words);
  process.closeWriteChannel();
  process.waitForFinished(60'000);
  return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
          QString::fromUtf8(process.readAllStandardOutput()),
          QString::fromUtf8(process.readAllStandardError())};
}
