// SPDX-License-Identifier: Apache-2.0
#include "python/tensor_object.h"

#include <structmember.h>

#include <algorithm>
#include <new>
#include <string_view>

#include "core/errors.h"
#include "python/convert.h"
#include "python/errors.h"
#include "python/tensor_slots.h"

namespace todevice::python {

namespace {

PyTypeObject* the_tensor_type = nullptr;
PyTypeObject* the_parameter_type = nullptr;

TensorObject* as_object(PyObject* self) {
  return reinterpret_cast<TensorObject*>(self);
}

/// Python lets go, the engine does not: from now on the tensor keeps the object.
bool hand_over(PyObject* self) {
  TensorObject* object = as_object(self);
  const bool ours = Py_TYPE(self) == the_tensor_type || Py_TYPE(self) == the_parameter_type;
  if (!ours || !object->tensor.defined() || object->tensor.ptr().use_count() <= 1) return false;
  Py_SET_REFCNT(self, 1);
  const Tensor lets_go = std::move(object->tensor);
  object->tensor = Tensor();
  return true;
}

void dealloc(PyObject* self) {
  if (hand_over(self)) return;
  TensorObject* object = as_object(self);
  PyTypeObject* type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  if (object->weakrefs) PyObject_ClearWeakRefs(self);
  Py_CLEAR(object->dict);
  if (object->tensor.defined()) object->impl->py_object = nullptr;
  object->tensor.~Tensor();
  type->tp_free(self);
  Py_DECREF(type);
}

int traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(as_object(self)->dict);
  Py_VISIT(Py_TYPE(self));
  return 0;
}

int clear(PyObject* self) {
  Py_CLEAR(as_object(self)->dict);
  return 0;
}

PyObject* make(PyTypeObject* type, const Tensor& tensor) {
  PyObject* self = type->tp_alloc(type, 0);
  if (!self) throw py::error_already_set();
  TensorObject* object = as_object(self);
  new (&object->tensor) Tensor(tensor);
  object->impl = &tensor.impl();
  object->impl->py_object = self;
  return self;
}

/// The tensor ends and nothing else refers to its object.
void release(void* object) {
  const PyGILState_STATE gil = PyGILState_Ensure();
  auto* self = static_cast<PyObject*>(object);
  as_object(self)->impl = nullptr;
  Py_DECREF(self);
  PyGILState_Release(gil);
}

/// What torch.Tensor(...) takes behind a name as well as by place.
constexpr const char* kOnlyArgument[] = {"data", "size", "other"};

/// The arguments of torch.Tensor(...) by place; a TypeError in PyTorch's words where they fit no way.
py::args only_arguments(const py::args& args, py::dict named) {
  const py::module_ torch = py::module_::import("torch");
  const py::object device = named.contains("device") ? py::object(named["device"]) : py::none();
  py::tuple taken = args;
  std::size_t known = named.contains("device") ? 1 : 0;
  for (const char* const name : kOnlyArgument) {
    if (!named.contains(name) || !args.empty()) continue;
    taken = py::make_tuple(named[name]);
    ++known;
  }
  const bool many = taken.size() > 1 &&
                    (!PyLong_Check(py::object(taken[0]).ptr()) || PyBool_Check(py::object(taken[0]).ptr()));
  if (many || known < named.size()) {
    const py::object said = torch.attr("_fits_no_way")("new", args, named, false);
    throw TypeError(said.is_none() ? "new(): takes sizes (Tensor(2, 3)) or one sequence of numbers"
                                   : py::str(said));
  }
  if (const auto where = as_device(device); where && !where->is_cpu())
    throw Error("legacy constructor expects device type: cpu but device type: cuda was passed");
  return py::reinterpret_borrow<py::args>(taken);
}

PyObject* new_tensor(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
  return guarded<PyObject*>(nullptr, [&] {
    const auto given = only_arguments(py::reinterpret_borrow<py::args>(args),
                                      kwargs ? py::reinterpret_borrow<py::dict>(kwargs) : py::dict());
    const py::object first = given.empty() ? py::none() : py::object(given[0]);
    const bool by_name = kwargs && PyDict_GetItemString(kwargs, "size");
    const bool sizes = by_name || given.size() != 1 ||
                       (PyLong_Check(first.ptr()) && !PyBool_Check(first.ptr())) ||
                       std::string_view(Py_TYPE(first.ptr())->tp_name) == "torch.Size";
    if (sizes) return make(type, Tensor::empty(given.empty() ? Dims{0} : as_dims("new", given)));
    if (is_tensor(first.ptr())) return make(type, unwrap(first.ptr()).detach());
    const std::string kind = Py_TYPE(first.ptr())->tp_name;
    if (PyBytes_Check(first.ptr())) throw TypeError("new(): invalid data type 'bytes'");
    if (!PySequence_Check(first.ptr()) || PyDict_Check(first.ptr()))
      throw TypeError("new(): data must be a sequence (got " + kind + ")");
    const py::module_ torch = py::module_::import("torch");
    const py::object built = torch.attr("tensor")(first, py::arg("dtype") = torch.attr("float32"));
    return make(type, unwrap(built.ptr()).detach());
  });
}

PyObject* new_parameter(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
  PyObject* data = nullptr;
  PyObject* wanted = Py_True;
  static const char* names[] = {"data", "requires_grad", nullptr};
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|OO", const_cast<char**>(names), &data, &wanted)) {
    return nullptr;
  }
  return guarded<PyObject*>(nullptr, [&] {
    if (data && !is_tensor(data)) {
      throw py::attribute_error("'" + std::string(Py_TYPE(data)->tp_name) +
                                "' object has no attribute 'detach': a Parameter is made of a tensor");
    }
    if (!PyBool_Check(wanted)) {
      throw TypeError("_make_subclass(): argument 'require_grad' (position 3) must be bool, not " +
                      std::string(Py_TYPE(wanted)->tp_name));
    }
    const bool requires_grad = wanted == Py_True;
    const Tensor tensor = data ? unwrap(data).detach() : Tensor::empty({0}, {});
    if (requires_grad && !is_floating_point(tensor.dtype()))
      throw Error("Only Tensors of floating point and complex dtype can require gradients");
    tensor.set_requires_grad(requires_grad);
    return make(type, tensor);
  });
}

