// SPDX-License-Identifier: Apache-2.0
#include "origins.h"

#include <pybind11/pybind11.h>

#include <frameobject.h>

namespace todevice::worker {

namespace py = pybind11;

int Origins::line_now() const {
  if (sources_ == nullptr || PyGILState_Check() == 0) return 0;
  auto frame = py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(PyEval_GetFrame()));
  while (frame) {
    auto* const at = reinterpret_cast<PyFrameObject*>(frame.ptr());
    const auto code = py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(PyFrame_GetCode(at)));
    if (sources_->has(reinterpret_cast<PyCodeObject*>(code.ptr())->co_filename))
      return PyFrame_GetLineNumber(at);
    frame = py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(PyFrame_GetBack(at)));
  }
  return 0;
}

bool Origins::lesson_calls() const {
  if (sources_ == nullptr) return true;
  if (PyGILState_Check() == 0) return false;
  auto* const frame = PyEval_GetFrame();
  if (frame == nullptr) return false;
  const auto code = py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(PyFrame_GetCode(frame)));
  return sources_->has(reinterpret_cast<PyCodeObject*>(code.ptr())->co_filename);
}

void Origins::made(std::uint64_t storage, const std::string& device, int line) {
  stories_[storage] = {device, line, 0};
}

void Origins::moved(std::uint64_t before, std::uint64_t after, int line) {
  if (before == after) return;
  const auto from = stories_.find(before);
  const auto to = stories_.find(after);
  if (from == stories_.end() || to == stories_.end()) return;
  to->second = from->second;
  if (line > 0) to->second.moved_line = line;
}

Origins::Story Origins::of(std::uint64_t storage) const {
  const auto found = stories_.find(storage);
  return found == stories_.end() ? Story{} : found->second;
}

}  // namespace todevice::worker
