// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <utility>

#include "autograd/functions.h"
#include "core/errors.h"
#include "ops/checks.h"
#include "ops/creation.h"
#include "ops/flat.h"
#include "ops/ops.h"
#include "python/areas.h"
#include "python/both.h"
#include "python/convert.h"
#include "python/errors.h"
#include "python/fitted.h"

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

/// Those that PyTorch has for two tensors only, and not for a tensor and a number.
bool takes_tensors_alone(BinaryOp op) {
  switch (op) {
    case BinaryOp::atan2:
    case BinaryOp::maximum:
    case BinaryOp::minimum:
    case BinaryOp::logical_and:
    case BinaryOp::logical_or:
    case BinaryOp::logical_xor:
      return true;
    default:
      return false;
  }
}

void add_of_two_tensors(py::module_& torch, const char* name, BinaryOp op) {
  const auto second = py::arg("other");
  both(
      torch, name, [op](const Tensor& a, const Tensor& b) { return ops::binary(op, a, b); }, second);
  if (op == BinaryOp::maximum || op == BinaryOp::minimum) return;
  def((std::string(name) + "_").c_str(),
      [op](const Tensor& x, const Tensor& b) {
        ops::binary_(op, x, b);
        return x;
      },
      second);
}

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
    if (takes_tensors_alone(op)) {
      add_of_two_tensors(torch, name, op);
      continue;
    }
    const auto second = py::arg(op == BinaryOp::pow ? "exponent" : "other");
    both(
        torch, name,
        [op, name](const py::object& a, const py::object& b) {
          return ops::binary(op, need_arg(name, a), need_arg(name, b));
        },
        second);
    def((std::string(name) + "_").c_str(),
        [op, name](const Tensor& x, const py::object& b) {
          ops::binary_(op, x, need_arg(name, b));
          return x;
        },
        second);
  }
}

Tensor rounded_quotient(const ops::Arg& left, const ops::Arg& right, const std::string& name) {
  if (name == "floor") return ops::binary(BinaryOp::floor_div, left, right);
  if (name != "trunc") {
    throw Error("div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '" + name + "'");
  }
  const Tensor rest = ops::binary(BinaryOp::fmod, left, right);
  if (is_floating_point(rest.dtype()))
    return ops::unary(UnaryOp::trunc, ops::binary(BinaryOp::div, left, right));
  return ops::binary(BinaryOp::floor_div, ops::binary(BinaryOp::sub, left, rest), right);
}

/// Division rounded down ("floor") or towards zero ("trunc"); whole numbers stay whole. Where it has a
/// gradient, that is 0.
Tensor rounded_division(const py::object& a, const py::object& b, const py::object& mode) {
  const ops::Arg left = need_arg("div", a), right = need_arg("div", b);
  if (mode.is_none()) return ops::binary(BinaryOp::div, left, right);
  if (!PyUnicode_Check(mode.ptr())) throw TypeError("div(): rounding_mode is a str");
  Tensor out;
  {
    const autograd::NoGradGuard guard;
    out = rounded_quotient(left, right, py::str(mode));
  }
  const Tensor none;
  const Tensor& x = left.tensor() ? *left.tensor() : none;
  const Tensor& y = right.tensor() ? *right.tensor() : none;
  if (autograd::recording(x, y)) {
    autograd::record<0>(
        out, "DivBackward2", {&x, &y}, {},
        [](const Tensor& grad, const auto&, const autograd::Node&) {
          const Tensor nothing = ops::zeros(grad.shape(), {grad.dtype(), grad.device()});
          return std::vector<Tensor>{nothing, nothing};
        },
        ops::detail::saved_of(std::array{x, y}));
  }
  return out;
}

/// Throws where PyTorch takes no such alpha for a result of this dtype.
void check_alpha(DType result, const Scalar& alpha) {
  const DType own = alpha.natural_dtype();
  if (own == DType::boolean && result != DType::boolean)
    throw Error("Boolean alpha only supported for Boolean results.");
  if (is_floating_point(own) && !is_floating_point(result))
    throw Error("For integral input tensors, argument alpha must not be a floating point number.");
  if (result != DType::boolean) ops::detail::check_fits(alpha, result);
}

