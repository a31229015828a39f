// SPDX-License-Identifier: Apache-2.0
#include "torch_bridge.h"

#include <typeinfo>

#include "optim/optimizer.h"
#include "python/torch_module.h"
#include "python_modules.h"

namespace todevice::worker {

void add_torch() {
  python::register_torch();
}

namespace bridge {

namespace {

/// Of a core that is written in tensor operations: its `_states`, by parameter.
void add_states(PyObject* core, PyObject* parameter, std::vector<std::pair<std::string, Tensor>>& kept) {
  namespace py = pybind11;
  const auto own = py::reinterpret_steal<py::object>(PyObject_GenericGetDict(core, nullptr));
  if (!own) return PyErr_Clear();
  PyObject* const states = PyDict_GetItemString(own.ptr(), "_states");
  if (states == nullptr || !PyDict_Check(states)) return;
  PyObject* const state = PyDict_GetItem(states, parameter);  // a tensor's hash is its identity
  if (state == nullptr || !PyDict_Check(state)) return;
  PyObject *key = nullptr, *value = nullptr;
  Py_ssize_t at = 0;
  while (PyDict_Next(state, &at, &key, &value) != 0) {
    const Tensor tensor = python::unwrap(value);
    if (tensor.defined() && PyUnicode_CheckExact(key))
      kept.emplace_back(py::reinterpret_borrow<py::str>(key).cast<std::string>(), tensor);
  }
}

}  // namespace

Tensor tensor_of(PyObject* object) {
  return python::unwrap(object);
}
bool is_parameter(PyObject* object) {
  return python::is_parameter(object);
}
nn::Module* module_of(PyObject* object) {
  return python::module_of(object);
}
bool is_optimizer(PyObject* object) {
  return python::is_optimizer(object);
}
bool is_tensor(PyObject* object) {
  return python::is_tensor(object);
}

std::vector<std::pair<std::string, Tensor>> optimizer_state(PyObject* core, PyObject* parameter) {
  namespace py = pybind11;
  const Tensor tensor = tensor_of(parameter);
  std::vector<std::pair<std::string, Tensor>> kept;
  if (!tensor.defined()) return kept;
  const auto add = [&](const char* name, const Tensor& one) {
    if (one.defined()) kept.emplace_back(name, one);
  };
  const py::handle object(core);
  if (py::isinstance<optim::SGD>(object)) {
    add("momentum_buffer", object.cast<optim::SGD&>().momentum_buffer(tensor));
  } else if (py::isinstance<optim::Adam>(object)) {
    const auto* const state = object.cast<optim::Adam&>().state(tensor);
    if (state == nullptr) return kept;
    add("step", state->step);
    add("exp_avg", state->exp_avg);
    add("exp_avg_sq", state->exp_avg_sq);
  } else {
    add_states(core, parameter, kept);
  }
  return kept;
}

bool is_device(PyObject* object) {
  return python::is_device(object);
}
bool is_dtype(PyObject* object) {
  return python::is_dtype(object);
}

protocol::Address id_of(const Tensor& tensor) {
  return reinterpret_cast<protocol::Address>(tensor.impl().py_object);
}

protocol::Address id_of(const nn::Module& module) {
  namespace py = pybind11;
  // A module written in Python is registered as the base class.
  for (const std::type_info* type : {&typeid(module), &typeid(nn::Module)}) {
    const auto* known = py::detail::get_type_info(*type);
    if (known == nullptr) continue;
    const py::handle object =
        py::detail::find_registered_python_instance(const_cast<nn::Module*>(&module), known);
    if (!object) continue;
    const auto id = reinterpret_cast<protocol::Address>(object.ptr());
    object.dec_ref();
    return id;
  }
  return 0;
}

pybind11::object wrap(const Tensor& tensor) {
  return pybind11::reinterpret_steal<pybind11::object>(python::wrap(tensor));
}

}  // namespace bridge

}  // namespace todevice::worker
