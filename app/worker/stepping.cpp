// SPDX-License-Identifier: Apache-2.0
// How a run follows Python line by line: which lines are records, into which functions it goes, and where it
// waits for the window.
#include <algorithm>
#include <utility>

#include "interrupts.h"
#include "lesson_run.h"
#include "value_text.h"

namespace todevice::worker {

namespace py = pybind11;
using protocol::Mode;
using protocol::Reach;
using protocol::StopReason;

namespace {

constexpr std::size_t kLongestRaised = 400;

PyFrameObject* as_frame(const py::object& frame) {
  return reinterpret_cast<PyFrameObject*>(frame.ptr());
}

/// A result that nobody keeps is noticed between two steps of Python's.
void trace_opcodes(PyFrameObject* frame) {
  if (PyObject_SetAttrString(reinterpret_cast<PyObject*>(frame), "f_trace_opcodes", Py_True) != 0)
    PyErr_Clear();
}

}  // namespace

int LessonRun::traced(PyObject*, PyFrameObject* frame, int what, PyObject* about) {
  try {
    return trace(frame, what, about);
  } catch (const py::error_already_set&) {
    PyErr_SetString(PyExc_RuntimeError, "the line could not be recorded");
  } catch (const std::exception& error) {  // no C++ exception may cross Python
    PyErr_Format(PyExc_RuntimeError, "the line could not be recorded: %s", error.what());
  }
  return -1;
}

int LessonRun::trace(PyFrameObject* frame, int what, PyObject* about) {
  LessonRun& run = *active;
  const bool is_top = frame == run.top_frame_;
  if (what == PyTrace_LINE)
    return is_top ? run.line_begins(PyFrame_GetLineNumber(frame)) : run.inner_line_begins(frame);
  if (what == PyTrace_OPCODE && is_top) run.context_.recorder.note_results();
  // The first frame that is entered is the block's own.
  if (what == PyTrace_CALL && run.top_frame_ == nullptr) run.enter_block(frame);
  const bool in_function = is_top && run.levels_.size() > 1;
  if (what == PyTrace_EXCEPTION && in_function) run.note_exception(about);
  if (what == PyTrace_RETURN && in_function) return run.leave(about == nullptr);
  return 0;
}

void LessonRun::enter_block(PyFrameObject* frame) {
  top().frame = py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(frame));
  top_frame_ = frame;
  trace_opcodes(frame);
}

/// Python comes back to the first line of a statement of several lines, and visits the others: all of it is
/// one line to the learner. A loop that stands on one line is a line each time round.
bool LessonRun::goes_on(const Statement& statement) const {
  const auto& current = levels_.back().current;
  return current && current->first == statement.first && statement.last > statement.first;
}

/// The line that has just ended is left to a later record.
bool LessonRun::is_merged() const {
  if (what_.mode != Mode::record || lines_ + 1 == what_.stop_after) return false;
  std::int64_t stride = 1;
  for (auto most = kEachLine; lines_ >= most; most *= 10) stride *= 10;
  return (levels_.back().time - 1) % stride != 0;
}

bool LessonRun::is_hit(const Statement& statement) const {
  const bool is_replayed = what_.mode == Mode::record && lines_ < what_.stop_after;
  if (is_replayed) return false;
  const bool here = what_.until >= statement.first && what_.until <= statement.last;
  return here || context_.breakpoints.between(statement.first, statement.last);
}

/// From running to stepping, where the window wants it.
void LessonRun::step_from_here(bool hit) {
  const bool reached = what_.mode == Mode::record && what_.stop_after > 0 && lines_ == what_.stop_after;
  if (!hit && !reached) return;
  what_.mode = Mode::step;
  what_.until = 0;
  reach_ = Reach::over;
}

void LessonRun::now_runs(const Statement& statement) {
  top().current = statement;
  top().time = ++times_[statement.first];
}

int LessonRun::line_begins(int line) {
  const Statement statement = context_.lesson.statement_at(line);
  if (goes_on(statement)) return 0;
  giving_up_ = false;
  const bool hit = is_hit(statement);
  auto& current = top().current;
  if (current && !hit && is_merged()) {
    ++lines_;
    ++merged_;
    now_runs(statement);
    return 0;
  }
  if (current) finish_record(levels_.size() - 1, std::nullopt);
  step_from_here(hit);
  now_runs(statement);
  raised_.clear();
  if (what_.mode == Mode::step && (reach_ != Reach::out || levels_.size() <= out_to_)) {
    if (const int outcome = pause(false); outcome < 0) return outcome;
  }
  context_.recorder.line_begins(true);
  top().began = Clock::now();
  top().paused_before = paused_;
  // A signal that came meanwhile would not wake what the line waits for (a sleep, a lock): it is over by
  // then.
  return PyErr_CheckSignals() != 0 ? -1 : 0;
}

int LessonRun::inner_line_begins(PyFrameObject* frame) {
  if (!lesson_code_.has(frame)) return 0;
  ++inner_;
  return wants_in(frame) ? go_into(frame) : 0;
}

bool LessonRun::wants_in(PyFrameObject* frame) {
  if (next_entry_ < what_.entries.size()) {
    const auto& entry = what_.entries[next_entry_];
    if (entry.line == lines_ && entry.inner == inner_) {
      ++next_entry_;
      return true;
    }
  }
  if (what_.mode == Mode::step && reach_ == Reach::into && is_function(frame)) return true;
  if (what_.until == 0 && !context_.breakpoints.any()) return false;
  return is_hit(context_.lesson.statement_at(PyFrame_GetLineNumber(frame)));
}

