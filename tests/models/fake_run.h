// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/codec.h"

namespace todevice::fake {

/// Writes one line to the window.
void say(const std::string& line);
void say(const protocol::Event& event);

/// Runs "code" of one command a line: `x = 5`, `print WORD`, `train POINTS`, `write BYTES`, `spin` (until
/// interrupted), `hang` (for ever), `crash`, `error`, `cuda` (reports the mapping), `garbage` (a line that is
/// no message). Each line gives one record, as in a worker.
class Runner {
 public:
  explicit Runner(std::string visible) : visible_(std::move(visible)) {}
  void start(const protocol::Run& run);
  void step();
  void go_on();
  void interrupt();
  bool going_on() const { return run_.has_value(); }
  std::optional<std::string> look_up(const std::string& name) const;

 private:
  void advance(std::size_t lines);
  bool run_line(const std::string& line);
  void train(int points);
  void stopped(protocol::StopReason reason);
  protocol::Record record() const;

  std::string visible_;
  std::string fault_;  ///< told at the end of every run from now on
  std::optional<protocol::Run> run_;
  std::vector<std::string> lines_;
  std::size_t at_ = 0;
  std::int64_t records_ = 0;
  std::vector<std::pair<std::string, std::string>> names_;
};

}  // namespace todevice::fake
