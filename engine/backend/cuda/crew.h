// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>

namespace todevice::cuda {

/// Throws Error, in PyTorch's words, in the child of a fork of a process that used CUDA.
void refuse_in_child();
/// From now on a fork's child knows what it is.
void watch_forks();

/// Threads that wait to help with large copies. The caller works too, as number 0.
class Crew {
 public:
  static Crew& get();

  int size() const { return size_; }
  /// Runs job(0) to job(size() - 1) at the same time; returns when all are done. The job must not throw.
  void run(const std::function<void(int)>& job);

 private:
  Crew();
  void serve(int number);

  int size_;
  std::mutex one_job_;
  std::mutex mutex_;
  std::condition_variable wake_, done_;
  const std::function<void(int)>* job_ = nullptr;
  unsigned long round_ = 0;
  int busy_ = 0;
};

}  // namespace todevice::cuda
