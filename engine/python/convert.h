// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <optional>

#include "core/scalar.h"
#include "core/tensor.h"
#include "ops/elementwise.h"
#include "python/tensor_object.h"

namespace todevice::python {

namespace py = pybind11;

// Python values as the engine takes them, and back. Errors are TypeErrors in PyTorch's manner.

/// Whether `object` is a T by its real type. Unlike py::isinstance it asks the object nothing: looking at a
/// learner's object must not run code of his.
template <class T>
bool is_instance(py::handle object) {
  return PyObject_TypeCheck(object.ptr(), reinterpret_cast<PyTypeObject*>(py::type::of<T>().ptr())) != 0;
}

/// int, float or bool; absent for anything else.
std::optional<Scalar> as_scalar(py::handle value);
/// A tensor or a number; absent for anything else.
std::optional<ops::Arg> as_arg(py::handle value);
/// The same, or a TypeError that names `function`.
ops::Arg need_arg(const char* function, py::handle value);
Scalar need_scalar(const char* function, py::handle value);

/// What an argument of several ints is called in errors; at no place it stands behind its name.
struct IntsArgument {
  const char* name = "size";
  int position = 1;
};
/// f(2, 3) and f((2, 3)) and f([2, 3]) alike. Throws TypeError in PyTorch's words.
Dims as_dims(const char* function, const py::args& args, IntsArgument argument = {});
Dims as_dims(const char* function, py::handle sequence, IntsArgument argument = {});
/// The same where the sizes may also stand behind `size=`; a TypeError where there are none.
Dims size_given(const char* function, const py::args& args, const py::object& size);
/// An int, or a sequence of them; None and what stands for an argument that is not given (...) give none.
std::vector<std::int64_t> as_axes(py::handle value);

/// A torch.device, a string or an index; None is absent.
std::optional<Device> as_device(py::handle value);
/// What `.cuda(device)` is given: None is the current GPU. Throws Error for anything but a GPU.
Device cuda_device(py::handle value);
std::optional<DType> as_dtype(py::handle value);
py::object dtype_object(DType dtype);
py::object size_object(const Shape& shape);
py::object number(const Tensor& tensor);  ///< .item()
py::object to_list(const Tensor& tensor);

/// What a factory takes where it is told nothing: torch.set_default_dtype, torch.set_default_device and
/// `with torch.device(...)`.
struct Defaults {
  DType dtype = DType::float32;
  Device device = kCpu;
};
Defaults& defaults();

/// What a Python number becomes in a new tensor: bool, int64 or the default floating dtype.
DType natural_dtype(const Scalar& number);

/// dtype, device, requires_grad and pin_memory of a factory.
TensorOptions as_options(const py::object& dtype, const py::object& device, bool requires_grad,
                         std::optional<DType> otherwise = std::nullopt, bool pin_memory = false);

}  // namespace todevice::python

namespace pybind11::detail {
template <>
struct type_caster<todevice::DType> {
  PYBIND11_TYPE_CASTER(todevice::DType, const_name("torch.dtype"));
  bool load(handle source, bool) {
    if (!todevice::python::is_dtype(source.ptr())) return false;
    value = *todevice::python::as_dtype(source);
    return true;
  }
  static handle cast(todevice::DType dtype, return_value_policy, handle) {
    return todevice::python::dtype_object(dtype).release();
  }
};
}  // namespace pybind11::detail
