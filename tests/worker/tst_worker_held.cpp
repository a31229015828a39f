// SPDX-License-Identifier: Apache-2.0
// What a record says about what a value holds, however deep and however much.
#include <QTest>
#include <algorithm>
#include <tuple>

#include "record_parts.h"
#include "worker_driver.h"

using namespace todevice::protocol;
using namespace record_parts;

class TestWorkerHeld : public QObject {
  Q_OBJECT
 private slots:
  void whatIsHeldHasAPath();
  void gradientsAndStatesHavePaths();
  void attributesOfAModule();
  void aLongListIsToldByWhatChanged();
  void whatEndsALongListIsToldByOnePart();
  void circlesAndDepthEnd();
  void aLongChainEnds();
  void aLengthThatRaisesIsNotAsked();
  void aMoveOfSomethingHeldHasItsPath();
};

void TestWorkerHeld::whatIsHeldHasAPath() {
  WorkerDriver worker;
  const auto outcome = worker.run(
      "import torch\nxs = [torch.ones(3), (1, torch.zeros(2))]\nd = {'a': torch.ones(3, device='cuda'), 5: "
      "xs[0]}\nclass P: pass\np = P()\np.t = torch.ones(4)\nxs.append(d['a'])\ndel d['a']\nxs.clear()");
  using Paths = std::vector<std::string>;
  QCOMPARE(paths(outcome.line(2), "xs"), Paths({"[0]", "[1][1]"}));
  QCOMPARE(paths(outcome.line(3), "d"), Paths({"[\"a\"]", "[5]"}));
  const auto& d = object(outcome.line(3), id_of(outcome.line(3), "d"));
  const auto& held = object(outcome.line(3), d.parts[0].id);
  QCOMPARE(held.kind, std::string("tensor"));
  QCOMPARE(held.tensor->device, std::string("cuda:0"));
  const auto xs = object(outcome.line(2), id_of(outcome.line(2), "xs"));
  QCOMPARE(d.parts[1].id, xs.parts[0].id);
  const auto& p = object(outcome.line(6), id_of(outcome.line(5), "p"));
  QCOMPARE(p.parts.at(0).name, std::string(".t"));
  QCOMPARE(object(outcome.line(7), xs.id).parts.back().id, d.parts[0].id);
  QCOMPARE(object(outcome.line(8), d.id).parts.size(), std::size_t(1));
  QVERIFY(outcome.line(8).dead.empty());  // xs holds it still
  QVERIFY(object(outcome.line(9), xs.id).parts.empty());
  QCOMPARE(outcome.line(9).dead.size(), std::size_t(2));  // d[5] is what xs[0] was
}

void TestWorkerHeld::gradientsAndStatesHavePaths() {
  WorkerDriver worker;
  const auto outcome = worker.run(
      "import torch\nw = torch.nn.Parameter(torch.ones(2))\nopt = torch.optim.SGD([w], lr=.1, "
      "momentum=.9)\nadam = torch.optim.Adam([w])\nrms = torch.optim.RMSprop([w])\n"
      "w.sum().backward()\nopt.step(); adam.step(); rms.step()\nopt.zero_grad()");
  const auto w = id_of(outcome.line(2), "w");
  QVERIFY(object(outcome.line(2), w).parts.empty());
  QCOMPARE(object(outcome.line(6), w).parts.at(0).name, std::string(".grad"));
  QVERIFY(object(outcome.line(6), object(outcome.line(6), w).parts[0].id).tensor.has_value());
  const auto& stepped = outcome.line(7);
  const auto& opt = object(stepped, id_of(outcome.line(3), "opt"));
  QCOMPARE(opt.kind, std::string("optimizer"));
  QCOMPARE(opt.parts.at(0).name, std::string(".state[0][\"momentum_buffer\"]"));
  QVERIFY(object(stepped, opt.parts[0].id).tensor.has_value());
  const auto& adam = object(stepped, id_of(outcome.line(4), "adam"));
  QCOMPARE(adam.parts.size(), std::size_t(3));
  QCOMPARE(adam.parts[1].name, std::string(".state[0][\"exp_avg\"]"));
  const auto& rms = object(stepped, id_of(outcome.line(5), "rms"));
  QVERIFY(std::any_of(rms.parts.begin(), rms.parts.end(),
                      [](const auto& part) { return part.name == ".state[0][\"square_avg\"]"; }));
  QVERIFY(object(outcome.line(8), w).parts.empty());
  QVERIFY(!outcome.line(8).dead.empty());
}

void TestWorkerHeld::attributesOfAModule() {
  WorkerDriver worker;
  const auto outcome = worker.run(
      "import torch, torch.nn as nn\nclass Net(nn.Module):\n    def __init__(self):\n        "
      "super().__init__()\n        self.fc = nn.Linear(2, 1)\n        self.w = torch.ones(3)\n        "
      "self.many = [torch.ones(1)]\nnet = Net()\nnet.to('cuda')\nnets = [net]");
  const auto& net = object(outcome.line(8), id_of(outcome.line(8), "net"));
  std::vector<std::string> names;
  for (const auto& part : net.parts) names.push_back(part.name);
  QCOMPARE(names, std::vector<std::string>({"fc.weight", "fc.bias", ".w", ".many[0]"}));
  QVERIFY(!net.parts[1].is_held() && net.parts[2].is_held());
  QCOMPARE(net.summary, std::string("2 tensors, 3 numbers"));
  QCOMPARE(outcome.line(9).moves.size(), std::size_t(1));
  QCOMPARE(outcome.line(9).moves[0].name, std::string("net"));
  QCOMPARE(outcome.line(9).moves[0].parts.size(), std::size_t(2));
  const auto& nets = object(outcome.line(10), id_of(outcome.line(10), "nets"));
  QCOMPARE(nets.parts.at(0).id, net.id);
}

