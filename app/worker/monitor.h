// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "channel.h"
#include "protocol/messages.h"

namespace todevice::worker {

/// Tells the window what the cards are doing, on a thread of its own: memory of all programs and of this
/// process, and for real cards what the driver says of load, temperature and power. Starts no CUDA. A load is
/// the driver's for its own last sample period (between 1/6 s and 1 s), however often it is asked.
class Monitor {
 public:
  Monitor(Channel& channel, const protocol::Ready& ready);
  ~Monitor();
  Monitor(const Monitor&) = delete;
  Monitor& operator=(const Monitor&) = delete;

  static constexpr int kLeast = 100, kMost = 60'000;
  /// From any thread. 0: no more reports; others are kept within the limits.
  void set_interval(int milliseconds);

 private:
  void live();
  protocol::DeviceStats look() const;

  Channel& channel_;
  std::vector<protocol::PhysicalDevice> devices_;
  bool real_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::chrono::milliseconds interval_{0};
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace todevice::worker
