// SPDX-License-Identifier: Apache-2.0
#include "python/native.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "python/errors.h"

namespace py = pybind11;

namespace todevice::python {

namespace {

constexpr std::size_t kMost = 1024;

/// What one of them stands for. All of this lives as long as the process does.
struct Native {
  PyMethodDef definition{};
  std::string name, doc;
  PyObject* function = nullptr;
  PyCFunctionWithKeywords direct = nullptr;  ///< of a function of pybind11's, which takes a tuple
  PyObject* capsule = nullptr;               ///< its first argument
  std::string own_name;                      ///< what that function calls itself in its errors
};

struct Natives {
  std::array<Native, kMost> all;
  std::size_t count = 0;
};

Natives& natives() {
  static auto* const made = new Natives;
  return *made;
}

/// A reference of its own to `count` values, behind `self` where there is one.
py::object tuple_of(PyObject* self, PyObject* const* values, Py_ssize_t count) {
  const Py_ssize_t lead = self ? 1 : 0;
  PyObject* const tuple = PyTuple_New(count + lead);
  if (!tuple) throw py::error_already_set();
  if (self) PyTuple_SET_ITEM(tuple, 0, Py_NewRef(self));
  for (Py_ssize_t i = 0; i < count; ++i) PyTuple_SET_ITEM(tuple, lead + i, Py_NewRef(values[i]));
  return py::reinterpret_steal<py::object>(tuple);
}

py::object named(PyObject* names, PyObject* const* values) {
  if (!names || PyTuple_GET_SIZE(names) == 0) return {};
  py::dict result;
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(names); ++i) {
    if (PyDict_SetItem(result.ptr(), PyTuple_GET_ITEM(names, i), values[i]) < 0)
      throw py::error_already_set();
  }
  return result;
}

/// The TypeError of an alias, told under its own name where there are words for it.
void tell_alias(const Native& native, const py::object& given, const py::object& by_name, bool is_method) {
  py::error_already_set error;
  std::string text = py::str(error.value());
  const std::string own = native.own_name + "(";
  const std::size_t at = text.find(own);
  if (at == text.npos) return error.restore();  // it speaks of something else
  const py::object said = py::module_::import("torch").attr("_fits_no_way")(
      native.name, given, by_name ? by_name : py::dict(), is_method);
  if (said.is_none())
    return PyErr_SetString(PyExc_TypeError, text.replace(at, own.size(), native.name + "(").c_str());
  const bool whole = PyExceptionInstance_Check(said.ptr());
  PyErr_SetObject(whole ? reinterpret_cast<PyObject*>(Py_TYPE(said.ptr())) : PyExc_TypeError, said.ptr());
}

PyObject* call(const Native& native, PyObject* self, PyObject* const* args, Py_ssize_t count,
               PyObject* names) {
  return guarded<PyObject*>(nullptr, [&]() -> PyObject* {
    if (native.direct) {
      const py::object given = tuple_of(self, args, count), by_name = named(names, args + count);
      PyObject* const result = native.direct(native.capsule, given.ptr(), by_name.ptr());
      if (!result && native.name != native.own_name && PyErr_ExceptionMatches(PyExc_TypeError))
        tell_alias(native, given, by_name, self);
      return result;
    }
    if (!self) return PyObject_Vectorcall(native.function, args, static_cast<std::size_t>(count), names);
    const Py_ssize_t all = count + (names ? PyTuple_GET_SIZE(names) : 0);
    std::array<PyObject*, 8> few{};
    std::vector<PyObject*> many(static_cast<std::size_t>(all) + 1 > few.size() ? all + 1 : 0);
    PyObject** const given = many.empty() ? few.data() : many.data();
    given[0] = self;
    std::copy(args, args + all, given + 1);
    return PyObject_Vectorcall(native.function, given, static_cast<std::size_t>(count + 1), names);
  });
}

// A function of C has no room for what it stands for, so there is one for each number.

template <std::size_t kNumber>
PyObject* method(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* names) {
  return call(natives().all[kNumber], self, args, count, names);
}
template <std::size_t kNumber>
PyObject* function(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
  return call(natives().all[kNumber], nullptr, args, count, names);
}

struct Entry {
  _PyCFunctionFastWithKeywords method, function;
};

template <std::size_t... kNumbers>
constexpr std::array<Entry, kMost> entries(std::index_sequence<kNumbers...>) {
  return {Entry{&method<kNumbers>, &function<kNumbers>}...};
}
constexpr std::array<Entry, kMost> kEntries = entries(std::make_index_sequence<kMost>{});

/// pybind11's functions are called without a way round through Python.
void find_direct(Native& native) {
  if (!PyCFunction_Check(native.function)) return;
  const auto* made = reinterpret_cast<PyCFunctionObject*>(native.function);
  if (made->m_ml->ml_flags != (METH_VARARGS | METH_KEYWORDS)) return;
  native.direct = reinterpret_cast<PyCFunctionWithKeywords>(  // what the flags say it is
      reinterpret_cast<void (*)()>(made->m_ml->ml_meth));
  native.capsule = made->m_self;
  native.own_name = made->m_ml->ml_name;
}

/// What PyTorch's functions are methods of, as they are printed.
PyObject* functions_class() {
  static PyType_Slot slots[] = {{0, nullptr}};
  static PyType_Spec spec = {"torch._C._VariableFunctionsClass", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT,
                             slots};
  static PyObject* const made = PyType_FromSpec(&spec);
  return made;
}

py::object as_native(const py::object& function, const std::string& name, const py::object& owner) {
  Natives& known = natives();
  if (known.count == kMost) throw Error("ToDevice has no room for one more native function: " + name);
  Native& native = known.all[known.count];
  native.name = name;
  const py::object doc = py::getattr(function, "__doc__", py::none());
  native.doc = doc.is_none() ? "" : py::str(doc);
  native.function = py::object(function).release().ptr();
  find_direct(native);
  const Entry& entry = kEntries[known.count];
  const auto run = owner.is_none() ? entry.function : entry.method;
  native.definition = {native.name.c_str(), reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(run)),
                       METH_FASTCALL | METH_KEYWORDS, native.doc.empty() ? nullptr : native.doc.c_str()};
  ++known.count;
  PyObject* const made =
      owner.is_none() ? PyCFunction_NewEx(&native.definition, functions_class(), py::str("torch").ptr())
                      : PyDescr_NewMethod(reinterpret_cast<PyTypeObject*>(owner.ptr()), &native.definition);
  if (!made) throw py::error_already_set();
  // What pickle looks it up in.
  if (owner.is_none() && PyObject_SetAttrString(functions_class(), native.name.c_str(), made) < 0)
    throw py::error_already_set();
  return py::reinterpret_steal<py::object>(made);
}

