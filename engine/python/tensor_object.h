// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include "core/tensor.h"
#include "python/torch_module.h"

namespace todevice::python {

/// torch.Tensor as a Python object. While Python refers to it, it holds its tensor; when only the engine does
/// (a parameter in a module), the tensor holds it, so that `id()` stays what it was.
struct TensorObject {
  PyObject ob_base;
  Tensor tensor;     ///< undefined while the tensor owns this object
  TensorImpl* impl;  ///< always the tensor
  PyObject* dict;    ///< made when first needed
  PyObject* weakrefs;
};

PyTypeObject* tensor_type();
PyTypeObject* parameter_type();
/// Makes both types and adds them to the module; before anything else that uses tensors.
void add_tensor_types(pybind11::module_& torch);

/// Lets a tensor that the engine made (a layer's weight) appear in Python as a Parameter.
void adopt_as_parameter(const Tensor& tensor);

/// Gives torch.Tensor a method, as pybind11 would. Overloads add up.
template <class F, class... Extra>
void def(const char* name, F&& f, const Extra&... extra) {
  namespace py = pybind11;
  const py::handle type(reinterpret_cast<PyObject*>(tensor_type()));
  py::setattr(type, name,
              py::cpp_function(std::forward<F>(f), py::name(name), py::is_method(type),
                               py::sibling(py::getattr(type, name, py::none())), extra...));
}
template <class F>
void def_property(const char* name, F&& get) {
  namespace py = pybind11;
  const py::handle type(reinterpret_cast<PyObject*>(tensor_type()));
  const py::object property = py::module_::import("builtins").attr("property");
  py::setattr(type, name,
              property(py::cpp_function(std::forward<F>(get), py::name(name), py::is_method(type))));
}
template <class F, class G>
void def_property(const char* name, F&& get, G&& set) {
  namespace py = pybind11;
  const py::handle type(reinterpret_cast<PyObject*>(tensor_type()));
  const py::object property = py::module_::import("builtins").attr("property");
  py::setattr(type, name,
              property(py::cpp_function(std::forward<F>(get), py::name(name), py::is_method(type)),
                       py::cpp_function(std::forward<G>(set), py::name(name), py::is_method(type))));
}

/// What `del x.name` does, for a property that there is.
template <class F>
void add_deleter(const char* name, F&& remove) {
  namespace py = pybind11;
  const py::handle type(reinterpret_cast<PyObject*>(tensor_type()));
  py::setattr(
      type, name,
      py::getattr(type, name)
          .attr("deleter")(py::cpp_function(std::forward<F>(remove), py::name(name), py::is_method(type))));
}

}  // namespace todevice::python

namespace pybind11::detail {

template <>
struct type_caster<todevice::Tensor> {
  PYBIND11_TYPE_CASTER(todevice::Tensor, const_name("Tensor"));
  bool load(handle source, bool) {
    if (!todevice::python::is_tensor(source.ptr())) return false;
    value = todevice::python::unwrap(source.ptr());
    return true;
  }
  static handle cast(const todevice::Tensor& tensor, return_value_policy, handle) {
    if (!tensor.defined()) return none().release();
    return todevice::python::wrap(tensor);
  }
};

}  // namespace pybind11::detail
