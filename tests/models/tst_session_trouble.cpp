// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <QTimer>

#include "session_test.h"

using namespace todevice;
using namespace todevice::session_test;
using protocol::Mode;
using Phase = Session::State;

namespace {

/// A session that ran "a = 1" and stands before the second line of the next block.
bool standInside(Session& session) {
  session.start(fake());
  session.runBlock("a = 1", Mode::record, 1);
  if (!QTest::qWaitFor([&] { return session.timeline()->count() == 1; }) || !waitFor(session, Phase::Idle))
    return false;
  session.runBlock("b = 2\nc = 3\ncrash", Mode::step, 2);
  if (!waitFor(session, Phase::Stopped)) return false;
  session.step();
  return waitFor(session, Phase::Stopped);
}

}  // namespace

class SessionTroubleTest : public QObject {
  Q_OBJECT
 private slots:
  void aKilledWorkerIsReplacedAtTheSameLine() {
    Session session;
    QVERIFY(standInside(session));
    QSignalSpy lost(&session, &Session::workerLost);
    const qint64 pid = session.workerPid();
    kill(pid_t(pid), SIGKILL);
    QVERIFY(lost.wait());
    QVERIFY(lost[0][0].toString().contains("Killed"));
    QVERIFY(waitFor(session, Phase::Stopped));
    QVERIFY(session.workerPid() != pid);
    QCOMPARE(session.stoppedLine(), 3);
    QCOMPARE(lines(session), QList<int>({1, 2}));
    session.step();
    QVERIFY(waitFor(session, Phase::Stopped));
    QCOMPARE(lines(session), QList<int>({1, 2, 3}));
  }

  void aWorkerKilledWhileItReplaysIsReplacedToo() {
    Session session;
    QVERIFY(standInside(session));
    QSignalSpy lost(&session, &Session::workerLost), problem(&session, &Session::problem);
    int kills = 2;
    connect(&session, &Session::stateChanged, this, [&](Phase state) {
      if (state == Phase::Replaying && kills-- > 0) kill(pid_t(session.workerPid()), SIGKILL);
    });
    kill(pid_t(session.workerPid()), SIGKILL);
    QTRY_COMPARE_WITH_TIMEOUT(lost.count(), 3, 20000);
    QVERIFY(waitFor(session, Phase::Stopped));
    QCOMPARE(lines(session), QList<int>({1, 2}));
    QCOMPARE(session.stoppedLine(), 3);
    QCOMPARE(problem.count(), 0);
    // Not for ever.
    kills = 100;
    kill(pid_t(session.workerPid()), SIGKILL);
    QTRY_COMPARE_WITH_TIMEOUT(problem.count(), 1, 20000);
    QVERIFY(problem[0][0].toString().contains("The lesson's state is empty now"));
    QVERIFY(waitFor(session, Phase::Idle));
    QCOMPARE(lost.count(), 3 + 5);
    QVERIFY(session.blocks().empty());
  }

  void aLineThatCrashesIsNotRunAgainByItself() {
    Session session;
    QVERIFY(standInside(session));
    QSignalSpy lost(&session, &Session::workerLost), finished(&session, &Session::blockFinished);
    session.continueRun();
    QVERIFY(lost.wait());
    QCOMPARE(finished.count(), 1);
    QVERIFY(waitFor(session, Phase::Stopped));
    QCOMPARE(session.stoppedLine(), 4);
    QCOMPARE(lines(session), QList<int>({1, 2, 3}));
    QCOMPARE(lost.count(), 1);
  }

  void aWholeBlockThatCrashesIsLeftOut() {
    Session session;
    QSignalSpy lost(&session, &Session::workerLost);
    session.start(fake());
    session.runBlock("a = 1\ncrash", Mode::whole);
    QVERIFY(lost.wait());
    QVERIFY(waitFor(session, Phase::Idle));
    QVERIFY(session.blocks().empty());
    session.runBlock("a = 1", Mode::record);
    QVERIFY(QTest::qWaitFor([&] { return session.timeline()->count() == 1; }));
  }

  void codeThatHangsIsGivenUp() {
    Session session;
    QSignalSpy lost(&session, &Session::workerLost);
    session.start(fake());
    session.runBlock("a = 1\nhang\nb = 2", Mode::record);
    QVERIFY(QTest::qWaitFor([&] { return session.timeline()->count() == 1; }));
    const qint64 pid = session.workerPid();
    session.interrupt();
    QVERIFY(lost.wait());
    QVERIFY(waitFor(session, Phase::Stopped));
    QCOMPARE(session.stoppedLine(), 2);
    QTRY_VERIFY(isGone(pid));
  }

