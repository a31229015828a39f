// SPDX-License-Identifier: Apache-2.0
#include "python/wrong_arguments.h"

#include <optional>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include "nn/module.h"
#include "python/errors.h"
#include "python/unready_module.h"

namespace py = pybind11;

namespace todevice::python {

namespace {

/// A bound function as it was, by the object that pybind11 hands to each of its calls.
struct Bound {
  const PyMethodDef* definition;  ///< pybind11 keeps its text up to date when overloads are added
  PyObject* module;               ///< the name that its __module__ gives; may be null
};

PyCFunctionWithKeywords bound_call = nullptr;  // the same for all of pybind11's functions
PyObject* sentence_maker = nullptr;

std::unordered_map<PyObject*, Bound>& bound_functions() {
  static std::unordered_map<PyObject*, Bound> all;
  return all;
}

/// What an error says, if it can say it: its text may be of a learner's making.
std::optional<std::string> text_of(const py::object& error) {
  const auto text = py::reinterpret_steal<py::object>(PyObject_Str(error.ptr()));
  const char* const utf8 = text ? PyUnicode_AsUTF8(text.ptr()) : nullptr;
  if (utf8) return utf8;
  PyErr_Clear();
  return std::nullopt;
}

/// Whether a TypeError is pybind11's own of a function that fits no call like this one.
bool is_misfit(const std::string& said, const std::string& name) {
  const auto of = [&](const char* what) {
    return said.starts_with(name + "(): incompatible " + what + " arguments. The following argument types");
  };
  return of("function") || of("constructor") || said == kWrongCast;
}

/// `kwargs` under the function's own names, `given` as they were written.
void set_sentence(PyObject* self, PyObject* args, PyObject* kwargs, PyObject* given) {
  const auto found = bound_functions().find(self);
  if (found == bound_functions().end() || !found->second.definition->ml_doc) return;
  py::error_already_set error;  // takes what pybind11 said
  const std::optional<std::string> said = text_of(error.value());
  if (!said) return error.restore();
  const bool misfit = is_misfit(*said, found->second.definition->ml_name);
  PyObject* module = found->second.module;
  PyObject* text = PyObject_CallFunction(sentence_maker, "sOOOOO", found->second.definition->ml_doc,
                                         module ? module : Py_None, args, kwargs ? kwargs : Py_None,
                                         given ? given : Py_None, misfit ? Py_False : Py_True);
  if (!text) return;  // an error in telling the error is raised as it is
  if (text == Py_None) {
    Py_DECREF(text);
    return error.restore();  // the TypeError of its own
  }
  const bool whole = PyExceptionInstance_Check(text);  // an error of another kind
  PyErr_SetObject(whole ? reinterpret_cast<PyObject*>(Py_TYPE(text)) : PyExc_TypeError, text);
  Py_DECREF(text);
}

struct OtherName {
  const char* given;
  const char* own;
};
/// NumPy's names for arguments, which the functions that PyTorch has in C++ take as well.
constexpr OtherName kNumPyNames[] = {{"axis", "dim"}, {"keepdims", "keepdim"}, {"x", "input"},
                                     {"a", "input"},  {"x1", "input"},         {"x2", "other"}};

/// Functions of torch take out=None, which asks for nothing: `kwargs` without it, or null.
PyObject* without_out(PyObject* self, PyObject* kwargs) {
  if (PyDict_GetItemString(kwargs, "out") != Py_None) return nullptr;
  const auto found = bound_functions().find(self);
  if (found == bound_functions().end() || !found->second.module ||
      PyUnicode_CompareWithASCIIString(found->second.module, "torch") != 0)
    return nullptr;
  PyObject* rest = PyDict_Copy(kwargs);
  PyDict_DelItemString(rest, "out");
  return rest;
}

/// `kwargs` under the function's own names: a new reference, or null where they are so already.
PyObject* with_own_names(PyObject* self, PyObject* kwargs) {
  PyObject* renamed = nullptr;
  for (const auto& [given, own] : kNumPyNames) {
    PyObject* value = PyDict_GetItemString(kwargs, given);
    if (!value || PyDict_GetItemString(kwargs, own)) continue;
    const auto found = bound_functions().find(self);
    if (found == bound_functions().end() || !found->second.definition->ml_doc) break;
    const auto& [definition, module] = found->second;
    const std::string text = definition->ml_doc, name = definition->ml_name;
    const bool of_torch = !module || PyUnicode_CompareWithASCIIString(module, "torch") == 0;
    if (!of_torch || name == "norm" || name == "split") break;  // these are Python in PyTorch
    const auto takes = [&](const char* argument) {
      return text.find(std::string(argument) + ": ") != text.npos;
    };
    if (!takes(own) || takes((std::string(" ") + given).c_str())) continue;
    if (!renamed) renamed = PyDict_Copy(kwargs);
    PyDict_SetItemString(renamed, own, value);
    PyDict_DelItemString(renamed, given);
  }
  return renamed;
}

PyObject* call(PyObject* self, PyObject* args, PyObject* kwargs) {
  py::object taken = py::reinterpret_borrow<py::object>(kwargs);
  for (const auto change : {without_out, with_own_names}) {
    PyObject* changed = taken ? change(self, taken.ptr()) : nullptr;
    if (changed) taken = py::reinterpret_steal<py::object>(changed);
  }
  PyObject* result = nullptr;
  try {
    result = bound_call(self, args, taken.ptr());
  } catch (
      const std::runtime_error&) {  // pybind11's: the __init__ of a class that this object is not made as
    const char* made = PyTuple_GET_SIZE(args) > 0 ? Py_TYPE(PyTuple_GET_ITEM(args, 0))->tp_name : "";
    PyErr_Format(PyExc_NotImplementedError,
                 "a '%s' begins with the __init__ of the class it derives from here: call "
                 "super().__init__(...), not that of a class further up",
                 made);
  }
  if (!result && PyErr_ExceptionMatches(PyExc_TypeError)) set_sentence(self, args, taken.ptr(), kwargs);
  return result;
}

/// A method of a module, which may not be ready for it.
PyObject* call_of_module(PyObject* self, PyObject* args, PyObject* kwargs) {
  PyObject* module = PyTuple_GET_SIZE(args) > 0 ? PyTuple_GET_ITEM(args, 0) : nullptr;
  if (module && is_unready(module)) {
    const std::string_view name = bound_functions()[self].definition->ml_name;
    if (name == "extra_repr") return PyUnicode_FromString("");  // it has nothing to show yet
    if (refuse_unready(module, name.data())) return nullptr;
  }
  return call(self, args, kwargs);
}

void reword(py::handle value, PyCFunctionWithKeywords by) {
  PyObject* object = value.ptr();
  if (PyInstanceMethod_Check(object)) object = PyInstanceMethod_Function(object);
  if (!PyCFunction_Check(object)) return;
  auto* function = reinterpret_cast<PyCFunctionObject*>(object);
  if (!function->m_self || !PyCapsule_CheckExact(function->m_self)) return;
  if (function->m_ml->ml_flags != (METH_VARARGS | METH_KEYWORDS)) return;
  const auto current = reinterpret_cast<PyCFunctionWithKeywords>(  // what the flags say it is
      reinterpret_cast<void (*)()>(function->m_ml->ml_meth));
  if (current == call || current == call_of_module) return;
  bound_call = current;
  bound_functions()[function->m_self] = {function->m_ml, function->m_module};
  function->m_ml->ml_meth = reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(by));
}

void reword_class(py::handle type) {
  const bool of_module = PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(type.ptr()),
                                          reinterpret_cast<PyTypeObject*>(py::type::of<nn::Module>().ptr()));
  const auto by = of_module ? call_of_module : call;
  const py::dict members(
      py::reinterpret_steal<py::object>(PyObject_CallMethod(type.attr("__dict__").ptr(), "copy", nullptr)));
  for (const auto& [name, value] : members) {
    reword(value, by);
    if (!Py_IS_TYPE(value.ptr(), &PyProperty_Type)) continue;
    reword(value.attr("fget"), by);
    reword(value.attr("fset"), by);
  }
}

}  // namespace

void reword_wrong_arguments(const py::list& modules, const py::object& sentence) {
  sentence_maker = py::object(sentence).release().ptr();
  for (const py::handle module : modules) {
    for (const auto& [name, value] : py::dict(module.attr("__dict__"))) {
      if (PyType_Check(value.ptr())) {
        reword_class(value);
      } else {
        reword(value, call);
      }
    }
  }
}

}  // namespace todevice::python
