// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

namespace todevice::worker {

/// One statement (or the head of a compound one), which is one line to the learner however many it fills.
struct Statement {
  int first = 0, last = 0;         ///< its lines
  bool compound = false;           ///< the head of a loop, an if, a def, ...
  std::vector<std::string> names;  ///< what it binds at the level of the block
};

/// Which lines of a block belong together.
class Statements {
 public:
  /// `code` as it is compiled, so that line numbers are those of tracebacks. Leaves no Python error behind;
  /// code that cannot be read has lines of its own each.
  Statements(const std::string& code, const std::string& file);

  /// The innermost statement that covers `line`.
  const Statement& at(int line);
  /// The last statement at the level of the block, or null.
  const Statement* last() const;
  int count() const { return int(tops_.size()); }
  /// How many of these have begun once a line runs.
  int begun(int line) const;

 private:
  void add_body(const pybind11::handle& body, int depth);
  void add_statement(const pybind11::handle& node, int depth);
  void cover(int index);

  std::vector<Statement> all_;
  std::vector<int> by_line_;  ///< index into all_, -1: none
  int last_ = -1;
  std::vector<int> tops_;  ///< first lines of those at the level of the block
};

}  // namespace todevice::worker
