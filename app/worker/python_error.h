// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "protocol/messages.h"
#include "sources.h"

namespace todevice::worker {

/// An exception that ended a run, taken from Python.
class PythonError {
 public:
  /// Takes the current exception.
  PythonError();

  bool is_interrupt() const { return matches(PyExc_KeyboardInterrupt); }
  /// exit(), exit(0): no error.
  bool is_plain_exit() const;
  /// Where the code of `file` stood when it called what raised this; 0: it never ran.
  int outer_line_in(const std::string& file) const;
  /// What the learner reads. May run code of the lesson (an exception's __str__), so an interrupt works.
  protocol::Error describe(const Sources& sources, const std::string& file) const;
  /// "RuntimeError: ..." as the last line of a traceback.
  std::string one_line() const;
  /// None where there is none.
  const pybind11::object& trace() const { return trace_; }

 private:
  bool matches(PyObject* type) const;
  std::string type() const;
  std::string message() const;
  std::string traceback() const;
  int line_in(const std::string& file) const;

  pybind11::object type_, value_, trace_;
};

}  // namespace todevice::worker
