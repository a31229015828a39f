// SPDX-License-Identifier: Apache-2.0
#include "python/torch_module.h"

#include <marshal.h>
#include <pybind11/pybind11.h>

#include <string>

#include "core/errors.h"
#include "python/areas.h"
#include "python/errors.h"
#include "python/native.h"
#include "python/prelude.h"
#include "python/tensor_object.h"
#include "python/wrong_arguments.h"

namespace py = pybind11;

namespace todevice::python {

namespace {

/// An empty module under its full name, known to `import` and to its parent.
py::module_ new_module(const char* name, py::handle parent, const char* short_name) {
  py::object module = py::reinterpret_steal<py::object>(PyModule_New(name));
  if (!module) throw py::error_already_set();
  module.attr("__path__") = py::list();  // a package: `import torch.nn` looks here
  py::module_::import("sys").attr("modules")[name] = module;
  if (parent) py::setattr(parent, short_name, module);
  return py::reinterpret_borrow<py::module_>(module);
}

PyObject* optimizer_type = nullptr;

newfunc new_instance = nullptr;

/// The base of all bound classes has no instances; the copy protocol's old ways (pickle below protocol 2) ask
/// for one. An abstract class has none either: object's own __new__ says so, which pybind11's is not.
PyObject* refuse_bare(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
  if (PyType_HasFeature(type, Py_TPFLAGS_IS_ABSTRACT))
    return PyBaseObject_Type.tp_new(type, py::tuple().ptr(), nullptr);
  if (reinterpret_cast<PyObject*>(type) != py::detail::get_internals().instance_base)
    return new_instance(type, args, kwargs);
  PyErr_SetString(
      PyExc_TypeError,
      "ToDevice's own objects are not pickled by protocols 0 and 1; a tensor or a state_dict() is "
      "written by torch.save");
  return nullptr;
}

/// Before the first class is bound: each takes over what its base has.
void refuse_bare_instances() {
  auto* base = reinterpret_cast<PyTypeObject*>(py::detail::get_internals().instance_base);
  if (base->tp_new == refuse_bare) return;
  new_instance = base->tp_new;
  base->tp_new = refuse_bare;
}

}  // namespace

void register_torch() {
  refuse_bare_instances();
  py::module_ torch = new_module("torch", {}, "");
  torch.attr("__version__") = "2.11.0+todevice";
  py::module_ nn = new_module("torch.nn", torch, "nn");
  py::module_ functional = new_module("torch.nn.functional", nn, "functional");
  py::module_ optim = new_module("torch.optim", torch, "optim");
  py::module_ cuda = new_module("torch.cuda", torch, "cuda");
  add_errors(torch);
  add_tensor_types(torch);
  add_types(torch);
  add_tensor_methods();
  add_tensor_math(torch);
  add_tensor_reductions(torch);
  add_factories(torch);
  add_random(torch);
  add_storage_bytes(torch);
  add_natives(torch);
  add_autograd(torch);
  add_functional(functional);
  add_layer_functions(functional);
  add_module(nn);
  add_layers(nn);
  add_optim(optim);
  add_cuda(cuda);
  add_streams(cuda);
  add_parallel(nn);
  py::dict scope;
  scope["__builtins__"] = py::module_::import("builtins");
  scope["__name__"] = "torch._prelude";
  // What the prelude binds over keeps these functions too: they are reworded before it takes them.
  py::list bound;
  for (const py::module_& module : {torch, nn, functional, optim, cuda}) bound.append(module);
  const py::cpp_function sentence([scope](const py::args& args) { return scope["_wrong_arguments"](*args); });
  reword_wrong_arguments(bound, sentence);
  if (PyImport_GetMagicNumber() != prelude_magic()) {
    throw Error("ToDevice was built for Python " PY_VERSION ", but the Python library here is " +
                std::string(Py_GetVersion()) +
                ": build ToDevice anew, or give it the library it was built with");
  }
  for (const PreludePart& part : prelude()) {
    const auto code = py::reinterpret_steal<py::object>(PyMarshal_ReadObjectFromString(
        reinterpret_cast<const char*>(part.code.data()), static_cast<Py_ssize_t>(part.code.size())));
    if (!code) throw py::error_already_set();
    const auto done =
        py::reinterpret_steal<py::object>(PyEval_EvalCode(code.ptr(), scope.ptr(), scope.ptr()));
    if (!done) throw py::error_already_set();
  }
  optimizer_type = py::object(optim.attr("Optimizer")).release().ptr();
}

bool is_optimizer(PyObject* object) {
  return PyObject_TypeCheck(object, reinterpret_cast<PyTypeObject*>(optimizer_type));
}

}  // namespace todevice::python
