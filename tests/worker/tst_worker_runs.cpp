// SPDX-License-Identifier: Apache-2.0
// Running code: the three modes, stops, errors, interrupts, evaluation, reset.
#include <QTest>

#include "worker_driver.h"

using namespace todevice::protocol;

namespace {

QList<int> lines_of(const WorkerDriver::Outcome& outcome) {
  QList<int> lines;
  for (const auto& record : outcome.records) lines << record.line;
  return lines;
}

}  // namespace

class TestWorkerRuns : public QObject {
  Q_OBJECT
 private slots:
  void hello();
  void steps();
  void records();
  void recordsUpToACursor();
  void goesOnFromAStop();
  void whole();
  void linesOfALoop();
  void statementsOfSeveralLines_data();
  void statementsOfSeveralLines();
  void namesComeAndGo();
  void valuesAreShownSafely();
  void printedTextIsInItsRecord();
  void aLoneSurrogateIsAnErrorOnStdoutAlone_data();
  void aLoneSurrogateIsAnErrorOnStdoutAlone();
  void exceptions();
  void errorsInFunctionsOfEarlierBlocks();
  void syntaxErrors();
  void theWorkerGoesOnAfterErrors();
  void exits_data();
  void exits();
  void interrupts_data();
  void interrupts();
  void oneInterruptIsOneException_data();
  void oneInterruptIsOneException();
  void interruptWhileStopped();
  void lateInterruptsHitNothing();
  void evaluates();
  void evaluatesWhileStopped();
  void evaluationCanBeInterrupted();
  void hostileObjects();
  void resets();
  void wholeUpToAnError();
  void longRunsShareRecords();
  void onlyOneRunAtATime();
};

void TestWorkerRuns::hello() {
  WorkerDriver worker;
  QCOMPARE(worker.ready().backend, std::string("sim"));
  QCOMPARE(worker.ready().physical.size(), std::size_t(2));
  QVERIFY(worker.ready().physical[0].simulated);
  QCOMPARE(worker.ready().predicted_uuids.size(), std::size_t(2));
  QCOMPARE(worker.ready().pid, worker.process().processId());
  const auto line = worker.answer(worker.send(Hello{kVersion, "test"}));
  const auto reply = std::get<Reply>(line).result.get<HelloReply>();
  QCOMPARE(reply.version, int(kVersion));
  QVERIFY(reply.python.starts_with("3."));
  QCOMPARE(reply.methods, request_methods());
}

void TestWorkerRuns::steps() {
  WorkerDriver worker;
  auto outcome = worker.run("a = 1\nb = a + 1\n\nc = b", Mode::step);
  QCOMPARE(outcome.stopped.reason, StopReason::line);
  QCOMPARE(outcome.stopped.line, 1);
  QVERIFY(outcome.records.empty());
  for (const int line : {1, 2, 4}) {
    outcome = worker.step();
    QCOMPARE(lines_of(outcome), QList<int>({line}));
  }
  QCOMPARE(outcome.stopped.reason, StopReason::finished);
  QCOMPARE(outcome.last().source, std::string("c = b"));
}

void TestWorkerRuns::records() {
  WorkerDriver worker;
  const auto first = worker.run("a = 1\nb = 2");
  QCOMPARE(lines_of(first), QList<int>({1, 2}));
  const auto second = worker.run("c = 3\nd = 4", Mode::record, 20);
  QCOMPARE(lines_of(second), QList<int>({20, 21}));
  QCOMPARE(second.records[1].index, std::int64_t(3));
  QCOMPARE(second.records[1].source, std::string("d = 4"));
  QVERIFY(second.records[0].run != first.records[0].run);
  QCOMPARE(second.stopped.run, second.records[0].run);
}

void TestWorkerRuns::recordsUpToACursor() {
  WorkerDriver worker;
  auto outcome = worker.run("a = 1\nb = 2\nc = 3\nd = 4", Mode::record, 1, 2);
  QCOMPARE(lines_of(outcome), QList<int>({1, 2}));
  QCOMPARE(outcome.stopped.reason, StopReason::line);
  QCOMPARE(outcome.stopped.line, 3);
  outcome = worker.step();
  QCOMPARE(lines_of(outcome), QList<int>({3}));
  QCOMPARE(outcome.stopped.line, 4);
}

