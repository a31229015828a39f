// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "session_test.h"

using namespace todevice;
using namespace todevice::session_test;
using protocol::Mode;
using Phase = Session::State;

class SessionTest : public QObject {
  Q_OBJECT
 private slots:
  void stepsLineByLine() {
    Session session;
    QSignalSpy finished(&session, &Session::blockFinished);
    session.start(fake());
    QVERIFY(waitFor(session, Phase::Idle));
    QCOMPARE(session.ready()->physical.size(), std::size_t(2));
    session.runBlock("a = 1\nb = 2\nc = 3", Mode::step, 5);
    QVERIFY(waitFor(session, Phase::Stopped));
    QCOMPARE(session.lineAtCursor(), 5);
    session.step();
    QVERIFY(waitFor(session, Phase::Stopped));
    QCOMPARE(session.timeline()->count(), 1);
    QCOMPARE(session.stoppedLine(), 6);
    session.continueRun();
    QVERIFY(waitFor(session, Phase::Idle));
    QCOMPARE(lines(session), QList<int>({5, 6, 7}));
    QCOMPARE(finished.count(), 1);
    QVERIFY(finished[0][0].toBool());
    QCOMPARE(session.lineAtCursor(), 0);
    QVERIFY(session.blocks()[0].ok);
  }

  void stepBackMovesTheCursorOnly() {
    Session session;
    session.start(fake());
    session.runBlock("a = 1\nb = 2\nc = 3", Mode::step);
    QVERIFY(waitFor(session, Phase::Stopped));
    session.step();
    QVERIFY(waitFor(session, Phase::Stopped));
    session.step();
    QVERIFY(waitFor(session, Phase::Stopped));
    const qint64 pid = session.workerPid();
    session.stepBack();
    session.stepBack();
    QCOMPARE(session.timeline()->cursor(), 0);
    QCOMPARE(session.lineAtCursor(), 1);
    session.step();
    QCOMPARE(session.timeline()->cursor(), 1);
    session.step();
    QVERIFY(session.timeline()->atEnd());
    QCOMPARE(session.lineAtCursor(), 3);
    session.step();
    QVERIFY(waitFor(session, Phase::Idle));
    QCOMPARE(session.timeline()->count(), 3);
    QCOMPARE(session.workerPid(), pid);
  }

  void aToggleReplaysToTheSameLine() {
    Session session;
    session.start(fake());
    session.runBlock("cuda\na = 1", Mode::record);
    QVERIFY(QTest::qWaitFor([&] { return session.timeline()->count() == 2; }));
    QVERIFY(waitFor(session, Phase::Idle));
    QString code = "b = 2\nprint hi\nc = 3\nd = 4";
    session.runBlock(code, Mode::step, 10);
    code.clear();
    for (int i = 0; i < 3; ++i) {
      QVERIFY(waitFor(session, Phase::Stopped));
      session.step();
    }
    QVERIFY(waitFor(session, Phase::Stopped));
    const qint64 pid = session.workerPid();
    QSignalSpy cleared(session.timeline(), &Timeline::cleared);
    QSignalSpy output(&session, &Session::output), outputRepeats(&session, &Session::outputRepeats);
    auto settings = session.settings();
    settings.visibleDevices = "1";
    session.restart(settings);
    QCOMPARE(session.timeline()->count(), 5);  // stays on the screen meanwhile
    QVERIFY(waitFor(session, Phase::Stopped));
    QCOMPARE(cleared.count(), 1);
    QCOMPARE(session.timeline()->count(), 5);
    QCOMPARE(session.stoppedLine(), 13);
    QCOMPARE(session.timeline()->state().cudaUuids, std::vector<std::string>{"GPU-1"});
    QCOMPARE(session.ready()->visible_devices, std::optional<std::string>("1"));
    QVERIFY(session.workerPid() != pid);
    QTRY_VERIFY(isGone(pid));
    QCOMPARE(outputRepeats.count(), 1);
    QCOMPARE(output.count(), 1);
    session.step();
    QVERIFY(waitFor(session, Phase::Idle));
    QCOMPARE(lines(session), QList<int>({1, 2, 10, 11, 12, 13}));
  }

  void aReplayEndsAtTheCursor() {
    Session session;
    session.start(fake());
    session.runBlock("a = 1\nb = 2\nc = 3", Mode::record);
    QVERIFY(QTest::qWaitFor([&] { return session.timeline()->count() == 3; }));
    QVERIFY(waitFor(session, Phase::Idle));
    session.timeline()->setCursor(1);
    session.replayToCursor();
    QVERIFY(waitFor(session, Phase::Stopped));
    QCOMPARE(session.timeline()->count(), 1);
    QCOMPARE(session.stoppedLine(), 2);
    session.continueRun();
    QVERIFY(waitFor(session, Phase::Idle));
    QCOMPARE(lines(session), QList<int>({1, 2, 3}));
  }

