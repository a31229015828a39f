// SPDX-License-Identifier: Apache-2.0
// Into functions, over them and out of them; breakpoints; and replays that make the same records again.
#include <QTest>

#include "worker_driver.h"

using namespace todevice::protocol;

namespace {

const QString kNet =
    "import torch, torch.nn as nn\n"       // 1
    "class Net(nn.Module):\n"              // 2
    "    def __init__(self):\n"            // 3
    "        super().__init__()\n"         // 4
    "        self.fc = nn.Linear(3, 2)\n"  // 5
    "    def forward(self, x):\n"          // 6
    "        x = self.fc(x)\n"             // 7
    "        hidden = torch.relu(x)\n"     // 8
    "        return hidden\n"              // 9
    "net = Net()\n"                        // 10
    "y = net(torch.ones(4, 3))\n"          // 11
    "print(y.shape)\n";                    // 12

/// "10" a line; "10>forward" a line that goes into a function; "  7" a line in it.
QString story(const std::vector<Record>& records) {
  QStringList lines;
  for (const auto& record : records) {
    QString line = QString(record.depth, '.') + QString::number(record.line);
    if (!record.entered.empty()) line += '>' + QString::fromStdString(record.entered);
    lines << line;
  }
  return lines.join(' ');
}

QStringList bound(const Record& record) {
  QStringList names;
  for (const auto& one : record.bound)
    names << QString::fromStdString(one.scope.empty() ? one.name : one.scope + ": " + one.name);
  names.sort();
  return names;
}

std::vector<Entry> entries(const std::vector<Record>& records) {
  std::vector<Entry> found;
  std::int64_t lines = 0;
  for (const auto& record : records) {
    lines += record.merged;
    if (!record.entered.empty()) found.push_back({lines, record.entry});
    ++lines;
  }
  return found;
}

/// Runs as it is told, one letter a step (o over, i into, u out, c go on), and gives all records.
std::vector<Record> stepped(WorkerDriver& worker, const QString& code, const QString& steps) {
  auto records = worker.run(code, Mode::step).records;
  for (const QChar letter : steps) {
    const auto outcome = letter == 'c'   ? worker.go_on()
                         : letter == 'i' ? worker.step(Reach::into)
                         : letter == 'u' ? worker.step(Reach::out)
                                         : worker.step();
    records.insert(records.end(), outcome.records.begin(), outcome.records.end());
    if (outcome.stopped.reason != StopReason::line) break;
  }
  return records;
}

}  // namespace

class TestWorkerStepping : public QObject {
  Q_OBJECT
 private slots:
  void overAFunctionIsOneLine();
  void intoAForward();
  void outOfAForward();
  void theSecondOfTwoCalls();
  void recursionHasNamesOfItsOwn();
  void aFunctionOfAnEarlierBlock();
  void breakpoints();
  void aBreakpointSetWhileALoopRuns();
  void runToALine();
  void noneWhenWhole();
  void anExceptionGoesThrough();
  void generatorsAndComprehensions();
  void valuesInsideAFunction();
  void namesKeepNothingAlive();
  void interruptedInside();
  void theLessonsOwnTracing_data();
  void theLessonsOwnTracing();
  void otherThreadsTraceAsTheyLike();
  void replays_data();
  void replays();
};

void TestWorkerStepping::overAFunctionIsOneLine() {
  WorkerDriver worker;
  QCOMPARE(story(stepped(worker, kNet, "ooooo")), QString("1 2 10 11 12"));
}

