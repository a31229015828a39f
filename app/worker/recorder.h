// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <map>
#include <string>
#include <vector>

#include "events.h"
#include "objects.h"
#include "output.h"
#include "protocol/messages.h"
#include "variables.h"

namespace todevice::worker {

/// Writes down what one line did: what the engine reported while it ran, and what the lesson's names reach
/// after it compared with before.
class Recorder {
 public:
  explicit Recorder(Output& output) : output_(output) {}

  /// A line begins: what it calls is written down from here to `fill`, if `with_calls`. Otherwise nothing
  /// below is listened to, and nothing is slower for it.
  void line_begins(bool with_calls);
  /// From here on, the lines at which things are made and moved are written down; null: no longer.
  void watch_lines(const Sources* sources) { log_.origins().watch(sources); }
  const Origins& origins() { return log_.origins(); }
  /// Fills all of `record` but its place in the run. `scopes`: the lesson's names and those of the functions
  /// that were stepped into. `assigned`: what the line's statement binds. `text`: the statement, all of it.
  void fill(protocol::Record& record, const std::vector<Scope>& scopes,
            const std::vector<std::string>& assigned, const std::string& text);
  /// Between two steps of Python's: a result that nobody keeps is still there.
  void note_results() { log_.note_results(); }
  void set_quiet(bool quiet) { log_.set_quiet(quiet); }

 private:
  void add_memory(protocol::Record& record);
  void add_calls(protocol::Record& record);

  Output& output_;
  EventLog log_;
  Objects objects_;
  Variables variables_;
  std::map<std::string, protocol::DeviceMemory> memory_;
  std::int64_t index_ = 0;
  bool with_calls_ = false;
};

}  // namespace todevice::worker