/// Two calls of one function, one in the other, have names of their own each.
std::string LessonRun::name_of_level(const std::string& function) const {
  const auto same = [&](const std::string& name) {
    return std::any_of(levels_.begin(), levels_.end(),
                       [&](const Level& level) { return level.function == name; });
  };
  std::string name = function;
  for (int count = 2; same(name); ++count) name = function + " (" + std::to_string(count) + ")";
  return name;
}

/// The line that called has a record of what it did so far; it ends with another one.
int LessonRun::go_into(PyFrameObject* frame) {
  const auto frames = frames_above(top_frame_, frame, lesson_code_);
  if (frames.empty() || !top().current) return 0;
  const std::size_t caller = levels_.size() - 1;
  const auto now = Clock::now();
  for (const auto& one : frames) {
    Level level;
    level.frame = one;
    level.function = name_of_level(function_name(as_frame(one)));
    level.began = now;
    level.paused_before = paused_;
    // What called `frame` is in the middle of a line; `frame` itself begins one.
    if (as_frame(one) != frame)
      level.current = context_.lesson.statement_at(PyFrame_GetLineNumber(as_frame(one)));
    trace_opcodes(as_frame(one));
    levels_.push_back(std::move(level));
  }
  finish_record(caller, std::nullopt, top().function);
  top_frame_ = frame;
  return line_begins(PyFrame_GetLineNumber(frame));
}

void LessonRun::note_exception(PyObject* about) {
  PyObject *type = nullptr, *value = nullptr, *trace = nullptr;
  if (!PyArg_UnpackTuple(about, "exception", 3, 3, &type, &value, &trace)) return PyErr_Clear();
  raised_ = PyExceptionClass_Check(type) ? reinterpret_cast<PyTypeObject*>(type)->tp_name : "";
  const auto text = py::reinterpret_steal<py::object>(PyObject_Str(value));
  if (!text) PyErr_Clear();
  const auto words = text ? utf8_of(text.ptr()) : std::string();
  if (!words.empty()) raised_ += ": " + std::string(utf8_head(words, kLongestRaised));
}

/// A function that the run went into returns, or is left by an exception: the line that called it goes on.
int LessonRun::leave(bool raised) {
  if (!raised) raised_.clear();
  if (top().current) finish_record(levels_.size() - 1, std::nullopt);
  levels_.pop_back();
  top_frame_ = as_frame(top().frame);
  context_.recorder.line_begins(true);
  step_from_here(false);
  if (giving_up_ || what_.mode != Mode::step || !top().current) return 0;
  if (reach_ == Reach::out && levels_.size() > out_to_) return 0;
  return pause(true);
}

int LessonRun::pause(bool line_goes_on) {
  const auto before = Clock::now();
  context_.metrics.flush();
  context_.output.flush();
  context_.requests.run_stopped();
  // An interrupt may have come while the line ran.
  bool interrupted = PyErr_CheckSignals() != 0;
  if (!interrupted) {
    protocol::Stopped stopped;
    stopped.run = what_.run;
    stopped.reason = StopReason::line;
    stopped.line = top().current->first;
    stopped.depth = static_cast<int>(levels_.size()) - 1;
    stopped.function = top().function;
    stopped.goes_on = line_goes_on;
    context_.channel.send(protocol::encode_event(stopped));
    interrupted = !is_fork() && wait_for_go() == Go::interrupted;
    if (interrupted) PyErr_SetNone(PyExc_KeyboardInterrupt);
  }
  giving_up_ = interrupted;
  paused_ += Clock::now() - before;
  return interrupted ? -1 : 0;
}

LessonRun::Go LessonRun::wait_for_go() {
  while (true) {
    Task task;
    {
      const py::gil_scoped_release unlocked;
      task = context_.requests.next();
    }
    if (const auto go = carry_out(task)) return *go;
  }
}

std::optional<LessonRun::Go> LessonRun::carry_out(const Task& task) {
  if (const auto* question = std::get_if<protocol::Evaluate>(&task.request)) {
    context_.requests.reply(task, answer(question->expression));
    return std::nullopt;
  }
  if (const auto* step = std::get_if<protocol::Step>(&task.request)) {
    context_.requests.reply(task);
    reach_ = step->reach;
    out_to_ = std::max<std::size_t>(1, levels_.size() - 1);
    return Go::on;
  }
  if (const auto* run_on = std::get_if<protocol::Continue>(&task.request)) {
    context_.requests.reply(task);
    what_.mode = Mode::record;
    what_.stop_after = 0;
    what_.until = run_on->until;
    return Go::on;
  }
  if (std::holds_alternative<protocol::Reset>(task.request)) reset_task_ = task;
  if (std::holds_alternative<protocol::Shutdown>(task.request)) context_.requests.end_process();
  return Go::interrupted;
}

/// In a function its names are known too.
protocol::EvaluateReply LessonRun::answer(const std::string& expression) {
  if (levels_.size() == 1) return evaluate(context_, expression);
  const LocalNames names(top_frame_);
  return evaluate(context_, expression, names.dict());
}

}  // namespace todevice::worker
