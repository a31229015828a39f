// SPDX-License-Identifier: Apache-2.0
#include "frames.h"

#include <algorithm>

#include "value_text.h"

namespace todevice::worker {

namespace py = pybind11;

namespace {

py::object code_of(PyFrameObject* frame) {
  return py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(PyFrame_GetCode(frame)));
}

const PyCodeObject* as_code(const py::object& code) {
  return reinterpret_cast<const PyCodeObject*>(code.ptr());
}

}  // namespace

LocalNames::LocalNames(PyFrameObject* frame)
    : names_(py::reinterpret_steal<py::object>(PyFrame_GetLocals(frame))),
      snapshot_((as_code(code_of(frame))->co_flags & CO_OPTIMIZED) != 0) {
  if (!names_) PyErr_Clear();
}

LocalNames::~LocalNames() {
  // One reference is the frame's, one is ours. Later Pythons give a view of the names and not a dict.
  if (names_ && snapshot_ && PyDict_CheckExact(names_.ptr()) && Py_REFCNT(names_.ptr()) == 2)
    PyDict_Clear(names_.ptr());
}

bool LessonCode::has(PyFrameObject* frame) {
  auto code = code_of(frame);
  if (code.is(last_)) return last_is_ours_;
  last_is_ours_ = sources_.knows(utf8_of(as_code(code)->co_filename));
  last_ = std::move(code);
  return last_is_ours_;
}

bool is_function(PyFrameObject* frame) {
  const auto code = code_of(frame);
  return (as_code(code)->co_flags & CO_OPTIMIZED) != 0 && !function_name(frame).starts_with('<');
}

std::string function_name(PyFrameObject* frame) {
  return utf8_of(as_code(code_of(frame))->co_name);
}

std::vector<py::object> frames_above(PyFrameObject* below, PyFrameObject* frame, LessonCode& lesson) {
  std::vector<py::object> found;
  auto at = py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(frame));
  while (at) {
    auto* const now = reinterpret_cast<PyFrameObject*>(at.ptr());
    if (now == below) {
      std::reverse(found.begin(), found.end());
      return found;
    }
    if (now == frame || (lesson.has(now) && is_function(now))) found.push_back(at);
    at = py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(PyFrame_GetBack(now)));
  }
  return {};
}

}  // namespace todevice::worker
