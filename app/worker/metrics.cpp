// SPDX-License-Identifier: Apache-2.0
#include "metrics.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "protocol/codec.h"

namespace todevice::worker {

namespace {

constexpr std::size_t kMostWaiting = 1'000'000;
constexpr std::chrono::milliseconds kPatience{20};

}  // namespace

void Metrics::begin_run(const std::string& run) {
  flush();
  const std::lock_guard lock(mutex_);
  run_ = run;
  series_.clear();
  newest_ = 0;
  ++generation_;
}

std::size_t Metrics::series(std::string_view name) {
  const std::lock_guard lock(mutex_);
  const auto found =
      std::find_if(series_.begin(), series_.end(), [&](const auto& one) { return one.name == name; });
  if (found != series_.end()) return static_cast<std::size_t>(found - series_.begin());
  series_.push_back({std::string(name), 0, {}, {}});
  return series_.size() - 1;
}

void Metrics::add(std::size_t series, std::optional<double> step, double value) {
  const std::lock_guard lock(mutex_);
  auto& one = series_[series];
  const double x = step.value_or(std::max(one.next, newest_));
  newest_ = x;
  one.next = x + 1;
  one.x.push_back(x);
  one.y.push_back(value);
  ++waiting_;
  if (pulse_ != nullptr) pulse_->poke();
}

bool Metrics::has_room() {
  const std::lock_guard lock(mutex_);
  return waiting_ < kMostWaiting;
}

void Metrics::wait_for_room() {
  std::unique_lock lock(mutex_);
  room_.wait_for(lock, kPatience, [this] { return waiting_ < kMostWaiting; });
}

protocol::Metrics Metrics::take() {
  const std::lock_guard lock(mutex_);
  protocol::Metrics batch{run_, {}};
  for (auto& one : series_) {
    if (one.y.empty()) continue;
    batch.series.push_back({one.name, std::exchange(one.x, {}), std::exchange(one.y, {})});
  }
  waiting_ = 0;
  return batch;
}

/// One batch, also while points keep coming: whoever flushes has other things to do.
void Metrics::flush() {
  const std::lock_guard order(sending_);
  const auto batch = take();
  if (batch.series.empty()) return;
  room_.notify_all();
  channel_.send(protocol::encode_event(batch));
}

}  // namespace todevice::worker
