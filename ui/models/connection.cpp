// SPDX-License-Identifier: GPL-3.0-or-later
#include "connection.h"

#include <QCoreApplication>
#include <QProcess>
#include <algorithm>
#include <array>

#include "machine_check.h"

namespace todevice {

namespace {

class Words {
  Q_DECLARE_TR_FUNCTIONS(todevice::Connection)
};

constexpr std::array<const char*, 4> kKinds{"here", "ssh", "slurm", "command"};
const QChar kSeparator = QLatin1Char('\t');

bool has(const QString& log, const char* text) {
  return log.contains(QLatin1String(text), Qt::CaseInsensitive);
}

/// The machine that ssh or srun was to reach, for a sentence.
QString hostOf(const WorkerSettings& settings) {
  if (settings.launchPrefix.value(0) == QLatin1String("srun")) return Words::tr("the cluster");
  for (int i = 1; i < settings.launchPrefix.size(); ++i) {
    const QString& word = settings.launchPrefix[i];
    const QString& before = settings.launchPrefix[i - 1];
    const bool isValue =
        before.size() == 2 && before.startsWith(QLatin1Char('-')) && before != QLatin1String("-T");
    if (!word.startsWith(QLatin1Char('-')) && !isValue) return word;
  }
  return settings.launchPrefix.value(0);
}

QString sshTrouble(const QString& log, const QString& host) {
  if (has(log, "could not resolve hostname"))
    return Words::tr("There is no computer called %1 (look for a typing error).").arg(host);
  if (has(log, "host key verification failed")) {
    return Words::
        tr("%1 is not known here yet, or its key has changed. Connect once in a terminal with “ssh %1” and "
           "accept its key.")
            .arg(host);
  }
  if (has(log, "permission denied")) {
    return Words::tr(
               "%1 asks for a password, which cannot be typed here. Put your key there once, in a terminal: "
               "ssh-copy-id %1")
        .arg(host);
  }
  if (has(log, "connection refused")) return Words::tr("%1 answers, but takes no ssh connections.").arg(host);
  if (has(log, "timed out") || has(log, "no route to host"))
    return Words::tr("%1 does not answer: is it switched on, and reachable from this network?").arg(host);
  return {};
}

}  // namespace

QStringList Connection::prefix() const {
  const QStringList words = QProcess::splitCommand(target);
  switch (kind) {
    case Kind::Here:
      return {};
    case Kind::Ssh:
      // Nobody can type a password here, and a line that died must be noticed.
      return QStringList{QStringLiteral("ssh"), QStringLiteral("-T"),
                         QStringLiteral("-o"),  QStringLiteral("BatchMode=yes"),
                         QStringLiteral("-o"),  QStringLiteral("ConnectTimeout=10"),
                         QStringLiteral("-o"),  QStringLiteral("ServerAliveInterval=5"),
                         QStringLiteral("-o"),  QStringLiteral("ServerAliveCountMax=2")} +
             words;
    case Kind::Slurm:
      return QStringList{QStringLiteral("srun"), QStringLiteral("--unbuffered"),
                         QStringLiteral("--ntasks=1")} +
             words;
    case Kind::Command:
      return words;
  }
  return {};
}

QString Connection::name() const {
  switch (kind) {
    case Kind::Here:
      return Words::tr("this computer");
    case Kind::Slurm:
      return QStringLiteral("srun ") + target;
    default:
      return target;
  }
}

QString Connection::shortName() const {
  if (kind == Kind::Here) return name();
  if (kind == Kind::Slurm) return QStringLiteral("srun");
  WorkerSettings settings;
  settings.launchPrefix = prefix();
  const QString word = kind == Kind::Ssh ? hostOf(settings) : settings.launchPrefix.value(0);
  return word.mid(word.lastIndexOf(QLatin1Char('@')) + 1);
}

void Connection::applyTo(WorkerSettings& settings) const {
  settings.launchPrefix = prefix();
  settings.program = program;
}

QString Connection::toText() const {
  return QStringList{QLatin1String(kKinds[std::size_t(kind)]), target, program}.join(kSeparator);
}

Connection Connection::fromText(const QString& text) {
  const QStringList parts = text.split(kSeparator);
  Connection connection;
  for (std::size_t i = 0; i < kKinds.size(); ++i)
    if (parts[0] == QLatin1String(kKinds[i])) connection.kind = Kind(i);
  connection.target = parts.value(1);
  connection.program = parts.value(2);
  if (connection.target.trimmed().isEmpty()) connection = {};
  return connection;
}

StartTrouble startTrouble(const WorkerSettings& settings, const QString& reason, const QStringList& log) {
  const QString all = log.join(QLatin1Char('\n'));
  if (const QString words = complaintOf(log); !words.isEmpty()) {
    if (settings.machine.isEmpty()) return {words, false};
    return {
        Words::tr("%1. Mend the file and start again, or choose another machine.").arg(machineFault(words)),
        false};
  }
  const bool elsewhere = !settings.launchPrefix.isEmpty();
  if (!elsewhere) return {};
  const QString host = hostOf(settings);
  if (const QString words = sshTrouble(all, host); !words.isEmpty()) return {words, false};
  const QString program = settings.program.isEmpty() ? QStringLiteral("todevice-worker") : settings.program;
  if (has(all, "not found") || has(all, "no such file") || reason.contains(QLatin1String("127"))) {
    return {Words::tr(
                "%1 is not installed on %2. Install ToDevice there too, or say where it is; it must be found "
                "without a terminal: try “%3 %1 --version”.")
                .arg(program, host, settings.launchPrefix.join(QLatin1Char(' '))),
            false};
  }
  if (log.isEmpty()) {
    return {Words::tr("nothing came from %1 (%2). Try in a terminal whether this ends at once: “%3 true”.")
                .arg(host, reason, settings.launchPrefix.join(QLatin1Char(' '))),
            true};
  }
  return {log.mid(std::max<qsizetype>(0, log.size() - 2)).join(QLatin1Char(' ')), true};
}

}  // namespace todevice