void TestWorkerStepping::intoAForward() {
  WorkerDriver worker;
  worker.run(kNet, Mode::step);
  worker.step();
  worker.step();
  auto outcome = worker.step(Reach::into);
  QCOMPARE(story(outcome.records), QString("10>__init__"));
  QCOMPARE(outcome.stopped.line, 4);
  QCOMPARE(outcome.stopped.depth, 1);
  QCOMPARE(outcome.stopped.function, std::string("__init__"));
  QVERIFY(!outcome.stopped.goes_on);
  outcome = worker.step(Reach::out);
  QCOMPARE(story(outcome.records), QString(".4 .5"));
  QCOMPARE(outcome.stopped.line, 10);
  QVERIFY(outcome.stopped.goes_on);
  outcome = worker.step();
  QCOMPARE(bound(outcome.last()), QStringList({"net"}));

  outcome = worker.step(Reach::into);
  QCOMPARE(story(outcome.records), QString("11>forward"));
  QCOMPARE(bound(outcome.last()), QStringList({"forward: self", "forward: x"}));
  QVERIFY(outcome.last().entry > 0);
  outcome = worker.step(Reach::into);  // nn.Linear is no code of the lesson
  QCOMPARE(story(outcome.records), QString(".7"));
  QCOMPARE(outcome.last().function, std::string("forward"));
  QCOMPARE(bound(outcome.last()), QStringList({"forward: x"}));
  outcome = worker.step();
  QCOMPARE(bound(outcome.last()), QStringList({"forward: hidden"}));
  outcome = worker.step();
  QCOMPARE(story(outcome.records), QString(".9"));
  QVERIFY(outcome.last().unbound.empty());
  QCOMPARE(outcome.stopped.line, 11);
  QVERIFY(outcome.stopped.goes_on);
  outcome = worker.step();
  QCOMPARE(story(outcome.records), QString("11"));
  QCOMPARE(bound(outcome.last()), QStringList({"y"}));
  QCOMPARE(outcome.last().unbound.size(), std::size_t(3));
  QCOMPARE(worker.step().stopped.reason, StopReason::finished);
}

void TestWorkerStepping::outOfAForward() {
  WorkerDriver worker;
  QCOMPARE(story(stepped(worker, kNet, "oooiu")), QString("1 2 10 11>forward .7 .8 .9"));
  QCOMPARE(worker.step().stopped.line, 12);
}

void TestWorkerStepping::theSecondOfTwoCalls() {
  WorkerDriver worker;
  const QString code = "def f(a):\n    return a + 1\ndef g(b):\n    return b * 2\nx = g(f(3))";
  QCOMPARE(story(stepped(worker, code, "ooiiiio")), QString("1 3 5>f .2 5>g .4 5"));
  QCOMPARE(worker.evaluate("x").text, std::string("8"));
}

void TestWorkerStepping::recursionHasNamesOfItsOwn() {
  WorkerDriver worker;
  const QString code = "def down(n):\n    if n == 0:\n        return 0\n    return down(n - 1)\ndown(2)";
  const auto records = stepped(worker, code, "oioioioooooo");
  QCOMPARE(story(records), QString("1 5>down .2 .4>down (2) ..2 ..4>down (3) ...2 ...3 ..4 .4 5"));
  QCOMPARE(bound(records[3]), QStringList({"down (2): n"}));
}

void TestWorkerStepping::aFunctionOfAnEarlierBlock() {
  WorkerDriver worker;
  worker.run("def f(a):\n    return (a +\n            1)");
  worker.run("x = f(1)\ny = 2", Mode::step, 4);
  auto records = worker.step(Reach::into).records;
  for (int i = 0; i < 2; ++i) {
    const auto outcome = worker.step();
    records.insert(records.end(), outcome.records.begin(), outcome.records.end());
  }
  QCOMPARE(story(records), QString("4>f .2 4"));
  QCOMPARE(records[1].source, std::string("    return (a +"));
}

