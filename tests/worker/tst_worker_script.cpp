// SPDX-License-Identifier: Apache-2.0
// The worker as a program at the command line.
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace {

struct Result {
  int code = -1;
  QString out, err;
};

Result run(const QStringList& words, const QByteArray& input = {}, const QStringList& environment = {}) {
  QProcess process;
  process.setProcessEnvironment([&] {
    auto all = QProcessEnvironment::systemEnvironment();
    for (const auto& one : environment) all.insert(one.section('=', 0, 0), one.section('=', 1));
    return all;
  }());
  process.start(qEnvironmentVariable("TODEVICE_WORKER"), words);
  process.write(input);
  process.closeWriteChannel();
  process.waitForFinished(60'000);
  return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
          QString::fromUtf8(process.readAllStandardOutput()),
          QString::fromUtf8(process.readAllStandardError())};
}

}  // namespace

class TestWorkerScript : public QObject {
  Q_OBJECT
 private slots:
  void exitCodes_data();
  void exitCodes();
  void tracebacks();
  void arguments();
  void modulesBesideTheScript();
  void inputAndEncoding();
  void torchIsThere();
  void environmentVariables();
  void codeOnTheCommandLine();
  void childrenSeeTheSameMachine();
  void noSuchScript();
  void options_data();
  void options();
  void helpAndVersion();
  void inventory();

 private:
  QString script(const QByteArray& code);
  QTemporaryDir m_folder;
};

QString TestWorkerScript::script(const QByteArray& code) {
  QFile file(m_folder.filePath("script.py"));
  if (!file.open(QIODevice::WriteOnly)) qFatal("no script");
  file.write(code);
  return file.fileName();
}

void TestWorkerScript::exitCodes_data() {
  QTest::addColumn<QByteArray>("code");
  QTest::addColumn<int>("expected");
  QTest::newRow("end") << QByteArray("x = 1") << 0;
  QTest::newRow("exit") << QByteArray("exit()") << 0;
  QTest::newRow("exit 3") << QByteArray("import sys; sys.exit(3)") << 3;
  QTest::newRow("exit with words") << QByteArray("raise SystemExit('no')") << 1;
  QTest::newRow("exception") << QByteArray("1 / 0") << 1;
  QTest::newRow("syntax") << QByteArray("x = (") << 1;
}

void TestWorkerScript::exitCodes() {
  QFETCH(QByteArray, code);
  QFETCH(int, expected);
  QCOMPARE(run({script(code)}).code, expected);
}

void TestWorkerScript::tracebacks() {
  const auto result = run({script("def f():\n    return 1 / 0\nprint('before')\nf()\n")});
  QCOMPARE(result.out, QString("before\n"));
  QVERIFY(result.err.startsWith("Traceback (most recent call last):\n"));
  QVERIFY(result.err.contains("script.py\", line 4, in <module>\n    f()\n"));
  QVERIFY(result.err.endsWith("ZeroDivisionError: division by zero\n"));
}

void TestWorkerScript::arguments() {
  const auto path = script("import sys; print(sys.argv, __name__, __file__ == sys.argv[0])");
  const auto result = run({"--simulate=1", path, "a b", "--simulate", "-x"});
  QCOMPARE(result.out, "['" + path + "', 'a b', '--simulate', '-x'] __main__ True\n");
}

void TestWorkerScript::modulesBesideTheScript() {
  QFile module(m_folder.filePath("beside.py"));
  QVERIFY(module.open(QIODevice::WriteOnly));
  module.write("value = 42\n");
  module.close();
  QCOMPARE(run({script("import beside, json, sys; print(beside.value)")}).out, QString("42\n"));
}

void TestWorkerScript::inputAndEncoding() {
  QCOMPARE(run({script("print('got', input('? '))")}, "line\n").out, QString("? got line\n"));
  const auto latin =
      run({script("import sys; print(sys.stdout.encoding)")}, {}, {"PYTHONIOENCODING=latin-1"});
  QCOMPARE(latin.out, QString("iso8859-1\n"));
  QCOMPARE(run({script("print('\xC3\xA9')")}, {}, {"LC_ALL=C"}).out, QString::fromUtf8("\xC3\xA9\n"));
}

