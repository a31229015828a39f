// SPDX-License-Identifier: Apache-2.0
#include "ops/ops.h"
#include "python/areas.h"
#include "python/convert.h"

namespace todevice::python {

namespace {

/// Any Python int as 64 bits, negative ones too.
std::uint64_t seed_of(const py::int_& seed) {
  return PyLong_AsUnsignedLongLongMask(seed.ptr());
}

Tensor randint(const py::args& args, const py::object& dtype, const py::object& device) {
  if (args.size() < 2) throw py::type_error("randint() takes high and size, or low, high and size");
  const bool has_low = args.size() > 2;
  const auto low = has_low ? py::object(args[0]).cast<std::int64_t>() : 0;
  const auto high = py::object(args[has_low ? 1 : 0]).cast<std::int64_t>();
  return ops::randint(low, high, as_dims("randint", py::object(args[has_low ? 2 : 1])),
                      as_options(dtype, device, false, DType::int64));
}

}  // namespace

void add_random(py::module_& torch) {
  struct Generator {};
  py::class_<Generator>(torch, "Generator")
      .def("initial_seed", [](const Generator&) { return ops::initial_seed(); })
      .def("manual_seed",
           [](Generator& self, const py::int_& seed) -> Generator& {
             ops::manual_seed(seed_of(seed));
             return self;
           })
      .def("__repr__", [](const Generator&) { return "<torch.Generator of the CPU>"; });
  torch.attr("default_generator") = py::cast(Generator{});
  torch.def("manual_seed", [torch](const py::int_& seed) {
    ops::manual_seed(seed_of(seed));
    return torch.attr("default_generator");
  });
  torch.def("initial_seed", &ops::initial_seed);
  torch.def("randint", &randint, py::kw_only(), py::arg("dtype") = py::none(),
            py::arg("device") = py::none());
  torch.def(
      "randperm",
      [](std::int64_t n, const py::object& dtype, const py::object& device) {
        return ops::randperm(n, as_options(dtype, device, false, DType::int64));
      },
      py::arg("n"), py::kw_only(), py::arg("dtype") = py::none(), py::arg("device") = py::none());
  def(
      "uniform_",
      [](const Tensor& x, double from, double to) {
        ops::uniform_(x, from, to);
        return x;
      },
      py::arg("from") = 0.0, py::arg("to") = 1.0);
  def(
      "normal_",
      [](const Tensor& x, double mean, double std) {
        ops::normal_(x, mean, std);
        return x;
      },
      py::arg("mean") = 0.0, py::arg("std") = 1.0);
}

}  // namespace todevice::python
