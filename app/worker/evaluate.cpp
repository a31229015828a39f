// SPDX-License-Identifier: Apache-2.0
#include "context.h"
#include "interrupts.h"
#include "python_error.h"
#include "value_text.h"

namespace todevice::worker {

namespace py = pybind11;

namespace {

constexpr std::size_t kLongestText = 16 << 10;
constexpr std::size_t kLongestValue = 1 << 20;  // of the repr: what is larger has no JSON, its text must do

py::object value_of(const std::string& expression, PyObject* globals, PyObject* locals) {
  if (expression.find('\0') != std::string::npos) {
    PyErr_SetString(PyExc_SyntaxError, "source code cannot contain null bytes");
    return {};
  }
  const auto start = std::min(expression.find_first_not_of(" \t\r\n"), expression.size());
  const auto code = py::reinterpret_steal<py::object>(
      Py_CompileString(expression.c_str() + start, "<expression>", Py_eval_input));
  if (!code) return {};
  return py::reinterpret_steal<py::object>(PyEval_EvalCode(code.ptr(), globals, locals));
}

protocol::EvaluateReply ask(const std::string& expression, PyObject* globals, PyObject* locals) {
  protocol::EvaluateReply reply;
  const auto value = value_of(expression, globals, locals);
  const auto text = py::reinterpret_steal<py::object>(value ? PyObject_Repr(value.ptr()) : nullptr);
  if (!text) {
    reply.text = PythonError().one_line();
    return reply;
  }
  reply.ok = true;
  const auto whole = utf8_of(text.ptr());
  reply.text = std::string(utf8_head(whole, kLongestText));
  if (reply.text.size() < whole.size()) reply.text += "…";
  if (whole.size() <= kLongestValue) reply.value = value_json(value.ptr());
  return reply;
}

/// What an evaluation does leaves no trace in the records, however it ends.
class Evaluation {
 public:
  explicit Evaluation(Context& context) : context_(context) {
    context_.recorder.set_quiet(true);
    context_.requests.evaluation_began();
  }
  ~Evaluation() {
    context_.requests.evaluation_ended();
    context_.recorder.set_quiet(false);
    context_.output.flush();
  }
  Evaluation(const Evaluation&) = delete;
  Evaluation& operator=(const Evaluation&) = delete;

 private:
  Context& context_;
};

}  // namespace

protocol::EvaluateReply evaluate(Context& context, const std::string& expression, PyObject* locals) {
  install_interrupt_handler();
  const Evaluation evaluation(context);
  PyObject* const globals = context.lesson.globals();
  return ask(expression, globals, locals == nullptr ? globals : locals);
}

}  // namespace todevice::worker
