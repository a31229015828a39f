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
  block = use(block, size);
  used_.emplace(block->data, block);
  allocated_ += block->size;
  max_allocated_ = std::max(max_allocated_, allocated_);
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
  if (!data && release_free_segments()) data = source_.allocate(bytes);
  if (!data) out_of_memory(bytes);
  reserved_ += bytes;
  max_reserved_ = std::max(max_reserved_, reserved_);
  return new Block{static_cast<std::byte*>(data), bytes, stream, &shelf};
}

CachingAllocator::Block* CachingAllocator::use(Block* block, std::size_t size) {
  const std::size_t rest = block->size - size;
  // what is left of a large block must be worth keeping
  if (block->shelf->small ? rest >= kUnit : rest > kSmallRequest) {
    auto* tail = new Block{block->data + size, rest, block->stream, block->shelf, block, block->after};
    if (block->after) block->after->before = tail;
    block->after = tail;
    block->size = size;
    block->shelf->free.insert(tail);
  }
  block->used = true;
  return block;
}

void CachingAllocator::deallocate(void* data) noexcept {
  const std::lock_guard lock(mutex_);
  const auto found = used_.find(data);
  if (found == used_.end()) return;
  Block* block = found->second;
  used_.erase(found);
  allocated_ -= block->size;
  block->used = false;
  block = merge(block);
  block->shelf->free.insert(block);
}

CachingAllocator::Block* CachingAllocator::merge(Block* block) noexcept {
  if (Block* next = block->after; next && !next->used) {
    next->shelf->free.erase(next);
    block->size += next->size;
    block->after = next->after;
    if (block->after) block->after->before = block;
    delete next;
  }
  if (Block* previous = block->before; previous && !previous->used) {
    previous->shelf->free.erase(previous);
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
    reserved_ -= block->size;
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
  stats.allocated = allocated_;
  stats.max_allocated = max_allocated_;
  stats.reserved = reserved_;
  stats.max_reserved = max_reserved_;
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
  max_allocated_ = allocated_;
  max_reserved_ = reserved_;
}

void CachingAllocator::out_of_memory(std::size_t tried) {
  throw OutOfMemoryError(out_of_memory_text(index_, tried, stats_locked(), source_.process_bytes()));
}

}  // namespace todevice
