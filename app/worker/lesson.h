// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include "output.h"
#include "sources.h"

namespace todevice::worker {

/// What lasts from run to run: the lesson's names and the text of its code.
class Lesson {
 public:
  explicit Lesson(Output& output);
  /// A fresh `__main__`, and sys.stdout where it belongs.
  void reset();
  PyObject* globals() const { return globals_.ptr(); }
  Sources sources;

 private:
  Output& output_;
  pybind11::object globals_;
  pybind11::dict builtins_;  ///< as they were: a lesson may have taken some away
};

}  // namespace todevice::worker
