// SPDX-License-Identifier: Apache-2.0
// What a record says about CUDA_VISIBLE_DEVICES, and when CUDA reads it.
#include <QTest>

#include "record_parts.h"
#include "worker_driver.h"

using namespace todevice::protocol;
using namespace record_parts;

class TestWorkerVariables : public QObject {
  Q_OBJECT
 private slots:
  void visibleDevices_data();
  void visibleDevices();
  void whatIsWrittenIntoTheVariable();
  void askingIsReading();
  void noGpus();
};

void TestWorkerVariables::visibleDevices_data() {
  QTest::addColumn<QString>("list");
  QTest::addColumn<QList<int>>("expected");
  QTest::addColumn<QString>("error");
  QTest::newRow("all") << "0,1,2,3" << QList<int>{0, 1, 2, 3} << "";
  QTest::newRow("two, turned") << "3,1" << QList<int>{3, 1} << "";
  QTest::newRow("up to the first bad one") << "2,9,0" << QList<int>{2} << "";
  QTest::newRow("none") << "" << QList<int>{} << "";
  QTest::newRow("twice") << "1,1" << QList<int>{} << "invalid_device";
}

void TestWorkerVariables::visibleDevices() {
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

void TestWorkerVariables::whatIsWrittenIntoTheVariable() {
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
void TestWorkerVariables::askingIsReading() {
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

void TestWorkerVariables::noGpus() {
  WorkerDriver worker({"--simulate", "0"});
  QCOMPARE(worker.ready().backend, std::string("none"));
  QVERIFY(!worker.ready().note.empty());
  QCOMPARE(worker.ready().note_code, std::string("none_wanted"));
  const auto outcome =
      worker.run("import torch\nprint(torch.cuda.is_available(), torch.cuda.device_count())");
  QCOMPARE(outcome.printed, QString("False 0\n"));
}

QTEST_GUILESS_MAIN(TestWorkerVariables)
#include "tst_worker_variables.moc"
