// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/pinned.h"

#include <atomic>
#include <bit>
#include <map>
#include <mutex>
#include <vector>

#include "backend/cuda/guard.h"

namespace todevice::cuda::pinned {

namespace {

struct Block {
  std::size_t bytes = 0;
  bool used = false;
  std::vector<cudaEvent_t> uses;  ///< copies that may still be running
};

struct Pool {
  std::mutex mutex;
  std::map<const std::byte*, Block> blocks;
  std::atomic<std::size_t> count{0};
};

Pool& pool() {
  static Pool& all = *new Pool;
  return all;
}

/// Forgets the copies that are done.
bool is_idle(Block& block) {
  std::erase_if(block.uses, [](cudaEvent_t event) {
    const cudaError_t state = cudaEventQuery(event);
    if (state == cudaErrorNotReady) {
      cudaGetLastError();
      return false;
    }
    quiet(cudaEventDestroy(event));
    return true;
  });
  return block.uses.empty();
}

std::map<const std::byte*, Block>::iterator holder(Pool& all, const void* data) {
  const auto* address = static_cast<const std::byte*>(data);
  auto next = all.blocks.upper_bound(address);
  if (next == all.blocks.begin()) return all.blocks.end();
  const auto found = std::prev(next);
  return address < found->first + found->second.bytes ? found : all.blocks.end();
}

}  // namespace

void* allocate(std::size_t bytes) {
  if (bytes == 0) return nullptr;
  const std::size_t size = std::bit_ceil(bytes);
  Pool& all = pool();
  const std::lock_guard lock(all.mutex);
  for (auto& [data, block] : all.blocks) {
    if (!block.used && block.bytes == size && is_idle(block)) {
      block.used = true;
      return const_cast<std::byte*>(data);
    }
  }
  void* data = nullptr;
  check(cudaHostAlloc(&data, size, cudaHostAllocPortable));
  all.blocks[static_cast<std::byte*>(data)] = {size, true, {}};
  ++all.count;
  return data;
}

void deallocate(void* data) noexcept {
  Pool& all = pool();
  const std::lock_guard lock(all.mutex);
  if (const auto found = holder(all, data); found != all.blocks.end()) found->second.used = false;
}

bool contains(const void* data) noexcept {
  Pool& all = pool();
  if (all.count.load(std::memory_order_relaxed) == 0) return false;
  const std::lock_guard lock(all.mutex);
  return holder(all, data) != all.blocks.end();
}

void note_use(const void* data, Gpu& gpu) {
  Pool& all = pool();
  const std::lock_guard lock(all.mutex);
  const auto found = holder(all, data);
  if (found == all.blocks.end()) return;
  is_idle(found->second);
  cudaEvent_t event = nullptr;
  check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  found->second.uses.push_back(event);
  check(cudaEventRecord(event, gpu.queue()));
}

}  // namespace todevice::cuda::pinned
