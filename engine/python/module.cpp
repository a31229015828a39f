// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <unordered_set>

#include "core/errors.h"
#include "python/areas.h"
#include "python/module_object.h"
#include "python/to_options.h"

namespace todevice::python {

namespace {

template <class T>
const T* find(const nn::Named<T>& all, const std::string& name) {
  for (const auto& [key, value] : all) {
    if (key == name) return &value;
  }
  return nullptr;
}

void set_plainly(py::handle self, const std::string& name, py::handle value) {
  if (PyObject_GenericSetAttr(self.ptr(), py::str(name).ptr(), value.ptr()) != 0)
    throw py::error_already_set();
}

/// Where a module's plain attributes are; its __dict__ shows more.
py::dict plain_dict(py::handle module) {
  return py::reinterpret_steal<py::dict>(PyObject_GenericGetDict(module.ptr(), nullptr));
}

void forget_plain(py::handle self, const std::string& name) {
  const auto dict = plain_dict(self);
  if (dict.contains(name)) PyDict_DelItemString(dict.ptr(), name.c_str());
}

/// torch.typename: "torch.FloatTensor", "int", "__main__.Net"; a class or a function by its own name.
std::string type_name(const py::object& value) {
  if (is_tensor(value.ptr())) return py::str(value.attr("type")());
  const py::object home = py::getattr(value, "__module__", py::none());
  const py::object own = py::getattr(value, "__qualname__", py::getattr(value, "__name__", py::none()));
  const std::string name = py::str(own.is_none() ? py::type::handle_of(value).attr("__name__") : own);
  const bool bare = home.is_none() || home.equal(py::str("builtins"));
  return bare ? name : std::string(py::str(home)) + "." + name;
}

/// A name is a parameter, a buffer, a child or a plain attribute: the last assignment decides.
void set_attribute(const py::object& self, const std::string& name, const py::object& value) {
  nn::Module* module = ready_module(self);
  const bool parameter = is_parameter(value.ptr());
  const bool child = py::isinstance<nn::Module>(value);
  if (!module) {
    if (parameter) throw py::attribute_error("cannot assign parameters before Module.__init__() call");
    if (child) throw py::attribute_error("cannot assign module before Module.__init__() call");
    return set_plainly(self, name, value);
  }
  if (parameter) {
    forget_plain(self, name);
    // a new one keeps the old one's place
    if (!find(module->own_parameters(), name)) module->unregister(name);
    module->register_parameter(name, value.cast<Tensor>());
  } else if (find(module->own_parameters(), name)) {
    if (!value.is_none()) {
      throw TypeError("cannot assign '" + type_name(value) + "' as parameter '" + name +
                      "' (torch.nn.Parameter or None expected)");
    }
    module->register_parameter(name, Tensor());
  } else if (child) {
    forget_plain(self, name);
    if (!module->child(name)) module->unregister(name);
    module->register_module(name, share_module(value));
  } else if (module->child(name)) {
    if (!value.is_none()) {
      throw TypeError("cannot assign '" + type_name(value) + "' as child module '" + name +
                      "' (torch.nn.Module or None expected)");
    }
    module->register_module(name, nullptr);
  } else if (find(module->own_buffers(), name)) {
    if (!value.is_none() && !is_tensor(value.ptr())) {
      throw TypeError("cannot assign '" + type_name(value) + "' as buffer '" + name +
                      "' (torch.nn.Buffer, torch.Tensor or None expected)");
    }
    module->register_buffer(name, value.is_none() ? Tensor() : value.cast<Tensor>(),
                            module->is_persistent(name));
  } else {
    set_plainly(self, name, value);
  }
}

/// Only for what ordinary look-up did not find.
py::object get_attribute(const py::object& self, const std::string& name) {
  if (nn::Module* module = ready_module(self)) {
    if (const Tensor* tensor = find(module->own_parameters(), name)) return parameter_object(*tensor);
    if (const Tensor* tensor = find(module->own_buffers(), name)) return py::cast(*tensor);
    if (const auto* child = module->child(name)) return child_object(child->get());
  }
  throw py::attribute_error("'" + std::string(py::str(py::type::handle_of(self).attr("__name__"))) +
                            "' object has no attribute '" + name + "'");
}

void delete_attribute(const py::object& self, const std::string& name) {
  nn::Module* module = ready_module(self);
  if (module && module->unregister(name)) return;
  if (PyObject_GenericSetAttr(self.ptr(), py::str(name).ptr(), nullptr) != 0) throw py::error_already_set();
}

/// A list's iterator: Python's answer to a generator.
py::object iterate(const py::list& list) {
  return py::iter(list);
}

py::list named_parameters(const nn::Module& module, const std::string& prefix, bool recurse) {
  py::list pairs;
  for (const auto& [name, tensor] : module.named_parameters(recurse)) {
    pairs.append(py::make_tuple((prefix.empty() ? "" : prefix + ".") + name, parameter_object(tensor)));
  }
  return pairs;
}

/// Each child once, under the first of its names.
nn::Named<nn::Module*> named_children(const nn::Module& module) {
  nn::Named<nn::Module*> found;
  std::unordered_set<const nn::Module*> met;
  for (const auto& [name, child] : module.children()) {
    if (child && met.insert(child.get()).second) found.emplace_back(name, child.get());
  }
  return found;
}

using ModuleClass = py::class_<nn::Module, Overridable<nn::Module>, std::shared_ptr<nn::Module>>;

void add_listing(ModuleClass& type) {
  const auto recurse = py::arg("recurse") = true;
  type.def(
          "parameters",
          [](const nn::Module& self, bool deep) {
            py::list list;
            for (const auto& [name, tensor] : self.named_parameters(deep))
              list.append(parameter_object(tensor));
            return iterate(list);
          },
          recurse)
      .def(
          "named_parameters",
          [](const nn::Module& self, const std::string& prefix, bool deep) {
            return iterate(named_parameters(self, prefix, deep));
          },
          py::arg("prefix") = "", recurse)
      .def(
          "buffers",
          [](const nn::Module& self, bool deep) {
            py::list list;
            for (const auto& [name, tensor] : self.named_buffers(deep)) list.append(py::cast(tensor));
            return iterate(list);
          },
          recurse)
      .def(
          "named_buffers",
          [](const nn::Module& self, bool deep) {
            py::list list;
            for (const auto& [name, tensor] : self.named_buffers(deep))
              list.append(py::make_tuple(name, tensor));
            return iterate(list);
          },
          recurse)
      .def("_own_state",
           [](const nn::Module& self) {
             py::list list;
             for (const auto& [name, tensor] : self.own_parameters()) {
               if (tensor.defined()) list.append(py::make_tuple(name, parameter_object(tensor)));
             }
             for (const auto& [name, tensor] : self.own_buffers()) {
               if (tensor.defined() && self.is_persistent(name)) list.append(py::make_tuple(name, tensor));
             }
             return list;
           })
      .def("_child_count", [](const nn::Module& self) { return self.children().size(); })
      .def("_child_at",  // its name and itself
           [](const nn::Module& self, std::size_t place) {
             const auto& [name, child] = self.children().at(place);
             return py::make_tuple(name, child_object(child.get()));
           })
      .def("_has_child",
           [](const nn::Module& self, const std::string& name) { return self.child(name) != nullptr; })
      .def("_has_tensor",  // of its own
           [](const nn::Module& self, const std::string& name) {
             const auto named = [&](const auto& part) { return part.first == name; };
             return std::ranges::any_of(self.own_parameters(), named) ||
                    std::ranges::any_of(self.own_buffers(), named);
           })
      .def("modules",
           [](nn::Module& self) {
             py::list list;
             for (const auto& [name, module] : self.named_modules()) list.append(child_object(module));
             return iterate(list);
           })
      .def("named_modules",
           [](nn::Module& self) {
             py::list list;
             for (const auto& [name, module] : self.named_modules())
               list.append(py::make_tuple(name, child_object(module)));
             return iterate(list);
           })
      .def("children",
           [](const nn::Module& self) {
             py::list list;
             for (const auto& [name, child] : named_children(self)) list.append(child_object(child));
             return iterate(list);
           })
      .def("named_children", [](const nn::Module& self) {
        py::list list;
        for (const auto& [name, child] : named_children(self))
          list.append(py::make_tuple(name, child_object(child)));
        return iterate(list);
      });
}

void add_registration(ModuleClass& type) {
  type.def(
          "register_buffer",
          [](nn::Module& self, const std::string& name, const py::object& tensor, bool persistent) {
            self.register_buffer(name, tensor.is_none() ? Tensor() : tensor.cast<Tensor>(), persistent);
          },
          py::arg("name"), py::arg("tensor"), py::arg("persistent") = true)
      .def(
          "register_parameter",
          [](nn::Module& self, const std::string& name, const py::object& parameter) {
            self.register_parameter(name, parameter.is_none() ? Tensor() : parameter.cast<Tensor>());
          },
          py::arg("name"), py::arg("param"))
      .def(
          "add_module",
          [](nn::Module& self, const std::string& name, const py::object& module) {
            self.register_module(name, module.is_none() ? nullptr : share_module(module));
          },
          py::arg("name"), py::arg("module"))
      .def(
          "register_module",
          [](nn::Module& self, const std::string& name, const py::object& module) {
            self.register_module(name, module.is_none() ? nullptr : share_module(module));
          },
          py::arg("name"), py::arg("module"))
      .def("__setattr__", &set_attribute)
      .def("__getattr__", &get_attribute)
      .def("__delattr__", &delete_attribute);
}

/// A method that changes the module and returns it: the very object that it was called on.
template <class F>
auto returning_self(F change) {
  return [change](const py::object& self, const py::args& args, const py::kwargs& kwargs) {
    nn::Module* module = ready_module(self);
    if (!module) throw py::attribute_error("Module.__init__() has not been called");
    change(*module, args, kwargs);
    return self;
  };
}
template <DType dtype>
void to_dtype(nn::Module& module, const py::args&, const py::kwargs&) {
  module.to({.dtype = dtype});
}

ToOptions module_options(const py::args& args, const py::kwargs& kwargs) {
  const ToOptions options = to_options(args, kwargs);
  if (options.copy) throw Error(".to() does not accept copy argument");
  return options;
}

void add_changes(ModuleClass& type) {
  type.def("to", returning_self([](nn::Module& module, const py::args& args, const py::kwargs& kwargs) {
             module.to(module_options(args, kwargs));
           }))
      .def(
          "cuda",
          [](const py::object& self, const py::object& device) {
            self.cast<nn::Module&>().to({.device = cuda_device(device)});
            return self;
          },
          py::arg("device") = py::none())
      .def("cpu", returning_self([](nn::Module& module, const py::args&, const py::kwargs&) {
             module.to({.device = kCpu});
           }))
      .def("float", returning_self(&to_dtype<DType::float32>))
      .def("double", returning_self(&to_dtype<DType::float64>))
      .def("half", returning_self(&to_dtype<DType::float16>))
      .def("bfloat16", returning_self(&to_dtype<DType::bfloat16>))
      .def(
          "train",
          [](const py::object& self, bool mode) {
            self.cast<nn::Module&>().train(mode);
            return self;
          },
          py::arg("mode") = true)
      .def("eval",
           [](const py::object& self) {
             self.cast<nn::Module&>().train(false);
             return self;
           })
      .def(
          "requires_grad_",
          [](const py::object& self, bool value) {
            self.cast<nn::Module&>().requires_grad_(value);
            return self;
          },
          py::arg("requires_grad") = true)
      .def("zero_grad", &nn::Module::zero_grad, py::arg("set_to_none") = true)
      .def_property("training", &nn::Module::training, &nn::Module::set_training);
}

}  // namespace

void add_module(py::module_& nn) {
  ModuleClass type(nn, "Module", py::dynamic_attr(), plain_metaclass());
  nn.def("_plain_dict", &plain_dict);
  nn.def("_typename", &typename_of);
  nn.def("_set_dict", [](const py::type& kind, const py::object& property) {  // type() lets nobody set it
    auto* shown = reinterpret_cast<PyTypeObject*>(kind.ptr());
    PyDict_SetItemString(shown->tp_dict, "__dict__", property.ptr());
    PyType_Modified(shown);
  });
  type.def(py::init<>())
      .def("forward",
           [](const py::object& self, const py::args&, const py::kwargs&) -> py::object {
             throw NotImplementedError("Module [" +
                                       std::string(py::str(py::type::handle_of(self).attr("__name__"))) +
                                       "] is missing the required \"forward\" function");
           })
      .def("__call__",
           [](const py::object& self, const py::args& args, const py::kwargs& kwargs) {
             const nn::Module* module = ready_module(self);
             if (module && module->hooked) return self.attr("_call_with_hooks")(args, kwargs);
             static PyObject* const name = PyUnicode_InternFromString("forward");
             const auto forward = py::reinterpret_steal<py::object>(PyObject_GetAttr(self.ptr(), name));
             PyObject* result = forward ? PyObject_Call(forward.ptr(), args.ptr(), kwargs.ptr()) : nullptr;
             if (!result) throw py::error_already_set();
             return py::reinterpret_steal<py::object>(result);
           })
      .def("_set_hooked", [](nn::Module& self, bool hooked) { self.hooked = hooked; })
      .def("extra_repr", [](const nn::Module& self) { return self.extra_repr(); })
      .def("__repr__", &module_repr)
      .def("_get_name", [](const py::object& self) { return py::type::handle_of(self).attr("__name__"); });
  add_blank_copy<nn::Module>(type);
  add_listing(type);
  add_registration(type);
  add_changes(type);
}

}  // namespace todevice::python
