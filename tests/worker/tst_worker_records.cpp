// SPDX-License-Identifier: Apache-2.0
// What a record says about tensors, modules and memory.
#include <QTest>
#include <algorithm>

#include "protocol/summaries.h"
#include "record_parts.h"
#include "worker_driver.h"

using namespace todevice::protocol;
using namespace record_parts;

namespace {

bool has_freed(const Record& record, std::uint64_t serial) {
  return std::any_of(record.allocations.begin(), record.allocations.end(),
                     [&](const auto& one) { return one.freed && one.serial == serial; });
}

}  // namespace

class TestWorkerRecords : public QObject {
  Q_OBJECT
 private slots:
  void tensorTo();
  void nothingToDo();
  void whatAsksForNoMove();
  void aWrapperIsNotWhatMoved();
  void aLineThatFailedMovedInPlace();
  void aResultThatNobodyKeeps();
  void freedInTheLineThatFreedIt();
  void moduleTo();
  void moduleMadeAndMovedInOneLine();
  void gradientsGoAlong();
  void numbersThatStayAreNotToldAgain();
  void whatIsLeftOutIsCounted();
  void aBigModuleIsOneMove();
  void namesThatStayAreNotToldAgain();
  void inPlaceChangesAreSeen();
  void aReplayChangesWhatWasRecorded();
  void memoryOfDevices();
  void bigLoopsStayBounded();
  void visibleDevices_data();
  void visibleDevices();
  void noGpus();
  void whatIsWrittenIntoTheVariable();
  void askingIsReading();
  void digits();
};

void TestWorkerRecords::tensorTo() {
  WorkerDriver worker;
  const auto outcome = worker.run("import torch\nx = torch.ones((3, 3))\ny = x.to('cuda:1')");
  const auto& before = tensor(outcome.line(2), "x");
  QCOMPARE(before.device, std::string("cpu"));
  QCOMPARE(before.dtype, std::string("torch.float32"));
  QCOMPARE(before.shape, std::vector<std::int64_t>({3, 3}));
  QCOMPARE(before.bytes, std::int64_t(36));
  QCOMPARE(outcome.line(2).current_device, -1);

  const auto& record = outcome.line(3);
  const auto& after = tensor(record, "y");
  QCOMPARE(after.device, std::string("cuda:1"));
  QVERIFY(after.address != before.address);
  QVERIFY(after.storage_serial != before.storage_serial);
  QVERIFY(record.cuda_uuids.has_value());
  QCOMPARE(record.cuda_uuids->size(), std::size_t(2));
  QCOMPARE(record.cuda_uuids->at(1), worker.ready().physical[1].uuid);
  QCOMPARE(record.current_device, 0);

  QCOMPARE(record.moves.size(), std::size_t(1));
  const auto& move = record.moves[0];
  QCOMPARE(move.what, std::string("tensor"));
  QCOMPARE(move.name, std::string("x"));
  QVERIFY(!move.same_object && !move.same_storage);
  QCOMPARE(move.before_id, id_of(outcome.line(2), "x"));
  QCOMPARE(move.after_id, id_of(record, "y"));
  QCOMPARE(move.before_address, before.address);
  QCOMPARE(move.after_address, after.address);
  QCOMPARE(move.before_device, std::string("cpu"));
  QCOMPARE(move.after_device, std::string("cuda:1"));
  QCOMPARE(move.bytes, std::int64_t(36));

  QCOMPARE(record.copies.size(), std::size_t(1));
  QCOMPARE(record.copies[0].from_address, before.address);
  QCOMPARE(record.copies[0].to_address, after.address);
  QCOMPARE(record.allocations.size(), std::size_t(1));
  QCOMPARE(record.allocations[0].serial, after.storage_serial);
}

void TestWorkerRecords::nothingToDo() {
  WorkerDriver worker;
  const auto outcome = worker.run("import torch\nx = torch.ones(2)\nsame = x.to('cpu')\nx = x.to('cpu')");
  const auto& move = outcome.line(3).moves.at(0);
  QVERIFY(move.same_object && move.same_storage);
  QCOMPARE(move.before_id, move.after_id);
  QCOMPARE(move.bytes, std::int64_t(0));
  QCOMPARE(id_of(outcome.line(3), "same"), id_of(outcome.line(2), "x"));
  QCOMPARE(id_of(outcome.line(4), "x"), id_of(outcome.line(2), "x"));
  QCOMPARE(outcome.line(4).moves.at(0).name, std::string("x"));
}

