// SPDX-License-Identifier: GPL-3.0-or-later
#include "machine_check.h"

#include <QFileInfo>
#include <QRegularExpression>
#include <QTimer>

#include "machine_reasons.h"

namespace todevice {

namespace {

constexpr auto kPatience = std::chrono::seconds(10);

}  // namespace

MachineCheck::~MachineCheck() {
  forget();
}

void MachineCheck::forget() {
  if (!m_process) return;
  m_process->disconnect(this);
  m_process->kill();
  connect(m_process, &QProcess::finished, m_process, &QObject::deleteLater);
  m_process->setParent(nullptr);
  m_process.clear();
}

void MachineCheck::ask(const WorkerSettings& settings) {
  forget();
  auto* process = new QProcess(this);
  m_process = process;
  QStringList command = workerCommand(settings);
  const QString program = command.takeFirst();
  command << QStringLiteral("--inventory");
  const auto answer = [this, settings, process](const QString& complaint) {
    if (m_process != process) return;
    m_process.clear();
    process->disconnect(this);
    process->deleteLater();
    emit answered(settings, complaint);
  };
  connect(process, &QProcess::finished, this, [process, answer](int code) {
    const QStringList log = QString::fromUtf8(process->readAllStandardError()).split(QLatin1Char('\n'));
    answer(code == 0 ? QString() : complaintOf(log));
  });
  // A worker that cannot start says so better when it is to run the lesson.
  connect(process, &QProcess::errorOccurred, this, [answer](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart) answer({});
  });
  QTimer::singleShot(kPatience, process, [process] { process->kill(); });
  process->setProcessEnvironment(workerEnvironment(settings));
  process->start(program, command, QIODevice::ReadOnly);
}

QString machineFault(const QString& complaint) {
  static const QRegularExpression form(QStringLiteral("^(.*):(\\d+): (.*)$"),
                                       QRegularExpression::DotMatchesEverythingOption);
  const auto match = form.match(complaint);
  if (!match.hasMatch()) return machineReason(complaint);
  return MachineCheck::tr("%1, line %2: %3")
      .arg(QFileInfo(match.captured(1)).fileName(), match.captured(2), machineReason(match.captured(3)));
}

QString complaintOf(const QStringList& log) {
  static const QString name = QStringLiteral("todevice-worker: ");
  for (auto line = log.rbegin(); line != log.rend(); ++line)
    if (line->startsWith(name))
      return line->mid(name.size()).remove(QLatin1String(" (see todevice-worker --help)"));
  return {};
}

}  // namespace todevice
