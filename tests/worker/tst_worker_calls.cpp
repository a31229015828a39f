// SPDX-License-Identifier: Apache-2.0
// What each line caused below Python, on simulated GPUs.
#include <QTest>
#include <algorithm>

#include "worker_driver.h"

using namespace todevice::protocol;

namespace {

std::vector<std::string> names(const Record& record) {
  std::vector<std::string> all;
  for (const auto& call : record.calls) all.push_back(call.name);
  return all;
}
using Names = std::vector<std::string>;

}  // namespace

class TestWorkerCalls : public QObject {
  Q_OBJECT
 private slots:
  void eachLineHasItsOwn();
  void lookingIsNotTold();
  void severalGpus();
  void aBlockRunWholeHasNone();
  void manyAreBounded();
};

void TestWorkerCalls::eachLineHasItsOwn() {
  WorkerDriver worker;
  worker.run("import torch", Mode::whole);
  const auto outcome = worker.run(
      "c = torch.ones(3, 3)\nx = c.to('cuda')\ny = x + x\nz = torch.relu(y) @ x\nw = y.to('cpu')\nn = 1");
  QVERIFY(outcome.line(1).calls.empty());
  const auto& moved = outcome.line(2);
  QCOMPARE(names(moved), Names({"reserve memory", "copy to the GPU"}));
  const auto &reserved = moved.calls[0], &copy = moved.calls[1];
  QCOMPARE(reserved.kind, std::string("api"));
  QCOMPARE(reserved.bytes, std::int64_t(2) << 20);
  QCOMPARE(copy.kind, std::string("copy"));
  QCOMPARE(copy.device, std::string("cuda:0"));
  QCOMPARE(copy.bytes, std::int64_t(36));
  QCOMPARE(copy.stream, std::int64_t(0));
  QVERIFY(!copy.measured && copy.microseconds > 0 && copy.begin >= reserved.begin + reserved.microseconds);
  QVERIFY(copy.begin + copy.microseconds <= moved.microseconds);
  QCOMPARE(names(outcome.line(3)), Names({"add"}));
  QCOMPARE(outcome.line(3).calls[0].kind, std::string("kernel"));
  QCOMPARE(names(outcome.line(4)), Names({"relu", "matmul"}));
  QCOMPARE(names(outcome.line(5)), Names({"copy to the CPU"}));
  QVERIFY(outcome.line(6).calls.empty());
  QVERIFY(outcome.line(3).calls_note.empty());
}

void TestWorkerCalls::lookingIsNotTold() {
  WorkerDriver worker;
  worker.run("import torch\nx = torch.ones(3, 3).to('cuda')", Mode::whole);
  worker.begin("y = 1\nz = x * 2", Mode::step);
  worker.await_stop();
  QVERIFY(worker.step().last().calls.empty());  // x was looked at
  QVERIFY(worker.evaluate("x.sum().item()").ok);
  QCOMPARE(names(worker.step().last()), Names({"mul"}));
}

void TestWorkerCalls::severalGpus() {
  WorkerDriver worker;
  const auto outcome =
      worker.run("import torch\nx = torch.ones(4).to('cuda:1')\ny = x.to('cuda:0')\nz = (x + 1).sum() * 2");
  QCOMPARE(outcome.line(2).calls.back().device, std::string("cuda:1"));
  QCOMPARE(names(outcome.line(3)), Names({"reserve memory", "copy"}));
  QCOMPARE(outcome.line(3).calls.back().device, std::string("cuda:0"));
  QCOMPARE(names(outcome.line(4)), Names({"add", "sum", "mul"}));
  QCOMPARE(outcome.line(4).calls.back().device, std::string("cuda:1"));
}

void TestWorkerCalls::aBlockRunWholeHasNone() {
  WorkerDriver worker;
  worker.run("import torch\nx = torch.ones(3).to('cuda')", Mode::record);
  QVERIFY(worker.run("y = x + 1", Mode::whole).last().calls.empty());
  QCOMPARE(names(worker.run("y = x + 1", Mode::record).last()), Names({"add"}));
}

void TestWorkerCalls::manyAreBounded() {
  WorkerDriver worker;
  worker.run("import torch\nx = torch.ones(3).to('cuda')", Mode::whole);
  const auto outcome = worker.run("for i in range(2000): x += 1 if i < 0 else 2\ndone = 1", Mode::record);
  const auto inner = worker.run("l = [x.add_(1) for _ in range(2000)]", Mode::record);
  QVERIFY(outcome.records.size() > 1);
  const auto& record = inner.last();
  QVERIFY(record.calls.size() <= 512);
  QCOMPARE(std::int64_t(record.calls.size()) + record.calls_left_out, std::int64_t(2000));
}

QTEST_GUILESS_MAIN(TestWorkerCalls)
#include "tst_worker_calls.moc"
