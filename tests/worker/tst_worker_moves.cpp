// SPDX-License-Identifier: Apache-2.0
// What a record says about what was moved to a device.
#include <QTest>
#include <algorithm>

#include "record_parts.h"
#include "worker_driver.h"

using namespace todevice::protocol;
using namespace record_parts;

class TestWorkerMoves : public QObject {
  Q_OBJECT
 private slots:
  void tensorTo();
  void nothingToDo();
  void whatAsksForNoMove();
  void aWrapperIsNotWhatMoved();
  void aLineThatFailedMovedInPlace();
  void aResultThatNobodyKeeps();
  void moduleTo();
  void moduleMadeAndMovedInOneLine();
  void whatIsLeftOutIsCounted();
  void aBigModuleIsOneMove();
};

void TestWorkerMoves::tensorTo() {
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

void TestWorkerMoves::nothingToDo() {
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
void TestWorkerMoves::whatAsksForNoMove() {
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
void TestWorkerMoves::aWrapperIsNotWhatMoved() {
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
void TestWorkerMoves::aLineThatFailedMovedInPlace() {
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

void TestWorkerMoves::aResultThatNobodyKeeps() {
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

void TestWorkerMoves::moduleTo() {
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

void TestWorkerMoves::moduleMadeAndMovedInOneLine() {
  WorkerDriver worker;
  const auto outcome = worker.run("import torch.nn as nn\nnet = nn.Linear(3, 2).to('cuda').double()");
  const auto& moves = outcome.line(2).moves;
  QCOMPARE(moves.size(), std::size_t(2));
  QCOMPARE(moves[0].what, std::string("module"));
  QCOMPARE(moves[0].after_device, std::string("cuda:0"));
  QCOMPARE(moves[1].before_dtype, std::string("torch.float32"));
  QCOMPARE(moves[1].after_dtype, std::string("torch.float64"));
}

void TestWorkerMoves::whatIsLeftOutIsCounted() {
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
void TestWorkerMoves::aBigModuleIsOneMove() {
  WorkerDriver worker;
  const auto outcome = worker.run(
      "import torch.nn as nn\nnet = nn.Sequential(*[nn.Linear(2, 2) for _ in range(200)])\nnet.to('cuda')");
  QCOMPARE(outcome.line(3).moves.size(), std::size_t(1));
  QCOMPARE(outcome.line(3).moves[0].name, std::string("net"));
  QCOMPARE(outcome.line(3).moves[0].parts.size(), std::size_t(400));
  QCOMPARE(outcome.line(3).moves_left_out, std::int64_t(0));
}

QTEST_GUILESS_MAIN(TestWorkerMoves)
#include "tst_worker_moves.moc"
