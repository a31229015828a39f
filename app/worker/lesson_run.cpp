// SPDX-License-Identifier: Apache-2.0
#include "lesson_run.h"

#include <algorithm>
#include <utility>

#include "backend/registry.h"
#include "error_frames.h"
#include "interrupts.h"
#include "own_tracing.h"
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
    : context_(context),
      what_(std::move(what)),
      padded_(padded(what_)),
      statements_(std::make_shared<Statements>(padded_, what_.file)),
      lesson_code_(context.lesson.sources) {}

void LessonRun::execute() {
  install_interrupt_handler();
  context_.requests.run_began();
  context_.output.begin_run(what_.run);
  context_.metrics.begin_run(what_.run);
  context_.lesson.sources.add(what_.file, what_.first_line, what_.code);
  context_.lesson.add_statements(what_.first_line, statements_);
  context_.recorder.line_begins(false);
  const auto began = Clock::now();
  top().began = began;
  if (compile()) run_code();
  if (PyErr_Occurred() != nullptr) {
    take_exception();
  } else if (top().current || what_.mode == Mode::whole) {
    end_with(std::nullopt);
  }
  code_ = {};
  protocol::Stopped stopped;
  stopped.run = what_.run;
  stopped.reason = reason_;
  stopped.fault = gpu_fault();
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
  PyCompilerFlags flags{PyCF_IGNORE_COOKIE,
                        PY_MINOR_VERSION};  // whatever a file says of itself, this is UTF-8
  code_ = py::reinterpret_steal<py::object>(
      Py_CompileStringExFlags(padded_.c_str(), what_.file.c_str(), Py_file_input, &flags, -1));
  return static_cast<bool>(code_);
}

LessonRun* LessonRun::active = nullptr;

void LessonRun::run_code() {
  PyObject* const globals = context_.lesson.globals();
  active = this;
  std::optional<OwnTracing> own;
  if (what_.mode != Mode::whole) {
    own.emplace();
    PyEval_SetTrace(traced, nullptr);
    context_.recorder.watch_lines(&context_.lesson.sources);
  }
  const auto result = py::reinterpret_steal<py::object>(PyEval_EvalCode(code_.ptr(), globals, globals));
  PyEval_SetTrace(nullptr, nullptr);
  context_.recorder.watch_lines(nullptr);
  code_ended_ = Clock::now();
  active = nullptr;
  levels_.resize(1);  // code that meddles with tracing may have left some open
  top().frame = {};
  top_frame_ = nullptr;
}

void LessonRun::take_exception() {
  std::optional<protocol::Error> error;
  int block_line = 0;
  {
    const PythonError exception;
    if (exception.is_interrupt()) {
      // The interrupt has done its work: what follows must not be stopped by a second signal.
      forget_interrupt();
      reason_ = StopReason::interrupted;
    } else if (!exception.is_plain_exit()) {
      reason_ = StopReason::error;
    }
    block_line = exception.outer_line_in(what_.file);
    if (reason_ != StopReason::finished) error = exception.describe(context_.lesson.sources, what_.file);
    if (reason_ == StopReason::error)
      error->frames = error_frames(exception.trace(), context_.lesson.sources, context_.recorder.origins());
  }
  end_with(std::move(error), block_line);
}

/// The last record. A block run whole has only this one. `block_line`: where the block itself stood when it
/// failed, which may be a call of the function that the error names; 0: nothing of it ran.
void LessonRun::end_with(std::optional<protocol::Error> error, int block_line) {
  auto& current = top().current;
  if (what_.mode == Mode::whole && !current) {
    if (const auto* last = statements_->last()) current = *last;
    merged_ = std::max(0, (error ? statements_->begun(block_line) : statements_->count()) - 1);
  }
  if (!current) current.emplace();
  if (error && error->line > 0 && (what_.mode == Mode::whole || current->first == 0)) {
    current = Statement{error->line, error->line, false, {}};
  }
  finish_record(0, std::move(error));
}

std::string LessonRun::text_of(const Statement& statement) const {
  std::string text;
  const int last = std::min(statement.last, statement.first + kMostLines);
  for (int line = statement.first; line <= last; ++line)
    text += context_.lesson.sources.line(what_.file, line) + '\n';
  return text;
}

/// `entered`: the line goes on in this function, and ends with a record of its own.
void LessonRun::finish_record(std::size_t level, std::optional<protocol::Error> error,
                              const std::string& entered) {
  Level& at = levels_[level];
  protocol::Record record;
  const auto ended = code_ended_.value_or(Clock::now());
  const auto paused = paused_ - at.paused_before;
  record.microseconds = std::chrono::duration<double>(ended - at.began - paused).count() * kMicro;
  record.run = what_.run;
  record.file = what_.file;
  record.line = at.current->first;
  record.depth = static_cast<int>(level);
  record.function = at.function;
  record.entered = entered;
  record.entry = entered.empty() ? 0 : inner_;
  record.raised = std::exchange(raised_, {});
  const auto source = context_.lesson.sources.line(what_.file, record.line);
  record.source = std::string(utf8_head(source, kLongestSource));
  record.merged = std::exchange(merged_, 0);
  record.time = at.time;
  const bool binds = entered.empty() && !error;
  const auto names = binds ? at.current->names : std::vector<std::string>();
  record.error = std::move(error);
  const auto text = text_of(*at.current);
  if (entered.empty()) at.current.reset();
  std::vector<LocalNames> locals;
  std::vector<Scope> scopes{{"", context_.lesson.globals()}};
  for (std::size_t i = 1; i < levels_.size(); ++i) {
    locals.emplace_back(reinterpret_cast<PyFrameObject*>(levels_[i].frame.ptr()));
    if (locals.back().dict() != nullptr) scopes.push_back({levels_[i].function, locals.back().dict()});
  }
  context_.recorder.fill(record, scopes, names, text);
  context_.output.flush();
  context_.channel.send(protocol::encode_event(record));
  ++lines_;
  inner_ = 0;
}

}  // namespace todevice::worker
