// SPDX-License-Identifier: Apache-2.0
#include "names_in.h"

#include <algorithm>

#include "torch_bridge.h"
#include "value_text.h"

namespace todevice::worker {

namespace py = pybind11;

namespace {

/// As an expression in parentheses, so that it may fill several lines; else as a statement.
py::object parsed(const std::string& text) {
  const auto parse = py::module_::import("ast").attr("parse");
  for (const std::string& form : {"(" + text + "\n)", text}) {
    try {
      return parse(form);
    } catch (py::error_already_set&) {
      PyErr_Clear();
    }
  }
  return {};
}

py::object taken(PyObject* object) {
  if (object == nullptr) PyErr_Clear();
  return py::reinterpret_steal<py::object>(object);
}

class Search {
 public:
  Search(const py::object& locals, const py::object& globals)
      : ast_(py::module_::import("ast")), locals_(locals), globals_(globals) {}

  void walk(const py::handle& node) {
    if (const auto object = look_up(node)) {
      const auto name = ast_.attr("unparse")(node).cast<std::string>();
      const bool known =
          std::any_of(found.begin(), found.end(), [&](const auto& one) { return one.first == name; });
      if (!known) found.emplace_back(name, object);
      return;
    }
    for (const auto& child : ast_.attr("iter_child_nodes")(node)) walk(child);
  }

  std::vector<std::pair<std::string, py::object>> found;

 private:
  bool is(const py::handle& node, const char* kind) const { return py::isinstance(node, ast_.attr(kind)); }

  py::object look_up(const py::handle& node) const {
    if (is(node, "Name")) return named(node.attr("id"));
    if (is(node, "Attribute")) return attribute(look_up(node.attr("value")), node.attr("attr"));
    if (is(node, "Subscript") && is(node.attr("slice"), "Constant"))
      return item(look_up(node.attr("value")), node.attr("slice").attr("value"));
    return {};
  }

  py::object named(const py::object& name) const {
    for (const auto& scope : {locals_, globals_}) {
      if (!scope || !PyMapping_Check(scope.ptr())) continue;
      if (auto object = taken(PyObject_GetItem(scope.ptr(), name.ptr()))) return object;
    }
    return {};
  }

  /// Of an object's own dictionary, or a part of a module; nothing that a class computes.
  py::object attribute(const py::object& owner, const py::object& name) const {
    if (!owner || PyModule_Check(owner.ptr()) || PyType_Check(owner.ptr())) return {};
    if (bridge::tensor_of(owner.ptr()).defined()) return {};
    auto* const type = reinterpret_cast<PyObject*>(Py_TYPE(owner.ptr()));
    if (PyObject_HasAttr(type, name.ptr()) != 0) return {};
    if (auto object = taken(PyObject_GenericGetAttr(owner.ptr(), name.ptr()))) return object;
    if (bridge::module_of(owner.ptr()) == nullptr) return {};
    const auto base = py::module_::import("torch.nn").attr("Module").attr("__getattr__");
    const auto own = taken(PyObject_GetAttrString(type, "__getattr__"));
    return own && own.is(base) ? taken(PyObject_GetAttr(owner.ptr(), name.ptr())) : py::object();
  }

  static py::object item(const py::object& owner, const py::object& key) {
    const bool plain = owner && (PyList_CheckExact(owner.ptr()) || PyTuple_CheckExact(owner.ptr()) ||
                                 PyDict_CheckExact(owner.ptr()));
    return plain ? taken(PyObject_GetItem(owner.ptr(), key.ptr())) : py::object();
  }

  py::module_ ast_;
  py::object locals_, globals_;
};

}  // namespace

std::vector<std::pair<std::string, py::object>> names_in(const std::string& text, const py::object& locals,
                                                         const py::object& globals) {
  const auto tree = parsed(text);
  if (!tree) return {};
  Search search(locals, globals);
  search.walk(tree);
  return std::move(search.found);
}

}  // namespace todevice::worker
