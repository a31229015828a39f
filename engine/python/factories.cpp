// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <algorithm>
#include <limits>

#include "core/dispatch.h"
#include "core/errors.h"
#include "core/format.h"
#include "ops/checks.h"
#include "ops/ops.h"
#include "python/areas.h"
#include "python/convert.h"
#include "python/errors.h"
#include "python/ints.h"

namespace todevice::python {

namespace {

bool is_sequence(py::handle value) {
  return PyList_Check(value.ptr()) || PyTuple_Check(value.ptr());
}

/// The shape of nested lists, by their first elements; the reader below checks the others. A tensor among the
/// first is one number, as in PyTorch.
Shape shape_of(py::handle data) {
  Shape shape;
  py::object level = py::reinterpret_borrow<py::object>(data);
  while (true) {
    if (!is_sequence(level)) return shape;
    const auto sequence = py::reinterpret_borrow<py::sequence>(level);
    shape.push_back(static_cast<std::int64_t>(sequence.size()));
    if (sequence.size() == 0) return shape;
    level = sequence[0];
  }
}

/// bool, int64 or the default floating dtype: the least that holds every number. Empty lists give the
/// default.
struct Inferred {
  bool any = false;
  DType dtype = DType::boolean;
  void see(DType seen) {
    dtype = any ? promote_types(dtype, seen) : seen;
    any = true;
  }
};
/// As deep as PyTorch lets lists be; a list that holds itself is deeper.
constexpr int kDeepest = 128;

void infer(py::handle data, Inferred& inferred, int depth = 1) {
  if (is_tensor(data.ptr())) return inferred.see(unwrap(data.ptr()).dtype());
  if (is_sequence(data)) {
    for (const py::handle item : py::reinterpret_borrow<py::sequence>(data)) {
      if (item.is(data)) throw TypeError("new(): self-referential lists are incompatible");
      if (depth == kDeepest) throw ValueError("too many dimensions 'list'");
      infer(item, inferred, depth + 1);
    }
    return;
  }
  if (PyLong_CheckExact(data.ptr())) return inferred.see(DType::int64);  // however large it is
  const auto scalar = as_scalar(data);
  if (!scalar) {
    const std::string type = Py_TYPE(data.ptr())->tp_name;
    if (type == "str") throw TypeError("new(): invalid data type 'str'");
    throw Error("Could not infer dtype of " + type);
  }
  inferred.see(natural_dtype(*scalar));
}

/// To PyTorch a text is a sequence one level too deep.
void refuse_texts(py::handle data, int depth = 1) {
  if (PyUnicode_Check(data.ptr())) throw ValueError("too many dimensions 'str'");
  if (!is_sequence(data) || PySequence_Size(data.ptr()) == 0) return;
  if (depth > kDeepest)
    throw ValueError("too many dimensions '" + std::string(Py_TYPE(data.ptr())->tp_name) + "'");
  refuse_texts(py::object(py::reinterpret_borrow<py::sequence>(data)[0]), depth + 1);
}

template <class T>
class Reader {
 public:
  Reader(T* out, const Shape& shape, DType dtype) : next_(out), shape_(shape), dtype_(dtype) {}
  void read(py::handle data, int dim) {
    if (dim == shape_.count()) {
      *next_++ = element(data);
      return;
    }
    const std::int64_t expected = shape_[dim];
    const bool rows = is_tensor(data.ptr()) && unwrap(data.ptr()).dim() > 0;
    if (!is_sequence(data) && !rows) throw TypeError("not a sequence");
    const auto given = py::reinterpret_borrow<py::object>(data);
    const auto sequence = py::reinterpret_borrow<py::sequence>(rows ? py::list(given) : given);
    if (static_cast<std::int64_t>(sequence.size()) != expected) {
      throw ValueError("expected sequence of length " + std::to_string(expected) + " at dim " +
                       std::to_string(dim) + " (got " + std::to_string(sequence.size()) + ")");
    }
    for (std::size_t i = 0; i < sequence.size(); ++i) read(sequence[i], dim + 1);
  }

