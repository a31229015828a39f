// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QTest>

#include "session_test.h"
#include "worker_process.h"

using namespace todevice;
using namespace todevice::session_test;

namespace {

/// Counts what a worker says, without keeping it.
struct Listener {
  explicit Listener(WorkerProcess& process) {
    QObject::connect(&process, &WorkerProcess::received, &process, [this](const WorkerProcess::Batch& batch) {
      for (const auto& line : batch) hear(line);
    });
  }
  void hear(const protocol::WorkerLine& line) {
    if (std::holds_alternative<protocol::Malformed>(line)) ++malformed;
    const auto* event = std::get_if<protocol::Event>(&line);
    if (event == nullptr) return;
    if (std::holds_alternative<protocol::Ready>(*event)) ready = true;
    if (std::holds_alternative<protocol::Stopped>(*event)) ++stops;
    if (const auto* metrics = std::get_if<protocol::Metrics>(event))
      points += qint64(metrics->series.at(0).x.size());
    if (const auto* output = std::get_if<protocol::Output>(event)) bytes += qint64(output->text.size());
  }
  bool ready = false;
  int stops = 0, malformed = 0;
  qint64 points = 0, bytes = 0;
};

protocol::Run run(const std::string& code) {
  protocol::Run request;
  request.run = std::string("r");
  request.code = code;
  request.mode = protocol::Mode::record;
  return request;
}

}  // namespace

class WorkerProcessTest : public QObject {
  Q_OBJECT
 private slots:
  void startsAnswersAndStops() {
    WorkerProcess process;
    const Listener listener(process);
    QSignalSpy ended(&process, &WorkerProcess::ended);
    process.start(fake());
    QTRY_VERIFY(listener.ready);
    const qint64 pid = process.pid();
    QVERIFY(pid > 0);
    process.send(run("x = 1\ny = 2"));
    QTRY_COMPARE(listener.stops, 1);
    process.stop();
    QTRY_VERIFY(isGone(pid));
    QCOMPARE(ended.count(), 0);
  }

  void anEndNobodyAskedForIsTold() {
    WorkerProcess process;
    const Listener listener(process);
    QSignalSpy ended(&process, &WorkerProcess::ended);
    process.start(fake());
    process.send(run("x = 1\ncrash"));
    QVERIFY(ended.wait());
    QVERIFY(ended[0][0].toString().contains("signal"));
    QVERIFY(listener.ready);
  }

  void aMissingProgramIsTold() {
    WorkerProcess process;
    QSignalSpy failed(&process, &WorkerProcess::failedToStart);
    WorkerSettings settings;
    settings.program = "/nowhere/todevice-worker";
    process.start(settings);
    QVERIFY(failed.wait());
    QVERIFY(!failed[0][0].toString().isEmpty());
  }

  void aFloodArrivesWholeAndBadLinesLoseNothing() {
    WorkerProcess process;
    const Listener listener(process);
    process.start(fake());
    process.send(run("train 100000\ngarbage\nwrite 20000000\nwrite 20000000\nx = 1"));
    QTRY_COMPARE_WITH_TIMEOUT(listener.stops, 1, 120000);
    QCOMPARE(listener.points, 100000);
    QCOMPARE(listener.bytes, 40000002);
    QCOMPARE(listener.malformed, 1);
  }

  void aWorkerThatDoesNotListenIsKilled() {
    WorkerProcess process;
    const Listener listener(process);
    process.start(fake("stubborn"));
    QTRY_VERIFY(listener.ready);
    process.send(run("hang"));
    const qint64 pid = process.pid();
    process.stop();
    QTRY_VERIFY(isGone(pid));
  }

  void isEndedInTheBackgroundWhenDeleted() {
    qint64 pid = 0;
    {
      WorkerProcess process;
      const Listener listener(process);
      process.start(fake());
      QTRY_VERIFY(listener.ready);
      pid = process.pid();
    }
    QTRY_VERIFY(isGone(pid));
  }

  void mayBeDeletedBeforeItRan() {
    for (int i = 0; i < 20; ++i) {
      WorkerProcess process;
      process.start(fake());
    }
    WorkerProcess::endAll();
  }

  void whatIsWrittenToStderrIsTheLog() {
    WorkerProcess process;
    QStringList log;
    connect(&process, &WorkerProcess::log, this, [&](const QStringList& lines) { log += lines; });
    process.start(fake("noisy"));
    QTRY_COMPARE(log, QStringList({"a warning", "of two lines"}));
  }
};

QTEST_GUILESS_MAIN(WorkerProcessTest)
#include "tst_worker_process.moc"
