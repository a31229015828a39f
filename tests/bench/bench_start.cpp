// SPDX-License-Identifier: Apache-2.0
// How long the window takes to stand there, and what it weighs once a lesson is open.
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QThread>

#include "figure.h"

namespace {

using todevice::bench::figure;

constexpr int kStarts = 9;
constexpr int kPatience = 20'000;  // ms
constexpr int kSettled = 2'500;    // ms: the lesson is open and its worker is ready

double field(qint64 pid, const char* file, const QByteArray& name) {
  QFile status(QStringLiteral("/proc/%1/%2").arg(pid).arg(QLatin1String(file)));
  if (!status.open(QIODevice::ReadOnly)) return 0;
  for (const QByteArray& line : status.readAll().split('\n')) {
    if (line.startsWith(name + ':'))
      return line.mid(name.size() + 1).simplified().split(' ').first().toDouble() / 1000;
  }
  return 0;
}

/// Milliseconds from the start of the process to its first paint; fills in its memory in MB where asked.
double start(double* resident, double* proportional) {
  QProcess program;
  auto environment = QProcessEnvironment::systemEnvironment();
  environment.insert(QStringLiteral("QT_LOGGING_RULES"), QStringLiteral("todevice.start=true"));
  environment.insert(QStringLiteral("QT_FORCE_STDERR_LOGGING"), QStringLiteral("1"));
  program.setProcessEnvironment(environment);
  QElapsedTimer timer;
  timer.start();
  program.start(qEnvironmentVariable("TODEVICE_PROGRAM"),
                {QStringLiteral("--simulate"), QStringLiteral("4")});
  program.setReadChannel(QProcess::StandardError);
  QByteArray said;
  while (!said.contains("first paint")) {
    if (!program.waitForReadyRead(kPatience)) qFatal("no first paint: %s", said.constData());
    said += program.readAllStandardError();
  }
  const double took = double(timer.nsecsElapsed()) / 1e6;
  if (resident) {
    QThread::msleep(kSettled);
    *resident = field(program.processId(), "status", "VmRSS");
    *proportional = field(program.processId(), "smaps_rollup", "Pss");
  }
  program.kill();
  program.waitForFinished();
  return took;
}

/// Forgets what the system has read from disk, where it may.
bool dropCaches() {
  QFile file(QStringLiteral("/proc/sys/vm/drop_caches"));
  return file.open(QIODevice::WriteOnly) && file.write("3") == 1 && file.flush();
}

}  // namespace

int main(int argc, char** argv) {
  const QCoreApplication app(argc, argv);
  double resident = 0, proportional = 0;
  if (dropCaches()) figure("window: start to first paint, cold", start(nullptr, nullptr), "ms", "<= 500");
  std::vector<double> starts;
  for (int i = 0; i < kStarts; ++i) starts.push_back(start(i ? nullptr : &resident, &proportional));
  figure("window: start to first paint: median", todevice::bench::median(starts), "ms", "<= 500");
  figure("window: resident with a lesson open", resident, "MB", "<= 120");
  figure("window: its own share of that (PSS)", proportional, "MB");
  return 0;
}