/// Operations make sure of a type or a place by themselves: where all is there already, that is no `.to()`.
void TestWorkerRecords::whatAsksForNoMove() {
  const QStringList lines{"x = torch.ones(4, requires_grad=True)",
                          "mask = x > 0",
                          "part = x[mask]",
                          "loss = x.mean()",
                          "loss.backward()",
                          "p = torch.softmax(x, 0, dtype=torch.float32)",
                          "n = x.norm() + x.cumsum(0).sum()",
                          "torch.nn.utils.clip_grad_norm_([x], 1.0)",
                          "net = torch.nn.DataParallel(torch.nn.Linear(4, 1).cuda())",
                          "out = net(torch.ones(4, 4, device='cuda'))",
                          "out.mean().backward()"};
  WorkerDriver worker;
  const auto outcome = worker.run("import torch\n" + lines.join('\n'));
  QVERIFY(!outcome.last().error);
  for (const auto& record : outcome.records) {
    for (const auto& move : record.moves) {
      QVERIFY2(!move.same_object || !move.same_storage,
               qPrintable(QString("line %1: %2").arg(record.line).arg(QString::fromStdString(move.name))));
    }
  }
}

/// The wrapper was made around a module that had moved: the module's id and names are told, not the
/// wrapper's.
void TestWorkerRecords::aWrapperIsNotWhatMoved() {
  WorkerDriver worker;
  const auto outcome = worker.run(
      "import torch.nn as nn\n"
      "class Watched(nn.Module):\n"
      "    def __init__(self):\n"
      "        super().__init__()\n"
      "        self.fc = nn.Linear(2, 2)\n"
      "net = nn.DataParallel(Watched().to('cuda:0'))\n"
      "inner = net.module\n"
      "net.to('cuda:1')\n"
      "net.module.to('cuda:0')\n"
      "plain = nn.DataParallel(nn.Linear(2, 2).cuda())\n"
      "linear = plain.module\n");
  QVERIFY(!outcome.last().error);
  const Address wrapper = id_of(outcome.line(6), "net"), inner = id_of(outcome.line(7), "inner");
  QVERIFY(wrapper != inner);
  const auto& around = outcome.line(6).moves;
  QCOMPARE(around.size(), std::size_t(1));
  QCOMPARE(around[0].name, std::string("net.module"));
  QCOMPARE(around[0].before_id, inner);
  QCOMPARE(around[0].after_id, inner);
  QCOMPARE(around[0].parts.at(0).name, std::string("fc.weight"));
  const auto& whole = outcome.line(8).moves;
  QCOMPARE(whole.size(), std::size_t(1));
  QCOMPARE(whole[0].after_id, wrapper);
  QCOMPARE(whole[0].name, std::string("net"));
  QCOMPARE(whole[0].parts.at(0).name, std::string("module.fc.weight"));
  QCOMPARE(outcome.line(9).moves.at(0).after_id, inner);
  QCOMPARE(outcome.line(10).moves.at(0).after_id, id_of(outcome.line(11), "linear"));
}

/// The module is gone with the line, so its parameters speak for it: each keeps its object.
void TestWorkerRecords::aLineThatFailedMovedInPlace() {
  WorkerDriver worker;
  const auto outcome = worker.run(
      "import torch.nn as nn\nnet = nn.DataParallel(nn.Linear(5, 2).to('cuda:1'), device_ids=[0, 7])");
  const auto& record = outcome.last();
  QVERIFY(record.error);
  QVERIFY(!record.moves.empty());
  for (const auto& move : record.moves) {
    QVERIFY(move.same_object && !move.same_storage);
    QVERIFY(move.after_id != 0);
    QCOMPARE(move.after_id, move.before_id);
    QCOMPARE(move.after_device, std::string("cuda:1"));
  }
}

void TestWorkerRecords::aResultThatNobodyKeeps() {
  WorkerDriver worker;
  const auto outcome = worker.run("import torch\nx = torch.ones(2)\nx.to('cuda')\nx");
  const auto& record = outcome.line(3);
  const auto& move = record.moves.at(0);
  QCOMPARE(move.name, std::string("x"));
  QVERIFY(move.after_id != 0 && move.after_id != move.before_id);
  QCOMPARE(record.allocations.size(), std::size_t(2));
  QVERIFY(has_freed(record, record.allocations[0].serial));
  QVERIFY(record.bound.empty());
}

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