  void fastTogglesEndWithTheLastOne() {
    Session session;
    session.start(fake());
    session.runBlock("cuda\na = 1\nb = 2", Mode::step);
    QVERIFY(waitFor(session, Phase::Stopped));
    session.step();
    QVERIFY(waitFor(session, Phase::Stopped));
    QList<qint64> pids{session.workerPid()};
    connect(&session, &Session::stateChanged, this, [&] { pids << session.workerPid(); });
    for (int i = 0; i < 20; ++i) {
      auto settings = session.settings();
      settings.visibleDevices = QString::number(i);
      session.restart(settings);
      if (i % 4 == 0) QCoreApplication::processEvents();
    }
    QVERIFY(waitFor(session, Phase::Stopped));
    QCOMPARE(session.timeline()->count(), 1);
    QCOMPARE(session.timeline()->state().cudaUuids, std::vector<std::string>{"GPU-19"});
    QCOMPARE(session.stoppedLine(), 2);
    for (const qint64 pid : pids) {
      if (pid != 0 && pid != session.workerPid()) QTRY_VERIFY(isGone(pid));
    }
  }

  void aRunThatGoesOnIsStartedAnew() {
    Session session;
    session.start(fake());
    session.runBlock("a = 1", Mode::record);
    QVERIFY(QTest::qWaitFor([&] { return session.timeline()->count() == 1; }));
    QVERIFY(waitFor(session, Phase::Idle));
    session.runBlock("train 10\nspin", Mode::whole);
    QCOMPARE(session.state(), Phase::Running);
    QSignalSpy metrics(&session, &Session::metrics);
    session.restart(session.settings());
    QTRY_VERIFY(metrics.count() >= 1);
    QVERIFY(waitFor(session, Phase::Running));
    QCOMPARE(lines(session), QList<int>({1}));
    session.interrupt();
    QVERIFY(waitFor(session, Phase::Idle));
    QVERIFY(session.blocks().back().interrupted);
  }

  void blocksAndQuestionsWaitForTheWorker() {
    Session session;
    session.start(fake());
    session.runBlock("x = 5", Mode::record);
    QVERIFY(QTest::qWaitFor([&] { return session.timeline()->count() == 1; }));
    std::optional<protocol::EvaluateReply> answer, none;
    session.restart(session.settings());
    session.evaluate("x", [&](const auto& reply) { answer = reply; });
    session.evaluate("y", [&](const auto& reply) { none = reply; });
    QTRY_VERIFY(answer && none);
    QVERIFY(answer->ok && !none->ok);
    QCOMPARE(answer->text, std::string("5"));
    QVERIFY(none->text.find("NameError") != std::string::npos);
  }

  void anErrorEndsTheBlock() {
    Session session;
    QSignalSpy finished(&session, &Session::blockFinished), output(&session, &Session::output);
    session.start(fake());
    session.runBlock("a = 1\nerror\nb = 2", Mode::record);
    QTRY_COMPARE(finished.count(), 1);
    QVERIFY(!finished[0][0].toBool());
    QCOMPARE(output[0], QVariantList({"Traceback\n", true, 1}));
    QCOMPARE(session.timeline()->current()->error->type, std::string("RuntimeError"));
    QCOMPARE(session.state(), Phase::Idle);
    session.restart(session.settings());
    QVERIFY(waitFor(session, Phase::Idle));
    QCOMPARE(lines(session), QList<int>({1, 2}));
  }

  void aRewindUndoesABlock() {
    Session session;
    session.start(fake());
    session.runBlock("a = 1", Mode::record, 1, 0);
    QVERIFY(QTest::qWaitFor([&] { return session.timeline()->count() == 1; }));
    QVERIFY(waitFor(session, Phase::Idle));
    session.runBlock("b = 2\nc = 3", Mode::whole, 2, 1);
    QVERIFY(waitFor(session, Phase::Idle));
    QCOMPARE(session.blocks().size(), std::size_t(2));
    session.rewindToBlock(1);
    QVERIFY(waitFor(session, Phase::Idle));
    QCOMPARE(session.blocks().size(), std::size_t(1));
    QCOMPARE(lines(session), QList<int>({1}));
  }

  void resetIsAFreshStart() {
    Session session;
    session.start(fake());
    session.runBlock("a = 1\nb = 2", Mode::step);
    QVERIFY(waitFor(session, Phase::Stopped));
    session.reset();
    QCOMPARE(session.timeline()->count(), 0);
    QVERIFY(waitFor(session, Phase::Idle));
    QVERIFY(session.blocks().empty());
  }

  void aMachineWithoutGpuSimulatesFour() {
    Session session;
    auto settings = fake();
    settings.simulate = -1;
    session.start(settings);
    QVERIFY(waitFor(session, Phase::Idle));
    QCOMPARE(session.ready()->physical.size(), std::size_t(kDefaultSimulated));
    QCOMPARE(session.ready()->note, std::string("no NVIDIA driver"));
    session.restart(settings);
    QVERIFY(waitFor(session, Phase::Idle));
    QCOMPARE(session.ready()->physical.size(), std::size_t(kDefaultSimulated));
  }
};

QTEST_GUILESS_MAIN(SessionTest)
#include "tst_session.moc"
