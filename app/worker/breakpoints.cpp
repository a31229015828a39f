// SPDX-License-Identifier: Apache-2.0
#include "breakpoints.h"

namespace todevice::worker {

void Breakpoints::set(const std::vector<int>& lines) {
  const std::lock_guard lock(mutex_);
  lines_ = {lines.begin(), lines.end()};
  any_ = !lines_.empty();
}

bool Breakpoints::between(int first, int last) const {
  if (!any()) return false;
  const std::lock_guard lock(mutex_);
  const auto found = lines_.lower_bound(first);
  return found != lines_.end() && *found <= last;
}

}  // namespace todevice::worker
