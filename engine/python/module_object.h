// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>

#include "nn/module.h"
#include "python/convert.h"
#include "python/errors.h"

namespace todevice::python {

/// Marks what may have Python in it.
class MaybePython {
 public:
  virtual ~MaybePython() = default;
};

/// A layer whose class may be derived from in Python: what the Python class overrides is called.
template <class Base>
class Overridable : public Base, public MaybePython {
 public:
  using Base::Base;
  using Base::forward;
  explicit Overridable(const Base& other) : Base(other) {}
  Tensor forward(const Tensor& input) override { PYBIND11_OVERRIDE(Tensor, Base, forward, input); }
  std::string extra_repr() const override { PYBIND11_OVERRIDE(std::string, Base, extra_repr, ); }
};

/// Module classes have Python's own metaclass, not pybind11's: a class may have an ABC beside them among its
/// bases, and a module whose __init__ was not called is made all the same, as in PyTorch.
inline py::metaclass plain_metaclass() {
  return py::metaclass(py::handle(reinterpret_cast<PyObject*>(&PyType_Type)));
}

/// `__setstate__(original)` of a fresh object, under which name alone pybind11 lets a method make one; the
/// prelude takes it from there: a module of the same settings with nothing registered.
template <class T, class Class>
void add_blank_copy(Class& type) {
  type.def(
      "__setstate__",
      [](py::detail::value_and_holder& place, const T& original) {
        place.value_ptr() = static_cast<T*>(new Overridable<T>(original));
      },
      py::detail::is_new_style_constructor());
}

/// The engine's module inside a Python object, once its __init__ has run; else null.
nn::Module* ready_module(py::handle object);
/// What PyTorch calls a value where it wants one of another kind: "torch.FloatTensor",
/// "torch.nn.functional.relu", "int".
std::string typename_of(const py::object& value);
/// A child as its parent holds it: the Python object lives as long as the parent needs it.
std::shared_ptr<nn::Module> share_module(const py::object& object);
/// The Python object of a parameter (made as a Parameter when the engine made the tensor) or buffer.
py::object parameter_object(const Tensor& tensor);
/// Registers parameters that a layer made for itself as Parameters.
void adopt_parameters(const nn::Module& module);
py::object child_object(nn::Module* module);
std::string module_repr(const py::object& self);

}  // namespace todevice::python
