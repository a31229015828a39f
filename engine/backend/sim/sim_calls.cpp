// SPDX-License-Identifier: Apache-2.0
#include "backend/sim/sim_calls.h"

namespace todevice::sim {

namespace {

std::int64_t nanoseconds(std::chrono::steady_clock::duration time) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();
}

}  // namespace

void SimCalls::begin() noexcept {
  const std::lock_guard lock(mutex_);
  noted_ = {};
  origin_ = Clock::now();
  on_ = true;
}

trace::Calls SimCalls::end() noexcept {
  on_ = false;
  const std::lock_guard lock(mutex_);
  return std::exchange(noted_, {});
}

void SimCalls::add(const Note& note) noexcept {
  const auto ended = Clock::now();
  const std::lock_guard lock(mutex_);
  if (!on_) return;  // it ended meanwhile
  if (noted_.calls.size() >= kMost) {
    ++noted_.left_out;
    return;
  }
  trace::Call call;
  call.name = note.name;
  call.kind = note.kind;
  call.device = note.device;
  call.stream = note.kind == trace::CallKind::api ? trace::Call::kNoStream : 0;
  call.bytes = note.bytes;
  call.begin = nanoseconds(note.began - origin_);
  call.duration = nanoseconds(ended - note.began);
  // A note is written when the thing ends: what began earlier may stand behind.
  auto at = noted_.calls.end();
  while (at != noted_.calls.begin() && std::prev(at)->begin > call.begin) --at;
  noted_.calls.insert(at, std::move(call));
}

}  // namespace todevice::sim
