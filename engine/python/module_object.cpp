// SPDX-License-Identifier: Apache-2.0
#include "python/module_object.h"

#include "python/convert.h"
#include "python/unready_module.h"

namespace todevice::python {

nn::Module* ready_module(py::handle object) {
  // as is_instance, the type looked up once: each call of a module comes here
  static auto* const type = reinterpret_cast<PyTypeObject*>(py::type::of<nn::Module>().ptr());
  if (!PyObject_TypeCheck(object.ptr(), type)) return nullptr;
  auto* instance = reinterpret_cast<py::detail::instance*>(object.ptr());
  if (!instance->get_value_and_holder().holder_constructed()) return nullptr;  // __init__ was not called yet
  return object.cast<nn::Module*>();
}

nn::Module* module_of(PyObject* object) {
  return ready_module(object);
}

std::string typename_of(const py::object& value) {
  if (is_tensor(value.ptr())) return py::str(value.attr("type")());
  py::object named = value;  // a function, a class or a module
  if (!py::hasattr(value, "__qualname__") && !py::hasattr(value, "__name__")) named = py::type::of(value);
  const char* kind = py::hasattr(named, "__qualname__") ? "__qualname__" : "__name__";
  const std::string name = py::str(named.attr(kind));
  const py::object home = py::getattr(named, "__module__", py::none());
  const std::string place = home.is_none() ? "" : std::string(py::str(home));
  return place.empty() || place == "builtins" ? name : place + "." + name;
}

std::shared_ptr<nn::Module> share_module(const py::object& object) {
  nn::Module* module = ready_module(object);
  if (!module) {
    const std::string type = Py_TYPE(object.ptr())->tp_name;
    if (is_unready(object.ptr()))
      throw py::attribute_error("'" + type + "' object has no attribute '_modules'");
    throw py::type_error(typename_of(object) + " is not a Module subclass");
  }
  PyObject* keeps = py::object(object).release().ptr();
  return {module, [keeps](nn::Module*) {
            const py::gil_scoped_acquire gil;
            Py_DECREF(keeps);
          }};
}

py::object parameter_object(const Tensor& tensor) {
  if (!tensor.defined()) return py::none();
  adopt_as_parameter(tensor);
  return py::cast(tensor);
}

void adopt_parameters(const nn::Module& module) {
  for (const auto& [name, tensor] : module.own_parameters()) {
    if (tensor.defined()) adopt_as_parameter(tensor);
  }
}

py::object child_object(nn::Module* module) {
  return module ? py::cast(module, py::return_value_policy::reference) : py::none();
}

namespace {

/// Every line but the first moved in by two.
std::string indented(std::string text) {
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
    text.insert(at + 1, "  ");
  return text;
}

}  // namespace

std::string module_repr(const py::object& self) {
  const nn::Module* module = ready_module(self);
  std::string name = py::str(py::type::handle_of(self).attr("__name__"));
  if (!module) return name + "()";
  const std::string extra = py::str(self.attr("extra_repr")());
  if (module->children().empty()) {
    if (extra.empty()) return name + "()";
    if (extra.find('\n') == std::string::npos) return name + "(" + extra + ")";
  }
  std::string text = name + "(\n";
  if (!extra.empty()) text += "  " + indented(extra) + "\n";
  for (const auto& [key, child] : module->children()) {
    text += "  (" + key + "): " + indented(py::repr(child_object(child.get()))) + "\n";
  }
  return text + ")";
}

}  // namespace todevice::python