/// An append to a list of thousands tells one part, and an end is told.
void TestWorkerHeld::aLongListIsToldByWhatChanged() {
  WorkerDriver worker;
  const auto outcome = worker.run(
      "import torch\nxs = [torch.ones(1) for _ in range(5000)]\nxs.append(torch.ones(1))\n"
      "xs[7] = torch.zeros(1)\nxs.extend(torch.ones(1) for _ in range(6000))\nz = 1");
  const auto xs = id_of(outcome.line(2), "xs");
  QCOMPARE(object(outcome.line(2), xs).parts.size(), std::size_t(5000));
  QVERIFY(!object(outcome.line(2), xs).parts_cut);
  QCOMPARE(object(outcome.line(3), xs).parts_at, std::vector<std::int64_t>({5000}));
  QCOMPARE(object(outcome.line(3), xs).parts_count, std::int64_t(5001));
  QCOMPARE(object(outcome.line(4), xs).parts_at, std::vector<std::int64_t>({7}));
  QCOMPARE(object(outcome.line(4), xs).parts.at(0).name, std::string("[7]"));
  QVERIFY(object(outcome.line(5), xs).parts_cut);
  QCOMPARE(outcome.line(6).objects.size(), std::size_t(1));
}

/// None of those that are left is another one; and none of a dict of which only the text changed.
void TestWorkerHeld::whatEndsALongListIsToldByOnePart() {
  WorkerDriver worker;
  const auto outcome = worker.run(
      "import torch\nxs = [torch.ones(1) for _ in range(5000)]\nxs.pop()\ndel xs[4000:]\n"
      "d = {'n': 1} | dict(enumerate(xs))\nd['n'] = 2");
  const auto xs = id_of(outcome.line(2), "xs"), d = id_of(outcome.line(5), "d");
  for (const auto& [line, id, count] :
       {std::tuple{3, xs, 4999}, std::tuple{4, xs, 4000}, std::tuple{6, d, 4000}}) {
    const auto& told = object(outcome.line(line), id);
    QCOMPARE(told.parts.size(), std::size_t(1));
    QCOMPARE(told.parts_at, std::vector<std::int64_t>({count - 1}));
    QCOMPARE(told.parts_count, std::int64_t(count));
  }
}

void TestWorkerHeld::circlesAndDepthEnd() {
  WorkerDriver worker;
  const auto outcome = worker.run(
      "import torch\na = [torch.ones(1)]\na.append(a)\ndeep = [[[[[[torch.ones(1)]]]]]]\n"
      "class Odd:\n    def __getattr__(self, name): raise RuntimeError(name)\n    def __hash__(self): raise "
      "RuntimeError()\nodd = Odd()\nd = {torch.ones(1): torch.ones(2), 3.5: odd}\nz = 1");
  QCOMPARE(outcome.stopped.reason, StopReason::finished);
  const auto a = id_of(outcome.line(2), "a");
  QCOMPARE(object(outcome.line(3), a).parts.size(), std::size_t(1));
  const auto& deep = object(outcome.line(4), id_of(outcome.line(4), "deep"));
  QVERIFY(deep.parts.empty() && deep.parts_cut);
  QCOMPARE(object(outcome.line(9), id_of(outcome.line(9), "d")).parts.size(), std::size_t(1));
}

/// Deeper than the stack: each module holds the one before.
void TestWorkerHeld::aLongChainEnds() {
  WorkerDriver worker;
  const auto outcome = worker.run(
      "import torch.nn as nn\nm = nn.Module()\ndef chain(m):\n    for _ in range(10_000):\n        n = "
      "nn.Module()\n        n.prev = [m]\n        m = n\n    return m\nm = chain(m)\nx = 1\nm = None");
  QVERIFY(outcome.stopped.reason == StopReason::finished);
  QCOMPARE(object(outcome.line(9), id_of(outcome.line(9), "m")).parts.at(0).name, std::string(".prev[0]"));
  QVERIFY(outcome.line(10).objects.size() == 1);  // x alone: the chain is as it was
  QCOMPARE(outcome.line(11).dead.size(), std::size_t(10'001));
}

/// A record runs no code of the lesson: not a list's own __len__ either, however deep it stands.
void TestWorkerHeld::aLengthThatRaisesIsNotAsked() {
  WorkerDriver worker;
  const auto outcome = worker.run(
      "import torch\nclass L(list):\n    def __len__(self): raise RuntimeError('no length')\n"
      "x = L([L([L([L([L([torch.ones(1)])])])])])\ny = 1");
  QVERIFY(outcome.stopped.reason == StopReason::finished);
  QVERIFY(object(outcome.line(4), id_of(outcome.line(4), "x")).parts_cut);
}

void TestWorkerHeld::aMoveOfSomethingHeldHasItsPath() {
  WorkerDriver worker;
  const auto outcome = worker.run("import torch\nxs = [torch.ones(3)]\nxs[0] = xs[0].to('cuda:1')");
  QCOMPARE(outcome.line(3).moves.at(0).name, std::string("xs[0]"));
  QVERIFY(outcome.line(3).moves[0].before_id != 0 && outcome.line(3).moves[0].after_id != 0);
}

QTEST_GUILESS_MAIN(TestWorkerHeld)
#include "tst_worker_held.moc"