/// alpha * b, as add and sub take it.
ops::Arg scaled(const char* name, const ops::Arg& a, const py::object& b, const py::object& alpha) {
  const ops::Arg arg = need_arg(name, b);
  if (alpha.is_none()) return arg;
  const auto factor = as_scalar(alpha);
  if (!factor) {
    throw TypeError(std::string(name) + "(): argument 'alpha' must be Number, not " +
                    Py_TYPE(alpha.ptr())->tp_name);
  }
  const DType result = ops::detail::result_type(a, arg);
  check_alpha(result, *factor);
  if (arg.tensor() && arg.tensor()->dtype() == DType::boolean && result != DType::boolean)
    return ops::mul(ops::detail::cast(*arg.tensor(), result), *factor);
  // A factor of bool tensors is a truth as well.
  if (arg.tensor() && arg.tensor()->dtype() == DType::boolean)
    return factor->to_double() != 0
               ? arg
               : ops::Arg(ops::zeros(arg.tensor()->shape(), {DType::boolean, arg.tensor()->device()}));
  if (arg.tensor()) return ops::mul(arg, *factor);
  const Scalar& number = *arg.scalar();
  const bool floating = is_floating_point(result) || is_floating_point(number.natural_dtype());
  return floating ? Scalar(number.to_double() * factor->to_double())
                  : Scalar(number.to_int64() * factor->to_int64());
}

/// Where a tensor is not zero: for each dimension a tensor of indices.
py::tuple places(const Tensor& x) {
  const Tensor rows =
      ops::nonzero(x.dim() == 0 ? ops::unsqueeze(x, 0) : x);  // PyTorch's answer has one place
  py::tuple columns(static_cast<std::size_t>(rows.size(1)));
  for (std::int64_t i = 0; i < rows.size(1); ++i)
    columns[static_cast<std::size_t>(i)] = ops::select(rows, 1, i);
  return columns;
}

/// A bound beside one that is a tensor: a tensor too, or none.
Tensor tensor_bound(const py::object& bound) {
  if (bound.is_none()) return {};
  if (!is_tensor(bound.ptr())) throw py::cast_error();
  return unwrap(bound.ptr());
}

void add_sums_with_alpha(py::module_& torch) {
  for (const auto& [name, op] : {NamedBinary{"add", BinaryOp::add}, NamedBinary{"sub", BinaryOp::sub}}) {
    both(
        torch, name,
        [name = name, op = op](const py::object& a, const py::object& b, const py::object& alpha) {
          const ops::Arg left = need_arg(name, a);
          return ops::binary(op, left, scaled(name, left, b, alpha));
        },
        py::arg("other"), py::kw_only(), py::arg("alpha") = py::none());
    def((std::string(name) + "_").c_str(),
        [name = name, op = op](const Tensor& a, const py::object& b, const py::object& alpha) {
          ops::binary_(op, a, scaled(name, a, b, alpha));
          return a;
        },
        py::arg("other"), py::kw_only(), py::arg("alpha") = py::none());
  }
  const auto clamp = [](const Tensor& x, const py::object& low, const py::object& high) {
    if (is_tensor(low.ptr()) || is_tensor(high.ptr()))
      return ops::clamp_between(x, tensor_bound(low), tensor_bound(high));
    const auto bound = [](const py::object& number) {
      return number.is_none() ? std::nullopt : std::optional(need_scalar("clamp", number));
    };
    return ops::clamp(x, bound(low), bound(high));
  };
  both(torch, "clamp", clamp, py::arg("min") = py::none(), py::arg("max") = py::none());
  def("_clamp_between", [](const Tensor& x, const py::object& low, const py::object& high) {
    ops::clamp_between_(x, tensor_bound(low), tensor_bound(high));
    return x;
  });
  torch.def(
      "where",
      [](const Tensor& condition, const py::object& a, const py::object& b) {
        return ops::where(condition, need_arg("where", a), need_arg("where", b));
      },
      py::arg("condition"), py::arg("input"), py::arg("other"));
  torch.def("where", &places, py::arg("condition"));
  both(torch, "div", &rounded_division, py::arg("other"), py::kw_only(), py::arg("rounding_mode"));
}

