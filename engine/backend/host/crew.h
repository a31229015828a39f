// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>

namespace todevice::host {

/// Threads that help with large products; the caller works too. Who comes late finds nothing left to do and
/// nobody waits for it, so a busy machine costs the help and no more. (OpenBLAS's own threads wait for each
/// other inside a product: with another program on the processor that took ten times as long as one thread.)
class Crew {
 public:
  static Crew& get();

  /// How many work at most: OPENBLAS_NUM_THREADS, OMP_NUM_THREADS, or the processors that this process may
  /// use.
  int size() const { return size_; }
  /// Runs job(0) to job(pieces - 1), each once; returns when all are done. The job must not throw. Called
  /// while another thread's job runs: without help.
  void run(int pieces, const std::function<void(int)>& job);

 private:
  Crew();
  void start();
  void serve();
  void work(std::unique_lock<std::mutex>& lock);

  int size_;
  std::mutex one_job_;
  std::mutex mutex_;
  std::condition_variable wake_, done_;
  bool started_ = false;
  const std::function<void(int)>* job_ = nullptr;
  int pieces_ = 0, next_ = 0;
  std::atomic<int> running_{0};  ///< changed under the mutex
  std::atomic<unsigned> round_{
      0};  ///< changes when there is work: what helpers watch for a moment before they sleep
};

}  // namespace todevice::host
