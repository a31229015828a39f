// SPDX-License-Identifier: Apache-2.0
#include "pulse.h"

#include <chrono>

namespace todevice::worker {

namespace {

constexpr std::chrono::microseconds kPeriod{16'667};

}  // namespace

Pulse::Pulse(std::function<bool()> beat) : beat_(std::move(beat)), thread_([this] { live(); }) {}

Pulse::~Pulse() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void Pulse::poke() {
  if (wanted_.load(std::memory_order_relaxed) || wanted_.exchange(true)) return;
  const std::lock_guard lock(mutex_);
  wake_.notify_one();
}

void Pulse::live() {
  std::unique_lock lock(mutex_);
  auto next = std::chrono::steady_clock::now();
  while (true) {
    wake_.wait(lock, [this] { return ending_ || wanted_; });
    wake_.wait_until(lock, next, [this] { return ending_; });
    if (ending_) return;
    lock.unlock();
    wanted_ = false;
    if (beat_()) wanted_ = true;
    next = std::chrono::steady_clock::now() + kPeriod;
    lock.lock();
  }
}

}  // namespace todevice::worker
