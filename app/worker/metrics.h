// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "channel.h"
#include "protocol/messages.h"
#include "pulse.h"

namespace todevice::worker {

/// Points for the live plots on their way to the window: every one is kept, and they go in batches.
class Metrics {
 public:
  explicit Metrics(Channel& channel) : channel_(channel) {}

  /// Whom to wake when there is something to send.
  void set_pulse(Pulse* pulse) { pulse_ = pulse; }
  void begin_run(const std::string& run);
  /// Where `name`'s points go; valid until the next begin_run.
  std::size_t series(std::string_view name);
  /// x counts 0, 1, 2, ... in each series, and is never behind the newest point of any: what is logged now
  /// and then (an accuracy at the end) stands where the others are. A given step sets it.
  void add(std::size_t series, std::optional<double> step, double value);
  bool has_room();
  /// Waits a little for the window to catch up.
  void wait_for_room();
  void flush();
  std::uint64_t generation() const { return generation_; }  ///< counts begin_run

 private:
  struct Series {
    std::string name;
    double next = 0;
    std::vector<double> x, y;
  };
  protocol::Metrics take();

  Channel& channel_;
  Pulse* pulse_ = nullptr;
  std::mutex sending_, mutex_;
  std::condition_variable room_;
  std::string run_;
  std::vector<Series> series_;
  double newest_ = 0;
  std::size_t waiting_ = 0;
  std::uint64_t generation_ = 0;
};

}  // namespace todevice::worker
