// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

namespace todevice::worker {

/// While a run is followed line by line, Python's one hook for that is taken. As long as this lives,
/// sys.settrace() of the lesson's main thread leaves it alone and says so on sys.stderr, once; other threads
/// trace as they like. With the GIL.
class OwnTracing {
 public:
  OwnTracing();
  ~OwnTracing();
  OwnTracing(const OwnTracing&) = delete;
  OwnTracing& operator=(const OwnTracing&) = delete;

 private:
  static PyObject* settrace(PyObject* self, PyObject* function);
  static PyMethodDef method;

  static OwnTracing* active;
  pybind11::object original_;
  pybind11::object ours_;
  unsigned long thread_;
  bool said_ = false;
};

}  // namespace todevice::worker
