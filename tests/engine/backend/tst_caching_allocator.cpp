// SPDX-License-Identifier: Apache-2.0
#include "backend/common/caching_allocator.h"

#include <QTest>
#include <map>
#include <random>
#include <vector>

#include "backend/common/memory_text.h"
#include "core/errors.h"

using namespace todevice;

namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

/// Segments at made-up addresses, as many as `capacity` holds; nothing is ever written there.
class FakeSource final : public SegmentSource {
 public:
  explicit FakeSource(std::size_t capacity) : capacity_(capacity) {}
  void* allocate(std::size_t bytes) override {
    if (used_ + bytes > capacity_) return nullptr;
    used_ += bytes;
    next_ += 64 * kMiB + bytes / (2 * kMiB) * 2 * kMiB;
    live[next_] = bytes;
    return reinterpret_cast<void*>(next_);  // NOLINT
  }
  void release(void* data, std::size_t bytes) noexcept override {
    const auto found = live.find(reinterpret_cast<std::uintptr_t>(data));
    matched = matched && found != live.end() && found->second == bytes;
    if (found != live.end()) live.erase(found);
    used_ -= bytes;
  }
  std::size_t free_bytes() noexcept override { return capacity_ - used_; }
  std::size_t total_bytes() noexcept override { return capacity_; }
  std::optional<std::size_t> process_bytes() noexcept override { return used_; }

  std::map<std::uintptr_t, std::size_t> live;
  bool matched = true;  ///< every segment came back whole, once

 private:
  std::size_t capacity_;
  std::size_t used_ = 0;
  std::uintptr_t next_ = 0x7f0000000000;
};

}  // namespace

class TestCachingAllocator : public QObject {
  Q_OBJECT
 private slots:
  void segmentSizes_data();
  void segmentSizes();
  void splitsAndMerges();
  void reusesTheLastAddress();
  void bestFit();
  void streamsAreApart();
  void privatePools();
  void emptiesTheCache();
  void retriesWhenFull();
  void counts();
  void outOfMemory();
  void peaks();
  void ignoresUnknownAddresses();
  void bytesInWords_data();
  void bytesInWords();
  void randomUseStaysSound();
};

void TestCachingAllocator::segmentSizes_data() {
  QTest::addColumn<quint64>("bytes");
  QTest::addColumn<quint64>("allocated");
  QTest::addColumn<quint64>("reserved");
  // What memory_allocated() and memory_reserved() say after one tensor, by PyTorch's rules.
  const auto row = [](const char* name, std::size_t bytes, std::size_t allocated, std::size_t reserved) {
    QTest::newRow(name) << quint64{bytes} << quint64{allocated} << quint64{reserved};
  };
  row("4 bytes", 4, 512, 2 * kMiB);
  row("512 bytes", 512, 512, 2 * kMiB);
  row("513 bytes", 513, 1024, 2 * kMiB);
  row("1 MiB", kMiB, kMiB, 2 * kMiB);
  row("above 1 MiB", kMiB + 1, kMiB + 512, 20 * kMiB);
  row("below 10 MiB", 10 * kMiB - 512, 10 * kMiB - 512, 20 * kMiB);
  row("10 MiB", 10 * kMiB, 10 * kMiB, 10 * kMiB);
  row("11 MiB", 11 * kMiB, 12 * kMiB, 12 * kMiB);  // what is left over is too small to be split off
}

void TestCachingAllocator::segmentSizes() {
  QFETCH(quint64, bytes);
  QFETCH(quint64, allocated);
  QFETCH(quint64, reserved);
  FakeSource source(100 * kMiB);
  CachingAllocator allocator(0, source);
  allocator.allocate(bytes);
  QCOMPARE(quint64{allocator.stats().allocated}, allocated);
  QCOMPARE(quint64{allocator.stats().reserved}, reserved);
}

void TestCachingAllocator::splitsAndMerges() {
  FakeSource source(100 * kMiB);
  CachingAllocator allocator(0, source);
  std::vector<std::byte*> blocks;
  for (int i = 0; i < 3; ++i) blocks.push_back(static_cast<std::byte*>(allocator.allocate(36)));
  QCOMPARE(blocks[1] - blocks[0], std::ptrdiff_t{512});
  QCOMPARE(blocks[2] - blocks[1], std::ptrdiff_t{512});
  for (const int i : {1, 0, 2}) allocator.deallocate(blocks[static_cast<std::size_t>(i)]);
  QCOMPARE(allocator.stats().allocated, std::size_t{0});
  QCOMPARE(allocator.allocate(kMiB), static_cast<void*>(blocks[0]));  // one whole block again
  QCOMPARE(allocator.stats().reserved, 2 * kMiB);
}

