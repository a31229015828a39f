// SPDX-License-Identifier: Apache-2.0
// What a record says about names, tensors and memory.
#include <QTest>
#include <algorithm>

#include "protocol/summaries.h"
#include "record_parts.h"
#include "worker_driver.h"

using namespace todevice::protocol;
using namespace record_parts;

class TestWorkerRecords : public QObject {
  Q_OBJECT
 private slots:
  void freedInTheLineThatFreedIt();
  void gradientsGoAlong();
  void numbersThatStayAreNotToldAgain();
  void namesThatStayAreNotToldAgain();
  void namesThatHaveNoUtf8AreTold();
  void inPlaceChangesAreSeen();
  void aReplayChangesWhatWasRecorded();
  void memoryOfDevices();
  void bigLoopsStayBounded();
  void digits();
};

void TestWorkerRecords::freedInTheLineThatFreedIt() {
  WorkerDriver worker;
  const auto outcome = worker.run(
      "import torch\nx = torch.ones(2)\ny = x\ndel x\ny = None\nz = 1\nw = torch.ones(2)\nw = "
      "torch.zeros(3)");
  const auto serial = tensor(outcome.line(2), "x").storage_serial;
  QVERIFY(!has_freed(outcome.line(4), serial));
  QVERIFY(outcome.line(4).dead.empty());
  QVERIFY(has_freed(outcome.line(5), serial));
  QCOMPARE(outcome.line(5).dead, std::vector<Address>({id_of(outcome.line(2), "x")}));
  QVERIFY(has_freed(outcome.line(8), tensor(outcome.line(7), "w").storage_serial));
}

void TestWorkerRecords::gradientsGoAlong() {
  WorkerDriver worker;
  const auto outcome = worker.run(
      "import torch, torch.nn as nn\nnet = nn.Linear(2, 1)\nnet(torch.ones(1, "
      "2)).sum().backward()\nnet.to('cuda')");
  QCOMPARE(outcome.line(4).moves.size(), std::size_t(1));
  QCOMPARE(outcome.line(4).moves[0].parts.size(), std::size_t(2));
  QCOMPARE(outcome.line(4).copies.size(), std::size_t(4));
}

/// A number is held by the names that mean it: it dies with the last of them, and not before.
void TestWorkerRecords::numbersThatStayAreNotToldAgain() {
  WorkerDriver worker;
  const auto outcome = worker.run(
      "def f():\n    return 1234.5\na = float('2.5')\nb = a\nc = 3.5\na = 7.5\nb = 8.5\nz = 1\ndel c\nd = b\n"
      "del b\ndel d");
  const auto number = id_of(outcome.line(3), "a");
  QCOMPARE(id_of(outcome.line(4), "b"), number);
  const auto dies_at = [&](int line, Address id) {
    const auto& dead = outcome.line(line).dead;
    return std::find(dead.begin(), dead.end(), id) != dead.end();
  };
  QVERIFY(!dies_at(6, number));  // b means it still
  QVERIFY(dies_at(7, number));
  QCOMPARE(outcome.line(8).objects.size(), std::size_t(1));
  QVERIFY(dies_at(9, id_of(outcome.line(5), "c")));
  const auto last = id_of(outcome.line(7), "b");
  QVERIFY(!dies_at(11, last));
  QVERIFY(dies_at(12, last));
}

/// What is told is what changed, however names come, go, and come again in another place of the dict.
void TestWorkerRecords::namesThatStayAreNotToldAgain() {
  WorkerDriver worker;
  const auto outcome = worker.run(
      "import torch\na = torch.ones(1); b = 1000; c = [1]; e = 'e'\ndel a\nb = 2000\na = 5\n"
      "c[0] = 2\nb = 2000\ne = e + 'f'\nc = 3; del c; c = 4");
  QCOMPARE(outcome.line(2).bound.size(), std::size_t(4));
  QCOMPARE(outcome.line(3).unbound.size(), std::size_t(1));
  QVERIFY(outcome.line(3).bound.empty() && outcome.line(3).objects.empty());
  QCOMPARE(outcome.line(4).bound.size(), std::size_t(1));
  QCOMPARE(object(outcome.line(4), id_of(outcome.line(4), "b")).summary, std::string("2000"));
  QCOMPARE(outcome.line(5).bound.size(), std::size_t(1));
  QVERIFY(outcome.line(6).bound.empty());
  QCOMPARE(outcome.line(6).objects.at(0).summary, std::string("[2]"));
  QCOMPARE(object(outcome.line(8), id_of(outcome.line(8), "e")).summary, std::string("'ef'"));
  QCOMPARE(object(outcome.line(9), id_of(outcome.line(9), "c")).summary, std::string("4"));
  QVERIFY(outcome.line(9).unbound.empty());
}

