// SPDX-License-Identifier: Apache-2.0
#include "torch_bridge.h"

#include "python/torch_module.h"
#include "python_modules.h"

namespace py = pybind11;

namespace todevice::worker {

void add_torch() { python::register_torch(); }

namespace bridge {

Tensor tensor_of(PyObject* object) { return python::unwrap(object); }
bool is_parameter(PyObject* object) { return python::is_parameter(object); }
nn::Module* module_of(PyObject* object) { return python::unwrap_module(object); }
bool is_optimizer(PyObject* object) { return python::is_optimizer(object); }
bool is_device(PyObject* object) { return python::is_device(object); }
bool is_dtype(PyObject* object) { return python::is_dtype(object); }

protocol::Address id_of(const Tensor& tensor) {
  return reinterpret_cast<protocol::Address>(python::existing_wrapper(tensor));
}

py::object wrap(const Tensor& tensor) { return py::reinterpret_steal<py::object>(python::wrap(tensor)); }

}  // namespace bridge

}  // namespace todevice::worker