void TestWorkerRecords::moduleTo() {
  WorkerDriver worker;
  const auto outcome = worker.run(
      "import torch.nn as nn\nnet = nn.Sequential(nn.Linear(3, 2), nn.ReLU())\nnet.to('cuda')\nagain = "
      "net.to('cuda')");
  const auto& made = outcome.line(2);
  const auto& net = object(made, id_of(made, "net"));
  QCOMPARE(net.kind, std::string("module"));
  QCOMPARE(net.type, std::string("Sequential"));
  QCOMPARE(net.parts.size(), std::size_t(2));
  QCOMPARE(net.parts[0].name, std::string("0.weight"));
  QCOMPARE(object(made, net.parts[0].id).kind, std::string("parameter"));

  const auto& moved = outcome.line(3);
  QCOMPARE(moved.moves.size(), std::size_t(1));
  const auto& move = moved.moves[0];
  QCOMPARE(move.what, std::string("module"));
  QCOMPARE(move.name, std::string("net"));
  QVERIFY(move.same_object && !move.same_storage);
  QCOMPARE(move.before_id, net.id);
  QCOMPARE(move.after_id, net.id);
  QCOMPARE(move.parts.size(), std::size_t(2));
  QCOMPARE(move.bytes, std::int64_t(32));
  for (std::size_t i = 0; i < 2; ++i) {
    const auto& part = move.parts[i];
    QCOMPARE(part.name, net.parts[i].name);
    QCOMPARE(part.after_id, net.parts[i].id);
    QVERIFY(part.same_object && !part.same_storage);
    QCOMPARE(part.before_address, object(made, part.before_id).tensor->address);
    QCOMPARE(part.after_address, object(moved, part.after_id).tensor->address);
    QCOMPARE(part.after_device, std::string("cuda:0"));
  }

  const auto& still = outcome.line(4).moves.at(0);
  QCOMPARE(still.what, std::string("module"));
  QVERIFY(still.same_object && still.same_storage);
  QCOMPARE(still.bytes, std::int64_t(0));
  QCOMPARE(id_of(outcome.line(4), "again"), net.id);
}

