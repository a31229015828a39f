// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <map>
#include <memory>

#include "output.h"
#include "sources.h"
#include "statements.h"

namespace todevice::worker {

/// What lasts from run to run: the lesson's names and the text of its code.
class Lesson {
 public:
  explicit Lesson(Output& output);
  /// A fresh `__main__`, and sys.stdout where it belongs.
  void reset();
  PyObject* globals() const { return globals_.ptr(); }
  Sources sources;
  /// A block's statements, for its functions that later blocks call: lines go on from block to block.
  void add_statements(int first_line, std::shared_ptr<Statements> statements);
  const Statement& statement_at(int line) const;

 private:
  Output& output_;
  pybind11::object globals_;
  std::map<int, std::shared_ptr<Statements>> statements_;  ///< by the first line of their block
  pybind11::dict builtins_;  ///< as they were: a lesson may have taken some away
};

}  // namespace todevice::worker
