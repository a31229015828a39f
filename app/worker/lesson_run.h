// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Python.h>

#include <chrono>
#include <optional>
#include <string>

#include "context.h"
#include "statements.h"

namespace todevice::worker {

/// One run of a block of code: compiles and executes it, sends a record for each line, stops where the window
/// wants it to.
class LessonRun {
 public:
  LessonRun(Context& context, protocol::Run what);
  LessonRun(const LessonRun&) = delete;
  LessonRun& operator=(const LessonRun&) = delete;

  /// To the end, `stopped` included. With the GIL.
  void execute();
  bool reset_wanted() const { return reset_task_.has_value(); }
  const Task& reset_task() const { return *reset_task_; }

  /// A run makes at most so many records without being stepped; further lines are in the last one.
  static constexpr std::int64_t kMostRecords = 10'000;

 private:
  using Clock = std::chrono::steady_clock;
  enum class Go { on, interrupted };

  static int trace(PyFrameObject* frame, int what);
  static int traced(PyObject*, PyFrameObject* frame, int what, PyObject*);
  void enter(PyFrameObject* frame);
  int line_begins(int line);
  bool goes_on(const Statement& statement) const;
  int pause(int line);
  Go wait_for_go();
  std::optional<Go> carry_out(const Task& task);

  bool compile();
  void run_code();
  void end_with(std::optional<protocol::Error> error);
  void finish_record(std::optional<protocol::Error> error);
  void take_exception();

  Context& context_;
  protocol::Run what_;
  std::string padded_;  ///< the code, moved down to its line numbers
  Statements statements_;
  pybind11::object code_;
  PyFrameObject* frame_ = nullptr;  ///< the block's own frame, only to compare with

  std::optional<Statement> current_;  ///< the line that runs
  Clock::time_point line_began_{};
  std::optional<Clock::time_point> code_ended_;
  Clock::duration paused_{};
  std::int64_t records_ = 0, merged_ = 0;
  protocol::StopReason reason_ = protocol::StopReason::finished;
  std::optional<Task> reset_task_;
};

}  // namespace todevice::worker
