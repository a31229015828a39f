// SPDX-License-Identifier: Apache-2.0
#include "own_tracing.h"

#include <pythread.h>

namespace todevice::worker {

namespace py = pybind11;

OwnTracing* OwnTracing::active = nullptr;
PyMethodDef OwnTracing::method{"settrace", OwnTracing::settrace, METH_O,
                               "settrace(function)\n--\n\nHas function told of the steps of this thread."};

OwnTracing::OwnTracing()
    : original_(py::reinterpret_borrow<py::object>(PySys_GetObject("settrace"))),
      ours_(py::reinterpret_steal<py::object>(PyCFunction_NewEx(&method, nullptr, nullptr))),
      thread_(PyThread_get_thread_ident()) {
  active = this;
  if (original_ && ours_ && PySys_SetObject("settrace", ours_.ptr()) != 0) PyErr_Clear();
}

OwnTracing::~OwnTracing() {
  active = nullptr;
  // What the lesson put there itself stays.
  if (!original_ || PySys_GetObject("settrace") != ours_.ptr()) return;
  if (PySys_SetObject("settrace", original_.ptr()) != 0) PyErr_Clear();
}

PyObject* OwnTracing::settrace(PyObject*, PyObject* function) {
  // The lesson may have kept this function beyond the run.
  if (active == nullptr || PyThread_get_thread_ident() != active->thread_) {
    const auto real = active != nullptr ? active->original_
                                        : py::reinterpret_borrow<py::object>(PySys_GetObject("settrace"));
    if (real && !PyCFunction_Check(real.ptr())) return PyObject_CallOneArg(real.ptr(), function);
    if (real && PyCFunction_GetFunction(real.ptr()) != method.ml_meth)
      return PyObject_CallOneArg(real.ptr(), function);
    Py_RETURN_NONE;
  }
  if (function != Py_None && !active->said_) {
    active->said_ = true;
    PySys_WriteStderr(
        "sys.settrace() and pdb have no effect here: ToDevice follows the lines through the same hook of "
        "Python's. To stop at a line, set a breakpoint beside it.\n");
  }
  Py_RETURN_NONE;
}

}  // namespace todevice::worker