std::vector<Tensor> tensors_of(const py::sequence& sequence) {
  std::vector<Tensor> tensors;
  for (const py::handle item : sequence) {
    if (!is_tensor(item.ptr()))
      throw TypeError("expected Tensor as element " + std::to_string(tensors.size()) +
                      " in argument 0, but got " + std::string(Py_TYPE(item.ptr())->tp_name));
    tensors.push_back(unwrap(item.ptr()));
  }
  return tensors;
}

/// Pieces of the sizes given.
py::tuple cut(const Tensor& x, const py::sequence& sizes, std::int64_t dim) {
  const Dims lengths = as_dims("split_with_sizes", sizes, {"split_sizes", 2});
  const std::int64_t whole = x.size(dim);
  std::int64_t start = 0;
  for (const std::int64_t length : lengths) {
    if (length < 0) {
      throw Error(
          "split_with_sizes expects split_sizes have only non-negative entries, but got split_sizes=" +
          to_string(lengths));
    }
    start += length;
  }
  if (start != whole) {
    throw Error("split_with_sizes expects split_sizes to sum exactly to " + std::to_string(whole) +
                " (input tensor's size at dimension " + std::to_string(dim) +
                "), but got split_sizes=" + to_string(lengths));
  }
  return py::tuple(py::cast(ops::split_with_sizes(x, {lengths.begin(), lengths.end()}, dim)));
}

Tensor squeezed(const Tensor& x, const py::object& dim) {
  if (PyTuple_Check(dim.ptr()) || PyList_Check(dim.ptr())) {
    const Dims dims = as_dims("squeeze", dim, {"dim"});
    return ops::squeeze(x, std::vector<std::int64_t>{dims.begin(), dims.end()});
  }
  if (PyBool_Check(dim.ptr()) || !PyIndex_Check(dim.ptr())) throw py::cast_error("not a dimension");
  return ops::squeeze(x, as_dims("squeeze", dim, {"dim"})[0]);
}

/// The warning of a property that is going out of use, once a process as in PyTorch.
void warn_of_shape(bool& warned, const std::string& text) {
  if (!std::exchange(warned, true)) warn(text);
}

std::string identity_on_numbers(const char* property) {
  return std::string("Tensor.") + property +
         " is deprecated on 0-D tensors. This function is the identity in these cases.";
}

/// All dimensions turned round.
Tensor turned_round(const Tensor& x) {
  static bool warned_of_number = false, warned_of_dims = false;
  if (x.dim() == 0) {
    warn_of_shape(warned_of_number, identity_on_numbers("T"));
  } else if (x.dim() != 2) {
    warn_of_shape(
        warned_of_dims,
        "The use of `x.T` on tensors of dimension other than 2 to reverse their shape is deprecated "
        "and it will throw an error in a future release. Consider `x.mT` to transpose batches of "
        "matrices or `x.permute(*torch.arange(x.ndim - 1, -1, -1))` to reverse the dimensions of a "
        "tensor.");
  }
  std::vector<std::int64_t> back;
  for (std::int64_t i = x.dim(); i > 0; --i) back.push_back(i - 1);
  return ops::permute(x, back);
}

/// The last two dimensions exchanged.
Tensor transposed_matrices(const Tensor& x) {
  static bool warned = false;
  if (x.dim() == 0) {
    warn_of_shape(warned, identity_on_numbers("mT"));
    return x;
  }
  if (x.dim() == 1)
    throw Error("tensor.mT is only supported on matrices or batches of matrices. Got 1-D tensor.");
  return ops::transpose(x, -2, -1);
}