void TestWorkerRuns::goesOnFromAStop() {
  WorkerDriver worker;
  worker.run("a = 1\nb = 2\nc = 3", Mode::step);
  const auto outcome = worker.go_on();
  QCOMPARE(lines_of(outcome), QList<int>({1, 2, 3}));
  QCOMPARE(outcome.stopped.reason, StopReason::finished);
}

void TestWorkerRuns::whole() {
  WorkerDriver worker;
  const auto outcome =
      worker.run("total = 0\nfor i in range(1000):\n    total += i\nprint(total)", Mode::whole);
  QCOMPARE(outcome.records.size(), std::size_t(1));
  QCOMPARE(outcome.last().line, 4);
  QCOMPARE(outcome.last().merged, std::int64_t(2));
  QCOMPARE(outcome.printed, QString("499500\n"));
  QCOMPARE(worker.evaluate("total").text, std::string("499500"));
  QCOMPARE(worker.run("", Mode::whole).stopped.reason, StopReason::finished);
}

/// Its record stands for what came before the error, be that in a function of the block; not for the rest.
void TestWorkerRuns::wholeUpToAnError() {
  WorkerDriver worker;
  const auto merged = [&worker](const char* code) {
    const auto outcome = worker.run(code, Mode::whole);
    return std::pair(outcome.last().line, outcome.last().merged);
  };
  QCOMPARE(merged("a = 1\n1 / 0\nb = 2\nc = 3"), std::pair(2, std::int64_t(1)));
  QCOMPARE(merged("def f():\n    1 / 0\na = 1\nf()\nb = 2"), std::pair(2, std::int64_t(2)));
  QCOMPARE(merged("for i in range(3):\n    1 / (1 - i)\nb = 2"), std::pair(2, std::int64_t(0)));
  QCOMPARE(merged("a = 1\nb = 2\nreturn"), std::pair(3, std::int64_t(0)));  // nothing of it ran
}

void TestWorkerRuns::linesOfALoop() {
  WorkerDriver worker;
  QCOMPARE(lines_of(worker.run("for i in range(2):\n    a = i\nb = 1")), QList<int>({1, 2, 1, 2, 1, 3}));
  QCOMPARE(lines_of(worker.run("for i in range(3): a = i")).size(), 4);
  QCOMPARE(lines_of(worker.run("def f(x):\n    y = x\n    return y\nf(1)")), QList<int>({1, 4}));
}

void TestWorkerRuns::statementsOfSeveralLines_data() {
  QTest::addColumn<QString>("code");
  QTest::addColumn<QList<int>>("lines");
  QTest::newRow("call") << "a = max(\n    1,\n    2,\n)\nb = 1" << QList<int>{1, 5};
  QTest::newRow("list") << "a = [\n  abs(1),\n  abs(2)]\nb = a" << QList<int>{1, 4};
  QTest::newRow("head") << "for i in range(\n    1):\n  a = i\nb = 1" << QList<int>{1, 3, 1, 4};
  QTest::newRow("text") << "a = '''\nx\ny'''\nb = a" << QList<int>{1, 4};
  QTest::newRow("decorator") << "def d(f):\n  return f\n@d\ndef g():\n  pass\nb = 1" << QList<int>{1, 3, 6};
  QTest::newRow("try") << "try:\n  a = 1\n  1 / 0\nexcept ZeroDivisionError:\n  b = 2"
                       << QList<int>{1, 2, 3, 4, 5};
  QTest::newRow("with") << "import contextlib\nwith contextlib.nullcontext(\n   1) as x:\n  y = x"
                        << QList<int>{1, 2, 4, 2};
  QTest::newRow("two on a line") << "a = 1; b = 2\nc = 3" << QList<int>{1, 2};
}

void TestWorkerRuns::statementsOfSeveralLines() {
  QFETCH(QString, code);
  QFETCH(QList<int>, lines);
  WorkerDriver worker;
  QCOMPARE(lines_of(worker.run(code)), lines);
}

