// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "origins.h"
#include "protocol/messages.h"
#include "trace/trace.h"

namespace todevice::worker {

/// A `.to()` as it was reported; holds nothing alive.
struct MovedEvent {
  protocol::Move move;
  std::uint64_t before_serial = 0, after_serial = 0;
  std::weak_ptr<TensorImpl> result;
  std::weak_ptr<TensorImpl> source;
  std::weak_ptr<const void> module;  ///< whose .to() it is part of: an nn::Module
};

/// What the engine did since the last `take`.
struct Events {
  std::vector<protocol::Allocation> allocations;
  std::vector<protocol::Copy> copies;
  std::int64_t copies_left_out = 0, copies_left_out_bytes = 0;
  std::vector<MovedEvent> moves;
  std::int64_t moves_left_out = 0;
  bool cuda_initialized = false;
  bool touched_memory = false;
};

/// Listens to the engine, on whichever thread works. However long a line runs, what is kept stays bounded:
/// beyond a limit, memory that was taken and given back within the line leaves no trace, and further copies
/// and moves are only counted.
class EventLog : public trace::Sink {
 public:
  EventLog();
  ~EventLog() override;
  Events take();
  /// While quiet (an evaluation), only what lasts is kept.
  void set_quiet(bool quiet);
  /// Where the numbers of a storage came from. On the main thread, while nothing runs.
  Origins& origins() { return origins_; }
  /// Asks for the ids of the results of moves, which Python gives them only after the move was reported.
  void note_results() {
    if (unnoted_.load(std::memory_order_relaxed)) note_ids();
  }

  void allocated(const Storage& storage) override;
  void freed(Device device, const void* data, std::size_t bytes, std::uint64_t serial) override;
  void copied(Device to, const void* dst, Device from, const void* src, std::size_t bytes,
              double seconds) override;
  void moved(const Tensor& source, const Tensor& result) override;
  void module_begins(const std::weak_ptr<const void>& module) override;
  void module_ends() override;
  void cuda_initialized() override;

  static constexpr std::size_t kMost = 256;
  /// Of moves, more: those of all of a module's tensors are to become one.
  static constexpr std::size_t kMostMoves = 4096;

 private:
  void note_ids();
  static void note_place(MovedEvent& event, const Tensor& source);
  void drop_pair(std::size_t at);
  bool is_full(std::size_t count) const { return quiet_ || count >= kMost; }

  std::mutex mutex_;
  Events events_;
  Origins origins_;
  std::unordered_map<std::uint64_t, std::size_t> live_;  ///< by serial: where in events_.allocations
  std::size_t dropped_ = 0;
  bool quiet_ = false;
  std::weak_ptr<const void> moving_;  ///< the outermost module that is being moved
  int moving_depth_ = 0;
  std::atomic<bool> unnoted_ = false;
  trace::Sink* previous_;
};

}  // namespace todevice::worker
