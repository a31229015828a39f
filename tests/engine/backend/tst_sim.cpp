// SPDX-License-Identifier: Apache-2.0
#include "backend/sim/sim.h"

#include <set>

#include "../support/tensors.h"

using namespace todevice;
using namespace todevice::testing;

/// What is particular to simulated GPUs; all else is in the contract.
class TestSim : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    qputenv("CUDA_VISIBLE_DEVICES", "2,0");
    registry::set_cuda(sim::make_backend(sim::machine(3)));
  }
  void describesItself();
  void everyGpuDiffers();
  void figuresOfThreeSmallTensors();
  void addressTellsTheGpu();
  void memoryIsTakenWhenWritten();
  void outOfMemoryNamesTheLogicalGpu();
};

void TestSim::describesItself() {
  Backend& backend = *registry::cuda();
  QCOMPARE(backend.name(), std::string_view("sim"));
  QCOMPARE(backend.device_count(), 2);
  const DeviceProperties properties = backend.properties(0);
  QCOMPARE(properties.name, std::string("Simulated GPU"));
  QVERIFY(properties.simulated);
  QCOMPARE(properties.total_memory, sim::kDefaultCapacity);
  QCOMPARE(properties.uuid, sim::machine(3)[2].uuid);
  QCOMPARE(properties.pci_bus_id, std::string("0000:03:00.0"));
}

void TestSim::everyGpuDiffers() {
  std::set<std::string> uuids, places;
  for (const auto& gpu : sim::machine(64)) {
    uuids.insert(gpu.uuid);
    places.insert(gpu.pci_bus_id);
    QVERIFY(gpu.uuid.starts_with("GPU-") && gpu.uuid.size() == 40);
  }
  QCOMPARE(uuids.size(), std::size_t{64});
  QCOMPARE(places.size(), std::size_t{64});
}

/// As measured: three 3x3 tensors, (1536, 2097152), 512 bytes apart, the place of a freed one taken again.
void TestSim::figuresOfThreeSmallTensors() {
  const TensorOptions options{DType::float32, kGpu0};
  Tensor a = ops::ones({3, 3}, options), b = ops::ones({3, 3}, options), c = ops::ones({3, 3}, options);
  const MemoryStats stats = registry::cuda()->memory_stats(0);
  QCOMPARE(stats.allocated, std::size_t{1536});
  QCOMPARE(stats.reserved, std::size_t{2097152});
  QCOMPARE(static_cast<std::byte*>(b.data_ptr()) - static_cast<std::byte*>(a.data_ptr()),
           std::ptrdiff_t{512});
  const void* place = b.data_ptr();
  b = Tensor();
  b = ops::zeros({3, 3}, options);
  QCOMPARE(b.data_ptr(), const_cast<void*>(place));
  QCOMPARE(registry::cuda()->memory_stats(1).allocated, std::size_t{0});
}

void TestSim::addressTellsTheGpu() {
  const Tensor on0 = ops::ones({1}, {DType::float32, kGpu0}), on1 = ops::ones({1}, {DType::float32, kGpu1});
  const auto a = reinterpret_cast<std::uintptr_t>(on0.data_ptr());
  const auto b = reinterpret_cast<std::uintptr_t>(on1.data_ptr());
  QVERIFY((a > b ? a - b : b - a) >= sim::kDefaultCapacity);
  QCOMPARE(a % 512, std::uintptr_t{0});
}

/// A tensor of 4 GiB costs nothing as long as nobody writes to it.
void TestSim::memoryIsTakenWhenWritten() {
  const Tensor big = Tensor::empty({1 << 30}, {DType::float32, kGpu1});
  QCOMPARE(registry::cuda()->memory_stats(1).allocated, std::size_t{4} << 30);
  ops::fill_(ops::slice(big, 0, (1 << 30) - 1, 1 << 30, 1), 5);
  QCOMPARE(ops::select(big, 0, -1).item<double>(), 5.0);
}

void TestSim::outOfMemoryNamesTheLogicalGpu() {
  // 12 GiB on cuda:1, which is physical GPU 0
  const std::string text = error_of([] { Tensor::empty({3, 1 << 30}, {DType::float32, kGpu1}); });
  QVERIFY2(text.starts_with("CUDA out of memory. Tried to allocate 12.00 GiB. GPU 1 has a total capacity of "
                            "8.00 GiB of which "),
           text.c_str());
  QVERIFY(throws<OutOfMemoryError>([] { Tensor::empty({3, 1 << 30}, {DType::float32, kGpu0}); }));
}

QTEST_GUILESS_MAIN(TestSim)
#include "tst_sim.moc"