PyObject* parameter_repr(PyObject* self) {
  const py::object text = py::reinterpret_steal<py::object>(slots::repr(self));
  return text ? PyUnicode_FromFormat("Parameter containing:\n%U", text.ptr()) : nullptr;
}

int no_init(PyObject*, PyObject*, PyObject*) {
  return 0;
}

/// What PyTorch says of an attribute of every tensor that cannot be set; Python's own words do not name it.
int set_attribute(PyObject* self, PyObject* name, PyObject* value) {
  if (PyObject_GenericSetAttr(self, name, value) == 0) return 0;
  if (!PyErr_ExceptionMatches(PyExc_AttributeError) || !PyUnicode_Check(name)) return -1;
  PyObject* const found = _PyType_Lookup(Py_TYPE(self), name);
  PyObject* const own = PyDict_GetItemWithError(the_tensor_type->tp_dict, name);
  if (found && found == own && Py_IS_TYPE(found, &PyProperty_Type)) {
    PyErr_Clear();
    PyErr_Format(PyExc_AttributeError, "attribute '%U' of 'torch._C.TensorBase' objects is not writable",
                 name);
  }
  return -1;
}

PyMemberDef members[] = {
    {"__dictoffset__", T_PYSSIZET, offsetof(TensorObject, dict), READONLY, nullptr},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(TensorObject, weakrefs), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr}};
PyGetSetDef getset[] = {{"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, nullptr, nullptr},
                        {nullptr, nullptr, nullptr, nullptr, nullptr}};

template <class F>
PyType_Slot slot(int which, F* function) {
  return {which, reinterpret_cast<void*>(function)};
}

/// The class that PyTorch's tensor derives from, and whose methods its methods are said to be.
py::object make_base_type() {
  PyType_Slot none[] = {{0, nullptr}};
  PyType_Spec spec = {"torch._C.TensorBase", sizeof(PyObject), 0,
                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION, none};
  return py::reinterpret_steal<py::object>(PyType_FromSpec(&spec));
}

PyTypeObject* make_tensor_type() {
  std::vector<PyType_Slot> all = {slot(Py_tp_dealloc, dealloc), slot(Py_tp_traverse, traverse),
                                  slot(Py_tp_clear, clear),     slot(Py_tp_new, new_tensor),
                                  slot(Py_tp_init, no_init),    slot(Py_tp_setattro, set_attribute),
                                  {Py_tp_members, members},     {Py_tp_getset, getset}};
  slots::add_to(all);
  all.push_back({0, nullptr});
  PyType_Spec spec = {"torch.Tensor", sizeof(TensorObject), 0,
                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, all.data()};
  const py::object base = make_base_type();
  if (!base) return nullptr;
  return reinterpret_cast<PyTypeObject*>(PyType_FromSpecWithBases(&spec, py::make_tuple(base).ptr()));
}

PyTypeObject* make_parameter_type() {
  PyType_Slot all[] = {slot(Py_tp_dealloc, dealloc),
                       slot(Py_tp_traverse, traverse),
                       slot(Py_tp_clear, clear),
                       slot(Py_tp_new, new_parameter),
                       slot(Py_tp_init, no_init),
                       slot(Py_tp_repr, parameter_repr),
                       {0, nullptr}};
  PyType_Spec spec = {"torch.nn.parameter.Parameter", sizeof(TensorObject), 0,
                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, all};
  const py::tuple bases = py::make_tuple(py::handle(reinterpret_cast<PyObject*>(the_tensor_type)));
  return reinterpret_cast<PyTypeObject*>(PyType_FromSpecWithBases(&spec, bases.ptr()));
}

}  // namespace

PyTypeObject* tensor_type() {
  return the_tensor_type;
}
PyTypeObject* parameter_type() {
  return the_parameter_type;
}

bool is_tensor(PyObject* object) {
  return PyObject_TypeCheck(object, the_tensor_type);
}
bool is_parameter(PyObject* object) {
  return PyObject_TypeCheck(object, the_parameter_type);
}

Tensor unwrap(PyObject* object) {
  return is_tensor(object) ? as_object(object)->tensor : Tensor();
}

PyObject* existing_wrapper(const Tensor& tensor) {
  return tensor.defined() ? static_cast<PyObject*>(tensor.impl().py_object) : nullptr;
}

PyObject* wrap(const Tensor& tensor) {
  PyObject* existing = existing_wrapper(tensor);
  if (!existing) return make(the_tensor_type, tensor);
  TensorObject* object = as_object(existing);
  if (object->tensor.defined()) return Py_NewRef(existing);
  object->tensor = tensor;  // Python takes it back, with the reference that the tensor had
  return existing;
}

void adopt_as_parameter(const Tensor& tensor) {
  if (!existing_wrapper(tensor)) Py_DECREF(make(the_parameter_type, tensor));
}

void add_tensor_types(py::module_& torch) {
  the_tensor_type = make_tensor_type();
  if (!the_tensor_type) throw py::error_already_set();
  the_parameter_type = make_parameter_type();
  if (!the_parameter_type) throw py::error_already_set();
  TensorImpl::release_py_object = release;
  torch.add_object("Tensor", py::handle(reinterpret_cast<PyObject*>(the_tensor_type)));
}

}  // namespace todevice::python
