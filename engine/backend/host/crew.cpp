// SPDX-License-Identifier: Apache-2.0
#include "backend/host/crew.h"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

namespace todevice::host {

namespace {

/// How long who is out of work looks for more before it sleeps: about what lies between two products of a
/// training step.
constexpr std::chrono::microseconds kWatch{200};

int chosen_size() {
  for (const char* name : {"OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"}) {
    const char* text = std::getenv(name);
    if (const int count = text ? std::atoi(text) : 0; count > 0) return std::min(count, 256);
  }
  cpu_set_t usable;
  if (sched_getaffinity(0, sizeof usable, &usable) == 0) return std::max(1, CPU_COUNT(&usable));
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

/// Looks at `condition` again and again for a moment.
template <class Condition>
void watch(Condition condition) {
  const auto end = std::chrono::steady_clock::now() + kWatch;
  while (!condition() && std::chrono::steady_clock::now() < end) {
  }
}

}  // namespace

Crew& Crew::get() {
  static Crew& crew = *new Crew;  // its threads end with the process
  return crew;
}

Crew::Crew() : size_(chosen_size()) {}

void Crew::start() {
  if (started_) return;
  started_ = true;
  // signals are for the thread that runs Python
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  for (int number = 1; number < size_; ++number) std::thread([this] { serve(); }).detach();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void Crew::work(std::unique_lock<std::mutex>& lock) {
  while (next_ < pieces_) {
    const int piece = next_++;
    const auto& job = *job_;
    ++running_;
    lock.unlock();
    job(piece);
    lock.lock();
    if (--running_ == 0 && next_ == pieces_) done_.notify_one();
  }
}

void Crew::serve() {
  for (;;) {
    const unsigned seen = round_.load();
    std::unique_lock lock(mutex_);
    work(lock);
    lock.unlock();
    watch([&] { return round_.load() != seen; });
    lock.lock();
    wake_.wait(lock, [&] { return round_.load() != seen; });
  }
}

void Crew::run(int pieces, const std::function<void(int)>& job) {
  const std::unique_lock only(one_job_, std::try_to_lock);
  if (!only || size_ == 1 || pieces == 1) {
    for (int piece = 0; piece < pieces; ++piece) job(piece);
    return;
  }
  start();
  std::unique_lock lock(mutex_);
  job_ = &job;
  pieces_ = pieces;
  next_ = 0;
  ++round_;
  lock.unlock();
  wake_.notify_all();
  lock.lock();
  work(lock);
  lock.unlock();
  watch([&] { return running_.load() == 0; });
  lock.lock();
  done_.wait(lock, [&] { return running_.load() == 0; });
}

}  // namespace todevice::host
