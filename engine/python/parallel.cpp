// SPDX-License-Identifier: Apache-2.0
#include "parallel/parallel.h"

#include <pybind11/stl.h>

#include "python/areas.h"
#include "python/convert.h"
#include "python/module_object.h"
#include "python/unready_module.h"

namespace todevice::python {

namespace {

Device gpu(const py::handle& device) {
  return as_device(device).value_or(Device(DeviceType::cuda));
}

py::object tensor_or_none(const Tensor& tensor) {
  return tensor.defined() ? py::cast(tensor) : py::none();
}

/// What a module holds by itself, None included: ([(name, parameter)], [(name, buffer, persistent)],
/// [(name, child)]).
py::tuple own_parts(const py::object& object) {
  if (is_unready(object.ptr())) {
    throw py::attribute_error("'" + std::string(Py_TYPE(object.ptr())->tp_name) +
                              "' object has no attribute '_modules'");
  }
  const auto& module = object.cast<const nn::Module&>();
  py::list parameters, buffers, children;
  for (const auto& [name, tensor] : module.own_parameters())
    parameters.append(py::make_tuple(name, tensor.defined() ? parameter_object(tensor) : py::none()));
  for (const auto& [name, tensor] : module.own_buffers())
    buffers.append(py::make_tuple(name, tensor_or_none(tensor), module.is_persistent(name)));
  for (const auto& [name, child] : module.children())
    children.append(py::make_tuple(name, child_object(child.get())));
  return py::make_tuple(parameters, buffers, children);
}

}  // namespace

void add_parallel(py::module_& nn) {
  nn.def("_scatter", [](const Tensor& batch, const py::sequence& devices, std::int64_t dim) {
    std::vector<Device> places;
    for (const py::handle device : devices) places.push_back(gpu(device));
    return parallel::scatter(batch, places, dim);
  });
  nn.def("_gather", [](const std::vector<Tensor>& pieces, const py::object& device, std::int64_t dim) {
    return parallel::gather(pieces, gpu(device), dim);
  });
  nn.def("_broadcast", [](const Tensor& tensor, const py::object& device) {
    return parallel::broadcast(tensor, gpu(device));
  });
  nn.def("_own_parts", &own_parts);
  nn.def("_is_unready", [](const py::object& module) { return is_unready(module.ptr()); });
}

}  // namespace todevice::python
