// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace todevice::worker {

/// Calls `beat` soon after `poke`, on a thread of its own, at most 60 times a second. `beat` returns true to
/// be called again although nobody pokes.
class Pulse {
 public:
  explicit Pulse(std::function<bool()> beat);
  ~Pulse();
  /// Cheap; from any thread.
  void poke();

 private:
  void live();

  std::function<bool()> beat_;
  std::atomic<bool> wanted_ = false;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace todevice::worker