void TestWorkerScript::torchIsThere() {
  const auto result = run({"--simulate", "2",
                           script("import torch, todevice\n"
                                  "todevice.log(loss=1)\n"
                                  "print(torch.ones(2).to('cuda:1').device, torch.cuda.device_count())")});
  QCOMPARE(result.out, QString("cuda:1 2\n"));
  QCOMPARE(result.err, QString());
  QCOMPARE(result.code, 0);
}

void TestWorkerScript::environmentVariables() {
  const auto path =
      script("import os, torch; print(os.environ['CUDA_VISIBLE_DEVICES'], torch.cuda.device_count())");
  QCOMPARE(run({"--simulate=4", "--visible-devices", "2,0", path}).out, QString("2,0 2\n"));
  QCOMPARE(run({"--simulate=4", path}, {}, {"CUDA_VISIBLE_DEVICES=1"}).out, QString("1 1\n"));
}

void TestWorkerScript::codeOnTheCommandLine() {
  const auto ran = run({"-c", "import sys; print(sys.argv); raise SystemExit(3)", "--simulate", "x"});
  QCOMPARE(ran.out, QString("['-c', '--simulate', 'x']\n"));
  QCOMPARE(ran.code, 3);
  QCOMPARE(run({"-c"}).code, 2);
}

void TestWorkerScript::childrenSeeTheSameMachine() {
  const QByteArray code =
      "import os, subprocess, sys\n"
      "def ask(visible):\n"
      "    world = {**os.environ, 'CUDA_VISIBLE_DEVICES': visible}\n"
      "    code = 'import torch; print(torch.cuda.device_count())'\n"
      "    return subprocess.run([sys.executable, '-c', code], env=world, capture_output=True, "
      "text=True).stdout\n"
      "print(ask('2,0').strip(), ask('3,9,1').strip(), ask('').strip())\n";
  QCOMPARE(run({"--simulate", "4", script(code)}).out, QString("2 1 0\n"));
  QCOMPARE(run({"--simulate", "2", script(code)}).out, QString("0 0 0\n"));
}

void TestWorkerScript::noSuchScript() {
  const auto result = run({"/no/such/script.py"});
  QCOMPARE(result.code, 2);
  QVERIFY(result.err.contains("No such file or directory"));
}

void TestWorkerScript::options_data() {
  QTest::addColumn<QStringList>("words");
  QTest::addColumn<QString>("complaint");
  QTest::newRow("unknown") << QStringList{"--unknown"} << "unknown option --unknown";
  QTest::newRow("no value") << QStringList{"--simulate"} << "--simulate needs a value";
  QTest::newRow("no number") << QStringList{"--simulate", "many"} << "not \"many\"";
  QTest::newRow("too many") << QStringList{"--simulate=65"} << "from 0 to 64";
  QTest::newRow("negative") << QStringList{"--simulate=-1"} << "not \"-1\"";
}

void TestWorkerScript::options() {
  QFETCH(QStringList, words);
  QFETCH(QString, complaint);
  const auto result = run(words);
  QCOMPARE(result.code, 2);
  QVERIFY2(result.err.contains(complaint), qPrintable(result.err));
  QVERIFY(result.out.isEmpty());
}

void TestWorkerScript::helpAndVersion() {
  QVERIFY(run({"--help"}).out.startsWith("usage: todevice-worker"));
  QVERIFY(run({"--version"}).out.startsWith("todevice-worker "));
}

void TestWorkerScript::inventory() {
  const auto result = run({"--simulate", "3", "--inventory"});
  const auto json = QJsonDocument::fromJson(result.out.toUtf8()).object();
  QCOMPARE(json["backend"].toString(), QString("sim"));
  QCOMPARE(json["gpus"].toArray().size(), 3);
  QVERIFY(json["gpus"].toArray()[2].toObject()["uuid"].toString().startsWith("GPU-"));
  QCOMPARE(result.code, 0);
}

QTEST_GUILESS_MAIN(TestWorkerScript)
#include "tst_worker_script.moc"
