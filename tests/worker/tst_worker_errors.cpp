// SPDX-License-Identifier: Apache-2.0
// What a record tells of an error beside Python's own words: the lesson's frames, what the failing expression
// names, and where each of those came from.
#include <QTest>
#include <algorithm>

#include "worker_driver.h"

using namespace todevice::protocol;

namespace {

const Named& named(const ErrorFrame& frame, const std::string& name) {
  const auto found = std::find_if(frame.names.begin(), frame.names.end(),
                                  [&](const Named& one) { return one.name == name; });
  if (found == frame.names.end()) throw std::runtime_error("not named: " + name);
  return *found;
}

}  // namespace

class TestWorkerErrors : public QObject {
  Q_OBJECT
 private slots:
  void whereThingsCameFrom();
  void framesOfTheLesson();
  void onlyTheExpressionThatFailed();
  void nothingOfTheLessonRuns();
  void partsOnSeveralDevices();
  void wholeBlocksKnowNoLines();
  void manyLines();
};

void TestWorkerErrors::whereThingsCameFrom() {
  WorkerDriver worker;
  const auto run = worker.run(
      "import torch\nx = torch.ones(3)\nv = x[1:]\ny = x.to('cuda:1')\nz = y * 2\nw = z.cpu().cuda()\n"
      "x + y + v + z + w");
  const auto& frame = run.error().frames.at(0);
  QCOMPARE(frame.line, 7);
  QCOMPARE(frame.function, std::string());
  QCOMPARE(frame.expression, std::string("x + y"));
  const auto& x = named(frame, "x").origins.at(0);
  QCOMPARE(x.device, std::string("cpu"));
  QCOMPARE(x.made_line, 2);
  QCOMPARE(x.moved_line, 0);
  QCOMPARE(x.bytes, std::int64_t(12));
  const auto& y = named(frame, "y").origins.at(0);
  QCOMPARE(y.device, std::string("cuda:1"));
  QCOMPARE(y.made_on, std::string("cpu"));
  QCOMPARE(y.made_line, 2);
  QCOMPARE(y.moved_line, 4);
  QVERIFY(named(frame, "x").id != 0 && named(frame, "x").kind == "tensor");

  const auto more = worker.run("v + z", Mode::record, 9).error().frames.at(0);
  QCOMPARE(named(more, "v").origins.at(0).made_line, 2);  // a view's memory is what it looks into
  QCOMPARE(named(more, "z").origins.at(0).made_line, 5);
  QCOMPARE(named(more, "z").origins.at(0).made_on, std::string("cuda:1"));
  const auto last = worker.run("v + w", Mode::record, 10).error().frames.at(0);
  QCOMPARE(named(last, "w").origins.at(0).made_line, 5);
  QCOMPARE(named(last, "w").origins.at(0).moved_line, 6);
}

void TestWorkerErrors::framesOfTheLesson() {
  WorkerDriver worker;
  const auto run = worker.run(
      "import torch, torch.nn as nn\nclass Net(nn.Module):\n    def __init__(self):\n        "
      "super().__init__()\n"
      "        self.fc = nn.Linear(2, 2)\n        self.shift = torch.zeros(2)\n    def forward(self, x):\n"
      "        h = self.fc(x)\n        return h + self.shift\nnet = Net()\nnet.cuda()\nx = torch.ones(2, "
      "device='cuda')\nnet(x)");
  const auto& frames = run.error().frames;
  QCOMPARE(frames.size(), std::size_t(2));
  QCOMPARE(frames[0].expression, std::string("net(x)"));
  QCOMPARE(frames[1].function, std::string("forward"));
  QCOMPARE(frames[1].line, 9);
  QCOMPARE(named(frames[1], "self.shift").origins.at(0).made_line, 6);
  QCOMPARE(named(frames[1], "h").origins.at(0).made_line, 8);
  QCOMPARE(named(frames[1], "h").is_leaf, false);
  QCOMPARE(named(frames[0], "net").origins.at(0).moved_line, 11);
  QCOMPARE(named(frames[0], "net").origins.at(0).part, std::string("fc.weight"));
}

void TestWorkerErrors::onlyTheExpressionThatFailed() {
  WorkerDriver worker;
  const auto run = worker.run(
      "import torch\na = [torch.ones(1), torch.ones(2, device='cuda')]\nd = {'k': torch.ones(2)}\nn = "
      "'cuda:7'\n"
      "r = print(len(a), a[1].sum() + (\n    a[1].T\n    + d['k']))");
  const auto& frame = run.error().frames.at(0);
  QCOMPARE(frame.names.size(), std::size_t(2));
  QCOMPARE(named(frame, "a[1]").origins.at(0).device, std::string("cuda:0"));
  QCOMPARE(named(frame, "d['k']").origins.at(0).device, std::string("cpu"));
  const auto text = worker.run("torch.ones(1).to(n)", Mode::record, 9).error().frames.at(0);
  QCOMPARE(named(text, "n").text, std::string("cuda:7"));
}

void TestWorkerErrors::nothingOfTheLessonRuns() {
  WorkerDriver worker;
  const auto run = worker.run(
      "class Odd:\n    count = 0\n    def __getattr__(self, name):\n        Odd.count += 1\n        return "
      "self\n"
      "    @property\n    def p(self):\n        Odd.count += 1\n        raise ValueError('p')\n"
      "    def __getitem__(self, key):\n        Odd.count += 1\n        return 1\no = Odd()\n"
      "def fail(*all): raise RuntimeError('here')\nfail(o.p if False else 0, o.a, o[0])");
  QCOMPARE(run.error().message, std::string("here"));
  QCOMPARE(worker.evaluate("Odd.count").text, std::string("2"));  // the lesson's own two
}

void TestWorkerErrors::partsOnSeveralDevices() {
  WorkerDriver worker;
  const auto run = worker.run(
      "import torch, torch.nn as nn\nnet = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, "
      "2))\nnet[1].to('cuda:1')\n"
      "net(torch.ones(2))");
  const auto& origins = named(run.error().frames.at(0), "net").origins;
  QCOMPARE(origins.size(), std::size_t(2));
  QCOMPARE(origins[0].part, std::string("0.weight"));
  QCOMPARE(origins[0].device, std::string("cpu"));
  QCOMPARE(origins[1].part, std::string("1.weight"));
  QCOMPARE(origins[1].moved_line, 3);
  QCOMPARE(origins[1].bytes, std::int64_t(24));
}

void TestWorkerErrors::wholeBlocksKnowNoLines() {
  WorkerDriver worker;
  const auto run = worker.run("import torch\nx = torch.ones(3)\nx + x.to('cuda')", Mode::whole);
  const auto& x = named(run.error().frames.at(0), "x").origins.at(0);
  QCOMPARE(x.made_line, 0);
  QCOMPARE(x.made_on, std::string("cpu"));
  // What was made line by line before keeps its line.
  worker.run("z = torch.ones(3)", Mode::record, 20);
  const auto later = worker.run("z + z.to('cuda')", Mode::whole, 21);
  QCOMPARE(named(later.error().frames.at(0), "z").origins.at(0).made_line, 20);
}

void TestWorkerErrors::manyLines() {
  WorkerDriver worker;
  const auto run = worker.run("def f(n):\n    return f(n + 1)\nf(0)");
  QCOMPARE(run.error().type, std::string("RecursionError"));
  QVERIFY(run.error().frames.size() <= 20);
  QCOMPARE(run.error().frames.front().line, 3);
  QVERIFY(worker.run("x =").error().frames.empty());
}

QTEST_GUILESS_MAIN(TestWorkerErrors)
#include "tst_worker_errors.moc"