void TestWorkerRuns::namesComeAndGo() {
  WorkerDriver worker;
  const auto outcome = worker.run("big = [1, 2]\nalias = big\nbig.append(3)\ndel big\nalias = None");
  const auto& records = outcome.records;
  QCOMPARE(records[0].bound.size(), std::size_t(1));
  QCOMPARE(records[0].bound[0].name, std::string("big"));
  const auto id = records[0].bound[0].id;
  QCOMPARE(records[0].objects[0].id, id);
  QCOMPARE(records[0].objects[0].summary, std::string("[1, 2]"));
  QCOMPARE(records[1].bound[0].id, id);
  QVERIFY(records[1].objects.empty());
  QCOMPARE(records[2].objects[0].summary, std::string("[1, 2, 3]"));
  QVERIFY(records[2].bound.empty());
  QCOMPARE(records[3].unbound[0].name, std::string("big"));
  QVERIFY(records[3].dead.empty());
  QCOMPARE(records[4].dead, std::vector<Address>({id}));
}

void TestWorkerRuns::valuesAreShownSafely() {
  WorkerDriver worker;
  const auto outcome = worker.run(
      "class Odd:\n"
      "    def __repr__(self):\n"
      "        while True: print('never')\n"
      "odd = Odd()\n"
      "inside = [odd, {1: odd}]\n"
      "again = []\n"
      "again.append(again)\n"
      "long = 'x' * 10_000_000\n"
      "huge = 10 ** 100_000\n"
      "lone = '\\ud800'\n"
      "many = list(range(1_000_000))");
  QCOMPARE(outcome.stopped.reason, StopReason::finished);
  QVERIFY(outcome.printed.isEmpty());
  QCOMPARE(outcome.line(4).objects[0].summary, std::string("<Odd>"));
  for (const auto& record : outcome.records) {
    for (const auto& object : record.objects) QVERIFY(object.summary.size() < 400);
  }
}

void TestWorkerRuns::printedTextIsInItsRecord() {
  WorkerDriver worker;
  const auto outcome =
      worker.run("print('one')\na = 1\nprint('two', end='')\nimport sys\nprint('e', file=sys.stderr)");
  QCOMPARE(outcome.line(1).output, std::string("one\n"));
  QCOMPARE(outcome.line(2).output, std::string());
  QCOMPARE(outcome.line(3).output, std::string("two"));
  QCOMPARE(outcome.printed, QString("one\ntwoe\n"));
  QCOMPARE(outcome.outputs.back().stream, std::string("stderr"));
}

/// As python3 does in a terminal: half a pair is no text, and an error message is always readable.
void TestWorkerRuns::aLoneSurrogateIsAnErrorOnStdoutAlone_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<int>("position");
  QTest::newRow("short") << "'a\\ud800b'" << 1;
  QTest::newRow("in the middle of a long one") << "'你' * 100_000 + '\\ud800' + 'b' * 100_000" << 100'000;
}
void TestWorkerRuns::aLoneSurrogateIsAnErrorOnStdoutAlone() {
  QFETCH(QString, text);
  QFETCH(int, position);
  WorkerDriver worker;
  const auto failed = worker.run("print('before', " + text + ")");
  QCOMPARE(failed.error().type, std::string("UnicodeEncodeError"));
  QCOMPARE(QString::fromStdString(failed.error().message),
           QString("'utf-8' codec can't encode character '\\ud800' in position %1: surrogates not allowed")
               .arg(position));
  QCOMPARE(failed.printed, QString("before "));
  const auto outcome =
      worker.run("import sys\nprint('a\\ud800b', file=sys.stderr)\nraise ValueError('\\udfff')");
  QCOMPARE(outcome.line(2).output, std::string("a\\ud800b\n"));
  QVERIFY(outcome.printed.startsWith("a\\ud800b\n"));
  QCOMPARE(outcome.error().message, std::string("\\udfff"));
  QCOMPARE(worker.evaluate("sys.stdout.errors, sys.stderr.errors").text,
           std::string("('strict', 'backslashreplace')"));
}

