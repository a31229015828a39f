// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/staging.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "backend/cuda/crew.h"
#include "backend/cuda/guard.h"

namespace todevice::cuda::staging {

namespace {

constexpr std::size_t kSlotBytes = std::size_t{2} << 20;
constexpr int kSlotsEach = 2;  // one is filled while the card reads the other
constexpr std::size_t kHugePage = std::size_t{2} << 20;

struct Slot {
  std::byte* data = nullptr;
  cudaEvent_t done = nullptr;
};

/// The pinned buffers of one GPU, two a thread.
struct Ring {
  std::mutex mutex;
  std::vector<std::array<Slot, kSlotsEach>> slots, made;  ///< those in use; those not finished yet
  void* memory = nullptr;
};

Ring& ring_of(const Gpu& gpu) {
  static std::mutex mutex;
  static auto& rings = *new std::map<int, std::unique_ptr<Ring>>;
  const std::lock_guard lock(mutex);
  auto& ring = rings[gpu.index];
  if (!ring) ring = std::make_unique<Ring>();
  return *ring;
}

void fill_ring(Ring& ring) {
  if (!ring.slots.empty()) return;
  const auto threads = static_cast<std::size_t>(Crew::get().size());
  // What was made stays when a later call fails: the next copy goes on from there.
  if (!ring.memory) {
    check(cudaHostAlloc(&ring.memory, threads * kSlotsEach * kSlotBytes, cudaHostAllocPortable));
    ring.made.resize(threads);
  }
  auto* next = static_cast<std::byte*>(ring.memory);
  for (auto& pair : ring.made) {
    for (Slot& slot : pair) {
      slot.data = next;
      next += kSlotBytes;
      if (!slot.done) check(cudaEventCreateWithFlags(&slot.done, cudaEventDisableTiming));
    }
  }
  ring.slots = std::move(ring.made);
}

/// Pieces small enough that each thread has a few, large enough that a piece is worth a call.
std::size_t piece_bytes(std::size_t bytes, int threads) {
  const std::size_t each = bytes / static_cast<std::size_t>(threads * 2);
  return std::clamp<std::size_t>((each + 65535) / 65536 * 65536, std::size_t{1} << 17, kSlotBytes);
}

/// Runs work(slots, next piece...) on all threads and throws the first error that any of them met.
template <class Work>
void on_crew(Gpu& gpu, Work&& work) {
  Ring& ring = ring_of(gpu);
  const std::lock_guard lock(ring.mutex);
  fill_ring(ring);
  std::atomic<cudaError_t> failed{cudaSuccess};
  Crew::get().run([&](int number) {
    cudaError_t error = cudaSetDevice(gpu.index);  // helpers know no other GPU's work
    if (error == cudaSuccess) error = work(ring.slots[static_cast<std::size_t>(number)], failed);
    if (error != cudaSuccess) failed = error;
  });
  use_device(gpu.index);
  check(failed.load());
}

/// New memory has no pages yet; taking them one by one as they are written costs more than the copy. Huge
/// pages where the system gives them, else many at a time.
void prepare(std::byte* data, std::size_t bytes) {
  static const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto first = (reinterpret_cast<std::uintptr_t>(data) + page - 1) / page * page;
  const auto last = (reinterpret_cast<std::uintptr_t>(data) + bytes) / page * page;
#ifdef MADV_POPULATE_WRITE
  constexpr int kPopulate = MADV_POPULATE_WRITE;
#else
  constexpr int kPopulate = 23;  // since Linux 5.14
#endif
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, kPopulate);
}

void ask_for_huge_pages(std::byte* data, std::size_t bytes) {
  const auto first = (reinterpret_cast<std::uintptr_t>(data) + kHugePage - 1) / kHugePage * kHugePage;
  const auto last = (reinterpret_cast<std::uintptr_t>(data) + bytes) / kHugePage * kHugePage;
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
}

}  // namespace

void to_gpu(Gpu& gpu, void* dst, const void* src, std::size_t bytes) {
  const cudaStream_t queue = gpu.queue();
  const std::size_t piece = piece_bytes(bytes, Crew::get().size());
  std::atomic<std::size_t> next{0};
  on_crew(gpu, [&](std::array<Slot, kSlotsEach>& slots, const std::atomic<cudaError_t>& failed) {
    for (std::size_t turn = 0;; ++turn) {
      const std::size_t at = next.fetch_add(piece);
      if (at >= bytes || failed != cudaSuccess) return cudaSuccess;
      const std::size_t n = std::min(piece, bytes - at);
      Slot& slot = slots[turn % kSlotsEach];
      cudaError_t error = cudaEventSynchronize(slot.done);
      if (error != cudaSuccess) return error;
      std::memcpy(slot.data, static_cast<const std::byte*>(src) + at, n);
      error = cudaMemcpyAsync(static_cast<std::byte*>(dst) + at, slot.data, n, cudaMemcpyHostToDevice, queue);
      if (error != cudaSuccess) return error;
      if ((error = cudaEventRecord(slot.done, queue)) != cudaSuccess) return error;
    }
  });
}

void to_host(Gpu& gpu, void* dst, const void* src, std::size_t bytes) {
  const cudaStream_t queue = gpu.queue();
  const std::size_t piece = piece_bytes(bytes, Crew::get().size());
  auto* const out = static_cast<std::byte*>(dst);
  ask_for_huge_pages(out, bytes);
  std::atomic<std::size_t> next{0};
  on_crew(gpu, [&](std::array<Slot, kSlotsEach>& slots, const std::atomic<cudaError_t>& failed) {
    std::array<std::size_t, kSlotsEach> offset{}, size{};
    const auto ask = [&](std::size_t k) {
      size[k] = 0;
      const std::size_t at = next.fetch_add(piece);
      if (at >= bytes || failed != cudaSuccess) return cudaSuccess;
      offset[k] = at;
      size[k] = std::min(piece, bytes - at);
      cudaError_t error = cudaStreamWaitEvent(queue, slots[k].done, 0);  // an upload may still read it
      if (error != cudaSuccess) return error;
      error = cudaMemcpyAsync(slots[k].data, static_cast<const std::byte*>(src) + at, size[k],
                              cudaMemcpyDeviceToHost, queue);
      return error != cudaSuccess ? error : cudaEventRecord(slots[k].done, queue);
    };
    for (std::size_t k = 0; k < kSlotsEach; ++k) {
      if (const cudaError_t error = ask(k); error != cudaSuccess) return error;
    }
    for (std::size_t k = 0; size[k] > 0; k = (k + 1) % kSlotsEach) {
      prepare(out + offset[k], size[k]);
      if (const cudaError_t error = cudaEventSynchronize(slots[k].done); error != cudaSuccess) return error;
      std::memcpy(out + offset[k], slots[k].data, size[k]);
      if (const cudaError_t error = ask(k); error != cudaSuccess) return error;
    }
    return cudaSuccess;
  });
}

}  // namespace todevice::cuda::staging
