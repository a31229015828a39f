// SPDX-License-Identifier: Apache-2.0
#include "metrics.h"

#include <algorithm>
#include <chrono>

#include "protocol/codec.h"

namespace todevice::worker {

namespace {

constexpr std::size_t kMostWaiting = 1'000'000;
constexpr std::size_t kBatch = 100'000;
constexpr std::chrono::milliseconds kPatience{20};

std::vector<double> take_front(std::vector<double>& values, std::size_t count) {
  if (count == values.size()) {
    std::vector<double> all;
    all.reserve(count);
    all.swap(values);
    return all;
  }
  const auto end = values.begin() + static_cast<std::ptrdiff_t>(count);
  std::vector<double> front(values.begin(), end);
  values.erase(values.begin(), end);
  return front;
}

}  // namespace

void Metrics::begin_run(const std::string& run) {
  flush();
  const std::lock_guard lock(mutex_);
  run_ = run;
  series_.clear();
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
  const double x = step.value_or(one.next);
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
  std::size_t left = kBatch;
  for (auto& one : series_) {
    const auto count = std::min(left, one.y.size());
    if (count == 0) continue;
    left -= count;
    waiting_ -= count;
    batch.series.push_back({one.name, take_front(one.x, count), take_front(one.y, count)});
  }
  return batch;
}

void Metrics::flush() {
  const std::lock_guard order(sending_);
  while (true) {
    const auto batch = take();
    if (batch.series.empty()) return;
    room_.notify_all();
    channel_.send(protocol::encode_event(batch));
  }
}

}  // namespace todevice::worker
