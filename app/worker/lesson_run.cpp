// SPDX-License-Identifier: Apache-2.0
#include "lesson_run.h"

#include <frameobject.h>

#include <algorithm>
#include <utility>

#include "backend/registry.h"
#include "error_frames.h"
#include "interrupts.h"
#include "python_error.h"

namespace todevice::worker {

namespace py = pybind11;
using protocol::Mode;
using protocol::StopReason;

namespace {

constexpr double kMicro = 1e6;
constexpr std::size_t kLongestSource = 4 << 10;
constexpr int kMostLines = 100;  ///< of a statement
constexpr const char* kByteOrderMark = "\xEF\xBB\xBF";

std::string padded(const protocol::Run& what) {
  const std::string_view code = what.code;
  std::string text(static_cast<std::size_t>(what.first_line) - 1, '\n');
  text += code.starts_with(kByteOrderMark) ? code.substr(3) : code;
  return text;
}

/// Why the GPUs are lost to this process, if they are.
std::string gpu_fault() {
  Backend* const cuda = registry::cuda_initialized() ? registry::cuda() : nullptr;
  return cuda == nullptr ? std::string() : cuda->fault();
}

}  // namespace

LessonRun::LessonRun(Context& context, protocol::Run what)
    : context_(context), what_(std::move(what)), padded_(padded(what_)), statements_(padded_, what_.file) {}

void LessonRun::execute() {
  install_interrupt_handler();
  context_.requests.run_began();
  context_.output.begin_run(what_.run);
  context_.metrics.begin_run(what_.run);
  context_.lesson.sources.add(what_.file, what_.first_line, what_.code);
  context_.recorder.line_begins(false);
  const auto began = Clock::now();
  line_began_ = began;
  if (compile()) run_code();
  if (PyErr_Occurred() != nullptr) {
    take_exception();
  } else if (current_ || what_.mode == Mode::whole) {
    end_with(std::nullopt);
  }
  code_ = {};
  protocol::Stopped stopped{what_.run, reason_, 0, 0, 0, gpu_fault()};
  stopped.seconds = std::chrono::duration<double>(code_ended_.value_or(began) - began - paused_).count();
  context_.metrics.flush();
  context_.output.flush_all();
  context_.requests.run_ended();
  context_.channel.send(protocol::encode_event(stopped));
}

bool LessonRun::compile() {
  if (padded_.find('\0') != std::string::npos) {
    PyErr_SetString(PyExc_SyntaxError, "source code cannot contain null bytes");
    return false;
  }
  code_ =
      py::reinterpret_steal<py::object>(Py_CompileString(padded_.c_str(), what_.file.c_str(), Py_file_input));
  return static_cast<bool>(code_);
}

namespace {

/// Only the main thread is traced, and runs do not nest.
LessonRun* active = nullptr;

}  // namespace

void LessonRun::run_code() {
  PyObject* const globals = context_.lesson.globals();
  active = this;
  if (what_.mode != Mode::whole) {
    PyEval_SetTrace(traced, nullptr);
    context_.recorder.watch_lines(&context_.lesson.sources);
  }
  const auto result = py::reinterpret_steal<py::object>(PyEval_EvalCode(code_.ptr(), globals, globals));
  PyEval_SetTrace(nullptr, nullptr);
  context_.recorder.watch_lines(nullptr);
  code_ended_ = Clock::now();
  active = nullptr;
}

int LessonRun::traced(PyObject*, PyFrameObject* frame, int what, PyObject*) {
  try {
    return trace(frame, what);
  } catch (const py::error_already_set&) {
    PyErr_SetString(PyExc_RuntimeError, "the line could not be recorded");
  } catch (const std::exception& error) {  // no C++ exception may cross Python
    PyErr_Format(PyExc_RuntimeError, "the line could not be recorded: %s", error.what());
  }
  return -1;
}

int LessonRun::trace(PyFrameObject* frame, int what) {
  if (what == PyTrace_LINE) {
    return frame == active->frame_ ? active->line_begins(PyFrame_GetLineNumber(frame)) : 0;
  }
  if (what == PyTrace_OPCODE && frame == active->frame_) active->context_.recorder.note_results();
  // The first frame that is entered is the block's own.
  if (what == PyTrace_CALL && active->frame_ == nullptr) active->enter(frame);
  return 0;
}

void LessonRun::enter(PyFrameObject* frame) {
  frame_ = frame;
  if (PyObject_SetAttrString(reinterpret_cast<PyObject*>(frame), "f_trace_opcodes", Py_True) != 0)
    PyErr_Clear();
}

/// Python comes back to the first line of a statement of several lines, and visits the others: all of it is
/// one line to the learner. A loop that stands on one line is a line each time round.
bool LessonRun::goes_on(const Statement& statement) const {
  return current_ && current_->first == statement.first && statement.last > statement.first;
}

int LessonRun::line_begins(int line) {
  const Statement statement = statements_.at(line);
  if (goes_on(statement)) return 0;
  if (what_.mode == Mode::record && current_ && records_ + 1 >= kMostRecords) {
    ++merged_;
    current_ = statement;
    return 0;
  }
  if (current_) finish_record(std::nullopt);
  if (what_.mode == Mode::record && what_.stop_after > 0 && records_ == what_.stop_after)
    what_.mode = Mode::step;
  current_ = statement;
  if (what_.mode == Mode::step) {
    const auto before = Clock::now();
    const int outcome = pause(statement.first);
    paused_ += Clock::now() - before;
    if (outcome < 0) return outcome;
  }
  context_.recorder.line_begins(true);
  line_began_ = Clock::now();
  // A signal that came meanwhile would not wake what the line waits for (a sleep, a lock): it is over by
  // then.
  return PyErr_CheckSignals() != 0 ? -1 : 0;
}

int LessonRun::pause(int line) {
  context_.metrics.flush();
  context_.output.flush();
  context_.requests.run_stopped();
  // An interrupt may have come while the line ran.
  if (PyErr_CheckSignals() != 0) return -1;
  context_.channel.send(
      protocol::encode_event(protocol::Stopped{what_.run, StopReason::line, line, 0, 0, {}}));
  if (is_fork() || wait_for_go() == Go::on) return 0;
  PyErr_SetNone(PyExc_KeyboardInterrupt);
  return -1;
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
    context_.requests.reply(task, evaluate(context_, question->expression));
    return std::nullopt;
  }
  if (std::holds_alternative<protocol::Step>(task.request)) {
    context_.requests.reply(task);
    return Go::on;
  }
  if (std::holds_alternative<protocol::Continue>(task.request)) {
    context_.requests.reply(task);
    what_.mode = Mode::record;
    what_.stop_after = 0;
    return Go::on;
  }
  if (std::holds_alternative<protocol::Reset>(task.request)) reset_task_ = task;
  if (std::holds_alternative<protocol::Shutdown>(task.request)) context_.requests.end_process();
  return Go::interrupted;
}

