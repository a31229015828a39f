// SPDX-License-Identifier: Apache-2.0
#include "statements.h"

#include <algorithm>

namespace todevice::worker {

namespace py = pybind11;

namespace {

constexpr int kDeepest = 200;
constexpr const char* kBodies[] = {"body", "orelse", "handlers", "cases", "finalbody"};

int line_of(const py::handle& node, const char* attribute = "lineno") {
  return py::hasattr(node, attribute) ? node.attr(attribute).cast<int>() : 0;
}

std::string kind_of(const py::handle& node) {
  return Py_TYPE(node.ptr())->tp_name;
}

bool is_kind(const py::handle& node, std::string_view name) {
  const std::string kind = kind_of(node);
  return std::string_view(kind).substr(kind.rfind('.') + 1) == name;
}

/// x, (x, y), [x, *rest]: the names that an assignment binds; `a.b` and `a[i]` bind none.
void add_targets(const py::handle& target, std::vector<std::string>& names, int depth = 0) {
  if (depth > kDeepest || target.is_none()) return;
  if (is_kind(target, "Name")) {
    names.push_back(target.attr("id").cast<std::string>());
  } else if (py::hasattr(target, "elts")) {
    for (const auto element : target.attr("elts")) add_targets(element, names, depth + 1);
  } else if (is_kind(target, "Starred")) {
    add_targets(target.attr("value"), names, depth + 1);
  }
}

void add_imports(const py::handle& node, std::vector<std::string>& names) {
  for (const auto alias : node.attr("names")) {
    const auto as = alias.attr("asname");
    const auto name = alias.attr("name").cast<std::string>();
    names.push_back(as.is_none() ? name.substr(0, name.find('.')) : as.cast<std::string>());
  }
}

std::vector<std::string> bound_names(const py::handle& node) {
  std::vector<std::string> names;
  if (py::hasattr(node, "targets") && !is_kind(node, "Delete")) {
    for (const auto target : node.attr("targets")) add_targets(target, names);
  } else if (py::hasattr(node, "target")) {
    add_targets(node.attr("target"), names);
  } else if (py::hasattr(node, "items")) {
    for (const auto item : node.attr("items")) add_targets(item.attr("optional_vars"), names);
  } else if (is_kind(node, "Import") || is_kind(node, "ImportFrom")) {
    add_imports(node, names);
  } else if (is_kind(node, "FunctionDef") || is_kind(node, "ClassDef") || is_kind(node, "AsyncFunctionDef")) {
    names.push_back(node.attr("name").cast<std::string>());
  }
  return names;
}

int first_line_of(const py::handle& node) {
  int first = line_of(node);
  if (!py::hasattr(node, "decorator_list")) return first;
  for (const auto decorator : node.attr("decorator_list")) first = std::min(first, line_of(decorator));
  return first;
}

/// The head of a compound statement ends where its body begins.
int head_end(const py::handle& node, int first) {
  const auto body = node.attr("body");
  const int begins = py::len(body) > 0 ? line_of(body[py::int_(0)]) : 0;
  return begins > 0 ? std::max(first, begins - 1) : first;
}

py::object parse(const std::string& code, const std::string& file) {
  PyCompilerFlags flags{PyCF_ONLY_AST | PyCF_IGNORE_COOKIE, PY_MINOR_VERSION};
  PyObject* const tree = Py_CompileStringExFlags(code.c_str(), file.c_str(), Py_file_input, &flags, -1);
  if (tree == nullptr) PyErr_Clear();
  return py::reinterpret_steal<py::object>(tree);
}

}  // namespace

Statements::Statements(const std::string& code, const std::string& file) {
  try {
    const auto tree = parse(code, file);
    if (!tree) return;
    for (const auto node : tree.attr("body")) {
      last_ = static_cast<int>(all_.size());
      tops_.push_back(first_line_of(node));
      add_statement(node, 0);
    }
  } catch (py::error_already_set&) {
    // An odd tree: the lines found so far do.
  }
}

int Statements::begun(int line) const {
  return int(std::upper_bound(tops_.begin(), tops_.end(), line) - tops_.begin());
}

void Statements::add_body(const py::handle& body, int depth) {
  if (depth > kDeepest || !py::isinstance<py::list>(body)) return;
  for (const auto node : body) add_statement(node, depth);
}

void Statements::add_statement(const py::handle& node, int depth) {
  Statement statement;
  statement.first = first_line_of(node);
  statement.compound = py::hasattr(node, "body");
  const int end = statement.compound ? head_end(node, statement.first) : line_of(node, "end_lineno");
  statement.last = std::max(statement.first, end);
  statement.names = bound_names(node);
  if (statement.first > 0) {
    all_.push_back(std::move(statement));
    cover(static_cast<int>(all_.size()) - 1);
  }
  for (const char* name : kBodies) {
    if (py::hasattr(node, name)) add_body(node.attr(name), depth + 1);
  }
}

void Statements::cover(int index) {
  const auto& statement = all_[static_cast<std::size_t>(index)];
  const auto end = static_cast<std::size_t>(statement.last) + 1;
  if (by_line_.size() < end) by_line_.resize(end, -1);
  for (auto line = static_cast<std::size_t>(statement.first); line < end; ++line) {
    // Of several statements on one line the first one speaks for it.
    if (by_line_[line] < 0) by_line_[line] = index;
  }
}

const Statement& Statements::at(int line) {
  const auto place = static_cast<std::size_t>(std::max(line, 0));
  if (by_line_.size() <= place) by_line_.resize(place + 1, -1);
  if (by_line_[place] < 0) {
    by_line_[place] = static_cast<int>(all_.size());
    all_.push_back({line, line, false, {}});
  }
  return all_[static_cast<std::size_t>(by_line_[place])];
}

const Statement* Statements::last() const {
  return last_ < 0 ? nullptr : &all_[static_cast<std::size_t>(last_)];
}

}  // namespace todevice::worker