void TestWorkerRuns::exceptions() {
  WorkerDriver worker;
  const auto outcome = worker.run("a = 1\nb = a / 0\nc = 2", Mode::record, 10);
  QCOMPARE(lines_of(outcome), QList<int>({10, 11}));
  QCOMPARE(outcome.stopped.reason, StopReason::error);
  QCOMPARE(outcome.error().type, std::string("ZeroDivisionError"));
  QCOMPARE(outcome.error().message, std::string("division by zero"));
  QCOMPARE(outcome.error().line, 11);
  const auto& traceback = outcome.error().traceback;
  QVERIFY(
      traceback.starts_with("Traceback (most recent call last):\n  File \"lesson\", line 11, in <module>\n"));
  QVERIFY(traceback.find("b = a / 0") != std::string::npos);
  QVERIFY(traceback.ends_with("ZeroDivisionError: division by zero\n"));
}

void TestWorkerRuns::errorsInFunctionsOfEarlierBlocks() {
  WorkerDriver worker;
  worker.run("def f(x):\n    return x.nothing");
  const auto outcome = worker.run("f(1)", Mode::whole, 10);
  QCOMPARE(outcome.error().line, 2);
  QVERIFY(outcome.error().traceback.find("return x.nothing") != std::string::npos);
}

void TestWorkerRuns::syntaxErrors() {
  WorkerDriver worker;
  for (const auto mode : {Mode::step, Mode::record, Mode::whole}) {
    const auto outcome = worker.run("a = 1\nb = (", mode, 5);
    QCOMPARE(outcome.stopped.reason, StopReason::error);
    QCOMPARE(outcome.error().type, std::string("SyntaxError"));
    QCOMPARE(outcome.error().line, 6);
    QCOMPARE(outcome.last().line, 6);
    QVERIFY(outcome.error().traceback.find("b = (") != std::string::npos);
  }
  QCOMPARE(worker.evaluate("'a' in globals()").text, std::string("False"));
}

void TestWorkerRuns::theWorkerGoesOnAfterErrors() {
  WorkerDriver worker;
  worker.run("class E(Exception):\n    def __str__(self): raise self\nraise E");
  worker.run("raise BaseException('odd')");
  worker.run("def f(): f()\nf()");
  worker.run("raise KeyboardInterrupt");
  const auto outcome = worker.run("a = 5\nprint(a)");
  QCOMPARE(outcome.stopped.reason, StopReason::finished);
  QCOMPARE(outcome.printed, QString("5\n"));
}

void TestWorkerRuns::exits_data() {
  QTest::addColumn<QString>("code");
  QTest::addColumn<int>("reason");
  QTest::newRow("exit") << "exit()" << int(StopReason::finished);
  QTest::newRow("exit 0") << "import sys; sys.exit(0)" << int(StopReason::finished);
  QTest::newRow("exit 3") << "raise SystemExit(3)" << int(StopReason::error);
  QTest::newRow("exit with words") << "exit('no')" << int(StopReason::error);
  QTest::newRow("input") << "input()" << int(StopReason::error);
}

void TestWorkerRuns::exits() {
  QFETCH(QString, code);
  QFETCH(int, reason);
  WorkerDriver worker;
  const auto outcome = worker.run(code + "\nprint('not reached')");
  QCOMPARE(int(outcome.stopped.reason), reason);
  QVERIFY(outcome.printed.isEmpty());
  QCOMPARE(worker.evaluate("1 + 1").text, std::string("2"));
}

void TestWorkerRuns::interrupts_data() {
  QTest::addColumn<QString>("code");
  QTest::newRow("busy loop") << "while True: pass";
  QTest::newRow("sleep") << "import time; time.sleep(1e8)";
  QTest::newRow("lock") << "import threading; l = threading.Lock(); l.acquire(); l.acquire()";
  QTest::newRow("products") << "import torch\na = torch.ones((400, 400))\nwhile True: a @ a";
  QTest::newRow("printing") << "while True: print('x')";
  QTest::newRow("logging") << "import todevice, time\nwhile True: todevice.log(loss=1); time.sleep(1e-4)";
}

void TestWorkerRuns::interrupts() {
  QFETCH(QString, code);
  WorkerDriver worker;
  for (const auto mode : {Mode::whole, Mode::record}) {
    worker.begin("print('begun')\n" + code, mode);
    while (true) {
      const auto line = worker.next();
      const auto* event = std::get_if<Event>(&line);
      if (event && std::holds_alternative<Output>(*event)) break;
    }
    const auto outcome = worker.interrupt();
    QCOMPARE(outcome.stopped.reason, StopReason::interrupted);
    QCOMPARE(outcome.error().type, std::string("KeyboardInterrupt"));
    QCOMPARE(worker.run("print(1)").printed, QString("1\n"));
  }
}

