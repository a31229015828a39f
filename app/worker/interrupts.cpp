// SPDX-License-Identifier: Apache-2.0
#include "interrupts.h"

#include <pybind11/embed.h>
#include <signal.h>

#include <atomic>
#include <chrono>

#include "trace/trace.h"

namespace todevice::worker {

namespace py = pybind11;

namespace {

using Clock = std::chrono::steady_clock;

/// A signal of ours has been taken by then.
constexpr std::chrono::milliseconds kLate{200};
constexpr std::chrono::milliseconds kAgain{50};

std::atomic<Clock::time_point> last_sent{Clock::time_point{}};

void send_signal(pthread_t main) {
  last_sent = Clock::now();
  pthread_kill(main, SIGINT);
}

PyObject* raise_interrupt(PyObject*, PyObject*) {
  const bool wanted = trace::interrupt_requested();
  // Sent for a wish that was heard in the meantime.
  if (!wanted && Clock::now() - last_sent.load() < kLate) Py_RETURN_NONE;
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

void request_interrupt(pthread_t main) {
  trace::set_interrupt(true);
  send_signal(main);
}

bool repeat_interrupt(pthread_t main) {
  if (!trace::interrupt_requested()) return false;
  if (Clock::now() - last_sent.load() >= kAgain) send_signal(main);
  return true;
}

void forget_interrupt() {
  trace::set_interrupt(false);
  while (PyErr_CheckSignals() != 0) PyErr_Clear();
}

}  // namespace todevice::worker
