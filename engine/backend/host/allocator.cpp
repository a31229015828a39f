// SPDX-License-Identifier: Apache-2.0
#include "backend/host/allocator.h"

#include <array>
#include <atomic>
#include <cstdlib>
#include <string>

#include "core/errors.h"

namespace todevice::host {

namespace {

constexpr std::size_t kAlignment = 64;
constexpr std::size_t kCachedUpTo = 4096;
constexpr std::size_t kClasses = kCachedUpTo / kAlignment;
constexpr int kKeptPerClass = 64;
#ifdef __SANITIZE_ADDRESS__
constexpr bool kCache = false;  // so that use after free is seen
#else
constexpr bool kCache = true;
#endif

struct Block {
  Block* next;
};
struct FreeList {
  Block* head = nullptr;
  int count = 0;
};
/// Of this thread, without a destructor: storages may end after it.
thread_local std::array<FreeList, kClasses> free_lists;

std::atomic<std::size_t> in_use{0};
std::atomic<std::size_t> most{0};

std::size_t rounded(std::size_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

void count_allocation(std::size_t bytes) {
  const std::size_t now = in_use.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  std::size_t seen = most.load(std::memory_order_relaxed);
  while (now > seen && !most.compare_exchange_weak(seen, now, std::memory_order_relaxed)) {
  }
}

}  // namespace

void* allocate(std::size_t bytes) {
  const std::size_t size = rounded(bytes);
  if (kCache && size <= kCachedUpTo && size > 0) {
    FreeList& list = free_lists[size / kAlignment - 1];
    if (Block* block = list.head) {
      list.head = block->next;
      --list.count;
      count_allocation(bytes);
      return block;
    }
  }
  void* data = size < bytes ? nullptr : std::aligned_alloc(kAlignment, size);
  if (!data) {
    throw Error(
        "[enforce fail at alloc_cpu.cpp:127] err == 0. DefaultCPUAllocator: can't allocate memory: you tried "
        "to "
        "allocate " +
        std::to_string(bytes) + " bytes. Error code 12 (Cannot allocate memory)");
  }
  count_allocation(bytes);
  return data;
}

void deallocate(void* data, std::size_t bytes) noexcept {
  in_use.fetch_sub(bytes, std::memory_order_relaxed);
  const std::size_t size = rounded(bytes);
  if (kCache && size <= kCachedUpTo && size > 0) {
    FreeList& list = free_lists[size / kAlignment - 1];
    if (list.count < kKeptPerClass) {
      auto* block = static_cast<Block*>(data);
      block->next = list.head;
      list.head = block;
      ++list.count;
      return;
    }
  }
  std::free(data);
}

std::size_t allocated_bytes() noexcept {
  return in_use.load(std::memory_order_relaxed);
}
std::size_t max_allocated_bytes() noexcept {
  return most.load(std::memory_order_relaxed);
}

}  // namespace todevice::host