void TestWorkerRuns::oneInterruptIsOneException_data() {
  QTest::addColumn<QString>("line");
  QTest::newRow("busy loop") << "while True: pass";
  QTest::newRow("sleep") << "time.sleep(1e8)";
  QTest::newRow("products") << "while True: a @ a";
}

/// The signal is repeated until it is heard, and raised once all the same. (Python 3.11 does not find the
/// handler of a `try` whose first statement is the interrupted loop: hence `inside`.)
void TestWorkerRuns::oneInterruptIsOneException() {
  QFETCH(QString, line);
  WorkerDriver worker;
  const auto run = worker.begin(
      "import time, torch\na = torch.ones((600, 600))\ncaught = 0\ntry:\n  inside = True\n  print('begun')\n "
      " " +
          line +
          "\nexcept KeyboardInterrupt:\n  caught += 1\nend = time.time() + 0.5\nwhile time.time() < end:\n"
          "  try: a @ a\n  except KeyboardInterrupt: caught += 1",
      Mode::whole);
  while (true) {
    const auto heard = worker.next();
    const auto* event = std::get_if<Event>(&heard);
    if (event && std::holds_alternative<Output>(*event)) break;
  }
  worker.send(Interrupt{run});
  QCOMPARE(worker.await_stop().stopped.reason, StopReason::finished);
  QCOMPARE(worker.evaluate("caught").text, std::string("1"));
}

void TestWorkerRuns::interruptWhileStopped() {
  WorkerDriver worker;
  worker.run("a = 1\nb = 2", Mode::step);
  worker.step();
  const auto outcome = worker.interrupt();
  QCOMPARE(outcome.stopped.reason, StopReason::interrupted);
  QCOMPARE(worker.evaluate("'b' in globals()").text, std::string("False"));
}

/// A signal that comes when its run has just ended must not stop the next one.
void TestWorkerRuns::lateInterruptsHitNothing() {
  WorkerDriver worker;
  for (int i = 0; i < 300; ++i) {
    const auto run = worker.begin("for i in range(5000): x = i", Mode::whole);
    worker.send(Interrupt{run});
    worker.await_stop();
    const auto next = worker.run("for i in range(500): y = i", Mode::whole);
    QCOMPARE(next.stopped.reason, StopReason::finished);
  }
}

