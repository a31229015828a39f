// SPDX-License-Identifier: Apache-2.0
#include "python/errors.h"

#include <stdexcept>

#include "core/errors.h"
#include "trace/trace.h"

namespace py = pybind11;

namespace todevice::python {

namespace {

PyObject* out_of_memory = nullptr;
PyObject* accelerator_error = nullptr;

void set(PyObject* type, const std::exception& error) {
  PyErr_SetString(type, error.what());
}

unsigned long main_thread = 0;

/// One interrupt is one KeyboardInterrupt: the handler of a signal that is on its way too may raise it; if
/// none has come yet, this takes the wish back. On another thread it is raised and stays wanted, for the main
/// thread.
void raise_interrupt() {
  if (PyErr_CheckSignals() != 0) return;
  if (PyThread_get_thread_ident() == main_thread) trace::set_interrupt(false);
  PyErr_SetNone(PyExc_KeyboardInterrupt);
}

void translate(std::exception_ptr pointer) {
  try {
    if (pointer) std::rethrow_exception(pointer);
  } catch (const OutOfMemoryError& error) {
    set(out_of_memory, error);
  } catch (const AcceleratorError& error) {
    set(accelerator_error, error);
  } catch (const IndexError& error) {
    set(PyExc_IndexError, error);
  } catch (const TypeError& error) {
    set(PyExc_TypeError, error);
  } catch (const ValueError& error) {
    set(PyExc_ValueError, error);
  } catch (const NotImplementedError& error) {
    set(PyExc_NotImplementedError, error);
  } catch (const RecursionError& error) {
    set(PyExc_RecursionError, error);
  } catch (const std::length_error&) {
    PyErr_SetString(PyExc_RuntimeError, "there is no room in memory for that many elements");
  } catch (const py::cast_error&) {
    PyErr_SetString(PyExc_TypeError, kWrongCast);
  } catch (const Interrupted&) {
    raise_interrupt();
  } catch (const Error& error) {
    set(PyExc_RuntimeError, error);
  }
}

PyObject* make(py::module_& torch, const char* name) {
  const std::string full = "torch." + std::string(name);
  PyObject* type = PyErr_NewException(full.c_str(), PyExc_RuntimeError, nullptr);
  if (!type) throw py::error_already_set();
  torch.add_object(name, py::reinterpret_borrow<py::object>(type));
  return type;
}

}  // namespace

void add_errors(py::module_& torch) {
  out_of_memory = make(torch, "OutOfMemoryError");
  accelerator_error = make(torch, "AcceleratorError");
  main_thread = PyThread_get_thread_ident();
  py::register_exception_translator(translate);
}

void set_python_error() noexcept {
  try {
    throw;
  } catch (py::error_already_set& error) {
    error.restore();
  } catch (const py::builtin_exception& error) {
    error.set_error();
  } catch (const Error&) {
    translate(std::current_exception());
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
}

void warn(const std::string& text) {
  if (PyErr_WarnEx(PyExc_UserWarning, text.c_str(), 1) != 0) throw py::error_already_set();
}

}  // namespace todevice::python
