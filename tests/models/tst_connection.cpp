// SPDX-License-Identifier: GPL-3.0-or-later
#include "connection.h"

#include <QTest>

#include "session_test.h"

using namespace todevice;
using namespace todevice::session_test;
using Kind = Connection::Kind;

class TestConnection : public QObject {
  Q_OBJECT
 private slots:
  void prefixes() {
    QCOMPARE(Connection{}.prefix(), QStringList());
    const QStringList ssh = Connection{Kind::Ssh, "me@lab -p 2222", {}}.prefix();
    QCOMPARE(ssh.first(), QString("ssh"));
    QVERIFY(ssh.contains("BatchMode=yes"));
    QCOMPARE(ssh.mid(ssh.size() - 3), QStringList({"me@lab", "-p", "2222"}));
    QCOMPARE((Connection{Kind::Slurm, "--gres=gpu:2", {}}.prefix().last()), QString("--gres=gpu:2"));
    QCOMPARE((Connection{Kind::Command, "docker exec -i \"my lab\"", {}}.prefix()),
             QStringList({"docker", "exec", "-i", "my lab"}));
  }

  void isRemembered() {
    const Connection lab{Kind::Slurm, "--gres=gpu:2 --mem 8G", "/opt/todevice-worker"};
    QCOMPARE(Connection::fromText(lab.toText()), lab);
    QCOMPARE(Connection::fromText({}), Connection{});
    QCOMPARE(Connection::fromText("ssh"), Connection{});
    QCOMPARE(Connection::fromText("nonsense\tx"), (Connection{Kind::Here, "x", {}}));
  }

  void troubleInWords_data() {
    QTest::addColumn<QString>("said");
    QTest::addColumn<QString>("told");
    QTest::newRow("no host") << "ssh: Could not resolve hostname lab: Name or service not known"
                             << "no computer called me@lab";
    QTest::newRow("password") << "me@lab: Permission denied (publickey,password)."
                              << "asks for a password";
    QTest::newRow("key") << "Host key verification failed."
                         << "is not known here yet";
    QTest::newRow("refused") << "ssh: connect to host lab port 22: Connection refused"
                             << "takes no ssh connections";
    QTest::newRow("far") << "ssh: connect to host lab port 22: Connection timed out"
                         << "does not answer";
    QTest::newRow("no worker") << "bash: line 1: todevice-worker: command not found"
                               << "is not installed on me@lab";
    QTest::newRow("worker's own") << "todevice-worker: lab.json:4: a GPU has no field \"x\""
                                  << "lab.json:4: a GPU has no field";
    QTest::newRow("other") << "srun: error: Unable to allocate resources"
                           << "Unable to allocate resources";
  }
  void troubleInWords() {
    QFETCH(QString, said);
    QFETCH(QString, told);
    WorkerSettings settings;
    Connection{Kind::Ssh, "me@lab", {}}.applyTo(settings);
    const QString words =
        startTrouble(settings, "the worker ended by itself (exit code 1)", {"Welcome!", said}).words;
    QVERIFY2(words.contains(told), qPrintable(words));
  }

  void aFaultyMachineInWords() {
    WorkerSettings settings;
    settings.machine = "/home/me/lab.json";
    const StartTrouble trouble =
        startTrouble(settings, "the worker ended by itself (exit code 1)",
                     {"todevice-worker: /home/me/lab.json:4: a GPU has no field \"x\""});
    QCOMPARE(trouble.words,
             QString("lab.json, line 4: a GPU has no field \"x\". Mend the file and start again, or "
                     "choose another machine."));
    QVERIFY(!trouble.tryAgain);
  }

  /// A command that says nothing and never ends.
  void aHang() {
    WorkerSettings settings = fake();
    settings.launchPrefix = {"sh", "-c", "exec sleep 100"};
    settings.startSeconds = 1;
    Session session;
    QSignalSpy problem(&session, &Session::problem);
    session.start(settings);
    QVERIFY(waitFor(session, Session::State::Dead));
    QVERIFY2(problem.last()[0].toString().contains("did not answer"),
             qPrintable(problem.last()[0].toString()));
  }

  /// A shell that greets on standard output, where only messages belong.
  void aTalkativeShell() {
    WorkerSettings settings = fake();
    settings.launchPrefix = {"sh", "-c", "echo Welcome to the lab; echo '{'; exec \"$@\"", "sh"};
    Session session;
    QSignalSpy log(&session, &Session::logLine);
    session.start(settings);
    QVERIFY(waitFor(session, Session::State::Idle));
    QCOMPARE(log.count(), 1);  // of the first of such lines: a banner may have many
    QVERIFY(log[0][0].toString().contains("a login banner?"));
  }
};

QTEST_GUILESS_MAIN(TestConnection)
#include "tst_connection.moc"