void TestWorkerRuns::evaluates() {
  WorkerDriver worker;
  worker.run("a = [1, 2.5, 'x', None, True, (1, 2)]");
  auto reply = worker.evaluate("  a");
  QVERIFY(reply.ok);
  QCOMPARE(reply.text, std::string("[1, 2.5, 'x', None, True, (1, 2)]"));
  QVERIFY(reply.value == nlohmann::json({1, 2.5, "x", nullptr, true, {1, 2}}));
  reply = worker.evaluate("float('nan')");
  QVERIFY(reply.ok && reply.value.is_null());
  reply = worker.evaluate("a / 0");
  QVERIFY(!reply.ok);
  QVERIFY(reply.text.starts_with("TypeError: "));
  QVERIFY(worker.evaluate("a b").text.starts_with("SyntaxError: "));
  QVERIFY(!worker.evaluate("exit()").ok);
  QVERIFY(worker.evaluate("object()").value.is_null());
  QVERIFY(worker.evaluate("'x' * 10**8").text.size() < 100'000);
}

void TestWorkerRuns::evaluatesWhileStopped() {
  WorkerDriver worker;
  worker.run("a = 1\nb = 2", Mode::step);
  QVERIFY(!worker.evaluate("a").ok);
  worker.step();
  QCOMPARE(worker.evaluate("a").text, std::string("1"));
  QCOMPARE(worker.step().stopped.reason, StopReason::finished);
}

void TestWorkerRuns::evaluationCanBeInterrupted() {
  WorkerDriver worker;
  const auto question = worker.send(Evaluate{"(print('begun'), next(x for x in iter(int, 1) if x))"});
  while (true) {
    const auto line = worker.next();
    const auto* event = std::get_if<Event>(&line);
    if (event && std::holds_alternative<Output>(*event)) break;
  }
  worker.send(Interrupt{""});
  const auto line = worker.answer(question);
  const auto reply = std::get<Reply>(line).result.get<EvaluateReply>();
  QVERIFY(!reply.ok);
  QCOMPARE(reply.text, std::string("KeyboardInterrupt"));
}

/// Looking at a learner's objects runs none of his code, and whatever he broke a reset mends.
void TestWorkerRuns::hostileObjects() {
  WorkerDriver worker;
  const auto outcome = worker.run(
      "class A:\n  @property\n  def __class__(self): raise ValueError('c')\n"
      "class B:\n  def __getattribute__(self, name): raise ValueError(name)\na = A()\nb = B()\nc = [a, b]");
  QCOMPARE(outcome.stopped.reason, StopReason::finished);
  worker.run("import builtins\nfor n in list(vars(builtins)): builtins.__dict__.pop(n, None)", Mode::whole);
  worker.answer(worker.send(Reset{}));
  QCOMPARE(worker.run("print(len('ab'))").printed, QString("2\n"));
  QVERIFY(!worker.evaluate(QString("1") + QChar(0) + "+1").ok);
}

void TestWorkerRuns::resets() {
  WorkerDriver worker;
  worker.run("import sys, io\na = 1\nsys.stdout = io.StringIO()");
  worker.reset();
  const auto outcome = worker.run("print('a' in globals(), __name__)");
  QCOMPARE(outcome.printed, QString("False __main__\n"));
  worker.run("b = 1\nc = 2", Mode::step);
  worker.send(Reset{});
  QCOMPARE(worker.await_stop().stopped.reason, StopReason::interrupted);
  QCOMPARE(worker.evaluate("'b' in globals()").text, std::string("False"));
}

/// The first 100,000 lines have a record each, then ten share one: each tenth round of a loop has its
/// records. None is lost count of.
void TestWorkerRuns::longRunsShareRecords() {
  WorkerDriver worker;
  const auto outcome = worker.run("for i in range(75_000):\n    x = i\nlast = x");
  constexpr std::int64_t kLines = 150'002;
  QCOMPARE(std::int64_t(outcome.records.size()), 100'000 + 2501 + 2500 + 1);
  QCOMPARE(outcome.records[99'999].merged, std::int64_t(0));
  QCOMPARE(outcome.records[100'002].merged, std::int64_t(18));
  for (const int at : {100'002, 100'003}) {
    const auto& record = outcome.records[std::size_t(at)];
    QCOMPARE(record.line, at - 100'001);
    QCOMPARE(record.time, std::int64_t(50'011));
  }
  QCOMPARE(outcome.last().line, 3);
  QCOMPARE(outcome.last().time, std::int64_t(1));
  std::int64_t lines = 0;
  for (const auto& record : outcome.records) lines += 1 + record.merged;
  QCOMPARE(lines, kLines);
  QCOMPARE(worker.evaluate("last").text, std::string("74999"));
}

void TestWorkerRuns::onlyOneRunAtATime() {
  WorkerDriver worker;
  const auto run = worker.begin("a = 1\nb = 2", Mode::step);
  worker.await_stop();
  const auto code_of = [&](const Request& request) {
    const auto line = worker.answer(worker.send(request));
    const auto* error = std::get_if<ErrorReply>(&line);
    return error ? error->code : 0;
  };
  Run other;
  other.run = "other";
  QCOMPARE(code_of(other), int(kBusy));
  QCOMPARE(code_of(Step{"other"}), int(kNoSuchRun));
  QCOMPARE(code_of(Interrupt{"other"}), int(kNoSuchRun));
  QCOMPARE(code_of(Interrupt{""}), int(kNoSuchRun));
  QCOMPARE(code_of(Step{run}), 0);
  worker.await_stop();
  QCOMPARE(worker.go_on().stopped.reason, StopReason::finished);
  QCOMPARE(code_of(Step{run}), int(kNoSuchRun));
}

QTEST_GUILESS_MAIN(TestWorkerRuns)
#include "tst_worker_runs.moc"
