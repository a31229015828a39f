// SPDX-License-Identifier: Apache-2.0
#include "python/unready_module.h"

#include <array>
#include <string_view>

#include "nn/layers.h"
#include "nn/losses.h"
#include "nn/module.h"

namespace py = pybind11;

namespace todevice::python {

namespace {

/// What a method looks for first in PyTorch; the others look at the children.
struct Need {
  std::string_view method;
  const char* part;
};
constexpr std::array kNeeds = {
    Need{"__call__", "_backward_hooks"},   Need{"parameters", "_parameters"},
    Need{"zero_grad", "_parameters"},      Need{"requires_grad_", "_parameters"},
    Need{"buffers", "_buffers"},           Need{"_own_state", "_parameters"},
    Need{"_set_hooked", "_forward_hooks"},
};
/// They write and read plain attributes, or make the module ready.
constexpr std::array<std::string_view, 7> kPlain = {
    "__init__", "__setattr__", "__getattr__", "__delattr__", "__setstate__", "_get_name", "extra_repr"};

template <class T>
PyTypeObject* type_of() {
  static auto* const type = reinterpret_cast<PyTypeObject*>(py::type::of<T>().ptr());
  return type;
}

/// What a layer's forward looks at first in PyTorch; null for one that looks at nothing of its own.
const char* looked_at(PyObject* module) {
  const std::pair<PyTypeObject*, const char*> all[] = {
      {type_of<nn::Linear>(), "weight"},     {type_of<nn::Sequential>(), "_modules"},
      {type_of<nn::ReLU>(), "inplace"},      {type_of<nn::Flatten>(), "start_dim"},
      {type_of<nn::MSELoss>(), "reduction"}, {type_of<nn::CrossEntropyLoss>(), "weight"},
  };
  for (const auto& [type, name] : all) {
    if (PyObject_TypeCheck(module, type)) return name;
  }
  return nullptr;
}

}  // namespace

bool is_unready(PyObject* object) {
  if (!PyObject_TypeCheck(object, type_of<nn::Module>())) return false;
  return !reinterpret_cast<py::detail::instance*>(object)->get_value_and_holder().holder_constructed();
}

bool refuse_unready(PyObject* module, const char* method) {
  const std::string_view name = method;
  for (const std::string_view plain : kPlain) {
    if (name == plain) return false;
  }
  if (name == "forward") {
    const char* first = looked_at(module);
    if (first) {
      PyErr_Format(PyExc_AttributeError, "'%s' object has no attribute '%s'", Py_TYPE(module)->tp_name,
                   first);
    }
    return first != nullptr;
  }
  const char* part = name.empty() ? "training" : "_modules";
  for (const Need& need : kNeeds) {
    if (name == need.method) part = need.part;
  }
  PyErr_Format(PyExc_AttributeError, "'%s' object has no attribute '%s'", Py_TYPE(module)->tp_name, part);
  return true;
}

}  // namespace todevice::python
