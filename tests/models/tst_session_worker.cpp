// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <csignal>

#define FAKE_WORKER ""
#include "lesson_player.h"
#include "session_test.h"

using namespace todevice;
using namespace todevice::session_test;
using protocol::Mode;
using Phase = Session::State;

namespace {

WorkerSettings real() {
  WorkerSettings settings;
  settings.program = qEnvironmentVariable("TODEVICE_WORKER");
  settings.simulate = 4;
  return settings;
}

const QString kMove = QStringLiteral(
    "import torch\n"
    "x_cpu = torch.ones((3, 3))\n"
    "x_gpu = x_cpu.to('cuda')\n"
    "n = torch.cuda.device_count()\n"
    "print(x_gpu.device)\n");

QString evaluated(Session& session, const QString& expression) {
  std::optional<protocol::EvaluateReply> answer;
  session.evaluate(expression, [&](const auto& reply) { answer = reply; });
  if (!QTest::qWaitFor([&] { return answer.has_value(); }, 10000)) return "no answer";
  return QString::fromStdString(answer->text);
}

}  // namespace

/// The session against the program that the window starts.
class SessionWorkerTest : public QObject {
  Q_OBJECT
 private slots:
  void stepsThroughAMove() {
    Session session;
    session.start(real());
    session.runBlock(kMove, Mode::step);
    QVERIFY(waitFor(session, Phase::Stopped));
    for (int line = 1; line <= 3; ++line) {
      QCOMPARE(session.lineAtCursor(), line);
      session.step();
      QVERIFY(waitFor(session, Phase::Stopped));
    }
    const auto& state = session.timeline()->state();
    const auto cpu = state.objects.value(state.names.value("x_cpu")),
               gpu = state.objects.value(state.names.value("x_gpu"));
    QVERIFY(cpu.tensor && gpu.tensor);
    QCOMPARE(cpu.tensor->device, std::string("cpu"));
    QCOMPARE(gpu.tensor->device, std::string("cuda:0"));
    QVERIFY(cpu.tensor->address != gpu.tensor->address && cpu.id != gpu.id);
    QCOMPARE(session.timeline()->current()->moves.size(), std::size_t(1));
    QCOMPARE(state.cudaUuids.size(), std::size_t(4));
    session.stepBack();
    QVERIFY(!session.timeline()->state().names.contains("x_gpu"));
    QCOMPARE(session.lineAtCursor(), 3);
  }

  void anExpressionWithoutAnEndCanBeStopped() {
    Session session;
    QSignalSpy lost(&session, &Session::workerLost);
    session.start(real());
    session.runBlock("a = 1", Mode::record);
    QVERIFY(QTest::qWaitFor([&] { return session.timeline()->count() == 1; }, 20000));
    QVERIFY(waitFor(session, Phase::Idle));
    const qint64 pid = session.workerPid();
    std::optional<protocol::EvaluateReply> answer;
    session.evaluate("[0 for i in iter(int, 1)]", [&](const auto& reply) { answer = reply; });
    QTRY_VERIFY(session.isEvaluating());
    session.interrupt();
    QTRY_VERIFY(answer.has_value());
    QVERIFY(!answer->ok && !session.isEvaluating());
    QCOMPARE(session.workerPid(), pid);
    QCOMPARE(evaluated(session, "a + 1"), QString("2"));
    // What looks at no interrupt ends with its worker; the lesson stands where it did.
    answer.reset();
    session.evaluate("sum(iter(int, 1))", [&](const auto& reply) { answer = reply; });
    QTRY_VERIFY(session.isEvaluating());
    session.interrupt();
    QTRY_VERIFY(answer.has_value());
    QCOMPARE(lost.count(), 1);
    QVERIFY(waitFor(session, Phase::Idle));
    QCOMPARE(evaluated(session, "a + 1"), QString("2"));
    QVERIFY(session.workerPid() != pid);
  }

