// SPDX-License-Identifier: Apache-2.0
#include "autograd/autograd.h"
#include "core/errors.h"
#include "core/format.h"
#include "ops/ops.h"
#include "python/areas.h"
#include "python/convert.h"
#include "python/errors.h"
#include "python/to_options.h"

namespace todevice::python {

namespace {

[[noreturn]] void bad_to(const py::args& args) {
  std::string types;
  for (const py::handle arg : args)
    types += (types.empty() ? "" : ", ") + std::string(Py_TYPE(arg.ptr())->tp_name);
  throw TypeError(
      "to() received an invalid combination of arguments - got (" + types +
      "), but expected one of:\n * (torch.device device = None, torch.dtype dtype = None, bool non_blocking "
      "= "
      "False, bool copy = False, *, torch.memory_format memory_format = None)\n * (torch.dtype dtype, bool "
      "non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None)\n * (Tensor "
      "tensor, "
      "bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None)\n");
}

}  // namespace

ToOptions to_options(const py::args& args, const py::kwargs& kwargs) {
  ToOptions options;
  std::size_t next = 0;
  if (next < args.size()) {
    const py::object first = args[next];
    if (is_tensor(first.ptr())) {
      options.device = unwrap(first.ptr()).device();
      options.dtype = unwrap(first.ptr()).dtype();
      ++next;
    } else if (is_dtype(first.ptr()) || PyType_Check(first.ptr())) {  // float, int and bool are dtypes too
      options.dtype = as_dtype(first);
      ++next;
    } else if (first.is_none() || is_device(first.ptr()) || PyUnicode_Check(first.ptr()) ||
               (PyLong_Check(first.ptr()) && !PyBool_Check(first.ptr()))) {
      options.device = as_device(first);
      if (++next < args.size() &&
          (is_dtype(py::object(args[next]).ptr()) || py::object(args[next]).is_none())) {
        options.dtype = as_dtype(args[next]);
        ++next;
      }
    } else if (PyFloat_Check(first.ptr())) {
      // To PyTorch a number is a tensor here: of float64, on the CPU.
      options.device = kCpu;
      options.dtype = DType::float64;
      ++next;
    } else {
      bad_to(args);
    }
  }
  if (next < args.size()) options.non_blocking = py::object(args[next++]).cast<bool>();
  if (next < args.size()) options.copy = py::object(args[next++]).cast<bool>();
  if (next < args.size()) bad_to(args);
  for (const auto& [key, value] : kwargs) {
    const auto name = key.cast<std::string>();
    if (name == "device")
      options.device = as_device(value);
    else if (name == "dtype")
      options.dtype = as_dtype(value);
    else if (name == "non_blocking")
      options.non_blocking = value.cast<bool>();
    else if (name == "copy")
      options.copy = value.cast<bool>();
    else
      throw TypeError("to() got an unexpected keyword argument '" + name + "'");
  }
  return options;
}

namespace {

Tensor to_cuda(const Tensor& self, const py::object& device, bool non_blocking) {
  return self.to({.device = cuda_device(device), .non_blocking = non_blocking});
}

template <DType dtype>
Tensor converted(const Tensor& self) {
  return self.to({.dtype = dtype});
}

py::module_ numpy_module() {
  try {
    return py::module_::import("numpy");
  } catch (const py::error_already_set& error) {
    if (!error.matches(PyExc_ImportError)) throw;
    throw Error("Numpy is not available");
  }
}

py::object numpy(const Tensor& tensor, bool force) {
  const Tensor self = force ? tensor.detach().to({.device = kCpu}) : tensor;
  if (self.is_cuda()) {
    throw TypeError(
        "can't convert " + self.device().str() +
        " device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first.");
  }
  if (self.requires_grad())
    throw Error("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.");
  if (self.dtype() == DType::bfloat16) throw TypeError("Got unsupported ScalarType BFloat16");
  const py::object module = numpy_module();
  const std::string dtype(dtype_name(self.dtype()));
  const py::tuple shape(size_object(self.shape()));
  if (self.numel() == 0) return module.attr("ndarray")(shape, dtype);
  const auto item = static_cast<std::int64_t>(item_size(self.dtype()));
  py::tuple strides(shape.size());
  for (int i = 0; i < self.dim(); ++i) strides[static_cast<std::size_t>(i)] = self.strides()[i] * item;
  // The array keeps the storage alive, and shares it.
  return module.attr("ndarray")(shape, dtype, self.storage(), self.storage_offset() * item, strides);
}

void add_placement() {
  def("to", [](const Tensor& self, const py::args& args, const py::kwargs& kwargs) {
    return self.to(to_options(args, kwargs));
  });
  def("cuda", &to_cuda, py::arg("device") = py::none(), py::arg("non_blocking") = false);
  def("cpu", [](const Tensor& self) { return self.to({.device = kCpu}); });
  def("float", &converted<DType::float32>);
  def("double", &converted<DType::float64>);
  def("half", &converted<DType::float16>);
  def("bfloat16", &converted<DType::bfloat16>);
  def("long", &converted<DType::int64>);
  def("int", &converted<DType::int32>);
  def("short", &converted<DType::int16>);
  def("bool", &converted<DType::boolean>);
  def("char", &converted<DType::int8>);
  def("byte", &converted<DType::uint8>);
  def_property("device", [](const Tensor& self) { return self.device(); });
  def_property("is_cuda", [](const Tensor& self) { return self.is_cuda(); });
  def_property("is_cpu", [](const Tensor& self) { return !self.is_cuda(); });
  def("get_device", [](const Tensor& self) { return self.device().index(); });
}

/// A dimension that there is: a tensor without any has not even the first.
int existing_dim(const Tensor& self, const py::object& dim) {
  if (PyBool_Check(dim.ptr()) || !PyIndex_Check(dim.ptr())) throw py::cast_error("not a dimension");
  const std::int64_t number = as_dims("size", dim, {"dim"})[0];
  if (self.dim() == 0)
    throw IndexError("Dimension specified as " + std::to_string(number) + " but tensor has no dimensions");
  return wrap_dim(number, self.dim());
}

void add_layout() {
  def_property("dtype", [](const Tensor& self) { return self.dtype(); });
  def_property("shape", [](const Tensor& self) { return size_object(self.shape()); });
  def("size", [](const Tensor& self) { return size_object(self.shape()); });
  def(
      "size",
      [](const Tensor& self, const py::object& dim) -> py::object {
        if (dim.is_none()) return size_object(self.shape());
        return py::int_(self.shape()[existing_dim(self, dim)]);
      },
      py::arg("dim"));
  def("dim", [](const Tensor& self) { return self.dim(); });
  def_property("ndim", [](const Tensor& self) { return self.dim(); });
  def("numel", [](const Tensor& self) { return self.numel(); });
  def("nelement", [](const Tensor& self) { return self.numel(); });
  def("element_size", [](const Tensor& self) { return item_size(self.dtype()); });
  def_property("itemsize", [](const Tensor& self) { return item_size(self.dtype()); });
  def_property("nbytes", [](const Tensor& self) { return self.nbytes(); });
  def("stride", [](const Tensor& self) {
    py::tuple strides(static_cast<std::size_t>(self.dim()));
    for (int i = 0; i < self.dim(); ++i) strides[static_cast<std::size_t>(i)] = self.strides()[i];
    return strides;
  });
  def(
      "stride",
      [](const Tensor& self, const py::object& dim) { return self.strides()[existing_dim(self, dim)]; },
      py::arg("dim"));
  def("storage_offset", [](const Tensor& self) { return self.storage_offset(); });
  def("is_contiguous", [](const Tensor& self) { return self.is_contiguous(); });
  def("data_ptr", [](const Tensor& self) { return reinterpret_cast<std::uintptr_t>(self.data_ptr()); });
  def("is_floating_point", [](const Tensor& self) { return is_floating_point(self.dtype()); });
  def("untyped_storage", [](const Tensor& self) { return self.storage(); });
  const auto other = py::arg("other");
  def(
      "view_as", [](const Tensor& self, const Tensor& model) { return ops::view(self, model.shape()); },
      other);
  def(
      "reshape_as", [](const Tensor& self, const Tensor& model) { return ops::reshape(self, model.shape()); },
      other);
  def(
      "expand_as", [](const Tensor& self, const Tensor& model) { return ops::expand(self, model.shape()); },
      other);
  def(
      "type_as",
      [](const Tensor& self, const Tensor& model) {
        return self.to({.device = model.device(), .dtype = model.dtype()});
      },
      other);
  def(
      "type",
      [](const Tensor& self, const py::object& dtype) {
        if (PyUnicode_Check(dtype.ptr()))
          throw ValueError("invalid type: '" + dtype.cast<std::string>() + "'");
        if (!is_dtype(dtype.ptr()) && !PyType_Check(dtype.ptr()))
          throw TypeError("dtype must be a type, str, or dtype object");
        return self.to({.dtype = as_dtype(dtype)});
      },
      py::arg("dtype"));
  def("type", [](const Tensor& self) {
    return std::string(self.is_cuda() ? "torch.cuda." : "torch.") +
           std::string(scalar_type_name(self.dtype())) + "Tensor";
  });
}

void add_values() {
  def("item", &number);
  def("tolist", &to_list);
  def("numpy", &numpy, py::kw_only(), py::arg("force") = false);
  def("clone", &ops::clone);
  def("contiguous", [](const Tensor& self) { return self.is_contiguous() ? self : ops::contiguous(self); });
  def(
      "copy_",
      [](const Tensor& self, const py::object& other, bool non_blocking) {
        const auto number = as_scalar(other);
        if (!number && !is_tensor(other.ptr())) {
          throw TypeError("copy_(): argument 'other' (position 1) must be Tensor, not " +
                          std::string(Py_TYPE(other.ptr())->tp_name));
        }
        const Tensor source =
            number ? ops::full({}, *number, {natural_dtype(*number), kCpu}) : unwrap(other.ptr());
        ops::copy_into(self, source, non_blocking);
        return self;
      },
      py::arg("other"), py::arg("non_blocking") = false);
  def(
      "fill_",
      [](const Tensor& self, const py::object& value) {
        if (is_tensor(value.ptr())) {
          ops::fill_(self, unwrap(value.ptr()));
        } else if (const auto number = as_scalar(value)) {
          ops::fill_(self, *number);
        } else {
          throw TypeError("fill_() received an invalid combination of arguments - got (" +
                          std::string(Py_TYPE(value.ptr())->tp_name) +
                          "), but expected one of:\n * (Tensor value)\n * (Number value)\n");
        }
        return self;
      },
      py::arg("value"));
  def("zero_", [](const Tensor& self) {
    ops::fill_(self, 0, "ZeroBackward0");
    return self;
  });
  def("__format__", [](const Tensor& self, const std::string& how) -> py::object {
    if (self.dim() > 0 && how.empty()) return py::str(py::cast(self));
    if (self.dim() > 0) throw TypeError("unsupported format string passed to Tensor.__format__");
    return py::module_::import("builtins").attr("format")(number(self), how);
  });
  def("equal", &ops::equal, py::arg("other"));
}

void put_data(const Tensor& self, const py::object& source) {
  if (!is_tensor(source.ptr())) {
    throw TypeError("Variable data has to be a tensor, but got " +
                    std::string(Py_TYPE(source.ptr())->tp_name));
  }
  if (self.requires_grad() && !is_floating_point(unwrap(source.ptr()).dtype()))
    throw Error("data set to a tensor that requires gradients must be floating point or complex dtype");
  self.set_data(unwrap(source.ptr()));
}

void add_grad() {
  def_property("requires_grad", &Tensor::requires_grad, [](const Tensor& self, const py::object& given) {
    if (!PyBool_Check(given.ptr())) throw Error("requires_grad must be a bool");
    const bool value = given.ptr() == Py_True;
    if (value && !is_floating_point(self.dtype()))
      throw Error("only Tensors of floating point and complex dtype can require gradients");
    self.set_requires_grad(value);
  });
  def(
      "requires_grad_",
      [](const Tensor& self, bool value) {
        self.set_requires_grad(value);
        return self;
      },
      py::arg("requires_grad").noconvert() = true);
  const auto grad_of = [](const Tensor& self) {
    const Tensor grad = self.grad();
    if (self.grad_fn() && !self.impl().meta->retain_grad && !grad.defined()) {
      warn(
          "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute "
          "won't be "
          "populated during autograd.backward(). If you indeed want the .grad field to be populated for a "
          "non-leaf "
          "Tensor, use .retain_grad() on the non-leaf Tensor. If you access the non-leaf Tensor by mistake, "
          "make sure "
          "you access the leaf Tensor instead. See github.com/pytorch/pytorch/pull/30531 for more "
          "information.");
    }
    return grad;
  };
  def_property("grad", grad_of, [](const Tensor& self, const py::object& grad) {
    if (!grad.is_none() && !is_tensor(grad.ptr())) {
      throw TypeError("assigned grad expected to be a Tensor or None but got grad of type " +
                      std::string(Py_TYPE(grad.ptr())->tp_name));
    }
    self.set_grad(grad.is_none() ? Tensor() : grad.cast<Tensor>());
  });
  def_property("is_leaf", &Tensor::is_leaf);
  def_property("data", &Tensor::data, &put_data);
  add_deleter("grad", [](const Tensor& self) { self.set_grad({}); });
  add_deleter("data", [](const Tensor&) {
    throw Error("Deleting tensor data is not allowed. Delete tensor instead!");
  });
  add_deleter("requires_grad", [](const Tensor&) { throw Error("requires_grad must be a bool"); });
  def("detach", &Tensor::detach);
  def("detach_", [](const Tensor& self) {
    if (const auto& meta = self.impl().meta) {
      if (meta->base.defined()) {
        throw Error(
            "Can't detach views in-place. Use detach() instead. If you are using DistributedDataParallel "
            "(DDP) "
            "for training, and gradient_as_bucket_view is set as True, gradients are views of DDP buckets, "
            "and "
            "hence detach_() cannot be called on these gradients. To fix this error, please refer to the "
            "Optimizer.zero_grad() function in torch/optim/optimizer.py as the solution.");
      }
      meta->grad_fn.reset();
    }
    self.impl().requires_grad = false;
    return self;
  });
  def(
      "backward",
      [](const Tensor& self, const py::object& gradient, bool retain_graph) {
        if (!gradient.is_none() && !is_tensor(gradient.ptr())) {
          throw TypeError("gradients can be either Tensors or None, but got " +
                          std::string(Py_TYPE(gradient.ptr())->tp_name));
        }
        autograd::backward(self, gradient.is_none() ? Tensor() : gradient.cast<Tensor>(), retain_graph);
      },
      py::arg("gradient") = py::none(), py::arg("retain_graph") = false);
  def("retain_grad", &autograd::retain_grad);
}

}  // namespace

void add_tensor_methods() {
  add_placement();
  add_layout();
  add_values();
  add_grad();
}

}  // namespace todevice::python
