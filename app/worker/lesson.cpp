// SPDX-License-Identifier: Apache-2.0
#include "lesson.h"

#include <iterator>

#include "python_modules.h"

namespace todevice::worker {

namespace py = pybind11;

Lesson::Lesson(Output& output)
    : output_(output), builtins_(py::reinterpret_steal<py::dict>(PyDict_Copy(PyEval_GetBuiltins()))) {
  reset();
}

void Lesson::reset() {
  PyDict_Update(PyEval_GetBuiltins(), builtins_.ptr());  // first: even importing needs them
  auto main = py::reinterpret_steal<py::object>(PyModule_New("__main__"));
  if (!main) throw py::error_already_set();
  main.attr("__builtins__") = py::module_::import("builtins");
  py::module_::import("sys").attr("modules")["__main__"] = main;
  // Functions know their module's names, which know the functions: only emptying them lets all of it go.
  if (globals_) PyDict_Clear(globals_.ptr());
  globals_ = main.attr("__dict__");
  PyGC_Collect();
  sources.clear();
  statements_.clear();
  redirect_streams(output_);
}

void Lesson::add_statements(int first_line, std::shared_ptr<Statements> statements) {
  statements_[first_line] = std::move(statements);
}

const Statement& Lesson::statement_at(int line) const {
  const auto after = statements_.upper_bound(line);
  return (after == statements_.begin() ? after : std::prev(after))->second->at(line);
}

}  // namespace todevice::worker