 private:
  T element(py::handle data) const {
    if (is_sequence(data)) {
      throw TypeError("'" + std::string(Py_TYPE(data.ptr())->tp_name) +
                      "' object cannot be interpreted as an integer");
    }
    const Scalar scalar = number(data);
    if (is_integral(dtype_) && ops::detail::overflows(scalar, dtype_)) {
      throw Error("value cannot be converted to type " + std::string(dtype_name(dtype_)) +
                  " without overflow");
    }
    return scalar.is_floating() ? convert<T>(scalar.to_double()) : convert<T>(scalar.to_int64());
  }
  /// An int that 64 bits do not hold has its place among floating numbers alone.
  Scalar number(py::handle data) const {
    if (is_tensor(data.ptr()) && unwrap(data.ptr()).numel() != 1)
      throw ValueError("only one element tensors can be converted to Python scalars");
    int overflow = 0;
    if (PyLong_CheckExact(data.ptr())) PyLong_AsLongLongAndOverflow(data.ptr(), &overflow);
    if (overflow == 0) return need_scalar("tensor", data);
    if (is_integral(dtype_)) throw ValueError("Overflow when unpacking long long");
    const double value = PyLong_AsDouble(data.ptr());
    if (PyErr_Occurred()) throw py::error_already_set();
    return Scalar(value);
  }
  T* next_;
  const Shape& shape_;
  DType dtype_;
};

Tensor tensor(const py::object& data, const py::object& dtype, const py::object& device, bool requires_grad) {
  if (is_tensor(data.ptr())) {
    const Tensor source = unwrap(data.ptr()).detach();
    const Tensor copy = source.to({.device = as_device(device), .dtype = as_dtype(dtype), .copy = true});
    copy.set_requires_grad(requires_grad);
    return copy;
  }
  py::object source = data;
  if (!is_sequence(data) && py::hasattr(data, "tolist")) {
    // A numpy array keeps its dtype where there is one of that name.
    const py::object torch = py::module_::import("torch");
    const py::object named = py::getattr(torch, py::str(py::getattr(data, "dtype", py::none())), py::none());
    if (dtype.is_none() && is_dtype(named.ptr()))
      return tensor(data.attr("tolist")(), named, device, requires_grad);
    source = data.attr("tolist")();
  }
  const bool ordered = PySequence_Check(source.ptr()) && !PyDict_Check(source.ptr());  // a range
  if (ordered && !is_sequence(source) && !PyUnicode_Check(source.ptr())) source = py::list(source);
  Inferred inferred;
  if (!PyUnicode_Check(source.ptr())) refuse_texts(source);
  infer(source, inferred);
  const TensorOptions options =
      as_options(dtype, device, requires_grad, inferred.any ? inferred.dtype : defaults().dtype);
  const Shape shape = shape_of(source);
  std::vector<std::byte> bytes(static_cast<std::size_t>(numel(shape)) * item_size(options.dtype));
  dispatch(options.dtype, [&]<class T>() {
    Reader<T>(reinterpret_cast<T*>(bytes.data()), shape, options.dtype).read(source, 0);
  });
  return ops::from_host(bytes.data(), shape, options);
}

Tensor as_tensor(const py::object& data, const py::object& dtype, const py::object& device) {
  if (is_tensor(data.ptr()))
    return unwrap(data.ptr()).to({.device = as_device(device), .dtype = as_dtype(dtype)});
  return tensor(data, dtype, device, false);
}

/// A function of (*size, dtype=None, device=None, requires_grad=False).
template <class F>
void sized(py::module_& torch, const char* name, F make) {
  torch.def(
      name,
      [make, name](const py::args& sizes, const py::object& size, const py::object& dtype,
                   const py::object& device, bool requires_grad, bool pin_memory) {
        return make(size_given(name, sizes, size),
                    as_options(dtype, device, requires_grad, std::nullopt, pin_memory));
      },
      py::kw_only(), py::arg("size") = py::none(), py::arg("dtype") = py::none(),
      py::arg("device") = py::none(), py::arg("requires_grad").noconvert() = false,
      py::arg("pin_memory").noconvert() = false);
}

/// A tensor of the model's shape, layout and, where not told, dtype and device; `fill` fills it.
template <class F>
Tensor made_like(const Tensor& model, const py::object& dtype, const py::object& device, bool requires_grad,
                 const F& fill) {
  Tensor out = ops::detail::new_like(
      model, {as_dtype(dtype).value_or(model.dtype()), as_device(device).value_or(model.device())});
  if (requires_grad && !is_floating_point(out.dtype()))
    throw Error("Only Tensors of floating point and complex dtype can require gradients");
  fill(out);
  if (requires_grad) out.set_requires_grad(true);
  return out;
}

/// A function of (tensor, dtype=None, device=None, requires_grad=False) that takes what is not given from the
/// tensor.
template <class F>
void like(py::module_& torch, const char* name, F make) {
  torch.def(
      name,
      [make](const Tensor& model, const py::object& dtype, const py::object& device, bool requires_grad) {
        return made_like(model, dtype, device, requires_grad, make);
      },
      py::arg("input"), py::kw_only(), py::arg("dtype") = py::none(), py::arg("device") = py::none(),
      py::arg("requires_grad").noconvert() = false);
}

/// (end), (start, end) or (start, end, step), some of them perhaps by name.
Tensor arange(const py::args& args, const py::object& start_named, const py::object& end_named,
              const py::object& step_named, const py::object& dtype, const py::object& device,
              bool requires_grad) {
  std::vector<Scalar> numbers;
  if (!start_named.is_none()) numbers.push_back(need_scalar("arange", start_named));
  for (const py::handle arg : args) numbers.push_back(need_scalar("arange", arg));
  if (!end_named.is_none()) numbers.push_back(need_scalar("arange", end_named));
  if (!step_named.is_none() && numbers.size() == 1) numbers.insert(numbers.begin(), Scalar(0));
  if (!step_named.is_none()) numbers.push_back(need_scalar("arange", step_named));
  if (numbers.empty() || numbers.size() > 3) {
    throw TypeError("arange() received an invalid combination of arguments - got (" +
                    std::string(numbers.empty() ? "" : "...") +
                    "), but expected one of:\n * (Number end, ...)\n"
                    " * (Number start, Number end, Number step = 1, ...)");
  }
  const Scalar start = numbers.size() == 1 ? Scalar(0) : numbers[0];
  const Scalar end = numbers.size() == 1 ? numbers[0] : numbers[1];
  const Scalar step = numbers.size() == 3 ? numbers[2] : Scalar(1);
  const bool floating = start.is_floating() || end.is_floating() || step.is_floating();
  return ops::arange(start, end, step,
                     as_options(dtype, device, requires_grad, floating ? defaults().dtype : DType::int64));
}

void add_sequences(py::module_& torch) {
  add_ints(torch);
  const auto none = [](const char* name) { return py::arg(name) = py::none(); };
  torch.def("arange", &arange, py::kw_only(), none("start"), none("end"), none("step"), none("dtype"),
            none("device"), py::arg("requires_grad").noconvert() = false);
  torch.def(
      "linspace",
      [](double start, double end, std::int64_t steps, const py::object& dtype, const py::object& device,
         bool requires_grad) {
        return ops::linspace(start, end, steps, as_options(dtype, device, requires_grad));
      },
      py::arg("start"), py::arg("end"), py::arg("steps"), py::kw_only(), py::arg("dtype") = py::none(),
      py::arg("device") = py::none(), py::arg("requires_grad").noconvert() = false);
  torch.def(
      "eye",
      [](std::int64_t n, const py::object& m, const py::object& dtype, const py::object& device,
         bool requires_grad) {
        return ops::eye(n, m.is_none() ? n : m.cast<std::int64_t>(),
                        as_options(dtype, device, requires_grad));
      },
      py::arg("n"), py::arg("m") = py::none(), py::kw_only(), py::arg("dtype") = py::none(),
      py::arg("device") = py::none(), py::arg("requires_grad").noconvert() = false);
  torch.def(
      "full",
      [](const py::object& size, const py::object& value, const py::object& dtype, const py::object& device,
         bool requires_grad, bool pin_memory) {
        if (PyLong_Check(size.ptr()))
          throw TypeError("full(): argument 'size' (position 1) must be tuple of ints, not " +
                          std::string(Py_TYPE(size.ptr())->tp_name));
        const auto given = as_scalar(value);
        if (!given && !is_tensor(value.ptr())) {
          throw TypeError("full(): argument 'fill_value' (position 2) must be Number, not " +
                          std::string(Py_TYPE(value.ptr())->tp_name));
        }
        const Scalar number = need_scalar("full", value);
        return ops::filled(as_dims("full", size), number,
                           as_options(dtype, device, requires_grad, natural_dtype(number), pin_memory));
      },
      py::arg("size"), py::arg("fill_value"), py::kw_only(), py::arg("dtype") = py::none(),
      py::arg("device") = py::none(), py::arg("requires_grad").noconvert() = false,
      py::arg("pin_memory").noconvert() = false);
}

/// torch.set_printoptions; what is None stays, sci_mode goes back to PyTorch's own choice.
void set_print_options(const py::object& precision, const py::object& threshold, const py::object& edge_items,
                       const py::object& line_width, const py::object& profile, const py::object& sci_mode) {
  PrintOptions& options = print_options();
  if (!profile.is_none()) {
    options = PrintOptions{.default_dtype = options.default_dtype};
    const auto name = profile.cast<std::string>();
    if (name == "short") options.precision = options.edge_items = 2;
    if (name == "full") options.threshold = std::numeric_limits<int>::max();
  }
  if (!precision.is_none()) options.precision = precision.cast<int>();
  if (!threshold.is_none()) {
    options.threshold =
        static_cast<int>(std::min<double>(threshold.cast<double>(), std::numeric_limits<int>::max()));
  }
  if (!edge_items.is_none()) options.edge_items = edge_items.cast<int>();
  if (!line_width.is_none()) options.line_width = line_width.cast<int>();
  using Sci = PrintOptions::Sci;
  options.sci_mode = sci_mode.is_none() ? Sci::choose : sci_mode.cast<bool>() ? Sci::always : Sci::never;
}

}  // namespace

void add_factories(py::module_& torch) {
  torch.def("set_printoptions", &set_print_options, py::arg("precision") = py::none(),
            py::arg("threshold") = py::none(), py::arg("edgeitems") = py::none(),
            py::arg("linewidth") = py::none(), py::arg("profile") = py::none(),
            py::arg("sci_mode") = py::none());
  torch.def(
      "tensor",
      [](const py::object& data, const py::object& dtype, const py::object& device, bool requires_grad,
         bool pin_memory) {
        if (is_tensor(data.ptr())) {
          warn(
              "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
              "sourceTensor.detach().clone().requires_grad_(True), rather than torch.tensor(sourceTensor).");
        }
        Tensor made = tensor(data, dtype, device, requires_grad);
        if (!pin_memory) return made;
        made = ops::pin_memory(made);
        made.set_requires_grad(requires_grad);
        return made;
      },
      py::arg("data"), py::kw_only(), py::arg("dtype") = py::none(), py::arg("device") = py::none(),
      py::arg("requires_grad").noconvert() = false, py::arg("pin_memory").noconvert() = false);
  torch.def("as_tensor", &as_tensor, py::arg("data"), py::arg("dtype") = py::none(),
            py::arg("device") = py::none());
  sized(torch, "zeros", [](const Shape& shape, TensorOptions options) {
    if (std::any_of(shape.begin(), shape.end(), [](std::int64_t size) { return size < 0; }))
      throw Error("zeros: Dimension size must be non-negative.");
    return ops::zeros(shape, options);
  });
  sized(torch, "ones", [](const Shape& shape, TensorOptions options) { return ops::ones(shape, options); });
  sized(torch, "empty",
        [](const Shape& shape, TensorOptions options) { return Tensor::empty(shape, options); });
  like(torch, "zeros_like", [](const Tensor& out) { ops::set(out, 0); });
  like(torch, "ones_like", [](const Tensor& out) { ops::set(out, 1); });
  like(torch, "empty_like", [](const Tensor&) {});
  torch.def(
      "full_like",
      [](const Tensor& model, const py::object& value, const py::object& dtype, const py::object& device,
         bool requires_grad) {
        const Scalar number = need_scalar("full_like", value);
        return made_like(model, dtype, device, requires_grad, [&](const Tensor& out) {
          ops::detail::check_fits(number, out.dtype());
          ops::set(out, number);
        });
      },
      py::arg("input"), py::arg("fill_value"), py::kw_only(), py::arg("dtype") = py::none(),
      py::arg("device") = py::none(), py::arg("requires_grad").noconvert() = false);
  torch.def(
      "randint_like",
      [](const Tensor& model, std::int64_t low, const std::optional<std::int64_t>& high,
         const py::object& dtype, const py::object& device) {
        return made_like(model, dtype, device, false, [&](const Tensor& out) {
          ops::fill_random(out, high ? low : 0, high.value_or(low));
        });
      },
      py::arg("input"), py::arg("low"), py::arg("high") = py::none(), py::kw_only(),
      py::arg("dtype") = py::none(), py::arg("device") = py::none());
  like(torch, "rand_like", [](const Tensor& out) { ops::fill_uniform(out, 0, 1); });
  like(torch, "randn_like", [](const Tensor& out) { ops::fill_normal(out, 0, 1); });
  add_sequences(torch);
  torch.def(
      "is_tensor", [](const py::object& object) { return is_tensor(object.ptr()); }, py::arg("obj"));
}

}  // namespace todevice::python