void TestWorkerStepping::breakpoints() {
  WorkerDriver worker;
  worker.set_breakpoints({8, 12});
  auto outcome = worker.run(kNet);
  QCOMPARE(story(outcome.records), QString("1 2 10 11>forward"));
  QCOMPARE(outcome.stopped.line, 8);
  QCOMPARE(outcome.stopped.depth, 1);
  outcome = worker.go_on();
  QCOMPARE(story(outcome.records), QString(".8 .9 11"));
  QCOMPARE(outcome.stopped.line, 12);
  QCOMPARE(worker.go_on().stopped.reason, StopReason::finished);
  worker.set_breakpoints({});
  QCOMPARE(worker.run(kNet).stopped.reason, StopReason::finished);
}

void TestWorkerStepping::aBreakpointSetWhileALoopRuns() {
  WorkerDriver worker;
  worker.begin("import time\ndef f():\n    time.sleep(0.001)\nwhile True:\n    f()", Mode::record);
  worker.set_breakpoints({3});
  const auto outcome = worker.await_stop();
  QCOMPARE(outcome.stopped.line, 3);
  QCOMPARE(outcome.last().entered, std::string("f"));
  worker.interrupt();
}

void TestWorkerStepping::runToALine() {
  WorkerDriver worker;
  worker.run(kNet, Mode::step);
  auto outcome = worker.go_on(9);
  QCOMPARE(story(outcome.records), QString("1 2 10 11>forward"));
  QCOMPARE(outcome.stopped.line, 9);
  QCOMPARE(worker.go_on().stopped.reason, StopReason::finished);
}

void TestWorkerStepping::noneWhenWhole() {
  WorkerDriver worker;
  worker.set_breakpoints({8, 12});
  const auto outcome = worker.run(kNet, Mode::whole);
  QCOMPARE(outcome.stopped.reason, StopReason::finished);
  QCOMPARE(outcome.records.size(), std::size_t(1));
}

void TestWorkerStepping::anExceptionGoesThrough() {
  WorkerDriver worker;
  const QString code =
      "def f(a):\n    raise ValueError('no')\ntry:\n    f(1)\nexcept ValueError:\n    pass\nf(2)";
  const auto records = stepped(worker, code, "ooiooooiooo");
  QCOMPARE(story(records), QString("1 3 4>f .2 4 5 6 7>f .2 7"));
  QCOMPARE(records[3].raised, std::string("ValueError: no"));
  QVERIFY(!records[3].error);
  QVERIFY(records[4].raised.empty());
  QCOMPARE(records.back().error->line, 2);
}

void TestWorkerStepping::generatorsAndComprehensions() {
  WorkerDriver worker;
  const QString code = "def g():\n    yield 1\n    yield 2\nx = [i + 1 for i in g()]";
  QCOMPARE(story(stepped(worker, code, "oiiiiiii")), QString("1 4>g .2 4>g .3 4"));
  QCOMPARE(worker.evaluate("x").text, std::string("[2, 3]"));
}

void TestWorkerStepping::valuesInsideAFunction() {
  WorkerDriver worker;
  stepped(worker, kNet, "oooiooo");
  QCOMPARE(worker.evaluate("hidden").ok, false);
  WorkerDriver inside;
  stepped(inside, kNet, "oooioo");
  QCOMPARE(inside.evaluate("hidden.shape, net is self").text, std::string("(torch.Size([4, 2]), True)"));
}

/// Looking at the names of a function must not keep alive what a name meant before.
void TestWorkerStepping::namesKeepNothingAlive() {
  WorkerDriver worker;
  const QString code =
      "import torch\ndef f(x):\n    x = x + 1\n    x = x + 1\n    return x.sum()\ny = f(torch.ones(3))";
  const auto records = stepped(worker, code, "ooiooo");
  const auto& second = records[4];
  QCOMPARE(second.line, 4);
  QVERIFY(std::any_of(second.allocations.begin(), second.allocations.end(),
                      [](const auto& one) { return one.freed; }));
}

void TestWorkerStepping::interruptedInside() {
  WorkerDriver worker;
  stepped(worker, kNet, "oooi");
  const auto outcome = worker.interrupt();
  QCOMPARE(outcome.stopped.reason, StopReason::interrupted);
  QCOMPARE(worker.evaluate("1 + 1").text, std::string("2"));
}