  /// Code after it must not find half of what it needs.
  void whatAStoppedReplayDidNotFinishRunsAnew() {
    Lesson lesson;
    LessonStep slow, next;
    slow.code = "import time\ntime.sleep(1)\nx = 1\n";
    next.code = "z = x + 1\n";
    lesson.steps = {slow, next};
    Session session;
    LessonPlayer player(&session);
    session.start(real());
    player.open(lesson);
    player.run();
    QTRY_VERIFY_WITH_TIMEOUT(player.blockHasRun(), 20000);
    player.goTo(1);
    player.run();
    QTRY_VERIFY_WITH_TIMEOUT(player.blockHasRun(), 20000);
    QSignalSpy problem(&session, &Session::problem);
    session.restart(session.settings());
    QVERIFY(waitFor(session, Phase::Replaying));
    QTest::qWait(200);
    player.stop();
    QVERIFY(waitFor(session, Phase::Idle));
    QCOMPARE(problem.count(), 1);
    QVERIFY2(problem[0][0].toString().contains("step 1"), qPrintable(problem[0][0].toString()));
    QVERIFY(!player.blockHasRun());
    QVERIFY(session.blocks()[0].cutShort);
    // Not even another worker makes it whole.
    session.restart(session.settings());
    QVERIFY(waitFor(session, Phase::Replaying));
    QVERIFY(waitFor(session, Phase::Idle));
    QVERIFY(session.blocks()[0].cutShort);
    QCOMPARE(problem.count(), 2);  // it is said again: it is as true as before
    QCOMPARE(problem[1], problem[0]);
    player.run();
    QTRY_VERIFY_WITH_TIMEOUT(player.blockHasRun() && session.state() == Phase::Idle, 20000);
    QCOMPARE(evaluated(session, "z"), QString("2"));
    QVERIFY(session.blocks()[1].ok && !session.blocks()[0].cutShort);
    QCOMPARE(problem.count(), 2);
  }

  /// What the code started ends with its worker, however that ends.
  void processesOfTheCodeEndWithIt() {
    const QString start = QStringLiteral(
        "import os, subprocess, time\n"
        "child = os.fork()\n"
        "if not child: time.sleep(600)\n"
        "program = subprocess.Popen(['sleep', '600']).pid\n");
    for (const char* how : {"reset", "kill", "deleted"}) {
      auto session = std::make_unique<Session>();
      session->start(real());
      session->runBlock(start, Mode::record);
      QVERIFY(waitFor(*session, Phase::Idle));
      const qint64 child = evaluated(*session, "child").toLongLong();
      const qint64 program = evaluated(*session, "program").toLongLong();
      QVERIFY(child > 1 && program > 1 && !isGone(child) && !isGone(program));
      if (how == QLatin1String("reset")) session->reset();
      if (how == QLatin1String("kill"))
        ::kill(pid_t(evaluated(*session, "os.getpid()").toLongLong()), SIGKILL);
      if (how == QLatin1String("deleted")) session.reset();
      QTRY_VERIFY2(isGone(child) && isGone(program), how);
    }
  }

  void aToggleChangesWhatTheLessonSees() {
    Session session;
    session.start(real());
    session.runBlock(kMove, Mode::step);
    QVERIFY(waitFor(session, Phase::Stopped));
    for (int i = 0; i < 4; ++i) {
      session.step();
      QVERIFY(waitFor(session, Phase::Stopped));
    }
    QCOMPARE(evaluated(session, "n"), QString("4"));
    auto settings = session.settings();
    settings.visibleDevices = "2,0";
    session.restart(settings);
    QVERIFY(waitFor(session, Phase::Stopped));
    QCOMPARE(session.stoppedLine(), 5);
    QCOMPARE(evaluated(session, "n"), QString("2"));
    const auto& physical = session.ready()->physical;
    QCOMPARE(session.timeline()->state().cudaUuids,
             std::vector<std::string>({physical[2].uuid, physical[0].uuid}));
    QSignalSpy output(&session, &Session::output);
    session.continueRun();
    QVERIFY(waitFor(session, Phase::Idle));
    // The text and its newline may come in two pieces.
    const auto printed = [&] {
      QString text;
      for (const auto& piece : output) text += piece[0].toString();
      return text;
    };
    QTRY_COMPARE(printed(), QString("cuda:0\n"));
  }

