// SPDX-License-Identifier: Apache-2.0
#include "backend/common/caching_allocator.h"

#include <algorithm>
#include <atomic>
#include <tuple>

#include "backend/common/memory_text.h"
#include "core/errors.h"

namespace todevice {
namespace {

constexpr std::size_t kUnit = 512;
constexpr std::size_t kMiB = std::size_t{1} << 20;
constexpr std::size_t kSmallRequest = kMiB;  // up to here a request is small
constexpr std::size_t kSmallSegment = 2 * kMiB;
constexpr std::size_t kLargeSegment = 20 * kMiB;
constexpr std::size_t kOwnSegment = 10 * kMiB;  // from here on a segment of its own
constexpr std::size_t kSegmentUnit = 2 * kMiB;

std::size_t round_up(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

std::size_t segment_bytes(std::size_t size) {
  if (size <= kSmallRequest) return kSmallSegment;
  return size < kOwnSegment ? kLargeSegment : round_up(size, kSegmentUnit);
}

void note(PoolCounts& counts, bool small, std::int64_t change) {
  if (change > 0) counts.add(small, change);
  if (change < 0) counts.take(small, -change);
}

}  // namespace

bool CachingAllocator::Fit::operator()(const Block* a, const Block* b) const {
  return std::tie(a->stream, a->size, a->data) < std::tie(b->stream, b->size, b->data);
}

CachingAllocator::CachingAllocator(int index, SegmentSource& source) : index_(index), source_(source) {}

CachingAllocator::~CachingAllocator() {
  empty_cache();
  for (auto& [data, block] : used_) delete block;
  for (auto& [pool, shelves] : pools_) {
    for (Shelf* shelf : {&shelves->small, &shelves->large}) {
      for (Block* block : shelf->free) delete block;
    }
  }
}

CachingAllocator::Shelves& CachingAllocator::shelves(Pool pool) {
  auto& slot = pools_[pool];
  if (!slot) slot.reset(new Shelves{{{}, pool, true}, {{}, pool, false}});
  return *slot;
}

void* CachingAllocator::allocate(std::size_t bytes, Stream stream, Pool pool) {
  if (bytes == 0) return nullptr;
  const std::lock_guard lock(mutex_);
  if (bytes > source_.total_bytes()) out_of_memory(bytes);  // also keeps the rounding below from wrapping
  const std::size_t size = round_up(bytes, kUnit);
  Shelves& both = shelves(pool);
  Shelf& shelf = size <= kSmallRequest ? both.small : both.large;
  Block* block = find_free(shelf, size, stream);
  if (!block) block = new_segment(shelf, segment_bytes(size), stream);
  block = use(block, size, bytes);
  used_.emplace(block->data, block);
  return block->data;
}

CachingAllocator::Block* CachingAllocator::find_free(Shelf& shelf, std::size_t size, Stream stream) {
  Block key{nullptr, size, stream, &shelf};
  const auto found = shelf.free.lower_bound(&key);
  if (found == shelf.free.end() || (*found)->stream != stream) return nullptr;
  Block* block = *found;
  shelf.free.erase(found);
  return block;
}

CachingAllocator::Block* CachingAllocator::new_segment(Shelf& shelf, std::size_t bytes, Stream stream) {
  void* data = source_.allocate(bytes);
  if (!data) {
    release_free_segments();
    ++counts_.retries;
    data = source_.allocate(bytes);
  }
  if (!data) out_of_memory(bytes);
  ++counts_.device_allocations;
  counts_.segment.add(shelf.small, 1);
  counts_.reserved_bytes.add(shelf.small, static_cast<std::int64_t>(bytes));
  return new Block{static_cast<std::byte*>(data), bytes, stream, &shelf};
}

CachingAllocator::Block* CachingAllocator::use(Block* block, std::size_t size, std::size_t requested) {
  const std::size_t rest = block->size - size;
  const bool small = block->shelf->small, was_split = block->is_split();
  // what is left of a large block must be worth keeping
  if (block->shelf->small ? rest >= kUnit : rest > kSmallRequest) {
    auto* tail = new Block{block->data + size, rest, block->stream, block->shelf, block, block->after};
    if (block->after) block->after->before = tail;
    block->after = tail;
    block->size = size;
    block->shelf->free.insert(tail);
    if (was_split) {
      counts_.inactive_split_bytes.take(small, static_cast<std::int64_t>(size));
    } else {
      counts_.inactive_split.add(small, 1);
      counts_.inactive_split_bytes.add(small, static_cast<std::int64_t>(rest));
    }
  } else if (was_split) {
    counts_.inactive_split.take(small, 1);
    counts_.inactive_split_bytes.take(small, static_cast<std::int64_t>(block->size));
  }
  block->used = true;
  block->requested = requested;
  counts_.allocation.add(small, 1);
  counts_.allocated_bytes.add(small, static_cast<std::int64_t>(block->size));
  counts_.requested_bytes.add(small, static_cast<std::int64_t>(requested));
  return block;
}

void CachingAllocator::deallocate(void* data) noexcept {
  const std::lock_guard lock(mutex_);
  const auto found = used_.find(data);
  if (found == used_.end()) return;
  Block* block = found->second;
  used_.erase(found);
  const bool small = block->shelf->small;
  counts_.allocation.take(small, 1);
  counts_.allocated_bytes.take(small, static_cast<std::int64_t>(block->size));
  counts_.requested_bytes.take(small, static_cast<std::int64_t>(block->requested));
  block->used = false;
  Split change;
  block = merge(block, change);
  if (block->is_split()) {
    ++change.blocks;
    change.bytes += static_cast<std::int64_t>(block->size);
  }
  note(counts_.inactive_split, small, change.blocks);
  note(counts_.inactive_split_bytes, small, change.bytes);
  block->shelf->free.insert(block);
}

CachingAllocator::Block* CachingAllocator::merge(Block* block, Split& change) noexcept {
  const auto swallowed = [&change](const Block* neighbour) {
    --change.blocks;
    change.bytes -= static_cast<std::int64_t>(neighbour->size);
  };
  if (Block* next = block->after; next && !next->used) {
    next->shelf->free.erase(next);
    swallowed(next);
    block->size += next->size;
    block->after = next->after;
    if (block->after) block->after->before = block;
    delete next;
  }
  if (Block* previous = block->before; previous && !previous->used) {
    previous->shelf->free.erase(previous);
    swallowed(previous);
    previous->size += block->size;
    previous->after = block->after;
    if (previous->after) previous->after->before = previous;
    delete block;
    return previous;
  }
  return block;
}

bool CachingAllocator::release_free_segments(Shelf& shelf) noexcept {
  bool any = false;
  for (auto it = shelf.free.begin(); it != shelf.free.end();) {
    Block* block = *it;
    if (block->before || block->after) {
      ++it;
      continue;
    }
    it = shelf.free.erase(it);
    source_.release(block->data, block->size);
    ++counts_.device_frees;
    counts_.segment.take(shelf.small, 1);
    counts_.reserved_bytes.take(shelf.small, static_cast<std::int64_t>(block->size));
    delete block;
    any = true;
  }
  return any;
}

bool CachingAllocator::release_free_segments() noexcept {
  bool any = false;
  for (auto& [pool, both] : pools_) {
    if (pool != 0 && both->users > 0) continue;  // a graph will write there again
    any = release_free_segments(both->small) || any;
    any = release_free_segments(both->large) || any;
  }
  return any;
}

void CachingAllocator::empty_cache() noexcept {
  const std::lock_guard lock(mutex_);
  release_free_segments();
}

CachingAllocator::Pool CachingAllocator::new_pool() noexcept {
  static std::atomic<Pool> next{1};
  return next++;
}

void CachingAllocator::open_pool(Pool pool) {
  const std::lock_guard lock(mutex_);
  ++shelves(pool).users;
}

void CachingAllocator::close_pool(Pool pool) {
  const std::lock_guard lock(mutex_);
  --shelves(pool).users;
}

CachingAllocator::Stream CachingAllocator::stream_of(void* data) {
  const std::lock_guard lock(mutex_);
  const auto found = used_.find(data);
  return found == used_.end() ? 0 : found->second->stream;
}

MemoryStats CachingAllocator::stats_locked() {
  MemoryStats stats;
  stats.allocated = static_cast<std::size_t>(counts_.allocated_bytes.all.current);
  stats.max_allocated = static_cast<std::size_t>(counts_.allocated_bytes.all.peak);
  stats.reserved = static_cast<std::size_t>(counts_.reserved_bytes.all.current);
  stats.max_reserved = static_cast<std::size_t>(counts_.reserved_bytes.all.peak);
  stats.device_free = source_.free_bytes();
  stats.device_total = source_.total_bytes();
  return stats;
}

MemoryStats CachingAllocator::stats() {
  const std::lock_guard lock(mutex_);
  return stats_locked();
}

void CachingAllocator::reset_peaks() {
  const std::lock_guard lock(mutex_);
  counts_.for_each([](Count& count) { count.peak = count.current; });
}

AllocatorCounts CachingAllocator::counts() {
  const std::lock_guard lock(mutex_);
  return counts_;
}

void CachingAllocator::reset_totals() {
  const std::lock_guard lock(mutex_);
  counts_.for_each([](Count& count) { count.allocated = count.freed = 0; });
  counts_.retries = counts_.out_of_memory = counts_.device_allocations = counts_.device_frees = 0;
}

void CachingAllocator::out_of_memory(std::size_t tried) {
  ++counts_.out_of_memory;
  if (const auto why = source_.refusal()) throw OutOfMemoryError(*why);
  throw OutOfMemoryError(out_of_memory_text(index_, tried, stats_locked(), source_.process_bytes()));
}

}  // namespace todevice