  void anInterruptEndsARun() {
    Session session;
    QSignalSpy finished(&session, &Session::blockFinished), lost(&session, &Session::workerLost);
    session.start(fake());
    session.runBlock("a = 1\nspin\nb = 2", Mode::record);
    QVERIFY(QTest::qWaitFor([&] { return session.timeline()->count() == 1; }));
    session.interrupt();
    QTRY_COMPARE(finished.count(), 1);
    QVERIFY(session.blocks()[0].interrupted);
    session.restart(session.settings());
    QVERIFY(waitFor(session, Phase::Idle));
    QCOMPARE(lines(session), QList<int>({1, 2}));
    QVERIFY(session.blocks()[0].interrupted);
    QCOMPARE(lost.count(), 0);
  }

  void aQuestionWithoutAnEndCanBeStopped() {
    Session session;
    QVERIFY(standInside(session));
    QSignalSpy evaluating(&session, &Session::evaluatingChanged), lost(&session, &Session::workerLost);
    std::optional<protocol::EvaluateReply> answer;
    session.evaluate("b", [&](const auto& reply) { answer = reply; });
    QTRY_VERIFY(answer && answer->ok);
    QCOMPARE(evaluating.count(), 0);
    session.evaluate("spin", [&](const auto& reply) { answer = reply; });
    QTRY_VERIFY(session.isEvaluating());
    session.interrupt();
    QTRY_VERIFY(!session.isEvaluating());
    QCOMPARE(evaluating.count(), 2);
    QVERIFY(!answer->ok);
    QCOMPARE(answer->text, std::string("Stopped before it had a value."));
    // The run still waits where it did.
    QTest::qWait(300);
    QCOMPARE(session.state(), Phase::Stopped);
    QCOMPARE(session.stoppedLine(), 3);
    QCOMPARE(lost.count(), 0);
  }

  void aQuestionThatHangsIsGivenUp() {
    Session session;
    session.start(fake());
    session.runBlock("a = 1", Mode::record);
    QVERIFY(QTest::qWaitFor([&] { return session.timeline()->count() == 1; }));
    QVERIFY(waitFor(session, Phase::Idle));
    QSignalSpy lost(&session, &Session::workerLost);
    std::optional<protocol::EvaluateReply> answer;
    session.evaluate("hang", [&](const auto& reply) { answer = reply; });
    QTRY_VERIFY(session.isEvaluating());
    session.interrupt();
    QVERIFY(lost.wait());
    QVERIFY(answer && !answer->ok && !session.isEvaluating());
    QCOMPARE(answer->text, std::string("It did not stop when asked: the worker was replaced."));
    QVERIFY(waitFor(session, Phase::Idle));
    QCOMPARE(lines(session), QList<int>({1}));
  }

  void aToggleWhileTheWorkerHangsNeedsNoPatience() {
    Session session;
    session.start(fake());
    session.runBlock("a = 1\nhang", Mode::step);
    QVERIFY(waitFor(session, Phase::Stopped));
    session.step();
    QVERIFY(waitFor(session, Phase::Stopped));
    session.step();
    QCOMPARE(session.state(), Phase::Running);
    const qint64 pid = session.workerPid();
    session.restart(session.settings());
    QVERIFY(waitFor(session, Phase::Stopped));
    QCOMPARE(session.stoppedLine(), 2);
    QTRY_VERIFY(isGone(pid));
  }

  void aMissingProgramIsNamed() {
    Session session;
    QSignalSpy problem(&session, &Session::problem);
    WorkerSettings settings;
    settings.program = "/nowhere/todevice-worker";
    session.start(settings);
    QVERIFY(problem.wait());
    QVERIFY(problem[0][0].toString().contains("/nowhere/todevice-worker"));
    QCOMPARE(session.state(), Phase::Dead);
    std::optional<protocol::EvaluateReply> answer;
    session.evaluate("x", [&](const auto& reply) { answer = reply; });
    QVERIFY(answer && !answer->ok);
    session.start(fake());
    QVERIFY(waitFor(session, Phase::Idle));
  }