  void whileTrueIsStopped() {
    Session session;
    QSignalSpy lost(&session, &Session::workerLost);
    QSignalSpy output(&session, &Session::output);
    session.start(real());
    session.runBlock("x = 1\nprint('begun')\nwhile True: pass\n", Mode::whole);
    QTRY_VERIFY(!output.isEmpty());  // sooner, and x might not be set yet
    session.interrupt();
    QVERIFY(waitFor(session, Phase::Idle));
    QVERIFY2(lost.isEmpty(), lost.isEmpty() ? "" : qPrintable(lost[0][0].toString()));
    QVERIFY(session.blocks().back().interrupted);
    QCOMPARE(evaluated(session, "x"), QString("1"));
  }

  void aToggleWhileItLoopsForEver() {
    Session session;
    session.start(real());
    session.runBlock("x = 1\nwhile True: pass\n", Mode::step);
    QVERIFY(waitFor(session, Phase::Stopped));
    session.step();
    QVERIFY(waitFor(session, Phase::Stopped));
    session.step();
    const qint64 pid = session.workerPid();
    session.restart(session.settings());
    QVERIFY(waitFor(session, Phase::Stopped));
    QCOMPARE(session.stoppedLine(), 2);
    QTRY_VERIFY(isGone(pid));
  }

  void aKilledWorkerIsReplaced() {
    Session session;
    session.start(real());
    session.runBlock(kMove, Mode::step);
    QVERIFY(waitFor(session, Phase::Stopped));
    for (int i = 0; i < 3; ++i) {
      session.step();
      QVERIFY(waitFor(session, Phase::Stopped));
    }
    QSignalSpy lost(&session, &Session::workerLost);
    kill(pid_t(session.workerPid()), SIGKILL);
    QVERIFY(lost.wait());
    QVERIFY(waitFor(session, Phase::Stopped));
    QCOMPARE(session.stoppedLine(), 4);
    QCOMPARE(evaluated(session, "x_gpu.device.type"), QString("'cuda'"));
  }

  void aCrashInTheLessonIsSurvived() {
    Session session;
    QSignalSpy lost(&session, &Session::workerLost);
    session.start(real());
    session.runBlock("import os\nx = 1\nos.abort()\ny = 2\n", Mode::record);
    QVERIFY(lost.wait(20000));
    QVERIFY(waitFor(session, Phase::Stopped));
    QCOMPARE(session.stoppedLine(), 3);
    QCOMPARE(evaluated(session, "x"), QString("1"));
  }

  void twentyTogglesInARow() {
    Session session;
    session.start(real());
    session.runBlock(kMove, Mode::step);
    QVERIFY(waitFor(session, Phase::Stopped));
    for (int i = 0; i < 4; ++i) {
      session.step();
      QVERIFY(waitFor(session, Phase::Stopped));
    }
    QList<qint64> pids;
    connect(&session, &Session::stateChanged, this, [&] { pids << session.workerPid(); });
    for (int i = 0; i < 20; ++i) {
      auto settings = session.settings();
      settings.visibleDevices = i % 2 ? "0" : "0,1,2";
      session.restart(settings);
      QCoreApplication::processEvents();
    }
    QVERIFY(waitFor(session, Phase::Stopped));
    QCOMPARE(evaluated(session, "n"), QString("1"));
    for (const qint64 pid : pids) {
      if (pid != 0 && pid != session.workerPid()) QTRY_VERIFY(isGone(pid));
    }
  }

  void anErrorIsInTheRecord() {
    Session session;
    QSignalSpy finished(&session, &Session::blockFinished);
    session.start(real());
    session.runBlock("import torch\na = torch.ones(2)\nb = torch.ones(2).to('cuda')\nc = a + b\n",
                     Mode::record, 11);
    QVERIFY(finished.wait(20000));
    const auto* record = session.timeline()->current();
    QVERIFY(record != nullptr && record->error.has_value());
    QCOMPARE(record->error->type, std::string("RuntimeError"));
    QCOMPARE(record->line, 14);
    session.runBlock("a = (\n", Mode::record, 15);
    QVERIFY(finished.wait(20000));
    QVERIFY(!finished[1][0].toBool());
    QCOMPARE(session.state(), Phase::Idle);
  }
};

QTEST_GUILESS_MAIN(SessionWorkerTest)
#include "tst_session_worker.moc"
