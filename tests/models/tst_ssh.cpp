// SPDX-License-Identifier: GPL-3.0-or-later
// The worker behind a real OpenSSH server: this computer as another one.
#include <QElapsedTimer>
#include <QRegularExpression>

#include "connection.h"
#include "session_test.h"
#include "ssh_server.h"

using namespace todevice;
using namespace todevice::session_test;
using protocol::Mode;

namespace {

WorkerSettings over(const QStringList& client) {
  WorkerSettings settings;
  settings.launchPrefix = client;
  settings.program = qEnvironmentVariable("TODEVICE_WORKER");
  settings.simulate = 3;
  settings.visibleDevices = QStringLiteral("2, 0");  // a blank: quoted for the shell there
  return settings;
}

/// What the learner is told when the worker does not start.
QString trouble(const WorkerSettings& settings) {
  Session session;
  QSignalSpy problem(&session, &Session::problem);
  session.start(settings);
  if (!waitFor(session, Session::State::Dead)) return QStringLiteral("(it starts)");
  return problem.isEmpty() ? QString() : problem.last()[0].toString();
}

}  // namespace

class TestSsh : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    const QString missing = SshServer::missing();
    if (!missing.isEmpty()) QSKIP(qPrintable(missing));
    m_server = std::make_unique<SshServer>(true);
    QVERIFY2(m_server->isUp(), qPrintable(m_server->log()));
  }

  void runsThere_data() {
    QTest::addColumn<int>("delay");
    QTest::newRow("at once") << 0;
    QTest::newRow("50 ms each way") << 50;
  }
  void runsThere() {
    QFETCH(int, delay);
    Session session;
    QSignalSpy log(&session, &Session::logLine);
    session.start(over(m_server->client(true, delay)));
    QVERIFY2(waitFor(session, Session::State::Idle), qPrintable(m_server->log()));
    QCOMPARE(session.ready()->visible_devices, std::optional<std::string>("2, 0"));
    QCOMPARE(session.ready()->predicted_uuids.size(), std::size_t(2));
    // The greeting is in the log, and no part of the conversation.
    bool greeted = false;
    for (const auto& line : log) greeted = greeted || line[0].toString().contains("Laboratory 7");
    QVERIFY(greeted);
    session.runBlock(QStringLiteral("import torch\nx = torch.ones(3).to('cuda')\n"), Mode::step);
    QVERIFY(waitFor(session, Session::State::Stopped));
    QElapsedTimer timer;
    timer.start();
    session.step();
    QTRY_COMPARE_WITH_TIMEOUT(session.timeline()->count(), 1, 20000);
    if (delay > 0) QVERIFY(timer.elapsed() >= 2 * delay);
    QVERIFY(waitFor(session, Session::State::Stopped));  // said after the record
    session.step();
    QTRY_COMPARE_WITH_TIMEOUT(session.timeline()->count(), 2, 20000);
    QCOMPARE(session.timeline()->state().cudaUuids, session.ready()->predicted_uuids);
  }

  /// Said at once, connected again, and the lesson stands where it stood.
  void theLineIsCut() {
    Session session;
    session.start(over(m_server->client()));
    QVERIFY(waitFor(session, Session::State::Idle));
    session.runBlock(QStringLiteral("x = 41\ny = x + 1\n"), Mode::record);
    QTRY_VERIFY_WITH_TIMEOUT(session.blocks().back().ended, 20000);
    QSignalSpy lost(&session, &Session::workerLost);
    const qint64 pid = session.ready()->pid;
    m_server->cutConnections();
    QVERIFY(lost.wait(20000));
    QTRY_VERIFY_WITH_TIMEOUT(session.state() == Session::State::Idle && session.ready()->pid != pid, 20000);
    QCOMPARE(session.timeline()->count(), 2);
    QString y;
    session.evaluate(QStringLiteral("y"), [&](const auto& reply) { y = QString::fromStdString(reply.text); });
    QTRY_COMPARE_WITH_TIMEOUT(y, QStringLiteral("42"), 20000);
  }

  /// In the middle of a run: the run has failed, and what ran before it stands again.
  void theLineIsCutWhileItRuns() {
    Session session;
    session.start(over(m_server->client()));
    QVERIFY(waitFor(session, Session::State::Idle));
    session.runBlock(QStringLiteral("x = 41\n"), Mode::record);
    QTRY_VERIFY_WITH_TIMEOUT(session.blocks().back().ended, 20000);
    QSignalSpy finished(&session, &Session::blockFinished);
    session.runBlock(QStringLiteral("y = x + 1\nwhile True:\n    pass\n"), Mode::whole);
    QVERIFY(waitFor(session, Session::State::Running));
    QTest::qWait(100);
    const qint64 pid = session.ready()->pid;
    m_server->cutConnections();
    QVERIFY(finished.wait(20000));
    QVERIFY(!finished.last().last().toBool());
    QTRY_VERIFY_WITH_TIMEOUT(session.state() == Session::State::Idle && session.ready()->pid != pid, 20000);
    QString x;
    session.evaluate(QStringLiteral("x"), [&](const auto& reply) { x = QString::fromStdString(reply.text); });
    QTRY_COMPARE_WITH_TIMEOUT(x, QStringLiteral("41"), 20000);
    // The worker there noticed, and is gone too.
    QTRY_VERIFY_WITH_TIMEOUT(isGone(pid), 20000);
  }

  void itHangs() {
    WorkerSettings settings = over(m_server->client());
    settings.launchPrefix.replaceInStrings(QRegularExpression("^ConnectTimeout=.*"),
                                           "ProxyCommand=sleep 300");
    settings.startSeconds = 2;
    const QString words = trouble(settings);
    QVERIFY2(words.contains("nothing came from 127.0.0.1"), qPrintable(words));
  }

  void itAsksForAPassword() {
    const QString words = trouble(over(m_server->client(false)));
    QVERIFY2(words.contains("127.0.0.1 asks for a password") && words.contains("ssh-copy-id"),
             qPrintable(words));
  }

  void noWorkerThere() {
    WorkerSettings settings = over(m_server->client());
    settings.program = QStringLiteral("/nowhere/todevice-worker");
    const QString words = trouble(settings);
    QVERIFY2(words.contains("/nowhere/todevice-worker is not installed on 127.0.0.1"), qPrintable(words));
  }

  void aWrongFileThere() {
    WorkerSettings settings = over(m_server->client());
    settings.machine = QStringLiteral("/no/such lab.json");
    const QString words = trouble(settings);
    QVERIFY2(words.contains("there is no file \"/no/such lab.json\""), qPrintable(words));
  }

  void anUnknownHost() {
    QStringList client = m_server->client();
    client.replaceInStrings(QRegularExpression("^UserKnownHostsFile=.*"), "UserKnownHostsFile=/dev/null");
    const QString words = trouble(over(client));
    QVERIFY2(words.contains("127.0.0.1 is not known here yet"), qPrintable(words));
  }

  void aWorkerOfAnotherVersion() {
    WorkerSettings settings = over(m_server->client() << "env"
                                                      << "FAKE_MODE=version");
    settings.program = QStringLiteral(FAKE_WORKER);
    const QString words = trouble(settings);
    QVERIFY2(words.contains("version 1 is not 99"), qPrintable(words));
  }

 private:
  std::unique_ptr<SshServer> m_server;
};

QTEST_GUILESS_MAIN(TestSsh)
#include "tst_ssh.moc"
