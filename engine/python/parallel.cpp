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

/// What a module holds by itself, None included: 0: (name, parameter), 1: (name, buffer, persistent) or
/// 2: (name, child).
py::list own_parts(const py::object& object, int which) {
  if (is_unready(object.ptr())) {
    throw py::attribute_error("'" + std::string(Py_TYPE(object.ptr())->tp_name) +
                              "' object has no attribute '_modules'");
  }
  const auto& module = object.cast<const nn::Module&>();
  py::list parts;
  if (which == 0) {
    for (const auto& [name, tensor] : module.own_parameters())
      parts.append(py::make_tuple(name, tensor.defined() ? parameter_object(tensor) : py::none()));
  } else if (which == 1) {
    for (const auto& [name, tensor] : module.own_buffers())
      parts.append(py::make_tuple(name, tensor_or_none(tensor), module.is_persistent(name)));
  } else {
    for (const auto& [name, child] : module.children())
      parts.append(py::make_tuple(name, child_object(child.get())));
  }
  return parts;
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
