// SPDX-License-Identifier: Apache-2.0
#include "nn/layers.h"

#include "core/errors.h"
#include "nn/losses.h"
#include "python/areas.h"
#include "python/module_object.h"
#include "python/reduction_name.h"

namespace todevice::python {

namespace {

template <class T>
using Class = py::class_<T, nn::Module, Overridable<T>, std::shared_ptr<T>>;

/// Every class of the engine's modules begins here, so that each can be copied.
template <class T>
Class<T> module_class(py::module_& nn, const char* name) {
  Class<T> type(nn, name, py::dynamic_attr(), plain_metaclass());
  add_blank_copy<T>(type);
  return type;
}

/// A layer of one input. `forward` is the layer's own, so that super().forward(x) reaches it.
template <class T>
Class<T> layer(py::module_& nn, const char* name) {
  Class<T> type = module_class<T>(nn, name);
  type.def(
          "forward", [](T& self, const Tensor& input) { return self.T::forward(input); }, py::arg("input"))
      .def("extra_repr", [](const T& self) { return self.T::extra_repr(); });
  return type;
}

template <class T>
std::string reduction_text(const T& loss) {
  if (!loss.other_word.empty()) return loss.other_word;
  if (loss.reduction == ops::Reduction::none) return "none";
  return loss.reduction == ops::Reduction::mean ? "mean" : "sum";
}

/// Any word may be set, as in PyTorch; one that names no reduction is refused where the loss is called.
template <class T>
void set_reduction(T& loss, const py::object& given) {
  const std::string word = py::str(given);
  const bool known = word == "mean" || word == "sum" || word == "none";
  loss.other_word = known ? "" : word;
  if (known) loss.reduction = reduction_named(word);
}

/// A loss whose reduction is given by its word, or asked for in PyTorch's old way.
template <class T>
std::shared_ptr<T> with_reduction(std::shared_ptr<T> loss, const py::object& size_average,
                                  const py::object& reduce, const py::object& word) {
  const bool by_word = size_average.is_none() && reduce.is_none();
  const py::object asked = py::module_::import("torch.nn.functional").attr("_reduction");
  set_reduction(*loss, by_word ? word : asked(size_average, reduce, word));
  return loss;
}

template <class T>
void loss(py::module_& nn, const char* name, const char* function) {
  Class<T> type = module_class<T>(nn, name);
  type.def_property("reduction", &reduction_text<T>, &set_reduction<T>)
      .def(py::init(
               [](const py::object& size_average, const py::object& reduce, const py::object& reduction) {
                 return with_reduction(std::make_shared<T>(), size_average, reduce, reduction);
               },
               [](const py::object& size_average, const py::object& reduce, const py::object& reduction) {
                 return with_reduction(std::make_shared<Overridable<T>>(), size_average, reduce, reduction);
               }),
           py::arg("size_average") = py::none(), py::arg("reduce") = py::none(),
           py::arg("reduction") = "mean")
      .def(
          "forward",
          [function](T& self, const Tensor& input, const Tensor& target) {
            const auto functional = [](const char* of) {
              return py::module_::import("torch.nn.functional").attr(of);
            };
            if (!self.other_word.empty()) {
              return functional(function)(input, target, py::arg("reduction") = self.other_word)
                  .template cast<Tensor>();
            }
            if (input.shape() != target.shape()) functional("_warn_of_size")(input, target);
            return self.T::forward(input, target);
          },
          py::arg("input"), py::arg("target"));
}

void add_cross_entropy(py::module_& nn) {
  const auto make = []<class T>(const py::object& weight, const py::object& size_average,
                                std::int64_t ignore_index, const py::object& reduce,
                                const py::object& reduction, double label_smoothing) {
    auto made = std::make_shared<T>(ops::Reduction::mean, weight.is_none() ? Tensor() : weight.cast<Tensor>(),
                                    ignore_index);
    made->label_smoothing = label_smoothing;
    return with_reduction(made, size_average, reduce, reduction);
  };
  using Loss = nn::CrossEntropyLoss;
  Class<Loss> type = module_class<Loss>(nn, "CrossEntropyLoss");
  type.def_property("reduction", &reduction_text<Loss>, &set_reduction<Loss>)
      .def_readwrite("ignore_index", &Loss::ignore_index)
      .def_readwrite("label_smoothing", &Loss::label_smoothing)
      .def(py::init(
               [make](const py::object& weight, const py::object& size_average, std::int64_t ignore_index,
                      const py::object& reduce, const py::object& reduction, double smoothing) {
                 return make.operator()<Loss>(weight, size_average, ignore_index, reduce, reduction,
                                              smoothing);
               },
               [make](const py::object& weight, const py::object& size_average, std::int64_t ignore_index,
                      const py::object& reduce, const py::object& reduction, double smoothing) {
                 return make.operator()<Overridable<Loss>>(weight, size_average, ignore_index, reduce,
                                                           reduction, smoothing);
               }),
           py::arg("weight") = py::none(), py::arg("size_average") = py::none(),
           py::arg("ignore_index") = -100, py::arg("reduce") = py::none(), py::arg("reduction") = "mean",
           py::arg("label_smoothing") = 0.0)
      .def(
          "forward",
          [](const py::object& loss, const Tensor& input, const Tensor& target) {
            auto& self = loss.cast<Loss&>();
            if (self.label_smoothing == 0 && self.other_word.empty() && !is_floating_point(target.dtype()))
              return py::cast(self.nn::CrossEntropyLoss::forward(input, target));
            return py::module_::import("torch.nn.functional")
                .attr("cross_entropy")(input, target, py::getattr(loss, "weight"),
                                       py::arg("ignore_index") = self.ignore_index,
                                       py::arg("reduction") = loss.attr("reduction"),
                                       py::arg("label_smoothing") = self.label_smoothing);
          },
          py::arg("input"), py::arg("target"));
}

void add_linear(py::module_& nn) {
  const auto make = []<class T>(std::int64_t in, std::int64_t out, bool bias, const py::object& device,
                                const py::object& dtype) {
    auto made = std::make_shared<T>(in, out, bias, as_options(dtype, device, false));
    adopt_parameters(*made);
    if (in == 0 || out == 0) warn("Initializing zero-element tensors is a no-op");
    return made;
  };
  layer<nn::Linear>(nn, "Linear")
      .def(py::init(
               [make](std::int64_t in, std::int64_t out, bool bias, const py::object& device,
                      const py::object& dtype) {
                 return make.operator()<nn::Linear>(in, out, bias, device, dtype);
               },
               [make](std::int64_t in, std::int64_t out, bool bias, const py::object& device,
                      const py::object& dtype) {
                 return make.operator()<Overridable<nn::Linear>>(in, out, bias, device, dtype);
               }),
           py::arg("in_features"), py::arg("out_features"), py::arg("bias") = true,
           py::arg("device") = py::none(), py::arg("dtype") = py::none())
      .def(
          "forward",
          [](nn::Linear& self, const py::object& input) {
            if (!is_tensor(input.ptr())) {
              throw TypeError("linear(): argument 'input' (position 1) must be Tensor, not " +
                              std::string(Py_TYPE(input.ptr())->tp_name));
            }
            return self.nn::Linear::forward(unwrap(input.ptr()));
          },
          py::arg("input"))
      .def("reset_parameters", &nn::Linear::reset_parameters)
      .def_readwrite("in_features", &nn::Linear::in_features)
      .def_readwrite("out_features", &nn::Linear::out_features);
}

void fill(nn::Sequential& sequential, const py::args& modules) {
  if (modules.size() == 1 && py::isinstance<py::dict>(modules[0])) {
    for (const auto& [name, module] : py::reinterpret_borrow<py::dict>(modules[0])) {
      sequential.register_module(py::str(name), share_module(py::reinterpret_borrow<py::object>(module)));
    }
    return;
  }
  for (std::size_t i = 0; i < modules.size(); ++i) {
    sequential.register_module(std::to_string(i), share_module(modules[i]));
  }
}

/// Counts a call among Python's: a module that holds itself ends in a RecursionError.
class Deeper {
 public:
  Deeper() {
    if (Py_EnterRecursiveCall(" while calling a Python object")) throw py::error_already_set();
  }
  ~Deeper() { Py_LeaveRecursiveCall(); }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;
};

/// One child after another. What is the engine's alone needs no Python between. A child may change which
/// children there are while it runs.
py::object run(const nn::Sequential& sequential, py::object value) {
  const Deeper deeper;
  const std::size_t count = sequential.children().size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::shared_ptr<nn::Module> child = sequential.children()[i].second;
    if (!child) throw TypeError("'NoneType' object is not callable");
    const bool plain = !child->hooked && !dynamic_cast<const MaybePython*>(child.get());
    const auto* const inner = plain ? dynamic_cast<const nn::Sequential*>(child.get()) : nullptr;
    if (inner) {
      value = run(*inner, std::move(value));
    } else if (plain && is_tensor(value.ptr())) {
      value = py::cast(child->forward(unwrap(value.ptr())));
    } else {
      value = child_object(child.get())(value);
    }
    if (sequential.children().size() != count) throw Error("dictionary changed size during iteration");
  }
  return value;
}

void add_sequential(py::module_& nn) {
  module_class<nn::Sequential>(nn, "Sequential")
      .def(py::init(
          [](const py::args& modules) {
            auto made = std::make_shared<nn::Sequential>();
            fill(*made, modules);
            return made;
          },
          [](const py::args& modules) {
            auto made = std::make_shared<Overridable<nn::Sequential>>();
            fill(*made, modules);
            return made;
          }))
      .def("forward", &run, py::arg("input"))
      .def("__len__", [](const nn::Sequential& self) { return self.children().size(); })
      .def(
          "append",
          [](const py::object& self, const py::object& module) {
            auto& sequential = self.cast<nn::Sequential&>();
            sequential.register_module(std::to_string(sequential.children().size()), share_module(module));
            return self;
          },
          py::arg("module"));
}

}  // namespace

void add_layers(py::module_& nn) {
  add_linear(nn);
  layer<nn::ReLU>(nn, "ReLU")
      .def(py::init<bool>(), py::arg("inplace") = false)
      .def_readwrite("inplace", &nn::ReLU::inplace);
  layer<nn::Sigmoid>(nn, "Sigmoid").def(py::init<>());
  layer<nn::Tanh>(nn, "Tanh").def(py::init<>());
  layer<nn::Flatten>(nn, "Flatten")
      .def(py::init<std::int64_t, std::int64_t>(), py::arg("start_dim") = 1, py::arg("end_dim") = -1)
      .def_readwrite("start_dim", &nn::Flatten::start_dim)
      .def_readwrite("end_dim", &nn::Flatten::end_dim);
  add_sequential(nn);
  add_cross_entropy(nn);
  loss<nn::MSELoss>(nn, "MSELoss", "mse_loss");
  nn.add_object("Parameter", py::handle(reinterpret_cast<PyObject*>(parameter_type())));
}

}  // namespace todevice::python
