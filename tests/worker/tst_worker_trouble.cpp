// SPDX-License-Identifier: Apache-2.0
// What goes wrong: bad lines, floods, ends, crashes, threads, forks.
#include <QTest>
#include <cmath>
#include <csignal>

#include "worker_driver.h"

using namespace todevice::protocol;

class TestWorkerTrouble : public QObject {
  Q_OBJECT
 private slots:
  void versionMismatch();
  void badLinesLoseNothing();
  void endsWithItsInput_data();
  void endsWithItsInput();
  void shutsDown();
  void crashes_data();
  void crashes();
  void aFloodOfText();
  void aHugeText();
  void textOfARunIsKept();
  void standardDescriptorsAreHarmless();
  void threadsGoOn();
  void forksKeepQuiet();
  void childrenOfMultiprocessingEndWell();
  void sourceIsUtf8WhateverItSays();
  void everyPointArrives();
  void pointsByStep();
  void pointsMustBeNumbers();
};

void TestWorkerTrouble::versionMismatch() {
  WorkerDriver worker;
  const auto line = worker.answer(worker.send(Hello{kVersion + 1, "future"}));
  QCOMPARE(std::get<ErrorReply>(line).code, int(kVersionMismatch));
}

void TestWorkerTrouble::badLinesLoseNothing() {
  WorkerDriver worker;
  const QByteArrayList bad{"hello",
                           "{}",
                           "[]",
                           "{\"id\":7,\"method\":\"explode\"}",
                           "{\"id\":8,\"method\":\"run\",\"params\":5}",
                           QByteArray(100'000, '['),
                           QByteArray("\xff\x00\xfe", 3)};
  for (const auto& line : bad) worker.write(line + '\n');
  QList<int> codes;
  for (int i = 0; i < bad.size(); ++i) codes << std::get<ErrorReply>(worker.next()).code;
  QCOMPARE(codes, QList<int>({kParseError, kInvalidRequest, kInvalidRequest, kMethodNotFound, kInvalidParams,
                              kParseError, kParseError}));
  for (const int line : {0, -1, 2'000'000'000}) {
    Run run;
    run.first_line = line;
    const auto answer = worker.answer(worker.send(run));
    QCOMPARE(std::get<ErrorReply>(answer).code, int(kInvalidParams));
  }
  worker.write("\n  \n" + QByteArray(kMaxLine + 1, 'x') + '\n');
  QCOMPARE(std::get<ErrorReply>(worker.next()).code, int(kParseError));
  QCOMPARE(worker.evaluate("1 + 1").text, std::string("2"));
}

void TestWorkerTrouble::endsWithItsInput_data() {
  QTest::addColumn<QString>("code");
  QTest::newRow("idle") << "";
  QTest::newRow("busy") << "print('begun')\nwhile True: pass";
  QTest::newRow("stubborn") << "print('begun')\nwhile True:\n  try:\n    while True: pass\n  except: pass";
}

void TestWorkerTrouble::endsWithItsInput() {
  QFETCH(QString, code);
  WorkerDriver worker;
  if (!code.isEmpty()) {
    worker.begin(code, Mode::whole);
    worker.next();
    worker.next();
  }
  worker.process().closeWriteChannel();
  QVERIFY(worker.ends());
  QCOMPARE(worker.process().exitStatus(), QProcess::NormalExit);
  QCOMPARE(worker.process().exitCode(), 0);
}

void TestWorkerTrouble::shutsDown() {
  WorkerDriver worker;
  worker.run("a = 1\nb = 2", Mode::step);
  worker.answer(worker.send(Shutdown{}));
  QVERIFY(worker.ends());
  QCOMPARE(worker.process().exitCode(), 0);
}

void TestWorkerTrouble::crashes_data() {
  QTest::addColumn<QString>("code");
  QTest::newRow("abort") << "import os; os.abort()";
  QTest::newRow("segmentation fault") << "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)";
  QTest::newRow("exit") << "import os; os._exit(3)";
}

void TestWorkerTrouble::crashes() {
  QFETCH(QString, code);
  WorkerDriver worker;
  worker.begin(code, Mode::record);
  QVERIFY(worker.ends());
  QVERIFY(worker.process().exitStatus() == QProcess::CrashExit || worker.process().exitCode() != 0);
}

void TestWorkerTrouble::aFloodOfText() {
  WorkerDriver worker;
  const auto outcome = worker.run(
      "print('first')\nfor i in range(100_000):\n    print('x' * 1000)\nprint('last')", Mode::whole);
  QVERIFY(outcome.printed.startsWith("first\n"));
  QVERIFY(outcome.printed.endsWith("xxx\nlast\n"));
  QVERIFY(outcome.dropped > 0);
  QCOMPARE(outcome.printed.toUtf8().size() + outcome.dropped, std::int64_t(100'000) * 1001 + 11);
  // The pace at which text may go: the time that the run took decides how much it was.
  QVERIFY(double(outcome.printed.size()) < 600e3 + 300e3 * (outcome.stopped.seconds + 1));
  QCOMPARE(outcome.last().output.substr(0, 6), std::string("first\n"));
  QVERIFY(outcome.last().output.size() < 5000);
}

void TestWorkerTrouble::aHugeText() {
  WorkerDriver worker;
  const auto outcome = worker.run("print('begin' + '\\u00e9' * 50_000_000 + 'end')", Mode::whole);
  QVERIFY(outcome.printed.startsWith("begin"));
  QVERIFY(outcome.printed.endsWith("end\n"));
  QVERIFY(!outcome.printed.contains(QChar(0xFFFD)));
  QCOMPARE(outcome.printed.toUtf8().size() + outcome.dropped, std::int64_t(100'000'009));
}

void TestWorkerTrouble::textOfARunIsKept() {
  WorkerDriver worker;
  const auto outcome = worker.run(
      "import sys\nprint('a', end='')\nsys.stdout.write('b')\nsys.stdout.writelines(['c', 'd'])\n"
      "sys.stdout.buffer.write(b'e\\xff')\nsys.stdout.flush()\nprint(sys.stdout.isatty())");
  QCOMPARE(outcome.printed, QString("abcde") + QChar(0xFFFD) + "False\n");
  QCOMPARE(worker.run("import sys\nsys.stdout.write(b'x')").error().type, std::string("TypeError"));
  QCOMPARE(worker.run("import sys\nsys.stdout = None\nprint('lost')").printed, QString());
}

/// What code writes to the descriptors goes to the log, never among the messages.
void TestWorkerTrouble::standardDescriptorsAreHarmless() {
  WorkerDriver worker;
  const auto outcome = worker.run(
      "import os\nos.write(1, b'not a message\\n')\nos.system('echo neither')\nprint(os.read(0, "
      "10))\nos.close(0)\nos.close(1)");
  QCOMPARE(outcome.printed, QString("b''\n"));
  QCOMPARE(worker.run("print(1)").printed, QString("1\n"));
}

void TestWorkerTrouble::threadsGoOn() {
  WorkerDriver worker;
  worker.run(
      "import threading, torch\nstop = threading.Event()\ncount = 0\n"
      "def work():\n    global count\n    while not stop.is_set():\n        count += "
      "torch.ones(3).to('cuda').sum().item() > 0\n"
      "        print(end='')\n        stop.wait(0.0005)\n"
      "thread = threading.Thread(target=work)\nthread.start()");
  for (int i = 0; i < 20; ++i) QCOMPARE(worker.run("x = torch.ones(3)").stopped.reason, StopReason::finished);
  worker.run("before = count\nwhile count == before: pass", Mode::whole);
  const auto outcome = worker.run("stop.set()\nthread.join()\nprint(count > 0)");
  QCOMPARE(outcome.printed, QString("True\n"));
}

void TestWorkerTrouble::forksKeepQuiet() {
  WorkerDriver worker;
  const auto outcome = worker.run(
      "import os\nchild = os.fork()\nif child == 0:\n    print('from the child')\nelse:\n    "
      "os.waitpid(child, 0)\nprint('parent')");
  QCOMPARE(outcome.printed, QString("parent\n"));
}

void TestWorkerTrouble::childrenOfMultiprocessingEndWell() {
  WorkerDriver worker;
  const auto outcome = worker.run(
      "import multiprocessing as mp\ndef square(x): return x * x\nwith mp.Pool(2) as pool:\n    "
      "print(pool.map(square, [1, 2, 3]))");
  QCOMPARE(outcome.printed, QString("[1, 4, 9]\n"));
}

void TestWorkerTrouble::sourceIsUtf8WhateverItSays() {
  WorkerDriver worker;
  const auto outcome = worker.run("# -*- coding: gbk -*-\nprint('你好')");
  QCOMPARE(outcome.printed, QStringLiteral("你好\n"));
}

namespace {

/// The points of one series, in whatever batches they came.
struct Points {
  Points(const WorkerDriver::Outcome& outcome, std::string_view name) {
    for (const auto& batch : outcome.metrics) {
      for (const auto& series : batch.series) {
        if (series.name != name) continue;
        x.insert(x.end(), series.x.begin(), series.x.end());
        y.insert(y.end(), series.y.begin(), series.y.end());
      }
    }
  }
  std::vector<double> x, y;
};

}  // namespace

void TestWorkerTrouble::everyPointArrives() {
  WorkerDriver worker;
  const auto outcome = worker.run(
      "import todevice\nfor i in range(200_000):\n    todevice.log(loss=i, "
      "acc=-i)\ntodevice.log(loss=float('nan'))",
      Mode::whole);
  for (const auto& batch : outcome.metrics) QCOMPARE(batch.run, outcome.stopped.run);
  const Points loss(outcome, "loss");
  QCOMPARE(loss.y.size(), std::size_t(200'001));
  for (std::size_t i = 0; i < 200'000; ++i) QVERIFY(loss.x[i] == double(i) && loss.y[i] == double(i));
  QVERIFY(std::isnan(loss.y.back()));
}

void TestWorkerTrouble::pointsByStep() {
  WorkerDriver worker;
  const auto outcome = worker.run(
      "import todevice, torch\ntodevice.log(a=1, "
      "step=10)\ntodevice.log(a=torch.tensor(2.5))\ntodevice.log(b=True)",
      Mode::whole);
  const Points a(outcome, "a");
  QCOMPARE(a.x, std::vector<double>({10, 11}));
  QCOMPARE(a.y, std::vector<double>({1, 2.5}));
  QCOMPARE(Points(outcome, "b").x, std::vector<double>({11}));  // where `a` is by now
  QCOMPARE(worker.run("todevice.log(a=3)", Mode::whole).metrics[0].series[0].x, std::vector<double>({0}));
}

void TestWorkerTrouble::pointsMustBeNumbers() {
  WorkerDriver worker;
  QCOMPARE(worker.run("import todevice\ntodevice.log(loss='x')").error().message,
           std::string("todevice.log(): loss must be a number, not str"));
  QCOMPARE(worker.run("todevice.log(1)").error().type, std::string("TypeError"));
}

QTEST_GUILESS_MAIN(TestWorkerTrouble)
#include "tst_worker_trouble.moc"