void LessonRun::take_exception() {
  std::optional<protocol::Error> error;
  {
    const PythonError exception;
    if (exception.is_interrupt()) {
      // The interrupt has done its work: what follows must not be stopped by a second signal.
      forget_interrupt();
      reason_ = StopReason::interrupted;
    } else if (!exception.is_plain_exit()) {
      reason_ = StopReason::error;
    }
    if (reason_ != StopReason::finished) error = exception.describe(context_.lesson.sources, what_.file);
    if (reason_ == StopReason::error)
      error->frames = error_frames(exception.trace(), context_.lesson.sources, context_.recorder.origins());
  }
  end_with(std::move(error));
}

/// The last record. A block run whole has only this one.
void LessonRun::end_with(std::optional<protocol::Error> error) {
  if (what_.mode == Mode::whole && !current_) {
    if (const auto* last = statements_.last()) current_ = *last;
    merged_ = std::max(0, statements_.count() - 1);
  }
  if (!current_) current_.emplace();
  if (error && error->line > 0 && (what_.mode == Mode::whole || current_->first == 0)) {
    current_ = Statement{error->line, error->line, false, {}};
  }
  finish_record(std::move(error));
}

void LessonRun::finish_record(std::optional<protocol::Error> error) {
  protocol::Record record;
  const auto ended = code_ended_.value_or(Clock::now());
  record.microseconds = std::chrono::duration<double>(ended - line_began_).count() * kMicro;
  record.run = what_.run;
  record.file = what_.file;
  record.line = current_->first;
  const auto source = context_.lesson.sources.line(what_.file, record.line);
  record.source = std::string(utf8_head(source, kLongestSource));
  record.merged = std::exchange(merged_, 0);
  const auto names = error ? std::vector<std::string>() : std::move(current_->names);
  record.error = std::move(error);
  std::string statement;
  const int last = std::min(current_->last, current_->first + kMostLines);
  for (int line = current_->first; line <= last; ++line)
    statement += std::string(context_.lesson.sources.line(what_.file, line)) + '\n';
  current_.reset();
  context_.recorder.fill(record, context_.lesson.globals(), names, statement);
  context_.output.flush();
  context_.channel.send(protocol::encode_event(record));
  ++records_;
}

}  // namespace todevice::worker
