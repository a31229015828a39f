// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Python.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "context.h"
#include "frames.h"
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

  /// A run of so many lines has a record for each of them; from there on a record stands for ten, ten times
  /// later for a hundred, and so on: at most nine times as many records for each further digit of the count,
  /// and one for each line of the code. Which ones is a matter of how often the line itself has run, its
  /// first time among them: of a loop, whole rounds, and in two programs the same ones.
  static constexpr std::int64_t kEachLine = 100'000;

 private:
  using Clock = std::chrono::steady_clock;
  enum class Go { on, interrupted };

  /// The block itself, or a function of the lesson that the run went into.
  struct Level {
    pybind11::object frame;            ///< empty before the code runs
    std::string function;              ///< its name; empty for the block
    std::optional<Statement> current;  ///< the line that runs
    std::int64_t time = 0;             ///< the how-manieth time
    Clock::time_point began{};
    Clock::duration paused_before{};
  };

  static LessonRun* active;  ///< only the main thread is traced, and runs do not nest
  static int trace(PyFrameObject* frame, int what, PyObject* about);
  static int traced(PyObject*, PyFrameObject* frame, int what, PyObject* about);
  void enter_block(PyFrameObject* frame);
  void now_runs(const Statement& statement);
  int line_begins(int line);
  int inner_line_begins(PyFrameObject* frame);
  int go_into(PyFrameObject* frame);
  int leave(bool raised);
  void note_exception(PyObject* about);
  bool wants_in(PyFrameObject* frame);
  bool is_hit(const Statement& statement) const;
  bool is_merged() const;
  bool goes_on(const Statement& statement) const;
  void step_from_here(bool hit);
  std::string name_of_level(const std::string& function) const;
  Level& top() { return levels_.back(); }

  int pause(bool line_goes_on);
  Go wait_for_go();
  std::optional<Go> carry_out(const Task& task);
  protocol::EvaluateReply answer(const std::string& expression);

  bool compile();
  void run_code();
  void end_with(std::optional<protocol::Error> error, int block_line = 0);
  void finish_record(std::size_t level, std::optional<protocol::Error> error,
                     const std::string& entered = {});
  std::string text_of(const Statement& statement) const;
  void take_exception();

  Context& context_;
  protocol::Run what_;
  std::string padded_;  ///< the code, moved down to its line numbers
  std::shared_ptr<Statements> statements_;
  pybind11::object code_;

  std::vector<Level> levels_{1};  ///< innermost last; lines of functions called further in have no records
  PyFrameObject* top_frame_ = nullptr;  ///< of the last level
  LessonCode lesson_code_;
  std::string raised_;  ///< what went through the last level's line
  protocol::Reach reach_ = protocol::Reach::over;
  std::size_t out_to_ = 0;      ///< reach out: the number of levels to come down to
  std::size_t next_entry_ = 0;  ///< of what_.entries
  std::int64_t inner_ = 0;      ///< lines begun in functions of the lesson since the last record
  bool giving_up_ = false;      ///< interrupted: the way out of the functions has no stops

  std::optional<Clock::time_point> code_ended_;
  Clock::duration paused_{};
  std::int64_t lines_ = 0;   ///< that have ended
  std::int64_t merged_ = 0;  ///< of them, those that the next record stands for beside its own
  std::unordered_map<int, std::int64_t> times_;  ///< that a line has begun, by its number
  protocol::StopReason reason_ = protocol::StopReason::finished;
  std::optional<Task> reset_task_;
};

}  // namespace todevice::worker