void TestCachingAllocator::reusesTheLastAddress() {
  FakeSource source(100 * kMiB);
  CachingAllocator allocator(0, source);
  void* first = allocator.allocate(100);
  allocator.deallocate(first);
  QCOMPARE(allocator.allocate(200), first);
}

void TestCachingAllocator::bestFit() {
  FakeSource source(100 * kMiB);
  CachingAllocator allocator(0, source);
  void* large = allocator.allocate(2048);
  void* wall = allocator.allocate(512);
  void* small = allocator.allocate(1024);
  void* end = allocator.allocate(512);
  allocator.deallocate(large);
  allocator.deallocate(small);
  QCOMPARE(allocator.allocate(1000), small);
  QCOMPARE(allocator.allocate(1500), large);
  QVERIFY(wall && end);
}

void TestCachingAllocator::streamsAreApart() {
  FakeSource source(100 * kMiB);
  CachingAllocator allocator(0, source);
  void* first = allocator.allocate(512, 1);
  allocator.deallocate(first);
  QVERIFY(allocator.allocate(512, 2) != first);
  QCOMPARE(allocator.allocate(512, 1), first);
}

void TestCachingAllocator::privatePools() {
  FakeSource source(100 * kMiB);
  CachingAllocator allocator(0, source);
  allocator.open_pool(7);
  void* graph = allocator.allocate(512, 0, 7);
  allocator.deallocate(graph);
  QVERIFY(allocator.allocate(512) != graph);
  allocator.empty_cache();
  QCOMPARE(allocator.allocate(512, 0, 7), graph);  // a captured graph will write there again
  allocator.deallocate(graph);
  allocator.close_pool(7);
  const std::size_t before = allocator.stats().reserved;
  allocator.empty_cache();
  QCOMPARE(allocator.stats().reserved, before - 2 * kMiB);
}

void TestCachingAllocator::emptiesTheCache() {
  FakeSource source(100 * kMiB);
  CachingAllocator allocator(0, source);
  void* kept = allocator.allocate(512);
  void* large = allocator.allocate(12 * kMiB);
  allocator.deallocate(large);
  QCOMPARE(allocator.stats().reserved, 14 * kMiB);
  allocator.empty_cache();
  QCOMPARE(allocator.stats().reserved, 2 * kMiB);
  allocator.deallocate(kept);
  allocator.empty_cache();
  QCOMPARE(allocator.stats().reserved, std::size_t{0});
  QVERIFY(source.live.empty() && source.matched);
}

void TestCachingAllocator::retriesWhenFull() {
  FakeSource source(24 * kMiB);
  CachingAllocator allocator(0, source);
  allocator.deallocate(allocator.allocate(12 * kMiB));
  QVERIFY(allocator.allocate(20 * kMiB));  // only after the cached 12 MiB went back
  QCOMPARE(allocator.stats().reserved, 20 * kMiB);
  QCOMPARE(allocator.counts().retries, 1);
}

void TestCachingAllocator::counts() {
  FakeSource source(100 * kMiB);
  CachingAllocator allocator(0, source);
  void* a = allocator.allocate(1000);
  void* b = allocator.allocate(12 * kMiB);
  AllocatorCounts counts = allocator.counts();
  QCOMPARE(counts.requested_bytes.small.current, 1000);
  QCOMPARE(counts.allocated_bytes.small.current, 1024);
  QCOMPARE(counts.allocated_bytes.large.current, std::int64_t{12 * kMiB});
  QCOMPARE(counts.segment.all.current, 2);
  QCOMPARE(counts.inactive_split.all.current, 1);
  QCOMPARE(counts.inactive_split_bytes.small.current, std::int64_t{2 * kMiB - 1024});
  allocator.deallocate(b);
  allocator.deallocate(a);
  allocator.empty_cache();
  counts = allocator.counts();
  for (const PoolCounts* pools : {&counts.allocation, &counts.allocated_bytes, &counts.requested_bytes,
                                  &counts.segment, &counts.inactive_split, &counts.inactive_split_bytes}) {
    QCOMPARE(pools->all.current, 0);
    QCOMPARE(pools->all.allocated, pools->all.freed);
    QCOMPARE(pools->all.allocated, pools->small.allocated + pools->large.allocated);
    QVERIFY(pools->all.peak > 0);
  }
  QCOMPARE(counts.device_allocations, 2);
  QCOMPARE(counts.device_frees, 2);
  QVERIFY_EXCEPTION_THROWN(allocator.allocate(200 * kMiB), OutOfMemoryError);
  QCOMPARE(allocator.counts().out_of_memory, 1);
  allocator.reset_totals();
  QCOMPARE(allocator.counts().allocation.all.allocated, 0);
  QCOMPARE(allocator.counts().out_of_memory, 0);
}