  void anotherVersionIsRefused() {
    Session session;
    QSignalSpy problem(&session, &Session::problem);
    session.start(fake("version"));
    QVERIFY(problem.wait());
    QVERIFY(problem[0][0].toString().contains("version 1 is not 99"));
    QCOMPARE(session.state(), Phase::Dead);
  }

  void aWorkerThatDiesAtItsStartIsTriedTwice() {
    Session session;
    QSignalSpy problem(&session, &Session::problem), log(&session, &Session::logLine);
    session.start(fake("die"));
    QVERIFY(problem.wait());
    QVERIFY(problem[0][0].toString().contains("exit code 3"));
    QCOMPARE(log.count(), 1);
    QCOMPARE(session.state(), Phase::Dead);
  }

  void whatIsNoWorkerIsGivenUp() {
    Session session;
    QSignalSpy problem(&session, &Session::problem), log(&session, &Session::logLine);
    session.start(fake("garbage"));
    QVERIFY(problem.wait());
    QVERIFY2(problem[0][0].toString().contains("1000 lines of it could not be read"),
             qPrintable(problem[0][0].toString()));
    QCOMPARE(log.count(), 1);
    QCOMPARE(session.state(), Phase::Dead);
  }

  void whatIsLateOrUnreadableChangesNothing() {
    Session session;
    QSignalSpy output(&session, &Session::output), log(&session, &Session::logLine);
    session.start(fake("late"));
    session.runBlock("print one\ngarbage\na = 1", Mode::record);
    QVERIFY(QTest::qWaitFor([&] { return session.timeline()->count() == 3; }));
    QCOMPARE(output.count(), 1);
    QCOMPARE(output[0][0].toString(), QString("one\n"));
    QCOMPARE(log.count(), 1);
  }

  void aLostGpuIsToldAndLeftBehind() {
    Session session;
    QSignalSpy fault(&session, &Session::gpuFault), ended(&session, &Session::blockFinished);
    session.start(fake());
    session.runBlock("a = 1", Mode::record);
    QVERIFY(ended.wait());
    QCOMPARE(fault.count(), 0);
    session.runBlock("fault", Mode::record);
    QVERIFY(QTest::qWaitFor([&] { return fault.count() == 1; }));
    QCOMPARE(fault[0][0].toString(), QString("The GPU stopped."));
    session.rewindToBlock(1);
    QVERIFY(
        QTest::qWaitFor([&] { return session.state() == Phase::Idle && session.timeline()->count() == 1; }));
    QCOMPARE(int(session.blocks().size()), 1);
    session.runBlock("b = 2", Mode::record);
    QVERIFY(QTest::qWaitFor([&] { return session.timeline()->count() == 2; }));
    QCOMPARE(fault.count(), 1);
  }

  /// Answers to questions of an earlier lesson must not be mistaken for the new one's.
  void beginningAnewAnswersWhatWaited() {
    Session session;
    session.start(fake());
    int answers = 0;
    bool ok = true;
    session.evaluate("1", [&](const protocol::EvaluateReply& reply) {
      ++answers;
      ok = reply.ok;
    });
    session.reset();
    QCOMPARE(answers, 1);
    QVERIFY(!ok);
  }

  void twoRunsAtOnceAreRefused() {
    Session session;
    QVERIFY(standInside(session));
    QSignalSpy problem(&session, &Session::problem);
    session.runBlock("z = 1", Mode::record);
    QCOMPARE(problem.count(), 1);
    QCOMPARE(session.state(), Phase::Stopped);
  }

  void aFloodOfPointsKeepsTheLoopAlive() {
    Session session;
    qint64 points = 0, ticks = 0;
    connect(&session, &Session::metrics, this,
            [&](const protocol::Metrics& batch) { points += qint64(batch.series.at(0).x.size()); });
    QTimer timer;
    connect(&timer, &QTimer::timeout, this, [&] { ++ticks; });
    timer.start(5);
    session.start(fake());
    session.runBlock("train 200000", Mode::whole);
    QTRY_COMPARE_WITH_TIMEOUT(points, 200000, 60000);
    QVERIFY(ticks > 0);
  }

  void aDeletedSessionLeavesNoProcess() {
    qint64 pid = 0;
    {
      Session session;
      QVERIFY(standInside(session));
      pid = session.workerPid();
    }
    QTRY_VERIFY(isGone(pid));
  }
};

QTEST_GUILESS_MAIN(SessionTroubleTest)
#include "tst_session_trouble.moc"
