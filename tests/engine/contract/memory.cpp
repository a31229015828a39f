// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "backend/registry.h"
#include "contract.h"
#include "core/errors.h"

namespace todevice::testing {

std::vector<Place> places() {
  std::vector<Place> all{{&registry::host(), 0}};
  if (Backend* cuda = registry::cuda()) {
    for (int i = 0; i < cuda->device_count(); ++i) all.push_back({cuda, i});
  }
  return all;
}

void Contract::initTestCase_data() {
  QTest::addColumn<int>("place");
  const std::vector<Place> all = places();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string name = std::string(all[i].backend->name()) + " " + all[i].device().str();
    QTest::newRow(name.c_str()) << static_cast<int>(i);
  }
}

void Contract::init() {
  QFETCH_GLOBAL(int, place);
  place_ = places()[static_cast<std::size_t>(place)];
}

void Contract::describesItself() {
  const DeviceProperties properties = place_.backend->properties(place_.index);
  QVERIFY(!properties.name.empty());
  QVERIFY(properties.total_memory > 0);
  QVERIFY(place_.backend->device_count() > place_.index);
  QCOMPARE(place_.backend->device_count(), place_.backend->device_count());
  QCOMPARE(place_.backend->start_error(), std::string());
  if (place_.device().is_cpu()) return;
  QVERIFY(properties.uuid.starts_with("GPU-"));
  QVERIFY(!properties.pci_bus_id.empty());
  for (const Place& other : places()) {
    if (other.device() != place_.device())
      QVERIFY(other.backend->properties(other.index).uuid != properties.uuid);
  }
}

void Contract::memoryIsAlignedAndApart() {
  const std::uintptr_t alignment = place_.device().is_cpu() ? 64 : 512;
  std::vector<std::pair<void*, std::size_t>> blocks;
  for (const std::size_t bytes : {1u, 36u, 512u, 513u, 4096u, 5000u, 3u << 20})
    blocks.emplace_back(place_.backend->allocate(place_.index, bytes), bytes);
  for (const auto& [data, bytes] : blocks) {
    const auto at = reinterpret_cast<std::uintptr_t>(data);
    QCOMPARE(at % alignment, std::uintptr_t{0});
    for (const auto& [other, length] : blocks) {
      const auto there = reinterpret_cast<std::uintptr_t>(other);
      QVERIFY(there == at || there + length <= at || at + bytes <= there);
    }
  }
  for (const auto& [data, bytes] : blocks) place_.backend->deallocate(place_.index, data, bytes);
}

void Contract::bytesComeBackAsTheyWere() {
  std::vector<std::byte> sent(100003), received(sent.size());
  for (std::size_t i = 0; i < sent.size(); ++i) sent[i] = static_cast<std::byte>(i * 7);
  void* data = place_.backend->allocate(place_.index, sent.size());
  for (const bool blocking : {true, false}) {
    std::memset(received.data(), 0, received.size());
    place_.backend->copy(place_.device(), data, kCpu, sent.data(), sent.size(), blocking);
    place_.backend->copy(kCpu, received.data(), place_.device(), data, sent.size(), blocking);
    place_.backend->synchronize(place_.index);
    QVERIFY(sent == received);
  }
  place_.backend->deallocate(place_.index, data, sent.size());
}

void Contract::copiesBetweenAllDevices() {
  const Buffer source(place_, DType::float32, {5}, {1, 2, 3, 4, 5});
  for (const Place& other : places()) {
    Buffer target(other, DType::float32, {5});
    Backend& backend = other.device().is_cpu() ? *place_.backend : *other.backend;
    backend.copy(other.device(), target.data(), place_.device(), source.data(), source.bytes(), true);
    QCOMPARE(target.values(), (Numbers{1, 2, 3, 4, 5}));
  }
}

void Contract::countsWhatIsHeld() {
  constexpr std::size_t kBytes = std::size_t{3} << 20;
  const MemoryStats before = place_.backend->memory_stats(place_.index);
  void* data = place_.backend->allocate(place_.index, kBytes);
  const MemoryStats with = place_.backend->memory_stats(place_.index);
  QVERIFY(with.allocated >= before.allocated + kBytes);
  QVERIFY(with.max_allocated >= with.allocated && with.reserved >= with.allocated);
  QVERIFY(with.device_total > 0 && with.device_free <= with.device_total);
  place_.backend->deallocate(place_.index, data, kBytes);
  place_.backend->empty_cache(place_.index);
  const MemoryStats after = place_.backend->memory_stats(place_.index);
  QCOMPARE(after.allocated, before.allocated);
  QVERIFY(after.reserved < with.reserved);
}

void Contract::refusesTooMuchAndLivesOn() {
#ifdef __SANITIZE_ADDRESS__
  if (place_.device().is_cpu()) QSKIP("the sanitizer's own allocator ends the process");
#endif
  const std::size_t much = std::size_t{40} * 1000 * 1000 * 1000 * 1000 * 1000;
  std::string text;
  try {
    place_.backend->allocate(place_.index, much);
  } catch (const OutOfMemoryError& error) {
    text = std::string("gpu: ") + error.what();
  } catch (const Error& error) {
    text = std::string("cpu: ") + error.what();
  }
  const std::string start = place_.device().is_cpu()
                                ? "cpu: [enforce fail at alloc_cpu.cpp:127] err == 0. DefaultCPUAllocator: "
                                  "can't allocate memory: you tried to allocate 40000000000000000 bytes."
                                : "gpu: CUDA out of memory. Tried to allocate ";
  QVERIFY2(text.starts_with(start), text.c_str());
  const Buffer still(place_, DType::float64, {2}, {1, 2});
  QCOMPARE(still.values(), (Numbers{1, 2}));
}

}  // namespace todevice::testing
