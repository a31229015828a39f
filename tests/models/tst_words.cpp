// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "address_format.h"
#include "device_info.h"
#include "worker_settings.h"
#include "worker_words.h"

using namespace todevice;

namespace {

protocol::Ready machine() {
  protocol::Ready ready;
  ready.backend = "sim";
  for (int i = 0; i < 3; ++i) {
    protocol::PhysicalDevice device;
    device.index = i;
    device.name = "Simulated GPU";
    device.uuid = "GPU-" + std::to_string(i);
    device.simulated = true;
    ready.physical.push_back(device);
  }
  ready.predicted_uuids = {"GPU-2", "GPU-0"};
  return ready;
}

}  // namespace

class WordsTest : public QObject {
  Q_OBJECT
 private slots:
  /// A worker's codes are said in the window's words; its own sentence stands in for a code that is not
  /// known.
  void whyThereIsNoGpu() {
    protocol::Ready ready;
    QVERIFY(noGpuWords(ready).isEmpty());
    ready.note = "A newer reason.";
    ready.note_code = "newer";
    QCOMPARE(noGpuWords(ready), QString("A newer reason."));
    ready.note_detail = "libcublas.so.12";
    for (const char* code : {"none_wanted", "no_driver", "no_cuda_part", "library_missing", "not_loaded",
                             "does_not_fit", "cuda"}) {
      ready.note_code = code;
      QVERIFY2(noGpuWords(ready) != "A newer reason." && !noGpuWords(ready).isEmpty(), code);
    }
    ready.note_code = "library_missing";
    QVERIFY(noGpuWords(ready).contains("libcublas.so.12"));
    QVERIFY(gpuFaultWords("an illegal memory access was encountered").contains("illegal memory access"));
    QVERIFY(noCallsWords("no CUPTI").contains("no CUPTI"));
  }

  void addressesAreGroupedByFour() {
    QCOMPARE(formatAddress(0x7f1893e00600), QString("0x7f18 93e0 0600"));
    QCOMPARE(formatAddress(0x12345), QString("0x1 2345"));
    QCOMPARE(formatAddress(0), QString());
    QCOMPARE(plainAddress(0x7f1893e00600), QString("0x7f1893e00600"));
  }

  void differingDigitsAreFound() {
    const auto pair = compareAddresses(0x7f1893e00600, 0x7f1893e10600);
    QVERIFY(!pair.same);
    QCOMPARE(pair.differing, std::vector<int>{10});
    QCOMPARE(pair.after[10], QChar('1'));
    const auto unequal = compareAddresses(0x5000, 0x7f1893e00600);
    QCOMPARE(unequal.before, QString("0x0000 0000 5000"));
    QVERIFY(compareAddresses(0x5000, 0x5000).same);
    QVERIFY(compareAddresses(0x5000, 0x5000).differing.empty());
    QCOMPARE(addressWords(true), QString("same address"));
  }

  void bytesAndShapes() {
    QCOMPARE(formatBytes(108), QString("108 B"));
    QCOMPARE(formatBytes(4096), QString("4.0 KiB"));
    QCOMPARE(formatBytes(qint64(8) << 30), QString("8.0 GiB"));
    QCOMPARE(formatBytes((qint64(1) << 20) - 1), QString("1.0 MiB"));
    QCOMPARE(formatShape({3, 3}), QString("(3, 3)"));
    QCOMPARE(formatShape({3}), QString("(3,)"));
    QCOMPARE(formatShape({}), QString("()"));
  }

  void lettersBelongToTheCard() {
    QCOMPARE(deviceLetter(0), QString("A"));
    QCOMPARE(deviceLetter(7), QString("H"));
    QCOMPARE(deviceLetter(26), QString("A1"));
    QCOMPARE(deviceColorIndex(-1), 0);
    QCOMPARE(deviceColorIndex(7), 8);
    QCOMPARE(deviceColorIndex(8), 1);
    const DeviceDirectory devices(machine(), {});
    QCOMPARE(devices.info("cuda:0").letter, QString("C"));
    QCOMPARE(devices.info("cuda:1").physical, 0);
    QVERIFY(devices.info("cuda:0").simulated);
    QVERIFY(devices.info("cpu").isCpu);
    QCOMPARE(devices.info("cuda:7").physical, -1);
    const DeviceDirectory reported(machine(), {"GPU-1"});
    QCOMPARE(reported.info("cuda:0").letter, QString("B"));
    QCOMPARE(reported.logical().size(), std::size_t(1));
  }

  void onlyCudaNamesHaveANumber() {
    QCOMPARE(logicalIndex("cuda:12"), 12);
    QCOMPARE(logicalIndex("cuda"), -1);
    QCOMPARE(logicalIndex("cuda:x"), -1);
    QCOMPARE(logicalIndex("cpu"), -1);
  }

  void commandHasTheSettings() {
    WorkerSettings settings;
    settings.program = "/opt/worker";
    QCOMPARE(workerCommand(settings), QStringList{"/opt/worker"});
    settings.simulate = 4;
    settings.visibleDevices = "";
    settings.deviceOrder = "PCI_BUS_ID";
    QCOMPARE(workerCommand(settings),
             QStringList({"/opt/worker", "--simulate=4", "--visible-devices=", "--device-order=PCI_BUS_ID"}));
    settings.launchPrefix = QStringList{"ssh", "lab"};
    settings.visibleDevices = "0; rm 'x'";
    QCOMPARE(workerCommand(settings)[4], QString("'--visible-devices=0; rm '\\''x'\\'''"));
  }

  void unsetIsNotEmpty() {
    qputenv("CUDA_VISIBLE_DEVICES", "3");
    WorkerSettings settings;
    QVERIFY(!workerEnvironment(settings).contains("CUDA_VISIBLE_DEVICES"));
    settings.visibleDevices = "";
    QVERIFY(workerEnvironment(settings).contains("CUDA_VISIBLE_DEVICES"));
    QCOMPARE(workerEnvironment(settings).value("CUDA_VISIBLE_DEVICES"), QString());
  }
};

QTEST_GUILESS_MAIN(WordsTest)
#include "tst_words.moc"
