// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QSignalSpy>
#include <QTest>
#include <csignal>

#include "session.h"
#include "timeline.h"

namespace todevice::session_test {

inline WorkerSettings fake(const QString& mode = {}) {
  WorkerSettings settings;
  settings.program = QStringLiteral(FAKE_WORKER);
  settings.simulate = 2;
  if (!mode.isEmpty()) settings.launchPrefix = QStringList{"env", "FAKE_MODE=" + mode};
  return settings;
}

inline bool waitFor(const Session& session, Session::State state) {
  return QTest::qWaitFor([&] { return session.state() == state; }, 20000);
}

/// Whether the process is gone: also as a child that nobody waited for.
inline bool isGone(qint64 pid) {
  QFile status(QStringLiteral("/proc/%1/stat").arg(pid));
  return !status.open(QIODevice::ReadOnly) || status.readAll().contains(") Z ");
}

inline QList<int> lines(const Session& session) {
  QList<int> lines;
  for (int i = 0; i < session.timeline()->count(); ++i) lines << session.timeline()->record(i).line;
  return lines;
}

}  // namespace todevice::session_test
