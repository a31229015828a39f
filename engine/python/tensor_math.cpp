// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include "core/errors.h"
#include "ops/ops.h"
#include "python/areas.h"
#include "python/both.h"
#include "python/convert.h"

namespace todevice::python {

namespace {

struct NamedUnary {
  const char* name;
  UnaryOp op;
};
constexpr NamedUnary kUnary[] = {{"abs", UnaryOp::abs},
                                 {"neg", UnaryOp::neg},
                                 {"sign", UnaryOp::sign},
                                 {"exp", UnaryOp::exp},
                                 {"expm1", UnaryOp::expm1},
                                 {"log", UnaryOp::log},
                                 {"log1p", UnaryOp::log1p},
                                 {"log2", UnaryOp::log2},
                                 {"log10", UnaryOp::log10},
                                 {"sqrt", UnaryOp::sqrt},
                                 {"rsqrt", UnaryOp::rsqrt},
                                 {"square", UnaryOp::square},
                                 {"reciprocal", UnaryOp::reciprocal},
                                 {"sin", UnaryOp::sin},
                                 {"cos", UnaryOp::cos},
                                 {"tan", UnaryOp::tan},
                                 {"asin", UnaryOp::asin},
                                 {"acos", UnaryOp::acos},
                                 {"atan", UnaryOp::atan},
                                 {"sinh", UnaryOp::sinh},
                                 {"cosh", UnaryOp::cosh},
                                 {"tanh", UnaryOp::tanh},
                                 {"erf", UnaryOp::erf},
                                 {"sigmoid", UnaryOp::sigmoid},
                                 {"relu", UnaryOp::relu},
                                 {"floor", UnaryOp::floor},
                                 {"ceil", UnaryOp::ceil},
                                 {"round", UnaryOp::round},
                                 {"trunc", UnaryOp::trunc},
                                 {"frac", UnaryOp::frac},
                                 {"logical_not", UnaryOp::logical_not},
                                 {"bitwise_not", UnaryOp::bitwise_not},
                                 {"isnan", UnaryOp::isnan},
                                 {"isinf", UnaryOp::isinf},
                                 {"isfinite", UnaryOp::isfinite}};

struct NamedBinary {
  const char* name;
  BinaryOp op;
};
constexpr NamedBinary kBinary[] = {{"mul", BinaryOp::mul},
                                   {"div", BinaryOp::div},
                                   {"pow", BinaryOp::pow},
                                   {"remainder", BinaryOp::remainder},
                                   {"floor_divide", BinaryOp::floor_div},
                                   {"fmod", BinaryOp::fmod},
                                   {"atan2", BinaryOp::atan2},
                                   {"maximum", BinaryOp::maximum},
                                   {"minimum", BinaryOp::minimum},
                                   {"eq", BinaryOp::eq},
                                   {"ne", BinaryOp::ne},
                                   {"lt", BinaryOp::lt},
                                   {"le", BinaryOp::le},
                                   {"gt", BinaryOp::gt},
                                   {"ge", BinaryOp::ge},
                                   {"logical_and", BinaryOp::logical_and},
                                   {"logical_or", BinaryOp::logical_or},
                                   {"logical_xor", BinaryOp::logical_xor},
                                   {"bitwise_and", BinaryOp::bitwise_and},
                                   {"bitwise_or", BinaryOp::bitwise_or},
                                   {"bitwise_xor", BinaryOp::bitwise_xor}};

void add_elementwise(py::module_& torch) {
  for (const NamedUnary& unary : kUnary) {
    const UnaryOp op = unary.op;
    both(torch, unary.name, [op](const Tensor& x) { return ops::unary(op, x); });
    if (op == UnaryOp::isnan || op == UnaryOp::isinf || op == UnaryOp::isfinite) continue;
    def((std::string(unary.name) + "_").c_str(), [op](const Tensor& x) {
      ops::unary_(op, x);
      return x;
    });
  }
  for (const NamedBinary& binary : kBinary) {
    const BinaryOp op = binary.op;
    const char* name = binary.name;
    both(torch, name, [op, name](const py::object& a, const py::object& b) {
      return ops::binary(op, need_arg(name, a), need_arg(name, b));
    });
    def((std::string(name) + "_").c_str(), [op, name](const Tensor& x, const py::object& b) {
      ops::binary_(op, x, need_arg(name, b));
      return x;
    });
  }
}

/// alpha * b, as add and sub take it.
ops::Arg scaled(const char* name, const py::object& b, const py::object& alpha) {
  const ops::Arg arg = need_arg(name, b);
  if (alpha.is_none()) return arg;
  return ops::mul(is_tensor(b.ptr()) ? arg : ops::Arg(ops::full({}, need_scalar(name, b), {})),
                  need_arg(name, alpha));
}

void add_sums_with_alpha(py::module_& torch) {
  for (const auto& [name, op] : {NamedBinary{"add", BinaryOp::add}, NamedBinary{"sub", BinaryOp::sub}}) {
    both(
        torch, name,
        [name = name, op = op](const py::object& a, const py::object& b, const py::object& alpha) {
          return ops::binary(op, need_arg(name, a), scaled(name, b, alpha));
        },
        py::arg("other"), py::kw_only(), py::arg("alpha") = py::none());
    def((std::string(name) + "_").c_str(),
        [name = name, op = op](const Tensor& a, const py::object& b, const py::object& alpha) {
          ops::binary_(op, a, scaled(name, b, alpha));
          return a;
        },
        py::arg("other"), py::kw_only(), py::arg("alpha") = py::none());
  }
  const auto clamp = [](const Tensor& x, const py::object& low, const py::object& high) {
    return ops::clamp(x, low.is_none() ? std::nullopt : as_scalar(low),
                      high.is_none() ? std::nullopt : as_scalar(high));
  };
  both(torch, "clamp", clamp, py::arg("min") = py::none(), py::arg("max") = py::none());
  torch.def("where", [](const Tensor& condition, const py::object& a, const py::object& b) {
    return ops::where(condition, need_arg("where", a), need_arg("where", b));
  });
}

std::vector<Tensor> tensors_of(const py::sequence& sequence) {
  std::vector<Tensor> tensors;
  for (const py::handle item : sequence) {
    if (!is_tensor(item.ptr()))
      throw TypeError("expected Tensor as element of the sequence, but got " +
                      std::string(Py_TYPE(item.ptr())->tp_name));
    tensors.push_back(unwrap(item.ptr()));
  }
  return tensors;
}

void add_shapes(py::module_& torch) {
  def("view", [](const Tensor& x, const py::args& shape) { return ops::view(x, as_dims("view", shape)); });
  def("reshape",
      [](const Tensor& x, const py::args& shape) { return ops::reshape(x, as_dims("reshape", shape)); });
  torch.def("reshape", [](const Tensor& x, const py::object& shape) {
    return ops::reshape(x, as_dims("reshape", shape));
  });
  def("expand",
      [](const Tensor& x, const py::args& shape) { return ops::expand(x, as_dims("expand", shape)); });
  def("permute", [](const Tensor& x, const py::args& dims) {
    const Dims order = as_dims("permute", dims);
    return ops::permute(x, {order.begin(), order.end()});
  });
  both(
      torch, "flatten",
      [](const Tensor& x, std::int64_t start, std::int64_t end) { return ops::flatten(x, start, end); },
      py::arg("start_dim") = 0, py::arg("end_dim") = -1);
  both(
      torch, "squeeze",
      [](const Tensor& x, const py::object& dim) {
        return dim.is_none() ? ops::squeeze(x) : ops::squeeze(x, dim.cast<std::int64_t>());
      },
      py::arg("dim") = py::none());
  both(torch, "unsqueeze", &ops::unsqueeze, py::arg("dim"));
  both(torch, "transpose", &ops::transpose, py::arg("dim0"), py::arg("dim1"));
  both(torch, "t", &ops::t);
  def_property("T", &ops::t);
  def_property("mT", [](const Tensor& x) { return ops::transpose(x, -2, -1); });
  torch.def(
      "cat", [](const py::sequence& tensors, std::int64_t dim) { return ops::cat(tensors_of(tensors), dim); },
      py::arg("tensors"), py::arg("dim") = 0);
  torch.def(
      "stack",
      [](const py::sequence& tensors, std::int64_t dim) { return ops::stack(tensors_of(tensors), dim); },
      py::arg("tensors"), py::arg("dim") = 0);
  both(
      torch, "split",
      [](const Tensor& x, std::int64_t size, std::int64_t dim) {
        return py::tuple(py::cast(ops::split(x, size, dim)));
      },
      py::arg("split_size"), py::arg("dim") = 0);
  both(torch, "index_select", &ops::index_select, py::arg("dim"), py::arg("index"));
  both(torch, "masked_select", &ops::masked_select);
  both(torch, "nonzero", &ops::nonzero);
}

void add_products(py::module_& torch) {
  both(torch, "matmul", &ops::matmul);
  both(torch, "mm", &ops::mm);
  both(torch, "bmm", &ops::bmm);
  both(torch, "mv", &ops::mv);
  both(torch, "dot", &ops::dot);
  both(torch, "softmax", &ops::softmax, py::arg("dim"));
  both(torch, "log_softmax", &ops::log_softmax, py::arg("dim"));
}

}  // namespace

void add_tensor_math(py::module_& torch) {
  add_elementwise(torch);
  add_sums_with_alpha(torch);
  add_shapes(torch);
  add_products(torch);
}

}  // namespace todevice::python
