// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace todevice::worker {

/// The text of the code that ran, by file and line: for records and tracebacks. Blocks of one lesson have
/// line numbers that go on from block to block.
class Sources {
 public:
  void add(const std::string& file, int first_line, std::string_view code);
  /// Whether `file`, a Python text, is one of them. With the GIL.
  bool has(PyObject* file) const;
  std::string line(const std::string& file, int line) const;
  bool knows(const std::string& file) const { return files_.contains(file); }
  /// Lets Python's linecache (and so its tracebacks) know the text. With the GIL; leaves no error behind.
  void tell_python() const;
  void clear() { files_.clear(); }

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace todevice::worker
