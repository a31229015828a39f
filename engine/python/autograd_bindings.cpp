// SPDX-License-Identifier: Apache-2.0
#include "autograd/autograd.h"

#include <pybind11/stl.h>

#include <cstdio>

#include "python/areas.h"
#include "python/convert.h"

namespace todevice::python {

namespace {

struct NodeObject {
  std::shared_ptr<autograd::Node> node;
};

}  // namespace

void add_autograd(py::module_& torch) {
  py::class_<NodeObject>(torch, "_Node")
      .def("name", [](const NodeObject& self) { return std::string(self.node->name()); })
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
  torch.def("is_grad_enabled", &autograd::grad_enabled);
  torch.def("_set_grad_enabled", &autograd::set_grad_enabled);
}

}  // namespace todevice::python
