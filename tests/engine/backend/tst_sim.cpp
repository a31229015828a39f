// SPDX-License-Identifier: Apache-2.0
#include "backend/sim/sim.h"

#include <QTemporaryDir>
#include <set>

#include "../support/tensors.h"
#include "backend/common/memory_text.h"
#include "backend/sim/computer_memory.h"
#include "backend/sim/sim_device.h"

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
  void theComputersMemoryIsNotOverdrawn();
  void whatTheComputerHas();
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

/// A GPU larger than the computer: what could not be written to is refused, in words of its own, and after
/// that all goes on.
void TestSim::theComputersMemoryIsNotOverdrawn() {
  const std::size_t left = sim::available_memory().value();
  constexpr std::size_t kGib = std::size_t{1} << 30;
  const std::size_t capacity = (4 * left / kGib + 8) * kGib;
  sim::AddressRange range(6, capacity);
  QCOMPARE(range.allocate(capacity + kGib), nullptr);
  QVERIFY(!range.refusal());  // the GPU is too small
  const std::size_t tried = (2 * left / kGib + 1) * kGib;
  QCOMPARE(range.allocate(tried), nullptr);
  const std::string why = range.refusal().value();
  QVERIFY2(why.starts_with("This computer's own memory is full, not simulated GPU 6. Tried to allocate " +
                           format_bytes(tried)),
           why.c_str());
  QCOMPARE(range.free_bytes(), capacity);
  void* some = range.allocate(std::size_t{2} << 20);
  QVERIFY(some != nullptr && !range.refusal());
  range.release(some, std::size_t{2} << 20);

  CachingAllocator allocator(0, range);
  try {
    allocator.allocate(tried);
    QFAIL("allocated");
  } catch (const OutOfMemoryError& error) {
    QVERIFY2(std::string_view(error.what()).starts_with("This computer's own memory"), error.what());
  }
}

void TestSim::whatTheComputerHas() {
  const QTemporaryDir folder;
  const auto write = [&](const char* name, const QByteArray& text) {
    QFile file(folder.filePath(QLatin1String(name)));
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
  };
  const std::string at = folder.path().toStdString(), info = at + "/meminfo";
  QVERIFY(write("meminfo", "MemTotal:  8000 kB\nMemFree: 10 kB\nMemAvailable:    3000 kB\nCached: 5 kB\n"));
  QCOMPARE(sim::available_memory(info, at).value(), std::size_t{3000} * 1024);
  QVERIFY(write("memory.max", "max\n") && write("memory.current", "1000000\n"));
  QCOMPARE(sim::available_memory(info, at).value(), std::size_t{3000} * 1024);
  QVERIFY(write("memory.max", "1500000\n") && write("memory.stat", "anon 5\ninactive_file 300000\n"));
  QCOMPARE(sim::available_memory(info, at).value(), std::size_t{800000});
  QVERIFY(!sim::available_memory(at + "/none", at + "/none"));
}

QTEST_GUILESS_MAIN(TestSim)
#include "tst_sim.moc"
