// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <vector>

#include "backend/registry.h"
#include "core/errors.h"
#include "core/format.h"
#include "python/areas.h"
#include "python/convert.h"

namespace todevice::python {

namespace {

struct DTypeObject {
  DType dtype;
};

std::array<PyObject*, kDTypeCount> dtype_objects{};

struct Alias {
  const char* name;
  DType dtype;
};
constexpr Alias kAliases[] = {{"float", DType::float32}, {"double", DType::float64}, {"half", DType::float16},
                              {"long", DType::int64},    {"int", DType::int32},      {"short", DType::int16}};

void add_dtypes(py::module_& torch) {
  py::class_<DTypeObject>(torch, "dtype")
      .def("__repr__", [](const DTypeObject& self) { return "torch." + std::string(dtype_name(self.dtype)); })
      .def("__reduce__", [](const DTypeObject& self) { return std::string(dtype_name(self.dtype)); })
      .def_property_readonly("is_floating_point",
                             [](const DTypeObject& self) { return is_floating_point(self.dtype); })
      .def_property_readonly("is_complex", [](const DTypeObject&) { return false; })
      .def_property_readonly(
          "is_signed",
          [](const DTypeObject& self) { return self.dtype != DType::boolean && self.dtype != DType::uint8; })
      .def_property_readonly("itemsize", [](const DTypeObject& self) { return item_size(self.dtype); });
  for (int i = 0; i < kDTypeCount; ++i) {
    const auto dtype = static_cast<DType>(i);
    py::object object = py::cast(DTypeObject{dtype});
    dtype_objects[static_cast<std::size_t>(i)] = object.inc_ref().ptr();
    torch.attr(std::string(dtype_name(dtype)).c_str()) = object;
  }
  for (const Alias& alias : kAliases) torch.attr(alias.name) = dtype_object(alias.dtype);
}

py::object index_of(Device device) {
  return device.has_index() ? py::object(py::int_(device.index())) : py::object(py::none());
}

std::string device_repr(Device device) {
  const std::string index = device.has_index() ? ", index=" + std::to_string(device.index()) : "";
  return "device(type='" + std::string(device_type_name(device.type())) + "'" + index + ")";
}

Device make_device(const py::object& what, const py::object& index) {
  if (index.is_none()) {
    if (const auto device = as_device(what)) return *device;
    throw TypeError("device(): argument 'device' must be str or int");
  }
  if (index.cast<int>() < 0) throw Error("Device index must not be negative");
  const Device base = Device::parse(what.cast<std::string>());
  if (base.has_index())
    throw Error("type (string) must not include an index because index was passed explicitly: " + base.str());
  return Device(base.type(), index.cast<int>());
}

/// The default devices around the `with torch.device(...)` blocks that are open.
std::vector<Device> outer_devices;

void add_device(py::module_& torch) {
  py::class_<Device>(torch, "device")
      .def(py::init(&make_device), py::arg("device"), py::arg("index") = py::none())
      .def(py::init(&make_device), py::arg("type"), py::arg("index") = py::none())
      .def_property_readonly("type", [](Device self) { return std::string(device_type_name(self.type())); })
      .def_property_readonly("index", &index_of)
      .def("__repr__", &device_repr)
      .def("__str__", &Device::str)
      .def("__eq__",
           [](Device self, const py::object& other) {
             return py::isinstance<Device>(other) && other.cast<Device>() == self;
           })
      .def("__hash__", [](Device self) { return std::hash<Device>()(self); })
      // `with torch.device("cuda"):` what is made inside is made there.
      .def("__enter__",
           [](const py::object& self) {
             outer_devices.push_back(defaults().device);
             defaults().device = self.cast<Device>();
             return self;
           })
      .def("__exit__", [](Device, const py::args&) {
        if (outer_devices.empty()) return;
        defaults().device = outer_devices.back();
        outer_devices.pop_back();
      });
}

void add_defaults(py::module_& torch) {
  torch.def(
      "set_default_device",
      [](const py::object& device) { defaults().device = as_device(device).value_or(kCpu); },
      py::arg("device"));
  torch.def("get_default_device", [] {
    const Device device = defaults().device;
    return device.is_cuda() && !device.has_index() ? Device(DeviceType::cuda, registry::current_device())
                                                   : device;
  });
  torch.def(
      "set_default_dtype",
      [](const py::object& given) {
        if (!is_dtype(given.ptr()))
          throw TypeError(
              "invalid dtype object: only floating-point types are supported as the default type");
        const DType dtype = *as_dtype(given);
        if (!is_floating_point(dtype)) {
          throw TypeError("only floating-point types are supported as the default type");
        }
        defaults().dtype = print_options().default_dtype = dtype;
      },
      py::arg("d"));
  torch.def("get_default_dtype", [] { return defaults().dtype; });
}

}  // namespace

bool is_device(PyObject* object) {
  return is_instance<Device>(object);
}
bool is_dtype(PyObject* object) {
  return is_instance<DTypeObject>(object);
}

std::optional<DType> as_dtype(py::handle value) {
  if (!value || value.is_none()) return std::nullopt;
  if (is_dtype(value.ptr())) return value.cast<const DTypeObject&>().dtype;
  if (value.ptr() == reinterpret_cast<PyObject*>(&PyFloat_Type)) return DType::float64;
  if (value.ptr() == reinterpret_cast<PyObject*>(&PyLong_Type)) return DType::int64;
  if (value.ptr() == reinterpret_cast<PyObject*>(&PyBool_Type)) return DType::boolean;
  throw TypeError("argument 'dtype' must be torch.dtype, not " + std::string(Py_TYPE(value.ptr())->tp_name));
}

py::object dtype_object(DType dtype) {
  return py::reinterpret_borrow<py::object>(dtype_objects[static_cast<std::size_t>(dtype)]);
}

py::object size_object(const Shape& shape) {
  static PyObject* const type = py::object(py::module_::import("torch").attr("Size")).release().ptr();
  py::tuple sizes(static_cast<std::size_t>(shape.count()));
  for (int i = 0; i < shape.count(); ++i) sizes[static_cast<std::size_t>(i)] = shape[i];
  // as tuple makes it: Size's own __new__ checks what a program gives it
  PyObject* made =
      PyTuple_Type.tp_new(reinterpret_cast<PyTypeObject*>(type), py::make_tuple(sizes).ptr(), nullptr);
  if (!made) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(made);
}

void add_types(py::module_& torch) {
  add_dtypes(torch);
  add_device(torch);
  add_defaults(torch);
}

}  // namespace todevice::python
