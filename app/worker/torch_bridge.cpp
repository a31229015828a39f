// SPDX-License-Identifier: Apache-2.0
#include "torch_bridge.h"

#include "python/torch_module.h"
#include "python_modules.h"

namespace todevice::worker {

void add_torch() {
  python::register_torch();
}

namespace bridge {

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
bool is_device(PyObject* object) {
  return python::is_device(object);
}
bool is_dtype(PyObject* object) {
  return python::is_dtype(object);
}

protocol::Address id_of(const Tensor& tensor) {
  return reinterpret_cast<protocol::Address>(tensor.impl().py_object);
}

pybind11::object wrap(const Tensor& tensor) {
  return pybind11::reinterpret_steal<pybind11::object>(python::wrap(tensor));
}

}  // namespace bridge

}  // namespace todevice::worker