void TestWorkerStepping::theLessonsOwnTracing_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<bool>("isTold");
  QTest::newRow("none") << "sys.settrace(None)" << false;
  QTest::newRow("a function") << "sys.settrace(lambda *a: None)" << true;
  QTest::newRow("the debugger") << "breakpoint()" << true;
  QTest::newRow("kept from before") << "kept(None)" << false;
}

/// The run is followed to its end all the same, and a breakpoint after it is met.
void TestWorkerStepping::theLessonsOwnTracing() {
  QFETCH(QString, line);
  QFETCH(bool, isTold);
  WorkerDriver worker;
  const auto outcome = worker.run("import sys\nkept = sys.settrace\n" + line + "\na = 1\nb = 2");
  QCOMPARE(outcome.stopped.reason, StopReason::finished);
  QCOMPARE(outcome.records.size(), std::size_t(5));
  QCOMPARE(outcome.printed.count("have no effect here"), isTold ? 1 : 0);
  worker.set_breakpoints({3});
  const auto stopped = worker.run("import sys\n" + line + "\na = 1", Mode::record);
  QCOMPARE(stopped.stopped.line, 3);
  worker.set_breakpoints({});
}

void TestWorkerStepping::otherThreadsTraceAsTheyLike() {
  WorkerDriver worker;
  const auto outcome = worker.run(
      "import sys, threading\nseen = []\ndef work():\n    sys.settrace(lambda *a: seen.append(a[1]))\n    "
      "sorted([1])\n    (lambda: 1)()\nt = threading.Thread(target=work)\nt.start()\nt.join()\nprint('call' "
      "in seen)\nreal = sys.settrace");
  QVERIFY2(outcome.printed.contains("True"), qPrintable(outcome.printed));
  const auto after = worker.run("print(sys.settrace is real)\nsys.settrace(None)", Mode::whole);
  QCOMPARE(after.stopped.reason, StopReason::finished);
}

void TestWorkerStepping::replays_data() {
  QTest::addColumn<QString>("code");
  QTest::addColumn<QString>("steps");
  QTest::newRow("into both") << kNet
                             << "ooiooo"
                                "iooooo";
  QTest::newRow("out") << kNet << "oooiuoo";
  QTest::newRow("in and on") << kNet << "oooic";
  QTest::newRow("two calls, the second one entered")
      << "def f(a):\n    b = a\n    return b\ndef g(a):\n    return f(a)\nx = g(1) + f(2)\ny = x"
      << "ooiouioooo";
}

/// Told of the entries, a run that does not stop makes the same records; and stops after any of them.
void TestWorkerStepping::replays() {
  QFETCH(QString, code);
  QFETCH(QString, steps);
  WorkerDriver worker;
  const auto records = stepped(worker, code, steps);
  const QString wanted = story(records);
  for (std::size_t stop = 0; stop < records.size(); ++stop) {
    WorkerDriver again;
    again.set_breakpoints({2, 3});  // a replay passes them by
    Run run;
    run.run = "again";
    run.code = code.toStdString();
    run.mode = Mode::record;
    run.stop_after = std::int64_t(stop);
    run.entries = entries(records);
    if (stop == 0) again.set_breakpoints({});
    again.send(run);
    const auto outcome = again.await_stop();
    const auto part = std::vector(records.begin(), stop == 0 ? records.end() : records.begin() + long(stop));
    QCOMPARE(story(outcome.records), story(part));
    for (std::size_t i = 0; i < part.size(); ++i) QCOMPARE(bound(outcome.records[i]), bound(part[i]));
    if (stop > 0) QCOMPARE(outcome.stopped.reason, StopReason::line);
  }
}

QTEST_GUILESS_MAIN(TestWorkerStepping)
#include "tst_worker_stepping.moc"
