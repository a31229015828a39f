// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <mutex>
#include <set>
#include <vector>

namespace todevice::worker {

/// The lines before which the window wants runs to stop. Set on the thread that reads requests, asked on the
/// one that runs Python, also while code runs.
class Breakpoints {
 public:
  void set(const std::vector<int>& lines);
  /// Costs next to nothing where there are none.
  bool any() const { return any_.load(std::memory_order_relaxed); }
  bool between(int first, int last) const;  ///< both included

 private:
  mutable std::mutex mutex_;
  std::set<int> lines_;
  std::atomic<bool> any_ = false;
};

}  // namespace todevice::worker
