// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <cmath>

#include "core/errors.h"
#include "ops/ops.h"
#include "python/areas.h"
#include "python/both.h"
#include "python/convert.h"
#include "python/errors.h"
#include "python/fitted.h"

// Methods and functions that make fewer numbers of many, or put them in order.

namespace todevice::python {

namespace {

/// Without a dim it is `...`, so that a None that was given can be told from it.
py::arg_v dim_arg() {
  return py::arg_v("dim", py::ellipsis(), "None");
}
bool is_given(const py::object& dim) {
  return dim.ptr() != Py_Ellipsis;
}
/// These have keepdim only beside a dim, whose None they take as the name of one where `by_name`.
void check_dim(const py::object& dim, bool keepdim, bool by_name = false) {
  if (keepdim && !is_given(dim)) throw TypeError("keepdim=True needs a dim");
  if (by_name && dim.is_none()) throw Error("Please look up dimensions by name, got: name = None.");
}
py::arg_v keepdim_arg() {
  return py::arg("keepdim").noconvert() = false;
}

py::object pair(const char* name, const ops::ValuesIndices& found) {
  return py::module_::import("torch.return_types").attr(name)(py::make_tuple(found.values, found.indices));
}

template <class All, class Dim>
void add_extreme(py::module_& torch, const char* name, BinaryOp between, All all, Dim along) {
  both(
      torch, name,
      [=](const Tensor& x, const py::object& dim, bool keepdim) -> py::object {
        check_dim(dim, keepdim, true);
        if (!is_given(dim)) return py::cast(all(x));
        if (is_tensor(dim.ptr())) return py::cast(ops::binary(between, x, unwrap(dim.ptr())));
        return pair(name, along(x, dim.cast<std::int64_t>(), keepdim));
      },
      dim_arg(), keepdim_arg());
}

std::optional<std::int64_t> optional_dim(const py::object& dim) {
  return dim.is_none() || !is_given(dim) ? std::nullopt : std::optional(dim.cast<std::int64_t>());
}

template <class F>
void add_over_dims(py::module_& torch, const char* name, F f) {
  both(
      torch, name,
      [f](const Tensor& x, const py::object& dim, bool keepdim) { return f(x, as_axes(dim), keepdim); },
      dim_arg(), keepdim_arg());
}

/// all and any: over no dimensions at all they are the truth of each element, unlike the sums.
template <class F>
void add_truth(py::module_& torch, const char* name, F f) {
  both(
      torch, name,
      [f](const Tensor& x, const py::object& dim, bool keepdim) {
        const std::vector<std::int64_t> axes = as_axes(dim);
        if (dim.is_none() || !is_given(dim) || !axes.empty()) return f(x, axes, keepdim);
        const Tensor truth = ops::binary(BinaryOp::ne, x, 0);
        return x.dtype() == DType::uint8 ? truth.to({.dtype = DType::uint8}) : truth;
      },
      dim_arg(), keepdim_arg());
}

/// std and var: (unbiased), (dim, unbiased, keepdim) or (dim, correction=, keepdim=).
template <class F>
void add_spread(py::module_& torch, const char* name, F f) {
  both(
      torch, name,
      [f, name = std::string(name)](const Tensor& x, const py::object& dim, const py::object& unbiased,
                                    bool keepdim, const py::object& correction) {
        const bool flag_first = PyBool_Check(dim.ptr());
        const py::object& flag = flag_first ? dim : unbiased;
        double freedom = flag.is_none() || flag.cast<bool>() ? 1 : 0;
        if (!correction.is_none()) freedom = correction.cast<double>();
        const Tensor out = f(x, freedom, flag_first ? std::vector<std::int64_t>{} : as_axes(dim), keepdim);
        const auto each = out.numel() > 0 ? x.numel() / out.numel() : 1;
        if (out.numel() > 0 && static_cast<double>(each) <= freedom) {
          warn(name +
               "(): degrees of freedom is <= 0. Correction should be strictly less than the reduction factor "
               "(input numel divided by output numel).");
        }
        return out;
      },
      dim_arg(), py::arg("unbiased") = py::none(), keepdim_arg(), py::kw_only(),
      py::arg("correction") = py::none());
}

double norm_power(const py::object& p) {
  if (PyUnicode_Check(p.ptr())) {
    const auto name = p.cast<std::string>();
    if (name == "fro") return 2;
    throw NotImplementedError("norm of kind '" + name +
                              "' is not in this subset; p may be a number or 'fro'");
  }
  return p.is_none() ? 2 : p.cast<double>();
}

void add_sums(py::module_& torch) {
  both(
      torch, "sum",
      [](const Tensor& x, const py::object& dim, bool keepdim, const py::object& dtype) {
        check_dim(dim, keepdim);
        return ops::sum(x, as_axes(dim), keepdim, as_dtype(dtype));
      },
      dim_arg(), keepdim_arg(), py::kw_only(), py::arg("dtype") = py::none());
  both(
      torch, "mean",
      [](const Tensor& x, const py::object& dim, bool keepdim, const py::object& dtype) {
        check_dim(dim, keepdim);
        return ops::mean(fitted(x, {.dtype = as_dtype(dtype)}), as_axes(dim), keepdim);
      },
      dim_arg(), keepdim_arg(), py::kw_only(), py::arg("dtype") = py::none());
  both(
      torch, "prod",
      [](const Tensor& x, const py::object& dim, bool keepdim, const py::object& dtype) {
        check_dim(dim, keepdim, true);
        return ops::prod(x, optional_dim(dim), keepdim, as_dtype(dtype));
      },
      dim_arg(), keepdim_arg(), py::kw_only(), py::arg("dtype") = py::none());
  add_truth(torch, "all", ops::all);
  add_truth(torch, "any", ops::any);
  both(
      torch, "logsumexp",
      [](const Tensor& x, const py::object& dim, bool keepdim) {
        check_dim(dim, false, true);
        return ops::logsumexp(x, as_axes(dim), keepdim);
      },
      py::arg("dim"), keepdim_arg());
  add_spread(torch, "std", ops::std);
  add_spread(torch, "var", ops::var);
  both(
      torch, "norm",
      [](const Tensor& x, const py::object& p, const py::object& dim, bool keepdim, const py::object& dtype) {
        return ops::norm(fitted(x, {.dtype = as_dtype(dtype)}), norm_power(p), as_axes(dim), keepdim);
      },
      py::arg("p") = "fro", dim_arg(), keepdim_arg(), py::arg("dtype") = py::none());
  both(
      torch, "cumsum",
      [](const Tensor& x, std::int64_t dim, const py::object& dtype) {
        return ops::cumsum(fitted(x, {.dtype = as_dtype(dtype)}), dim);
      },
      py::arg("dim"), py::kw_only(), py::arg("dtype") = py::none());
}

void add_extremes(py::module_& torch) {
  add_extreme(torch, "max", BinaryOp::maximum, ops::max_all,
              [](const Tensor& x, std::int64_t d, bool k) { return ops::max(x, d, k); });
  add_extreme(torch, "min", BinaryOp::minimum, ops::min_all,
              [](const Tensor& x, std::int64_t d, bool k) { return ops::min(x, d, k); });
  add_over_dims(torch, "amax", ops::amax);
  add_over_dims(torch, "amin", ops::amin);
  both(
      torch, "argmax",
      [](const Tensor& x, const py::object& dim, bool keepdim) {
        if (x.dtype() == DType::boolean) throw Error("argmax(): does not support bool input");
        return ops::argmax(x, optional_dim(dim), keepdim);
      },
      dim_arg(), keepdim_arg());
  both(
      torch, "argmin",
      [](const Tensor& x, const py::object& dim, bool keepdim) {
        if (x.dtype() == DType::boolean) throw Error("argmin(): does not support bool input");
        return ops::argmin(x, optional_dim(dim), keepdim);
      },
      dim_arg(), keepdim_arg());
}

void add_order(py::module_& torch) {
  const auto dim = py::arg("dim") = -1;
  const auto descending = py::arg("descending").noconvert() = false;
  const auto stable = py::arg("stable") = false;
  both(
      torch, "sort",
      [](const Tensor& x, std::int64_t along, bool falling, bool keep) {
        return pair("sort", ops::sort(x, along, falling, keep));
      },
      dim, descending, py::kw_only(), stable);
  both(
      torch, "argsort",
      [](const Tensor& x, std::int64_t along, bool falling, bool) {
        return ops::sort(x.detach(), along, falling).indices;
      },
      dim, descending, py::kw_only(), stable);
  both(
      torch, "topk",
      [](const Tensor& x, std::int64_t k, std::int64_t along, bool largest, bool sorted) {
        return pair("topk", ops::topk(x, k, along, largest, sorted));
      },
      py::arg("k"), dim, py::arg("largest").noconvert() = true, py::arg("sorted").noconvert() = true);
  both(torch, "gather", &ops::gather, py::arg("dim"), py::arg("index"));
}

}  // namespace

void add_tensor_reductions(py::module_& torch) {
  add_sums(torch);
  add_extremes(torch);
  add_order(torch);
  both(torch, "allclose", &ops::allclose, py::arg("other"), py::arg("rtol") = 1e-5, py::arg("atol") = 1e-8);
  torch.def("equal", &ops::equal, py::arg("input"), py::arg("other"));
}

}  // namespace todevice::python
