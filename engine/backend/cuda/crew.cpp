// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/crew.h"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <thread>

#include "core/errors.h"

namespace todevice::cuda {

namespace {

/// More than eight do not fill the link any faster.
constexpr int kMost = 8;

}  // namespace

Crew& Crew::get() {
  static Crew& crew = *new Crew;  // its threads end with the process
  return crew;
}

namespace {

/// Set in the child of a fork: it has the memory but none of the threads, and CUDA does not work there.
std::atomic<bool> is_child{false};

}  // namespace

void refuse_in_child() {
  if (!is_child.load(std::memory_order_relaxed)) [[likely]]
    return;
  throw Error(
      "Cannot re-initialize CUDA in forked subprocess. To use CUDA with multiprocessing, you must use the "
      "'spawn' start method");
}

void watch_forks() {
  static std::once_flag once;
  std::call_once(once, [] { pthread_atfork(nullptr, nullptr, [] { is_child = true; }); });
}

Crew::Crew() : size_(std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMost)) {
  // signals are for the thread that runs Python
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  for (int number = 1; number < size_; ++number) std::thread([this, number] { serve(number); }).detach();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void Crew::serve(int number) {
  unsigned long seen = 0;
  for (;;) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [&] { return round_ != seen; });
    seen = round_;
    const auto& job = *job_;
    lock.unlock();
    job(number);
    lock.lock();
    if (--busy_ == 0) done_.notify_one();
  }
}

void Crew::run(const std::function<void(int)>& job) {
  const std::lock_guard only(one_job_);
  {
    const std::lock_guard lock(mutex_);
    job_ = &job;
    busy_ = size_ - 1;
    ++round_;
  }
  wake_.notify_all();
  job(0);
  std::unique_lock lock(mutex_);
  done_.wait(lock, [&] { return busy_ == 0; });
}

}  // namespace todevice::cuda
