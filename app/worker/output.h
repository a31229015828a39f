// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>

#include "channel.h"
#include "pulse.h"

namespace todevice::worker {

/// What Python code prints, on its way to the window. A flood is cut so that neither memory nor traffic grows
/// with it: the first part goes at once, then as much a second as a person could scroll through; of the rest
/// the last part is kept and the bytes between are counted.
class Output {
 public:
  explicit Output(Channel& channel) : channel_(channel) {}

  /// Whom to wake when there is something to send.
  void set_pulse(Pulse* pulse) { pulse_ = pulse; }
  /// `left_out`: bytes behind `text` that the caller has dropped already; `last`: what follows them.
  void write(std::string_view stream, std::string_view text, std::int64_t left_out = 0,
             std::string_view last = {});
  void begin_run(const std::string& run);
  /// Sends what may be sent now. True: something waits for its turn.
  bool flush();
  /// Sends everything that is left, the last part of a flood too.
  void flush_all();
  /// What was printed since the last call, cut: for a record.
  std::string take_line();

  static constexpr std::size_t kBurst = 256 << 10;
  static constexpr double kBytesPerSecond = 256 << 10;
  static constexpr std::size_t kKept = 16 << 10;
  static constexpr std::size_t kLine = 4 << 10;

 private:
  struct Chunk {
    std::string stream, text;
    std::int64_t dropped = 0;
  };
  void append(std::string_view stream, std::string_view text);
  void keep_last(std::string_view stream, std::string_view text);
  void add_to_line(std::string_view text);
  void refill();
  void release_tail();
  bool send_pending(bool everything);

  Channel& channel_;
  Pulse* pulse_ = nullptr;
  std::mutex sending_;  ///< held while lines go out, so that they keep their order
  std::mutex mutex_;
  std::string run_;
  std::deque<Chunk> pending_;
  std::string tail_stream_, tail_;
  std::int64_t dropped_ = 0;
  double allowance_ = kBurst;
  std::chrono::steady_clock::time_point refilled_ = std::chrono::steady_clock::now();
  std::string line_;
  bool line_cut_ = false;
};

/// The longest beginning of at most `bytes` bytes that does not cut a character of UTF-8 in two.
std::string_view utf8_head(std::string_view text, std::size_t bytes);
/// The same for the end.
std::string_view utf8_tail(std::string_view text, std::size_t bytes);

}  // namespace todevice::worker