void TestCachingAllocator::outOfMemory() {
  FakeSource source(16 * kMiB);
  CachingAllocator allocator(1, source);
  void* kept = allocator.allocate(1536);
  QString text;
  try {
    allocator.allocate(15 * kMiB);
  } catch (const OutOfMemoryError& error) {
    text = error.what();
  }
  QCOMPARE(
      text,
      QStringLiteral(
          "CUDA out of memory. Tried to allocate 16.00 MiB. GPU 1 has a total capacity of 16.00 MiB of which "
          "14.00 MiB is free. Including non-PyTorch memory, this process has 2.00 MiB memory in use. Of the "
          "allocated memory 1.50 KiB is allocated by PyTorch, and 2.00 MiB is reserved by PyTorch but "
          "unallocated. If reserved but unallocated memory is large try setting "
          "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True to avoid fragmentation.  See documentation for "
          "Memory Management  "
          "(https://docs.pytorch.org/docs/stable/notes/"
          "cuda.html#optimizing-memory-usage-with-pytorch-cuda-alloc-conf)"));
  QVERIFY_EXCEPTION_THROWN(allocator.allocate(~std::size_t{0}), OutOfMemoryError);
  QVERIFY(allocator.allocate(512));  // everything stays usable
  allocator.deallocate(kept);
}

void TestCachingAllocator::peaks() {
  FakeSource source(100 * kMiB);
  CachingAllocator allocator(0, source);
  allocator.deallocate(allocator.allocate(12 * kMiB));
  allocator.empty_cache();
  QCOMPARE(allocator.stats().max_allocated, 12 * kMiB);
  QCOMPARE(allocator.stats().max_reserved, 12 * kMiB);
  allocator.reset_peaks();
  QCOMPARE(allocator.stats().max_allocated, std::size_t{0});
  QCOMPARE(allocator.stats().max_reserved, std::size_t{0});
}

void TestCachingAllocator::ignoresUnknownAddresses() {
  FakeSource source(100 * kMiB);
  CachingAllocator allocator(0, source);
  QCOMPARE(allocator.allocate(0), static_cast<void*>(nullptr));
  auto* block = static_cast<std::byte*>(allocator.allocate(512));
  allocator.deallocate(nullptr);
  allocator.deallocate(block + 1);
  QCOMPARE(allocator.stats().allocated, std::size_t{512});
}

void TestCachingAllocator::bytesInWords_data() {
  QTest::addColumn<quint64>("bytes");
  QTest::addColumn<QString>("text");
  QTest::newRow("512") << quint64{512} << "512 bytes";
  QTest::newRow("1024") << quint64{1024} << "1024 bytes";
  QTest::newRow("1536") << quint64{1536} << "1.50 KiB";
  QTest::newRow("2 MiB") << quint64{2 * kMiB} << "2.00 MiB";
  QTest::newRow("614 MiB") << quint64{614 * kMiB} << "614.00 MiB";
  QTest::newRow("huge") << quint64{400000000000000} << "372529.03 GiB";
}

void TestCachingAllocator::bytesInWords() {
  QFETCH(quint64, bytes);
  QFETCH(QString, text);
  QCOMPARE(QString::fromStdString(format_bytes(bytes)), text);
}

/// Blocks never overlap, figures add up, and all memory comes back.
void TestCachingAllocator::randomUseStaysSound() {
  FakeSource source(400 * kMiB);
  {
    CachingAllocator allocator(0, source);
    std::map<std::uintptr_t, std::size_t> held;
    std::size_t total = 0;
    std::mt19937 random(1);
    for (int step = 0; step < 20000; ++step) {
      if (held.size() < 60 && random() % 2 == 0) {
        const std::size_t bytes = 1 + random() % (random() % 8 == 0 ? 12 * kMiB : 8192);
        const auto at = reinterpret_cast<std::uintptr_t>(allocator.allocate(bytes));
        const std::size_t rounded = (bytes + 511) / 512 * 512;
        const auto next = held.lower_bound(at);
        QVERIFY(next == held.end() || at + rounded <= next->first);
        QVERIFY(next == held.begin() || std::prev(next)->first + std::prev(next)->second <= at);
        QCOMPARE(at % 512, std::uintptr_t{0});
        held[at] = rounded;
        total += rounded;
      } else if (!held.empty()) {
        const auto victim = std::next(held.begin(), static_cast<long>(random() % held.size()));
        allocator.deallocate(reinterpret_cast<void*>(victim->first));  // NOLINT
        total -= victim->second;
        held.erase(victim);
      }
      QVERIFY(allocator.stats().allocated >= total && allocator.stats().reserved <= source.total_bytes());
    }
    for (const auto& [at, bytes] : held) allocator.deallocate(reinterpret_cast<void*>(at));  // NOLINT
    QCOMPARE(allocator.stats().allocated, std::size_t{0});
  }
  QVERIFY(source.live.empty() && source.matched);
}

QTEST_GUILESS_MAIN(TestCachingAllocator)
#include "tst_caching_allocator.moc"
