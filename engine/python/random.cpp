// SPDX-License-Identifier: Apache-2.0
#include "ops/generator.h"

#include <limits>

#include "backend/registry.h"
#include "core/errors.h"
#include "ops/ops.h"
#include "python/areas.h"
#include "python/convert.h"

namespace todevice::python {

namespace {

using ops::DrawFrom;
using ops::Generator;

/// Any Python int as 64 bits, negative ones too.
/// A negative seed counts from the end, as two's complement has it.
std::uint64_t seed_of(const py::int_& seed) {
  const std::uint64_t number = PyLong_AsUnsignedLongLongMask(seed.ptr());
  const py::int_ low(std::numeric_limits<std::int64_t>::min()),
      high(std::numeric_limits<std::uint64_t>::max());
  if (seed < low || seed > high) throw ValueError("Overflow when unpacking long long");
  return number;
}

/// The generator of a call on `device`; None: the device's own.
Generator* generator_of(const py::object& object, Device device) {
  if (object.is_none()) return nullptr;
  auto* const generator = object.cast<Generator*>();
  if (generator->device().is_cuda() != device.is_cuda()) {
    throw Error("Expected a '" + std::string(device.is_cuda() ? "cuda" : "cpu") +
                "' device type for generator but found '" + (device.is_cuda() ? "cpu" : "cuda") + "'");
  }
  const Device of = registry::resolve(generator->device()), wanted = registry::resolve(device);
  if (of != wanted) {
    throw Error("Expected a '" + wanted.str() + "' generator device but found '" + of.str() + "'");
  }
  return generator;
}

Tensor as_bytes(const std::vector<std::byte>& state) {
  return ops::from_host(state.data(), {static_cast<std::int64_t>(state.size())}, {DType::uint8, kCpu});
}

void set_state(Generator& generator, const Tensor& state) {
  if (state.dtype() != DType::uint8 || state.is_cuda()) {
    throw TypeError("RNG state must be a torch.ByteTensor");
  }
  generator.set_state(ops::to_host(state));
}

/// A function of (*size, generator=None, dtype=None, device=None, requires_grad=False).
template <class F>
void drawn(py::module_& torch, const char* name, F make) {
  torch.def(
      name,
      [make, name](const py::args& sizes, const py::object& size, const py::object& generator,
                   const py::object& dtype, const py::object& device, bool requires_grad, bool pin_memory) {
        const TensorOptions options = as_options(dtype, device, requires_grad, std::nullopt, pin_memory);
        const DrawFrom from(generator_of(generator, options.device));
        return make(size_given(name, sizes, size), options);
      },
      py::kw_only(), py::arg("size") = py::none(), py::arg("generator") = py::none(),
      py::arg("dtype") = py::none(), py::arg("device") = py::none(), py::arg("requires_grad") = false,
      py::arg("pin_memory") = false);
}

/// (high, size) or (low, high, size), some of them perhaps by name.
Tensor randint(const py::args& args, const py::object& low_named, const py::object& high_named,
               const py::object& size_named, const py::object& generator, const py::object& dtype,
               const py::object& device) {
  std::vector<py::object> given;
  for (const py::handle arg : args) given.push_back(py::reinterpret_borrow<py::object>(arg));
  if (!low_named.is_none()) given.insert(given.begin(), low_named);
  if (!high_named.is_none()) given.push_back(high_named);
  if (!size_named.is_none()) given.push_back(size_named);
  if (given.size() < 2 || given.size() > 3)
    throw py::type_error("randint() takes high and size, or low, high and size");
  const bool has_low = given.size() > 2;
  const int position = static_cast<int>(given.size());
  if (PyLong_Check(given.back().ptr())) {
    throw TypeError("randint(): argument 'size' (position " + std::to_string(position) +
                    ") must be tuple of ints, not " + Py_TYPE(given.back().ptr())->tp_name);
  }
  const auto low = has_low ? given[0].cast<std::int64_t>() : 0;
  const auto high = given[has_low ? 1 : 0].cast<std::int64_t>();
  const TensorOptions options = as_options(dtype, device, false, DType::int64);
  const DrawFrom from(generator_of(generator, options.device));
  return ops::randint(low, high, as_dims("randint", given.back(), {"size", position}), options);
}

Tensor randperm(std::int64_t n, const py::object& generator, const py::object& dtype,
                const py::object& device) {
  const TensorOptions options = as_options(dtype, device, false, DType::int64);
  const DrawFrom from(generator_of(generator, options.device));
  return ops::randperm(n, options);
}

void add_generator(py::module_& torch) {
  py::class_<Generator, std::shared_ptr<Generator>>(torch, "Generator")
      .def(py::init([](const py::object& device) {
             return std::make_shared<Generator>(as_device(device).value_or(kCpu));
           }),
           py::arg("device") = py::none())
      .def_property_readonly("device", &Generator::device)
      .def("initial_seed", &Generator::initial_seed)
      .def("seed", &Generator::seed)
      .def(
          "manual_seed",
          [](const std::shared_ptr<Generator>& self, const py::int_& seed) {
            self->manual_seed(seed_of(seed));
            return self;
          },
          py::arg("seed"))
      .def("get_state", [](Generator& self) { return as_bytes(self.state()); })
      .def(
          "set_state",
          [](const std::shared_ptr<Generator>& self, const Tensor& state) {
            set_state(*self, state);
            return self;
          },
          py::arg("new_state"));
  torch.attr("default_generator") = py::cast(std::make_shared<Generator>(Generator::default_of(kCpu)));
}

void add_seeds(py::module_& torch) {
  torch.def(
      "manual_seed",
      [torch](const py::object& seed) -> py::object {
        ops::manual_seed(seed_of(py::int_(seed)));  // int(seed): "12" and 1.7 are seeds
        return torch.attr("default_generator");
      },
      py::arg("seed"));
  torch.def("seed", [] {
    const std::uint64_t seed = ops::random_seed();
    ops::manual_seed(seed);
    return seed;
  });
  torch.def("initial_seed", &ops::initial_seed);
  torch.def("get_rng_state", [] { return as_bytes(Generator::default_of(kCpu).state()); });
  torch.def(
      "set_rng_state",
      [](const Tensor& state) {
        auto generator = Generator::default_of(kCpu);
        set_state(generator, state);
      },
      py::arg("new_state"));
  torch.def("_cuda_rng_state", [](int index) {
    return as_bytes(Generator::default_of(Device(DeviceType::cuda, index)).state());
  });
  torch.def("_set_cuda_rng_state", [](const Tensor& state, int index) {
    auto generator = Generator::default_of(Device(DeviceType::cuda, index));
    set_state(generator, state);
  });
}

/// x.uniform_() and its kin: x filled in place, and given back.
void add_filling() {
  def(
      "uniform_",
      [](const Tensor& x, double from, double to, const py::object& generator) {
        const DrawFrom source(generator_of(generator, x.device()));
        ops::uniform_(x, from, to);
        return x;
      },
      py::arg("from") = 0.0, py::arg("to") = 1.0, py::kw_only(), py::arg("generator") = py::none());
  def(
      "normal_",
      [](const Tensor& x, double mean, double std, const py::object& generator) {
        const DrawFrom source(generator_of(generator, x.device()));
        ops::normal_(x, mean, std);
        return x;
      },
      py::arg("mean") = 0.0, py::arg("std") = 1.0, py::kw_only(), py::arg("generator") = py::none());
  def(
      "random_",
      [](const Tensor& x, const py::args& range, const py::object& generator) {
        const DrawFrom source(generator_of(generator, x.device()));
        const auto end = [&](std::size_t i) { return py::object(range[i]).cast<std::int64_t>(); };
        if (range.empty()) {
          ops::random_(x);
        } else if (range.size() == 1) {
          ops::random_(x, 0, end(0), "RandomBackward1");
        } else {
          ops::random_(x, end(0), end(range.size() - 1));
        }
        return x;
      },
      py::kw_only(), py::arg("generator") = py::none());
}

}  // namespace

void add_random(py::module_& torch) {
  add_generator(torch);
  add_seeds(torch);
  drawn(torch, "rand", [](const Shape& shape, TensorOptions options) { return ops::rand(shape, options); });
  drawn(torch, "randn", [](const Shape& shape, TensorOptions options) { return ops::randn(shape, options); });
  torch.def("randint", &randint, py::kw_only(), py::arg("low") = py::none(), py::arg("high") = py::none(),
            py::arg("size") = py::none(), py::arg("generator") = py::none(), py::arg("dtype") = py::none(),
            py::arg("device") = py::none());
  torch.def("randperm", &randperm, py::arg("n"), py::kw_only(), py::arg("generator") = py::none(),
            py::arg("dtype") = py::none(), py::arg("device") = py::none());
  torch.def("_chances", [](const Tensor& like, const py::object& share, const py::object& generator) {
    const DrawFrom source(generator_of(generator, like.device()));
    return is_tensor(share.ptr()) ? ops::chances(like, unwrap(share.ptr()))
                                  : ops::chances(like, share.cast<double>());
  });
  add_filling();
}

}  // namespace todevice::python
