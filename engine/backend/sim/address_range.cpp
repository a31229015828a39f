// SPDX-License-Identifier: Apache-2.0
#include <sys/mman.h>

#include <string>

#include "backend/common/memory_text.h"
#include "backend/sim/computer_memory.h"
#include "backend/sim/sim_device.h"
#include "core/errors.h"

namespace todevice::sim {

namespace {

/// Far from each other and from ordinary memory, so that an address tells its GPU at a glance: GPU 2 has
/// 0x7402... The kernel takes it as a wish; another place serves as well.
void* wished_address(int physical) {
  return reinterpret_cast<void*>(0x740000000000ull + (static_cast<std::uint64_t>(physical) << 40));  // NOLINT
}

/// Asking costs a file's reading: not for what a computer always has.
constexpr std::size_t kAskAbove = std::size_t{64} << 20;
/// Left to everything else on the computer.
constexpr std::size_t kReserve = std::size_t{512} << 20;

}  // namespace

AddressRange::AddressRange(int physical, std::size_t capacity, std::size_t busy)
    : physical_(physical), capacity_(capacity), busy_(busy) {
  constexpr std::size_t kAlign = std::size_t{2} << 20;
  void* range = mmap(wished_address(physical), capacity + kAlign, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range == MAP_FAILED) {  // NOLINT: the system's constant
    throw Error("no room for the addresses of simulated GPU " + std::to_string(physical) + " (" +
                std::to_string(capacity >> 20) + " MiB): simulate fewer GPUs, or smaller ones");
  }
  const auto address = reinterpret_cast<std::uintptr_t>(range);
  start_ = static_cast<std::byte*>(range) + ((kAlign - address % kAlign) % kAlign);
  base_ = range;
  if (capacity > busy) gaps_[0] = capacity - busy;
}

AddressRange::~AddressRange() {
  munmap(base_, capacity_ + (std::size_t{2} << 20));
}

bool AddressRange::computer_has(std::size_t bytes) {
  unasked_ += bytes;
  if (unasked_ < kAskAbove) return true;
  unasked_ = 0;
  const auto left = available_memory();
  if (!left || bytes + kReserve <= *left) return true;
  refusal_ = "This computer's own memory is full, not simulated GPU " + std::to_string(physical_) +
             ". Tried to allocate " + format_bytes(bytes) + ", and the computer has " + format_bytes(*left) +
             " left, of which " + format_bytes(kReserve) +
             " are kept for other programs. The memory of a simulated GPU is the computer's: GPU " +
             std::to_string(physical_) + " would have " + format_bytes(free_bytes()) +
             " free. Use smaller tensors, delete some, or close other programs.";
  return false;
}

void* AddressRange::allocate(std::size_t bytes) {
  refusal_.reset();
  for (auto gap = gaps_.begin(); gap != gaps_.end(); ++gap) {
    const auto [offset, length] = *gap;
    if (length < bytes) continue;
    if (!computer_has(bytes)) return nullptr;
    gaps_.erase(gap);
    if (length > bytes) gaps_[offset + bytes] = length - bytes;
    used_ += bytes;
    return start_ + offset;
  }
  return nullptr;
}

void AddressRange::release(void* data, std::size_t bytes) noexcept {
  madvise(data, bytes, MADV_DONTNEED);  // the computer gets its memory back
  used_ -= bytes;
  const auto offset = static_cast<std::size_t>(static_cast<std::byte*>(data) - start_);
  auto gap = gaps_.emplace(offset, bytes).first;
  if (auto after = std::next(gap); after != gaps_.end() && gap->first + gap->second == after->first) {
    gap->second += after->second;
    gaps_.erase(after);
  }
  if (gap != gaps_.begin()) {
    if (auto before = std::prev(gap); before->first + before->second == gap->first) {
      before->second += gap->second;
      gaps_.erase(gap);
    }
  }
}

SimDevice::SimDevice(int logical, const visibility::PhysicalGpu& which, SimCalls& calls)
    : gpu(which),
      memory(which.index, which.total_memory, which.busy_memory),
      segments(calls, logical, memory),
      allocator(logical, segments),
      kernels(noted_kernels(calls, logical, host::make_kernels(make_philox()))),
      index(logical) {}

}  // namespace todevice::sim
