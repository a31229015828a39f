// SPDX-License-Identifier: Apache-2.0
#include "sources.h"

namespace todevice::worker {

namespace py = pybind11;

void Sources::add(const std::string& file, int first_line, std::string_view code) {
  auto& lines = files_[file];
  auto at = static_cast<std::size_t>(first_line) - 1;
  while (true) {
    const auto end = code.find('\n');
    if (lines.size() <= at) lines.resize(at + 1);
    lines[at++] = std::string(code.substr(0, end));
    if (end == std::string_view::npos) return;
    code.remove_prefix(end + 1);
  }
}

bool Sources::has(PyObject* file) const {
  for (const auto& [name, lines] : files_) {
    if (PyUnicode_CompareWithASCIIString(file, name.c_str()) == 0) return true;
  }
  return false;
}

std::string Sources::line(const std::string& file, int line) const {
  const auto found = files_.find(file);
  const auto at = static_cast<std::size_t>(line) - 1;
  return found == files_.end() || line < 1 || at >= found->second.size() ? std::string() : found->second[at];
}

void Sources::tell_python() const {
  try {
    const auto cache = py::module_::import("linecache").attr("cache");
    for (const auto& [file, lines] : files_) {
      py::list texts;
      for (const auto& line : lines) {
        texts.append(py::reinterpret_steal<py::object>(
                         PyUnicode_DecodeUTF8(line.data(), static_cast<Py_ssize_t>(line.size()), "replace")) +
                     py::str("\n"));
      }
      cache[py::str(file)] = py::make_tuple(py::len(texts), py::none(), texts, file);
    }
  } catch (py::error_already_set&) {
    // Then tracebacks come without the text of their lines.
  }
}

}  // namespace todevice::worker
