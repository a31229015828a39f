// SPDX-License-Identifier: Apache-2.0
#include "autograd/autograd.h"

#include <pybind11/stl.h>

#include <cstdio>
#include <set>

#include "autograd/functions.h"
#include "core/errors.h"
#include "ops/creation.h"
#include "python/areas.h"
#include "python/convert.h"

namespace todevice::python {

namespace {

struct NodeObject {
  std::shared_ptr<autograd::Node> node;
};

/// A Python function that the engine keeps and may let go of at any time.
std::shared_ptr<py::function> kept(const py::function& function) {
  return {new py::function(function), [](py::function* last) {
            const py::gil_scoped_acquire gil;
            delete last;
          }};
}

/// Node names last for ever: there are as many as are written in the prelude.
std::string_view lasting(const std::string& name) {
  static std::set<std::string> names;
  return *names.insert(name).first;
}

/// A step of an operation on `inputs` whose way back is a Python function: given the gradient
/// of the result, it gives a tuple of the inputs' (None: no gradient). Null where nothing is recorded.
std::shared_ptr<autograd::Node> node_of(const std::string& name, const std::vector<Tensor>& inputs,
                                        const py::function& back) {
  bool wanted = false;
  for (const Tensor& input : inputs) wanted = wanted || autograd::recording(input);
  if (!wanted) return nullptr;
  std::shared_ptr<autograd::Node> node = autograd::make_step<0>(
      lasting(name), {}, {},
      [back = kept(back)](const Tensor& grad, const auto&, const autograd::Node& self) {
        const py::gil_scoped_acquire gil;
        const py::tuple given = (*back)(grad);
        std::vector<Tensor> grads(self.edges.size());
        for (std::size_t i = 0; i < std::min(grads.size(), given.size()); ++i) {
          if (!py::object(given[i]).is_none()) grads[i] = py::object(given[i]).cast<Tensor>();
        }
        return grads;
      });
  for (const Tensor& input : inputs) node->edges.push_back(autograd::edge_to(input));
  return node;
}

Tensor record(const Tensor& out, const std::string& name, const std::vector<Tensor>& inputs,
              const py::function& back) {
  if (auto node = node_of(name, inputs, back)) autograd::attach(out, std::move(node));
  return out;
}

/// Puts `value` into `out` as an in-place operation on `inputs`, the first of which is `out`.
Tensor write(const Tensor& out, const Tensor& value, const std::string& name,
             const std::vector<Tensor>& inputs, const py::function& back) {
  for (const Tensor& input : inputs) autograd::check_in_place(out, input);
  auto node = node_of(name, inputs, back);
  {
    const autograd::NoGradGuard guard;
    ops::copy_into(out, value);
  }
  if (node) autograd::attach_in_place(out, std::move(node));
  return out;
}

std::string name_of(const py::function& hook) {
  return py::hasattr(hook, "__name__") ? py::str(hook.attr("__name__")).cast<std::string>() : "<unknown>";
}

std::string type_of(const Tensor& tensor) {
  return std::string(tensor.is_cuda() ? "torch.cuda." : "torch.") +
         std::string(scalar_type_name(tensor.dtype())) + "Tensor";
}

/// What a hook gave back in place of `grad`: undefined for None. Throws in PyTorch's words what is no
/// gradient of its kind.
Tensor given_back(const py::object& other, const Tensor& grad, const py::function& hook) {
  if (other.is_none()) return {};
  if (!is_tensor(other.ptr())) {
    throw TypeError("expected Variable, but hook returned '" + std::string(Py_TYPE(other.ptr())->tp_name) +
                    "'");
  }
  Tensor given = unwrap(other.ptr());
  if (type_of(given) != type_of(grad)) {
    throw Error("hook '" + name_of(hook) + "' has changed the type of value (was " + type_of(grad) + " got " +
                type_of(given) + ")");
  }
  if (given.shape() != grad.shape())
    throw Error("hook '" + name_of(hook) + "' has changed the size of value");
  return given;
}

/// Adds a hook; what comes back takes it away again.
py::object add_hook(const Tensor& tensor, const py::function& hook) {
  const std::shared_ptr<autograd::Hooks> hooks = autograd::hooks_of(tensor);
  const std::uint64_t number = hooks->add([hook = kept(hook)](const Tensor& grad) {
    const py::gil_scoped_acquire gil;
    return given_back((*hook)(grad), grad, *hook);
  });
  return py::cpp_function([weak = std::weak_ptr(hooks), number] {
    if (const auto still = weak.lock()) still->remove(number);
  });
}

}  // namespace

void add_autograd(py::module_& torch) {
  py::class_<NodeObject>(torch, "_Node")
      .def("name", [](const NodeObject& self) { return self.node->full_name(); })
      .def("__repr__", [](const NodeObject& self) {
        char text[64];
        std::snprintf(text, sizeof text, " object at %p>", static_cast<const void*>(self.node.get()));
        return "<" + std::string(self.node->name()) + text;
      });
  def_property("grad_fn", [](const Tensor& self) -> py::object {
    if (const auto& node = self.grad_fn()) return py::cast(NodeObject{node});
    return py::none();
  });
  torch.def("_grad", [](const Tensor& root, const std::vector<Tensor>& inputs, const py::object& gradient,
                        bool retain, bool allow_unused) {
    return autograd::grad(root, inputs, gradient.is_none() ? Tensor() : gradient.cast<Tensor>(), retain,
                          allow_unused);
  });
  torch.def("_record", &record);
  torch.def("_write", &write);
  torch.def("_count_change", [](const Tensor& self) { self.bump_version(); });
  def("_add_hook", &add_hook);
  def("is_inference", [](const Tensor& self) { return self.impl().inference; });
  def_property("_version", [](const Tensor& self) {
    if (self.impl().inference) throw Error("Inference tensors do not track version counter.");
    return self.version();
  });
  def_property("retains_grad",
               [](const Tensor& self) { return self.impl().meta && self.impl().meta->retain_grad; });
  torch.def("is_inference_mode_enabled", &autograd::inference_mode);
  torch.def("_set_inference_mode", &autograd::set_inference_mode);
  torch.def("is_grad_enabled", &autograd::grad_enabled);
  torch.def("_set_grad_enabled", &autograd::set_grad_enabled);
}

}  // namespace todevice::python
