// SPDX-License-Identifier: GPL-3.0-or-later
// The worker behind srun: a real Slurm of one node where this computer can have it, and everywhere a stand-in
// that does with its words what srun does.
#include <QDir>

#include "connection.h"
#include "session_test.h"
#include "slurm_cluster.h"

using namespace todevice;
using namespace todevice::session_test;
using protocol::Mode;

namespace {

constexpr int kPatience = 60000;  ///< a queue, even an empty one, is slower than a process

WorkerSettings asking(const QString& resources) {
  WorkerSettings settings;
  Connection{Connection::Kind::Slurm, resources, qEnvironmentVariable("TODEVICE_WORKER")}.applyTo(settings);
  settings.simulate = 4;
  return settings;
}

bool comesTo(const Session& session, Session::State state) {
  return QTest::qWaitFor([&] { return session.state() == state; }, kPatience);
}

QString trouble(const WorkerSettings& settings) {
  Session session;
  QSignalSpy problem(&session, &Session::problem);
  session.start(settings);
  if (!comesTo(session, Session::State::Dead)) return QStringLiteral("(it starts)");
  return problem.isEmpty() ? QString() : problem.last()[0].toString();
}

/// The two GPUs that Slurm gave are those of the map, and CUDA's.
void runsOnTwoGpus() {
  Session session;
  session.start(asking(QStringLiteral("--gres=gpu:2")));
  QVERIFY(comesTo(session, Session::State::Idle));
  QCOMPARE(session.ready()->visible_devices, std::optional<std::string>("0,1"));
  session.runBlock(QStringLiteral("import torch\nx = torch.ones(3).to('cuda:1')\n"), Mode::step);
  QVERIFY(comesTo(session, Session::State::Stopped));
  for (int lines = 1; lines <= 2; ++lines) {
    session.step();
    QTRY_COMPARE_WITH_TIMEOUT(session.timeline()->count(), lines, kPatience);
  }
  QCOMPARE(session.timeline()->state().cudaUuids, session.ready()->predicted_uuids);
  QCOMPARE(session.timeline()->state().cudaUuids.size(), std::size_t(2));
}

}  // namespace

class TestSlurm : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    const QString missing = SlurmCluster::missing();
    if (!missing.isEmpty()) return qWarning("no real srun: %s", qPrintable(missing));
    m_cluster = std::make_unique<SlurmCluster>();
    QVERIFY2(m_cluster->isUp(), qPrintable(m_cluster->log()));
  }

  void theStandIn() {
    const QTemporaryDir folder;
    QFile script(folder.filePath("srun"));
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write(
        "#!/bin/sh\nwhile [ \"${1#--}\" != \"$1\" ]; do shift; done\n"
        "CUDA_VISIBLE_DEVICES=0,1 exec \"$@\"\n");
    script.close();
    script.setPermissions(script.permissions() | QFile::ExeOwner);
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", folder.path().toUtf8() + ':' + path);
    runsOnTwoGpus();
    qputenv("PATH", path);
  }

  void theRealOne() {
    if (!m_cluster) QSKIP("no Slurm here");
    runsOnTwoGpus();
    QTRY_COMPARE_WITH_TIMEOUT(m_cluster->jobs(), QStringList(), kPatience);  // nothing is left in the queue
  }

  void theJobIsCancelled() {
    if (!m_cluster) QSKIP("no Slurm here");
    Session session;
    session.start(asking(QStringLiteral("--gres=gpu:1")));
    QVERIFY(comesTo(session, Session::State::Idle));
    session.runBlock(QStringLiteral("x = 41\ny = x + 1\n"), Mode::record);
    QTRY_VERIFY_WITH_TIMEOUT(session.blocks().back().ended, kPatience);
    QSignalSpy lost(&session, &Session::workerLost);
    const qint64 pid = session.ready()->pid;
    const QStringList jobs = m_cluster->jobs();
    QCOMPARE(jobs.size(), 1);
    m_cluster->cancel(jobs.first());
    QVERIFY(lost.wait(kPatience));
    QTRY_VERIFY_WITH_TIMEOUT(session.state() == Session::State::Idle && session.ready()->pid != pid,
                             kPatience);
    QString y;
    session.evaluate(QStringLiteral("y"), [&](const auto& reply) { y = QString::fromStdString(reply.text); });
    QTRY_COMPARE_WITH_TIMEOUT(y, QStringLiteral("42"), kPatience);
  }

  void whatSlurmRefuses() {
    if (!m_cluster) QSKIP("no Slurm here");
    QString words = trouble(asking(QStringLiteral("--partition=nowhere")));
    QVERIFY2(words.contains(QLatin1String("Invalid partition name specified")), qPrintable(words));
    WorkerSettings settings = asking(QStringLiteral("--gres=gpu:1"));
    settings.program = QStringLiteral("/nowhere/todevice-worker");
    words = trouble(settings);
    QVERIFY2(words.contains(QLatin1String("/nowhere/todevice-worker is not installed on the cluster")),
             qPrintable(words));
  }

 private:
  std::unique_ptr<SlurmCluster> m_cluster;
};

QTEST_GUILESS_MAIN(TestSlurm)
#include "tst_slurm.moc"
