// SPDX-License-Identifier: Apache-2.0
#include "core/errors.h"
#include "ops/ops.h"
#include "python/areas.h"
#include "python/convert.h"
#include "python/reduction_name.h"

namespace todevice::python {

ops::Reduction reduction_named(const std::string& name) {
  if (name == "mean") return ops::Reduction::mean;
  if (name == "sum") return ops::Reduction::sum;
  if (name == "none") return ops::Reduction::none;
  throw ValueError(name + " is not a valid value for reduction");
}

void add_functional(py::module_& functional) {
  const auto x = py::arg("input");
  functional.def("sigmoid", &ops::sigmoid, x);
  functional.def("tanh", &ops::tanh, x);
  functional.def(
      "_gelu", [](const Tensor& input) { return ops::unary(UnaryOp::gelu, input); }, x);
  functional.def("_dropout_mask", &ops::dropout_mask, x, py::arg("share"));
  functional.def(
      "linear",
      [](const Tensor& input, const Tensor& weight, const py::object& bias) {
        return ops::linear(input, weight, bias.is_none() ? Tensor() : bias.cast<Tensor>());
      },
      x, py::arg("weight"), py::arg("bias") = py::none());
  functional.def(
      "_cross_entropy",
      [](const Tensor& input, const Tensor& target, const py::object& weight, const std::string& reduction,
         std::int64_t ignore_index) {
        return ops::cross_entropy(input, target, reduction_named(reduction), ignore_index,
                                  weight.is_none() ? Tensor() : weight.cast<Tensor>());
      },
      x, py::arg("target"), py::arg("weight"), py::arg("reduction"), py::arg("ignore_index"));
  functional.def(
      "_nll_loss",
      [](const Tensor& input, const Tensor& target, const py::object& weight, const std::string& reduction,
         std::int64_t ignore_index) {
        return ops::nll_loss(input, target, reduction_named(reduction), ignore_index,
                             weight.is_none() ? Tensor() : weight.cast<Tensor>());
      },
      x, py::arg("target"), py::arg("weight"), py::arg("reduction"), py::arg("ignore_index"));
  functional.def(
      "_mse_loss",
      [](const Tensor& input, const Tensor& target, const std::string& reduction) {
        return ops::mse_loss(input, target, reduction_named(reduction));
      },
      x, py::arg("target"), py::arg("reduction"));
  functional.def(
      "_l1_loss",
      [](const Tensor& input, const Tensor& target, const std::string& reduction) {
        return ops::l1_loss(input, target, reduction_named(reduction));
      },
      x, py::arg("target"), py::arg("reduction"));
}

}  // namespace todevice::python
