// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include "ops/ops.h"
#include "python/areas.h"
#include "python/convert.h"
#include "python/reduction_name.h"

// The functions of torch.nn.functional that prelude/functional.py dresses with PyTorch's checks and defaults.

namespace todevice::python {

namespace {

Tensor maybe(const py::object& tensor) {
  return tensor.is_none() ? Tensor() : tensor.cast<Tensor>();
}

}  // namespace

void add_layer_functions(py::module_& functional) {
  const auto def = [&functional](const char* name, auto f) { functional.def(name, f); };
  def("_leaky_relu", &ops::leaky_relu);
  def("_gelu_tanh", &ops::gelu_tanh);
  def("_silu", [](const Tensor& x) { return ops::unary(UnaryOp::silu, x); });
  def("_layer_norm", [](const Tensor& x, const py::object& shape, const py::object& weight,
                        const py::object& bias, double eps) {
    return ops::layer_norm(x, as_dims("layer_norm", shape), maybe(weight), maybe(bias), eps);
  });
  def("_batch_norm", [](const Tensor& x, const py::object& mean, const py::object& var,
                        const py::object& weight, const py::object& bias, bool training, double momentum,
                        double eps) {
    return ops::batch_norm(x, maybe(mean), maybe(var), maybe(weight), maybe(bias), training, momentum, eps);
  });
  def("_embedding", &ops::embedding);
  def("_conv2d", [](const Tensor& x, const Tensor& weight, const py::object& bias, const ops::Pair& stride,
                    const ops::Pair& padding, const ops::Pair& dilation, std::int64_t groups) {
    return ops::conv2d(x, weight, maybe(bias), {stride, padding, dilation}, groups);
  });
  def("_max_pool2d", [](const Tensor& x, const ops::Pair& kernel, const ops::Pair& stride,
                        const ops::Pair& padding, const ops::Pair& dilation, bool ceil_mode) {
    return ops::max_pool2d(x, kernel, {stride, padding, dilation}, ceil_mode);
  });
  def("_bce",
      [](const Tensor& x, const Tensor& target, const py::object& weight, const std::string& reduction) {
        return ops::binary_cross_entropy(x, target, maybe(weight), reduction_named(reduction));
      });
  def("_bce_logits", [](const Tensor& x, const Tensor& target, const py::object& weight,
                        const py::object& positive, const std::string& reduction) {
    return ops::binary_cross_entropy_with_logits(x, target, maybe(weight), maybe(positive),
                                                 reduction_named(reduction));
  });
}

}  // namespace todevice::python