py::object made_of(const py::object& value) {
  const PyMethodDef* definition = nullptr;
  if (Py_IS_TYPE(value.ptr(), &PyMethodDescr_Type)) {
    definition = reinterpret_cast<PyMethodDescrObject*>(value.ptr())->d_method;
  } else if (PyCFunction_Check(value.ptr())) {
    definition = reinterpret_cast<PyCFunctionObject*>(value.ptr())->m_ml;
  }
  for (std::size_t i = 0; i < natives().count; ++i) {
    const Native& native = natives().all[i];
    if (&native.definition == definition) return py::reinterpret_borrow<py::object>(native.function);
  }
  return py::none();
}

/// A class made in Python is told without its module, one of C with it.
void name_in_errors(const py::object& type, const std::string& name) {
  static auto* const names = new std::vector<std::unique_ptr<std::string>>;
  names->push_back(std::make_unique<std::string>(name));
  reinterpret_cast<PyTypeObject*>(type.ptr())->tp_name = names->back()->c_str();
}

}  // namespace

void add_natives(py::module_& torch) {
  torch.def("_as_native", &as_native);
  torch.def("_made_of", &made_of);
  torch.def("_name_in_errors", &name_in_errors);
  torch.attr("_functions_class") = py::reinterpret_borrow<py::object>(functions_class());
}

}  // namespace todevice::python