void add_shapes(py::module_& torch) {
  def(
      "view",
      [](const Tensor& x, const py::args& shape, const py::object& size) {
        if (shape.size() == 1 && is_dtype(shape[0].ptr())) {
          throw NotImplementedError(
              "ToDevice's view() takes sizes and no dtype: a tensor's bytes are not read as another dtype "
              "here; "
              "to(dtype) converts the numbers");
        }
        return ops::view(x, size_given("view", shape, size));
      },
      py::kw_only(), py::arg("size") = py::none());
  def("reshape", [](const Tensor& x, const py::args& shape) {
    return ops::reshape(x, as_dims("reshape", shape, {"shape"}));
  });
  torch.def(
      "reshape",
      [](const Tensor& x, const py::object& shape) {
        if (PyLong_Check(shape.ptr())) {
          throw TypeError("reshape(): argument 'shape' (position 2) must be tuple of ints, not " +
                          std::string(Py_TYPE(shape.ptr())->tp_name));
        }
        return ops::reshape(x, as_dims("reshape", shape, {"shape", 2}));
      },
      py::arg("input"), py::arg("shape"));
  def("expand",
      [](const Tensor& x, const py::args& shape) { return ops::expand(x, as_dims("expand", shape)); });
  def("permute", [](const Tensor& x, const py::args& dims) {
    const Dims order = as_dims("permute", dims, {"dims"});
    return ops::permute(x, {order.begin(), order.end()});
  });
  both(
      torch, "flatten",
      [](const Tensor& x, std::int64_t start, std::int64_t end) { return ops::flatten(x, start, end); },
      py::arg("start_dim") = 0, py::arg("end_dim") = -1);
  def("squeeze", [](const Tensor& x) { return ops::squeeze(x); });
  torch.def(
      "squeeze", [](const Tensor& x) { return ops::squeeze(x); }, py::arg("input"));
  both(torch, "squeeze", &squeezed, py::arg("dim"));
  def(
      "squeeze",
      [](const Tensor& x, std::int64_t dim0, std::int64_t dim1, const py::args& more) {
        std::vector<std::int64_t> dims{dim0, dim1};
        for (const py::handle dim : more) dims.push_back(dim.cast<std::int64_t>());
        return ops::squeeze(x, dims);
      },
      py::arg("dim0"), py::arg("dim1"));
  both(torch, "unsqueeze", &ops::unsqueeze, py::arg("dim"));
  both(torch, "transpose", &ops::transpose, py::arg("dim0"), py::arg("dim1"));
  both(torch, "t", &ops::t);
  def_property("T", &turned_round);
  def_property("mT", &transposed_matrices);
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
  both(torch, "split", &cut, py::arg("split_size"), py::arg("dim") = 0);
  both(
      torch, "unbind",
      [](const Tensor& x, std::int64_t dim) { return py::tuple(py::cast(ops::unbind(x, dim))); },
      py::arg("dim") = 0);
  both(torch, "index_select", &ops::index_select, py::arg("dim"), py::arg("index"));
  both(torch, "masked_select", &ops::masked_select, py::arg("mask"));
  torch.def("_slice", &ops::slice);
  torch.def("_masked_fill", [](const Tensor& x, const Tensor& mask, const py::object& value) {
    return ops::masked_fill(x, mask, need_arg("masked_fill", value));
  });
  torch.def("_masked_fill_", [](const Tensor& x, const Tensor& mask, const py::object& value) {
    ops::masked_fill_(x, mask, need_arg("masked_fill_", value));
    return x;
  });
  both(
      torch, "nonzero",
      [](const Tensor& x, bool as_tuple) {
        return as_tuple ? py::object(places(x)) : py::cast(ops::nonzero(x));
      },
      py::kw_only(), py::arg("as_tuple") = false);
}

void add_products(py::module_& torch) {
  both(torch, "matmul", &ops::matmul, py::arg("other"));
  both(torch, "mm", &ops::mm, py::arg("mat2"));
  torch.def("_addmm", [](const Tensor& bias, const Tensor& a, const Tensor& b, const py::object& beta,
                         const py::object& alpha) {
    return ops::addmm(bias, a, b, need_scalar("addmm", beta), need_scalar("addmm", alpha));
  });
  both(torch, "bmm", &ops::bmm, py::arg("mat2"));
  both(torch, "mv", &ops::mv, py::arg("vec"));
  both(torch, "dot", &ops::dot, py::arg("tensor"));
  const auto dtype = py::arg("dtype") = py::none();
  both(
      torch, "softmax",
      [](const Tensor& x, std::int64_t dim, const py::object& to) {
        return ops::softmax(fitted(x, {.dtype = as_dtype(to)}), dim);
      },
      py::arg("dim"), dtype);
  both(
      torch, "log_softmax",
      [](const Tensor& x, std::int64_t dim, const py::object& to) {
        return ops::log_softmax(fitted(x, {.dtype = as_dtype(to)}), dim);
      },
      py::arg("dim"), dtype);
}

}  // namespace

void add_tensor_math(py::module_& torch) {
  add_elementwise(torch);
  add_sums_with_alpha(torch);
  add_shapes(torch);
  add_products(torch);
}

}  // namespace todevice::python
