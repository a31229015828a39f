// SPDX-License-Identifier: Apache-2.0
#include <pybind11/embed.h>

#include <csignal>

#include "python_modules.h"
#include "trace/trace.h"

namespace todevice::worker {

namespace py = pybind11;

namespace {

/// One interrupt is one KeyboardInterrupt: the engine has not to raise it a second time.
PyObject* raise_interrupt(PyObject*, PyObject*) {
  trace::set_interrupt(false);
  PyErr_SetNone(PyExc_KeyboardInterrupt);
  return nullptr;
}

PyMethodDef handler{"interrupt", raise_interrupt, METH_VARARGS, nullptr};

}  // namespace

void install_interrupt_handler() {
  try {
    const auto function = py::reinterpret_steal<py::object>(PyCFunction_New(&handler, nullptr));
    py::module_::import("_signal").attr("signal")(SIGINT, function);
  } catch (py::error_already_set&) {
    // Then Python's own handler does.
  }
}

}  // namespace todevice::worker
