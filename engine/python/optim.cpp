// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include "core/errors.h"
#include "ops/creation.h"
#include "optim/optimizer.h"
#include "python/areas.h"
#include "python/convert.h"
#include "python/fitted.h"

namespace todevice::python {

namespace {

optim::SgdOptions sgd_options(double lr, double momentum, double dampening, double weight_decay,
                              bool nesterov, bool maximize) {
  return {lr, momentum, dampening, weight_decay, nesterov, maximize};
}

optim::AdamOptions adam_options(double lr, std::pair<double, double> betas, double eps, double weight_decay,
                                bool decoupled, bool maximize) {
  return {lr, betas.first, betas.second, eps, weight_decay, decoupled, maximize};
}

/// The count of a loaded state: the tensor itself, as PyTorch; a number, or another kind of tensor, becomes
/// one.
Tensor step_of(const py::object& step) {
  if (is_tensor(step.ptr())) {
    const Tensor count = unwrap(step.ptr());
    if (count.numel() != 1)
      throw Error("a Tensor with " + std::to_string(count.numel()) +
                  " elements cannot be converted to Scalar");
    return fitted(count, {.device = kCpu, .dtype = DType::float32});
  }
  return ops::full({}, need_scalar("load_state_dict", step), {});
}

}  // namespace

/// One of these for each parameter group; the optimizers themselves, with their groups as dicts, are in
/// prelude/optim.py.
void add_optim(py::module_& optim) {
  py::class_<optim::SGD>(optim, "_SGD")
      .def(py::init([](const std::vector<Tensor>& params, double lr, double momentum, double dampening,
                       double weight_decay, bool nesterov, bool maximize) {
        return optim::SGD(params, sgd_options(lr, momentum, dampening, weight_decay, nesterov, maximize));
      }))
      .def("step",
           [](optim::SGD& self, double lr, double momentum, double dampening, double weight_decay,
              bool nesterov, bool maximize) {
             self.options = sgd_options(lr, momentum, dampening, weight_decay, nesterov, maximize);
             self.step();
           })
      .def("get_state",
           [](const optim::SGD& self, const Tensor& param) {
             py::dict state;
             if (const Tensor buffer = self.momentum_buffer(param); buffer.defined())
               state["momentum_buffer"] = buffer;
             return state;
           })
      .def("set_state",
           [](optim::SGD& self, const Tensor& param, const py::dict& state) {
             const py::object buffer = state.attr("get")("momentum_buffer");
             self.set_momentum_buffer(param, buffer.is_none() ? Tensor() : buffer.cast<Tensor>());
           })
      .def("zero_grad", &optim::SGD::zero_grad);
  py::class_<optim::Adam>(optim, "_Adam")
      .def(py::init([](const std::vector<Tensor>& params, double lr, std::pair<double, double> betas,
                       double eps, double weight_decay, bool decoupled, bool maximize) {
        return optim::Adam(params, adam_options(lr, betas, eps, weight_decay, decoupled, maximize));
      }))
      .def("step",
           [](optim::Adam& self, double lr, std::pair<double, double> betas, double eps, double weight_decay,
              bool decoupled, bool maximize) {
             self.options = adam_options(lr, betas, eps, weight_decay, decoupled, maximize);
             self.step();
           })
      .def("get_state",
           [](optim::Adam& self, const Tensor& param) {
             py::dict state;
             const optim::Adam::State* found = self.state(param);
             if (!found) return state;
             state["step"] = found->step;
             state["exp_avg"] = found->exp_avg;
             state["exp_avg_sq"] = found->exp_avg_sq;
             return state;
           })
      .def("set_state",
           [](optim::Adam& self, const Tensor& param, const py::dict& state) {
             if (!state.contains("step")) return;
             self.set_state(param, {state["exp_avg"].cast<Tensor>(), state["exp_avg_sq"].cast<Tensor>(),
                                    step_of(state["step"])});
           })
      .def("zero_grad", &optim::Adam::zero_grad);
}

}  // namespace todevice::python
