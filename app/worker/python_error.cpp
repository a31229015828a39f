// SPDX-License-Identifier: Apache-2.0
#include "python_error.h"

#include <frameobject.h>

#include "output.h"
#include "value_text.h"

namespace todevice::worker {

namespace py = pybind11;

namespace {

constexpr std::size_t kLongestMessage = 16 << 10;
constexpr std::size_t kLongestTraceback = 64 << 10;

std::string cut(const std::string& text, std::size_t bytes) {
  return text.size() <= bytes ? text : std::string(utf8_head(text, bytes)) + "…";
}

std::string file_of(PyFrameObject* frame) {
  const auto code = py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(PyFrame_GetCode(frame)));
  return utf8_of(reinterpret_cast<PyCodeObject*>(code.ptr())->co_filename);
}

}  // namespace

PythonError::PythonError() {
  PyObject *type = nullptr, *value = nullptr, *trace = nullptr;
  PyErr_Fetch(&type, &value, &trace);
  PyErr_NormalizeException(&type, &value, &trace);
  if (trace != nullptr && value != nullptr) PyException_SetTraceback(value, trace);
  type_ = py::reinterpret_steal<py::object>(type);
  value_ = py::reinterpret_steal<py::object>(value);
  trace_ = py::reinterpret_steal<py::object>(trace);
}

bool PythonError::matches(PyObject* type) const {
  return type_ && PyErr_GivenExceptionMatches(type_.ptr(), type) != 0;
}

bool PythonError::is_plain_exit() const {
  if (!matches(PyExc_SystemExit) || !value_) return false;
  const auto code = py::reinterpret_steal<py::object>(PyObject_GetAttrString(value_.ptr(), "code"));
  if (!code) {
    PyErr_Clear();
    return false;
  }
  return code.is_none() ||
         (PyLong_CheckExact(code.ptr()) && PyLong_AsLong(code.ptr()) == 0 && PyErr_Occurred() == nullptr);
}

std::string PythonError::type() const {
  if (!type_ || !PyType_Check(type_.ptr())) return "Exception";
  const std::string name = reinterpret_cast<PyTypeObject*>(type_.ptr())->tp_name;
  return name.substr(name.rfind('.') + 1);
}

std::string PythonError::message() const {
  if (!value_) return {};
  const auto text = py::reinterpret_steal<py::object>(PyObject_Str(value_.ptr()));
  if (text) return cut(utf8_of(text.ptr()), kLongestMessage);
  PyErr_Clear();
  return "(the exception's text cannot be made)";
}

std::string PythonError::one_line() const {
  const auto text = message();
  return text.empty() ? type() : type() + ": " + text;
}

std::string PythonError::traceback() const {
  try {
    const auto lines =
        py::module_::import("traceback")
            .attr("format_exception")(type_, value_ ? value_ : py::none(), trace_ ? trace_ : py::none());
    const auto whole = py::str("").attr("join")(lines);
    return cut(utf8_of(whole.ptr()), kLongestTraceback);
  } catch (py::error_already_set&) {
    return one_line() + "\n";
  }
}

int PythonError::outer_line_in(const std::string& file) const {
  for (auto* at = reinterpret_cast<PyTracebackObject*>(trace_.ptr()); at != nullptr; at = at->tb_next) {
    if (file_of(at->tb_frame) == file)
      return at->tb_lineno >= 0 ? at->tb_lineno : PyFrame_GetLineNumber(at->tb_frame);
  }
  return 0;
}

/// The innermost line of the lesson's own code.
int PythonError::line_in(const std::string& file) const {
  int line = 0;
  for (auto* at = reinterpret_cast<PyTracebackObject*>(trace_.ptr()); at != nullptr; at = at->tb_next) {
    if (file_of(at->tb_frame) == file)
      line = at->tb_lineno >= 0 ? at->tb_lineno : PyFrame_GetLineNumber(at->tb_frame);
  }
  if (line > 0 || !matches(PyExc_SyntaxError)) return line;
  const auto number = py::reinterpret_steal<py::object>(PyObject_GetAttrString(value_.ptr(), "lineno"));
  const long value = number && PyLong_Check(number.ptr()) ? PyLong_AsLong(number.ptr()) : 0;
  PyErr_Clear();
  return static_cast<int>(value);
}

protocol::Error PythonError::describe(const Sources& sources, const std::string& file) const {
  sources.tell_python();
  return {type(), message(), traceback(), line_in(file), {}};
}

}  // namespace todevice::worker