void TestWorkerRecords::moduleMadeAndMovedInOneLine() {
  WorkerDriver worker;
  const auto outcome = worker.run("import torch.nn as nn\nnet = nn.Linear(3, 2).to('cuda').double()");
  const auto& moves = outcome.line(2).moves;
  QCOMPARE(moves.size(), std::size_t(2));
  QCOMPARE(moves[0].what, std::string("module"));
  QCOMPARE(moves[0].after_device, std::string("cuda:0"));
  QCOMPARE(moves[1].before_dtype, std::string("torch.float32"));
  QCOMPARE(moves[1].after_dtype, std::string("torch.float64"));
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

void TestWorkerRecords::whatIsLeftOutIsCounted() {
  WorkerDriver worker;
  const auto outcome = worker.run(
      "import torch\nxs = [torch.ones(2) for _ in range(400)]\nys = [x.to('cuda') for x in xs]\nz = 1\n"
      "for i in range(5000): y = xs[0].to('cuda')");
  const auto& record = outcome.line(3);
  QCOMPARE(record.copies.size(), std::size_t(256));
  QCOMPARE(record.copies_left_out, std::int64_t(144));
  QCOMPARE(record.copies_left_out_bytes, std::int64_t(144 * 8));
  QCOMPARE(record.moves.size(), std::size_t(256));
  QCOMPARE(record.moves_left_out, std::int64_t(144));
  QCOMPARE(outcome.line(4).copies_left_out, std::int64_t(0));
  QCOMPARE(outcome.line(4).moves_left_out, std::int64_t(0));
  WorkerDriver whole;
  const auto last =
      whole.run("import torch\nx = torch.ones(2)\nkept = []\nfor i in range(5000): kept.append(x.to('cuda'))",
                Mode::whole);
  QCOMPARE(std::int64_t(last.last().copies.size()) + last.last().copies_left_out, std::int64_t(5000));
  QCOMPARE(std::int64_t(last.last().moves.size()) + last.last().moves_left_out, std::int64_t(5000));
}

/// Of more tensors than a record has moves: still the move of one module.
void TestWorkerRecords::aBigModuleIsOneMove() {
  WorkerDriver worker;
  const auto outcome = worker.run(
      "import torch.nn as nn\nnet = nn.Sequential(*[nn.Linear(2, 2) for _ in range(200)])\nnet.to('cuda')");
  QCOMPARE(outcome.line(3).moves.size(), std::size_t(1));
  QCOMPARE(outcome.line(3).moves[0].name, std::string("net"));
  QCOMPARE(outcome.line(3).moves[0].parts.size(), std::size_t(400));
  QCOMPARE(outcome.line(3).moves_left_out, std::int64_t(0));
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

void TestWorkerRecords::visibleDevices_data() {
  QTest::addColumn<QString>("list");
  QTest::addColumn<QList<int>>("expected");
  QTest::addColumn<QString>("error");
  QTest::newRow("all") << "0,1,2,3" << QList<int>{0, 1, 2, 3} << "";
  QTest::newRow("two, turned") << "3,1" << QList<int>{3, 1} << "";
  QTest::newRow("up to the first bad one") << "2,9,0" << QList<int>{2} << "";
  QTest::newRow("none") << "" << QList<int>{} << "";
  QTest::newRow("twice") << "1,1" << QList<int>{} << "invalid_device";
}

void TestWorkerRecords::visibleDevices() {
  QFETCH(QString, list);
  QFETCH(QList<int>, expected);
  QFETCH(QString, error);
  WorkerDriver worker({"--simulate=4", "--visible-devices=" + list, "--device-order=PCI_BUS_ID"});
  const auto& ready = worker.ready();
  QCOMPARE(ready.visible_devices, std::optional<std::string>(list.toStdString()));
  QCOMPARE(ready.physical.size(), std::size_t(4));
  std::vector<std::string> uuids;
  for (const int index : expected) uuids.push_back(ready.physical[std::size_t(index)].uuid);
  QCOMPARE(ready.predicted_uuids, uuids);
  if (!error.isEmpty()) QCOMPARE(ready.mapping_error, error.toStdString());
  if (expected.isEmpty()) {
    const auto outcome = worker.run("import torch\ntorch.ones(1).to('cuda')");
    QCOMPARE(outcome.error().type, std::string("RuntimeError"));
    return;
  }
  const auto outcome =
      worker.run("import torch\nx = torch.ones(1).to('cuda')\nn = torch.cuda.device_count()");
  QCOMPARE(outcome.line(2).cuda_uuids, std::optional(uuids));
  QCOMPARE(worker.evaluate("n").text, std::to_string(expected.size()));
}

void TestWorkerRecords::whatIsWrittenIntoTheVariable() {
  WorkerDriver worker({"--simulate", "4"});
  const auto outcome = worker.run(R"(import os, torch
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "2,0")
os.environ.setdefault(
    "CUDA_VISIBLE_DEVICES", "1")
x = torch.ones(1).to("cuda:1")
os.environ["CUDA_VISIBLE_DEVICES"] = "3"
del os.environ["CUDA_VISIBLE_DEVICES"]
n = torch.cuda.device_count())");
  using Change = todevice::protocol::VariableChange;
  const std::string name = "CUDA_VISIBLE_DEVICES";
  QVERIFY(outcome.line(1).variables.empty());
  QCOMPARE(outcome.line(2).variables, std::vector<Change>({{name, "set", std::nullopt, "2,0", false}}));
  QCOMPARE(outcome.line(3).variables, std::vector<Change>({{name, "kept", "2,0", "2,0", false}}));
  QVERIFY(!outcome.line(3).variables_read);
  QVERIFY(outcome.line(5).variables.empty());
  QVERIFY(outcome.line(5).variables_read.has_value());
  QCOMPARE(outcome.line(5).variables_read->visible_devices, std::optional<std::string>("2,0"));
  QCOMPARE(outcome.line(5).cuda_uuids,
           std::optional(
               std::vector<std::string>{worker.ready().physical[2].uuid, worker.ready().physical[0].uuid}));
  QCOMPARE(outcome.line(6).variables, std::vector<Change>({{name, "set", "2,0", "3", true}}));
  QCOMPARE(outcome.line(7).variables, std::vector<Change>({{name, "deleted", "3", std::nullopt, true}}));
}

/// torch.cuda.is_available() asks the driver: the variable is read, though PyTorch has not started CUDA.
void TestWorkerRecords::askingIsReading() {
  WorkerDriver worker({"--simulate", "4"});
  const auto outcome = worker.run(R"(import os, torch
torch.cuda.device_count()
torch.cuda.is_available()
os.environ["CUDA_VISIBLE_DEVICES"] = "3"
x = torch.ones(1).to("cuda"))");
  QVERIFY(!outcome.line(2).variables_read);
  QVERIFY(outcome.line(3).variables_read.has_value());
  QVERIFY(!outcome.line(3).variables_read->visible_devices);
  QVERIFY(!outcome.line(3).cuda_uuids);
  QVERIFY(outcome.line(4).variables.at(0).late);
  QCOMPARE(outcome.line(5).cuda_uuids->size(), std::size_t(4));
}

void TestWorkerRecords::noGpus() {
  WorkerDriver worker({"--simulate", "0"});
  QCOMPARE(worker.ready().backend, std::string("none"));
  QVERIFY(!worker.ready().note.empty());
  QCOMPARE(worker.ready().note_code, std::string("none_wanted"));
  const auto outcome =
      worker.run("import torch\nprint(torch.cuda.is_available(), torch.cuda.device_count())");
  QCOMPARE(outcome.printed, QString("False 0\n"));
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
