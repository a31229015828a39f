// SPDX-License-Identifier: Apache-2.0
#include "python/convert.h"

#include "core/dispatch.h"
#include "core/errors.h"
#include "ops/creation.h"
#include "python/ints.h"

namespace todevice::python {

namespace {

[[noreturn]] void wrong_argument(const char* function, py::handle value) {
  throw TypeError(std::string(function) + "(): argument must be a Tensor or a number, not " +
                  Py_TYPE(value.ptr())->tp_name);
}

std::string type_of(py::handle value) {
  return Py_TYPE(value.ptr())->tp_name == std::string_view("torch.Tensor") ? "Tensor"
                                                                           : Py_TYPE(value.ptr())->tp_name;
}

[[noreturn]] void refuse_int(const char* function, IntsArgument argument, std::size_t at,
                             const std::string& why) {
  throw TypeError(std::string(function) + "(): argument '" + argument.name +
                  "' failed to unpack the object at pos " + std::to_string(at + 1) + " with error \"" + why +
                  "\"");
}

std::int64_t as_int(const char* function, IntsArgument argument, py::handle value, std::size_t at) {
  py::object index;
  if (PyLong_Check(value.ptr())) {
    index = py::reinterpret_borrow<py::object>(value);
  } else if (!is_tensor(value.ptr())) {
    index = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
  } else if (is_whole(value)) {
    return unwrap(value.ptr()).item<std::int64_t>();
  }
  if (!index) {
    PyErr_Clear();
    refuse_int(function, argument, at, "type must be tuple of ints,but got " + type_of(value));
  }
  const long long number = PyLong_AsLongLong(index.ptr());
  if (number == -1 && PyErr_Occurred()) {
    PyErr_Clear();
    refuse_int(function, argument, at, "Overflow when unpacking long long");
  }
  return number;
}

std::string place_of(IntsArgument argument) {
  const std::string name = " argument '" + std::string(argument.name) + "'";
  return argument.position == 0 ? name : name + " (position " + std::to_string(argument.position) + ")";
}

template <class Sequence>
Dims ints_of(const char* function, const Sequence& sequence, IntsArgument argument) {
  Dims dims;
  for (std::size_t i = 0; i < sequence.size(); ++i)
    dims.push_back(as_int(function, argument, py::object(sequence[i]), i));
  return dims;
}

}  // namespace

bool is_whole(py::handle value) {
  if (PyLong_CheckExact(value.ptr())) return true;
  if (is_tensor(value.ptr())) {
    const Tensor tensor = unwrap(value.ptr());
    return tensor.numel() == 1 && !is_floating_point(tensor.dtype());
  }
  return PyIndex_Check(value.ptr()) && !PyBool_Check(value.ptr());
}

std::optional<Scalar> as_scalar(py::handle value) {
  PyObject* object = value.ptr();
  if (PyBool_Check(object)) return Scalar(object == Py_True);
  if (PyFloat_Check(object)) return Scalar(PyFloat_AS_DOUBLE(object));
  if (PyLong_Check(object)) {
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(object, &overflow);
    if (overflow) {  // Python's own errors where it does not fit without a sign either
      const std::uint64_t large = PyLong_AsUnsignedLongLong(object);
      if (PyErr_Occurred()) throw py::error_already_set();
      return Scalar::large(large);
    }
    return Scalar(static_cast<std::int64_t>(number));
  }
  // np.float32(2) and its kin are no Python numbers, but give one.
  if (std::string_view(Py_TYPE(object)->tp_name).starts_with("numpy.") && py::hasattr(value, "item") &&
      !py::hasattr(value, "__len__"))
    return as_scalar(value.attr("item")());
  return std::nullopt;
}

std::optional<ops::Arg> as_arg(py::handle value) {
  if (is_tensor(value.ptr())) return ops::Arg(unwrap(value.ptr()));
  if (const auto scalar = as_scalar(value)) return ops::Arg(*scalar);
  return std::nullopt;
}

ops::Arg need_arg(const char* function, py::handle value) {
  if (auto arg = as_arg(value)) return *arg;
  wrong_argument(function, value);
}

Scalar need_scalar(const char* function, py::handle value) {
  if (const auto scalar = as_scalar(value)) return *scalar;
  if (is_tensor(value.ptr())) {
    const Tensor tensor = unwrap(value.ptr());
    if (is_floating_point(tensor.dtype())) return Scalar(tensor.item<double>());
    return Scalar(tensor.item<std::int64_t>());
  }
  wrong_argument(function, value);
}

Dims as_dims(const char* function, py::handle sequence, IntsArgument argument) {
  if (argument.position > 0 && is_whole(sequence)) return Dims{as_int(function, argument, sequence, 0)};
  const bool is_list = PyTuple_Check(sequence.ptr()) || PyList_Check(sequence.ptr());
  const auto list = is_list ? py::reinterpret_borrow<py::sequence>(sequence) : py::sequence();
  if (is_list && (list.size() == 0 || is_whole(py::object(list[0]))))
    return ints_of(function, list, argument);
  throw TypeError(std::string(function) + "():" + place_of(argument) + " must be tuple of ints, " +
                  (is_list && argument.position > 0
                       ? "but found element of type " + type_of(py::object(list[0])) + " at pos 0"
                       : "not " + type_of(sequence)));
}

Dims size_given(const char* function, const py::args& args, const py::object& size) {
  if (!size.is_none() && args.empty()) return as_dims(function, size, {"size", 0});
  if (args.empty() || !size.is_none()) {
    std::string given;
    for (const py::handle arg : args) given += (given.empty() ? "" : ", ") + type_of(arg);
    if (!size.is_none()) given += (given.empty() ? "size=" : ", size=") + type_of(size);
    throw TypeError(std::string(function) + "() received an invalid combination of arguments - got (" +
                    given + "), but expected one of:\n * (tuple of ints size, ...)");
  }
  return as_dims(function, args);
}

Dims as_dims(const char* function, const py::args& args, IntsArgument argument) {
  if (args.empty()) {
    throw TypeError(std::string(function) + "() missing 1 required positional arguments: \"" + argument.name +
                    "\"");
  }
  if (args.size() == 1) return as_dims(function, py::object(args[0]), argument);
  if (!is_whole(py::object(args[0]))) {
    throw TypeError(std::string(function) + "() takes 1 positional argument but " +
                    std::to_string(args.size()) + " were given");
  }
  return ints_of(function, args, argument);
}

void add_ints(py::module_& torch) {
  const auto listed = [](const Dims& dims) {
    py::list list;
    for (const std::int64_t size : dims) list.append(size);
    return list;
  };
  torch.def("_is_whole", &is_whole);
  torch.def("_ints", [listed](const char* function, const char* argument, py::handle value, int position) {
    return listed(as_dims(function, value, IntsArgument{argument, position}));
  });
  torch.def("_ints_given", [listed](const char* function, const char* argument, const py::args& given) {
    return listed(as_dims(function, given, IntsArgument{argument}));
  });
}

std::vector<std::int64_t> as_axes(py::handle value) {
  if (value.is_none() || value.ptr() == Py_Ellipsis) return {};
  if (PyLong_Check(value.ptr())) return {value.cast<std::int64_t>()};
  std::vector<std::int64_t> axes;
  for (const py::handle item : py::reinterpret_borrow<py::sequence>(value))
    axes.push_back(as_int("dim", {"dim"}, item, axes.size()));
  return axes;
}

std::optional<Device> as_device(py::handle value) {
  if (!value || value.is_none()) return std::nullopt;
  if (py::isinstance<Device>(value)) return value.cast<Device>();
  if (PyUnicode_Check(value.ptr())) return Device::parse(value.cast<std::string>());
  if (PyLong_Check(value.ptr()) && !PyBool_Check(value.ptr())) {
    const auto index = value.cast<int>();
    if (index < 0) throw Error("Device index must not be negative");
    return Device(DeviceType::cuda, index);
  }
  throw TypeError("argument 'device' must be torch.device, str or int, not " +
                  std::string(Py_TYPE(value.ptr())->tp_name));
}

Defaults& defaults() {
  static Defaults values;
  return values;
}

DType natural_dtype(const Scalar& number) {
  return number.is_floating() ? defaults().dtype : number.natural_dtype();
}

Device cuda_device(py::handle value) {
  const Device device = as_device(value).value_or(Device(DeviceType::cuda));
  if (!device.is_cuda()) throw Error("Invalid device, must be cuda device");
  return device;
}

TensorOptions as_options(const py::object& dtype, const py::object& device, bool requires_grad,
                         std::optional<DType> otherwise, bool pin_memory) {
  TensorOptions options;
  options.dtype = as_dtype(dtype).value_or(otherwise.value_or(defaults().dtype));
  options.device = as_device(device).value_or(defaults().device);
  options.requires_grad = requires_grad;
  options.pinned = pin_memory;
  return options;
}

py::object number(const Tensor& tensor) {
  if (is_floating_point(tensor.dtype())) return py::float_(tensor.item<double>());
  if (tensor.dtype() == DType::boolean) return py::bool_(tensor.item<bool>());
  return py::int_(tensor.item<std::int64_t>());
}

namespace {

template <class T>
py::object element(T value) {
  if constexpr (std::is_same_v<T, bool>)
    return py::bool_(value);
  else if constexpr (std::is_integral_v<T>)
    return py::int_(value);
  else
    return py::float_(convert<double>(value));
}

template <class T>
py::object nested(const T*& next, const Shape& shape, int dim) {
  if (dim == shape.count()) return element(*next++);
  py::list list;
  for (std::int64_t i = 0; i < shape[dim]; ++i) list.append(nested(next, shape, dim + 1));
  return list;
}

}  // namespace

py::object to_list(const Tensor& tensor) {
  const std::vector<std::byte> bytes = ops::to_host(tensor);
  return dispatch(tensor.dtype(), [&]<class T>() -> py::object {
    const auto* next = reinterpret_cast<const T*>(bytes.data());
    return nested(next, tensor.shape(), 0);
  });
}

}  // namespace todevice::python
