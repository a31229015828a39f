// SPDX-License-Identifier: GPL-3.0-or-later
#include "slurm_cluster.h"

#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QStandardPaths>
#include <QSysInfo>
#include <QThread>

namespace {

constexpr int kGpus = 4;

QString find(const char* program) {
  QString path = QStandardPaths::findExecutable(QLatin1String(program));
  return path.isEmpty() ? QStandardPaths::findExecutable(QLatin1String(program), {"/usr/sbin", "/sbin"})
                        : path;
}

void write(const QString& path, const QByteArray& text, bool secret = false) {
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write %s", qPrintable(path));
  file.write(text);
  if (secret) file.setPermissions(QFile::ReadOwner);
}

/// What a command prints; empty when it fails.
QString said(const QString& program, const QStringList& arguments, int milliseconds) {
  QProcess process;
  process.start(program, arguments);
  if (!process.waitForFinished(milliseconds)) {
    process.kill();
    process.waitForFinished();
    return {};
  }
  return process.exitCode() == 0 ? QString::fromUtf8(process.readAllStandardOutput()).trimmed() : QString();
}

void end(QProcess& process) {
  if (process.state() == QProcess::NotRunning) return;
  process.terminate();
  if (!process.waitForFinished(5000)) process.kill();
  process.waitForFinished(3000);
}

}  // namespace

QString SlurmCluster::missing() {
  if (geteuid() != 0) return QStringLiteral("only root can start a Slurm node");
  for (const char* program : {"munged", "slurmctld", "slurmd", "srun", "squeue", "scancel"})
    if (find(program).isEmpty())
      return QStringLiteral("there is no %1 (packages slurm-wlm and munge)").arg(QLatin1String(program));
  return {};
}

SlurmCluster::SlurmCluster() {
  const QDir folder(m_folder.path());
  const int port = 20000 + QRandomGenerator::global()->bounded(20000);
  writeFiles(port);
  qputenv("SLURM_CONF", folder.filePath("slurm.conf").toUtf8());
  m_munge.start(find("munged"),
                {"--foreground", "--force", "--key-file=" + folder.filePath("key"),
                 "--socket=" + folder.filePath("munge.sock"), "--pid-file=" + folder.filePath("munged.pid"),
                 "--seed-file=" + folder.filePath("seed"), "--log-file=" + folder.filePath("munged.log")});
  for (int i = 0; i < 100 && !QFileInfo::exists(folder.filePath("munge.sock")); ++i) QThread::msleep(50);
  m_controller.start(find("slurmctld"), {"-D", "-c"});
  m_node.start(find("slurmd"), {"-D"});
  for (int i = 0; i < 40 && !m_up; ++i) {
    m_up = said(find("srun"), {"--ntasks=1", "--immediate=5", "echo", "up"}, 8000) == "up";
    if (!m_up) QThread::msleep(250);
  }
}

SlurmCluster::~SlurmCluster() {
  for (const QString& job : jobs()) cancel(job);
  end(m_node);
  end(m_controller);
  end(m_munge);
  qunsetenv("SLURM_CONF");
}

void SlurmCluster::writeFiles(int port) {
  const QDir folder(m_folder.path());
  for (const char* name : {"state", "spool"}) folder.mkdir(QLatin1String(name));
  QByteArray key(128, '\0');
  for (char& byte : key) byte = char(QRandomGenerator::system()->generate());
  write(folder.filePath("key"), key, true);
  const QByteArray here = folder.path().toUtf8(),
                   host = QSysInfo::machineHostName().section('.', 0, 0).toUtf8();
  const auto number = [](int value) { return QByteArray::number(value); };
  // Device files that are /dev/null, so that Slurm hands out "GPUs" and sets CUDA_VISIBLE_DEVICES.
  for (int i = 0; i < kGpus; ++i)
    mknod((here + "/nvidia" + number(i)).constData(), S_IFCHR | 0600, makedev(1, 3));
  write(folder.filePath("gres.conf"), "NodeName=" + host + " Name=gpu Flags=nvidia_gpu_env File=" + here +
                                          "/nvidia[0-" + number(kGpus - 1) + "]\n");
  write(folder.filePath("slurm.conf"),
        "ClusterName=lab\nSlurmctldHost=" + host +
            "(127.0.0.1)\nSlurmUser=root\nAuthType=auth/munge\n"
            "AuthInfo=socket=" +
            here + "/munge.sock\nCredType=cred/munge\nSlurmctldPort=" + number(port) + "\nSlurmdPort=" +
            number(port + 1) + "\nSlurmctldPidFile=" + here + "/slurmctld.pid\nSlurmdPidFile=" + here +
            "/slurmd.pid\nStateSaveLocation=" + here + "/state\nSlurmdSpoolDir=" + here +
            "/spool\nSlurmctldLogFile=" + here + "/slurmctld.log\nSlurmdLogFile=" + here +
            "/slurmd.log\nProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nSelectType=select/"
            "cons_tres\n"
            "ReturnToService=2\nMpiDefault=none\nAccountingStorageType=accounting_storage/none\n"
            "JobAcctGatherType=jobacct_gather/none\nKillWait=2\nGresTypes=gpu\nNodeName=" +
            host + " NodeAddr=127.0.0.1 CPUs=1 Gres=gpu:" + number(kGpus) +
            " State=UNKNOWN\nPartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n");
}

QString SlurmCluster::log() const {
  QString all;
  for (const char* name : {"slurmctld.log", "slurmd.log"}) {
    QFile file(m_folder.filePath(QLatin1String(name)));
    if (file.open(QIODevice::ReadOnly)) all += QString::fromUtf8(file.readAll());
  }
  return all;
}

QStringList SlurmCluster::jobs() const {
  return said(find("squeue"), {"--noheader", "--format=%i"}, 10000).split('\n', Qt::SkipEmptyParts);
}

void SlurmCluster::cancel(const QString& job) const {
  said(find("scancel"), {job}, 10000);
}
