// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/transfer.h"

#include <cstring>
#include <mutex>
#include <set>
#include <utility>

#include "backend/cuda/guard.h"
#include "backend/cuda/pinned.h"
#include "backend/cuda/staging.h"

namespace todevice::cuda {

namespace {

/// Up to here the driver takes the bytes along with the call and does not wait.
constexpr std::size_t kTakenAlong = std::size_t{1} << 16;

void wait(Gpu& gpu) {
  check(cudaStreamSynchronize(gpu.queue()));
}

/// A few bytes to look at (a loss, an element): one pinned place, one wait.
void fetch(Gpu& gpu, void* dst, const void* src, std::size_t bytes) {
  static std::mutex mutex;
  static void* place = nullptr;
  const std::lock_guard lock(mutex);
  if (!place) check(cudaHostAlloc(&place, kTakenAlong, cudaHostAllocPortable));
  check(cudaMemcpyAsync(place, src, bytes, cudaMemcpyDeviceToHost, gpu.queue()));
  wait(gpu);
  std::memcpy(dst, place, bytes);
}

void refuse_in_capture(Gpu& gpu) {
  if (gpu.stream().capture) raise(cudaErrorStreamCaptureUnsupported);
}

/// `later` goes on when what is queued on `sooner` is done.
void order(Gpu& sooner, Gpu& later) {
  cudaEvent_t event = nullptr;
  use_device(sooner.index);
  check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  cudaError_t error = cudaEventRecord(event, sooner.queue());
  use_device(later.index);
  if (error == cudaSuccess) error = cudaStreamWaitEvent(later.queue(), event, 0);
  quiet(cudaEventDestroy(event));  // lives on until it has happened
  check(error);
}

}  // namespace

void to_gpu(Gpu& gpu, void* dst, const void* src, std::size_t bytes, bool blocking) {
  const bool is_pinned = pinned::contains(src);
  if (!is_pinned) refuse_in_capture(gpu);
  if (!is_pinned && bytes >= staging::kWorthwhile) {
    staging::to_gpu(gpu, dst, src, bytes);
    if (blocking) wait(gpu);
    return;
  }
  check(cudaMemcpyAsync(dst, src, bytes, cudaMemcpyHostToDevice, gpu.queue()));
  if (is_pinned && !gpu.stream().capture) pinned::note_use(src, gpu);
  if (blocking && (is_pinned || bytes > kTakenAlong || gpu.reads_ordinary_memory)) wait(gpu);
}

void to_host(Gpu& gpu, void* dst, const void* src, std::size_t bytes, bool blocking) {
  if (pinned::contains(dst)) {
    check(cudaMemcpyAsync(dst, src, bytes, cudaMemcpyDeviceToHost, gpu.queue()));
    if (!gpu.stream().capture) pinned::note_use(dst, gpu);
    if (blocking) wait(gpu);
    return;
  }
  refuse_in_capture(gpu);
  if (bytes <= kTakenAlong) return fetch(gpu, dst, src, bytes);
  if (bytes >= staging::kWorthwhile) return staging::to_host(gpu, dst, src, bytes);
  check(cudaMemcpyAsync(dst, src, bytes, cudaMemcpyDeviceToHost, gpu.queue()));
  wait(gpu);
}

namespace {

/// Lets the driver go directly from card to card where it can; through the host it goes where it cannot, or
/// where a card has as many peers as it takes.
void meet(const Gpu& from, const Gpu& to) {
  static std::mutex mutex;
  static auto& met = *new std::set<std::pair<int, int>>;
  const std::lock_guard lock(mutex);
  if (!met.emplace(from.index, to.index).second) return;
  int direct = 0;
  quiet(cudaDeviceCanAccessPeer(&direct, from.index, to.index));
  if (!direct) return;
  use_device(from.index);
  quiet(cudaDeviceEnablePeerAccess(to.index, 0));
}

}  // namespace

void between(Gpu& to, void* dst, Gpu& from, const void* src, std::size_t bytes) {
  if (&to == &from) {
    use_device(to.index);
    return check(cudaMemcpyAsync(dst, src, bytes, cudaMemcpyDeviceToDevice, to.queue()));
  }
  refuse_in_capture(from);  // a graph stays on one GPU
  refuse_in_capture(to);
  meet(from, to);
  order(to, from);  // the target may still be in use
  use_device(from.index);
  check(cudaMemcpyPeerAsync(dst, to.index, src, from.index, bytes, from.queue()));
  order(from, to);
}

}  // namespace todevice::cuda