/// Each is its own name, also when the names come in another order.
void TestWorkerRecords::namesThatHaveNoUtf8AreTold() {
  WorkerDriver worker;
  const auto outcome = worker.run(
      "names = globals()\nnames['\\ud800'] = 1\nnames['\\ud801'] = 2\n"
      "names['\\ud800'] = names.pop('\\ud800')\ndel names['\\ud801']\ndel names['\\ud800']");
  QCOMPARE(outcome.stopped.reason, StopReason::finished);
  QCOMPARE(outcome.line(2).bound.at(0).name, std::string("\\ud800"));
  QCOMPARE(outcome.line(3).bound.at(0).name, std::string("\\ud801"));
  QVERIFY(outcome.line(4).bound.empty() && outcome.line(4).unbound.empty());
  QCOMPARE(outcome.line(5).unbound.size(), std::size_t(1));
  QCOMPARE(outcome.line(5).unbound[0].name, std::string("\\ud801"));
  QCOMPARE(outcome.line(6).unbound.size(), std::size_t(1));
  QCOMPARE(outcome.line(6).unbound[0].name, std::string("\\ud800"));
}

void TestWorkerRecords::inPlaceChangesAreSeen() {
  WorkerDriver worker;
  const auto outcome =
      worker.run("import torch\nx = torch.zeros(2)\nx.add_(1)\nv = x[0:1]\nv.add_(5)\nz = 1");
  const auto id = id_of(outcome.line(2), "x");
  QVERIFY(object(outcome.line(3), id).summary != object(outcome.line(2), id).summary);
  QVERIFY(tensor(outcome.line(4), "v").is_view);
  QCOMPARE(tensor(outcome.line(4), "v").storage_serial, tensor(outcome.line(2), "x").storage_serial);
  QCOMPARE(outcome.line(5).objects.size(), std::size_t(2));
  QCOMPARE(outcome.line(6).objects.size(), std::size_t(1));
}

void TestWorkerRecords::aReplayChangesWhatWasRecorded() {
  WorkerDriver worker;
  const auto outcome = worker.run(
      "import torch\nx = torch.ones(2, device='cuda')\ng = torch.cuda.CUDAGraph()\nwith "
      "torch.cuda.graph(g):\n"
      "    out = x * 2\ng.replay()\nx.fill_(4)\ng.replay()");
  const Address out = id_of(outcome.line(5), "out");
  QCOMPARE(object(outcome.line(5), out).summary, std::string(kRecordedOnly));
  QCOMPARE(object(outcome.line(6), out).summary, std::string("2., 2."));
  QCOMPARE(object(outcome.line(8), out).summary, std::string("8., 8."));
}

void TestWorkerRecords::memoryOfDevices() {
  WorkerDriver worker;
  const auto outcome = worker.run("import torch\nx = torch.ones(1000, device='cuda:1')\ny = 1\ndel x");
  const auto memory = [&](int line, const std::string& device) {
    for (const auto& one : outcome.line(line).memory) {
      if (one.device == device) return one;
    }
    return DeviceMemory{};
  };
  QCOMPARE(memory(2, "cuda:1").allocated, std::int64_t(4096));
  QCOMPARE(memory(2, "cuda:0").allocated, std::int64_t(0));
  QVERIFY(outcome.line(3).memory.empty());
  QCOMPARE(memory(4, "cuda:1").device, std::string("cuda:1"));
  QCOMPARE(memory(4, "cuda:1").allocated, std::int64_t(0));
}

/// A run of many thousand steps leaves what lasts, not every piece of memory that it used for a moment.
void TestWorkerRecords::bigLoopsStayBounded() {
  WorkerDriver worker;
  const auto outcome = worker.run(
      "import torch\nkeep = []\nfor i in range(5000):\n    x = torch.ones(3).to('cuda')\n    if i % 1000 == "
      "0: keep.append(x)",
      Mode::whole);
  const auto& record = outcome.last();
  QVERIFY(record.allocations.size() < 1000);
  QVERIFY(record.copies.size() < 1000);
  QVERIFY(record.moves.size() < 1000);
  int live = 0;
  for (const auto& one : record.allocations) live += one.freed ? -1 : 1;
  QCOMPARE(live, 6);
}

void TestWorkerRecords::digits() {
  WorkerDriver worker;
  const auto outcome = worker.run("import todevice\na, b, c, d = todevice.data.digits()");
  QCOMPARE(tensor(outcome.line(2), "a").shape, std::vector<std::int64_t>({1437, 64}));
  QCOMPARE(tensor(outcome.line(2), "a").dtype, std::string("torch.float32"));
  QCOMPARE(tensor(outcome.line(2), "b").dtype, std::string("torch.int64"));
  QCOMPARE(tensor(outcome.line(2), "c").shape, std::vector<std::int64_t>({360, 64}));
  QCOMPARE(worker.evaluate("a.min().item(), a.max().item(), b.min().item(), d.max().item()").text,
           std::string("(0.0, 1.0, 0, 9)"));
  QCOMPARE(worker.evaluate("all((d == k).sum().item() > 20 for k in range(10))").text, std::string("True"));
  QCOMPARE(worker.evaluate("(todevice.data.digits()[0] == a).all().item()").text, std::string("True"));
}

QTEST_GUILESS_MAIN(TestWorkerRecords)
#include "tst_worker_records.moc"
