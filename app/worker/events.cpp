// SPDX-License-Identifier: Apache-2.0
#include "events.h"

#include <algorithm>
#include <utility>

#include "torch_bridge.h"

namespace todevice::worker {

namespace {

protocol::Address address_of(const void* data) {
  return reinterpret_cast<protocol::Address>(data);
}

std::string dtype_of(const Tensor& tensor) {
  return "torch." + std::string(dtype_name(tensor.dtype()));
}

/// An allocation whose memory was given back within the line: it stands for nothing any more.
constexpr std::uint64_t kNothing = ~std::uint64_t{0};

}  // namespace

EventLog::EventLog() : previous_(trace::set_sink(this)) {}

EventLog::~EventLog() {
  trace::set_sink(previous_);
}

Events EventLog::take() {
  const std::lock_guard lock(mutex_);
  live_.clear();
  dropped_ = 0;
  auto events = std::exchange(events_, {});
  std::erase_if(events.allocations, [](const auto& one) { return one.serial == kNothing; });
  return events;
}

void EventLog::set_quiet(bool quiet) {
  const std::lock_guard lock(mutex_);
  quiet_ = quiet;
}

void EventLog::allocated(const Storage& storage) {
  const int line = origins_.line_now();
  const std::lock_guard lock(mutex_);
  live_[storage.serial()] = events_.allocations.size();
  events_.allocations.push_back({false, storage.device().str(), address_of(storage.data()),
                                 static_cast<std::int64_t>(storage.bytes()), storage.serial()});
  events_.touched_memory = true;
  origins_.made(storage.serial(), events_.allocations.back().device, line);
}

void EventLog::freed(Device device, const void* data, std::size_t bytes, std::uint64_t serial) {
  const std::lock_guard lock(mutex_);
  events_.touched_memory = true;
  origins_.gone(serial);
  if (const auto found = live_.find(serial); found != live_.end()) {
    const auto at = found->second;
    live_.erase(found);
    if (is_full(events_.allocations.size())) return drop_pair(at);
  }
  events_.allocations.push_back(
      {true, device.str(), address_of(data), static_cast<std::int64_t>(bytes), serial});
}

void EventLog::drop_pair(std::size_t at) {
  auto& all = events_.allocations;
  all[at].serial = kNothing;
  if (++dropped_ < kMost) return;
  dropped_ = 0;
  std::erase_if(all, [](const auto& one) { return one.serial == kNothing; });
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (const auto found = live_.find(all[i].serial); found != live_.end() && !all[i].freed)
      found->second = i;
  }
}

void EventLog::copied(Device to, const void* dst, Device from, const void* src, std::size_t bytes,
                      double seconds) {
  const std::lock_guard lock(mutex_);
  if (quiet_) return;
  if (events_.copies.size() >= kMost) {
    ++events_.copies_left_out;
    events_.copies_left_out_bytes += static_cast<std::int64_t>(bytes);
    return;
  }
  constexpr double kMicro = 1e6;
  events_.copies.push_back({from.str(), to.str(), address_of(src), address_of(dst),
                            static_cast<std::int64_t>(bytes), seconds * kMicro});
}

void EventLog::moved(const Tensor& source, const Tensor& result) {
  const int line = origins_.line_now();
  // A function of the library made sure of a place where things were already.
  const bool unasked = result.is_same(source) && !origins_.lesson_calls();
  const std::lock_guard lock(mutex_);
  const bool elsewhere = source.device() != result.device();
  origins_.moved(source.storage()->serial(), result.storage()->serial(), elsewhere ? line : 0);
  if (quiet_ || unasked) return;
  if (events_.moves.size() >= kMostMoves) {
    ++events_.moves_left_out;
    return;
  }
  MovedEvent event;
  auto& move = event.move;
  move.what = "tensor";
  move.same_object = result.is_same(source);
  move.same_storage = result.storage() == source.storage();
  move.before_id = bridge::id_of(source);
  move.before_device = source.device().str();
  move.after_device = result.device().str();
  move.before_dtype = dtype_of(source);
  move.after_dtype = dtype_of(result);
  move.before_address = address_of(source.data_ptr());
  move.after_address = address_of(result.data_ptr());
  move.bytes = move.same_storage ? 0 : static_cast<std::int64_t>(result.nbytes());
  event.before_serial = source.storage()->serial();
  event.after_serial = result.storage()->serial();
  event.source = source.ptr();
  event.result = result.ptr();
  event.module = moving_;
  events_.moves.push_back(std::move(event));
  unnoted_ = true;
}

void EventLog::module_begins(const std::weak_ptr<const void>& module) {
  const std::lock_guard lock(mutex_);
  if (moving_depth_++ == 0) moving_ = module;
}

void EventLog::module_ends() {
  const std::lock_guard lock(mutex_);
  if (--moving_depth_ == 0) moving_.reset();
}

void EventLog::note_ids() {
  std::vector<std::shared_ptr<TensorImpl>> held;  // let go of after the lock: the last owner reports `freed`
  const std::lock_guard lock(mutex_);
  unnoted_ = false;
  for (auto& event : events_.moves) {
    if (event.move.after_id != 0) continue;
    held.push_back(event.result.lock());
    if (held.back()) event.move.after_id = bridge::id_of(Tensor(held.back()));
    held.push_back(event.source.lock());
    if (held.back()) note_place(event, Tensor(held.back()));
  }
}

/// A parameter keeps its object and takes over the memory of the copy.
void EventLog::note_place(MovedEvent& event, const Tensor& source) {
  auto& move = event.move;
  if (move.same_object || source.storage()->serial() != event.after_serial) return;
  move.same_object = true;
  move.before_id = move.after_id = bridge::id_of(source);
}

void EventLog::cuda_initialized() {
  const std::lock_guard lock(mutex_);
  events_.cuda_initialized = true;
}

}  // namespace todevice::worker
