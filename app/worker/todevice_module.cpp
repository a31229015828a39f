// SPDX-License-Identifier: Apache-2.0
// The Python module `todevice`: what lessons need beside torch.
#include <pybind11/embed.h>

#include <vector>

#include "digits.h"
#include "metrics.h"
#include "ops/creation.h"
#include "python_modules.h"
#include "torch_bridge.h"

namespace todevice::worker {

namespace py = pybind11;

namespace {

constexpr const char* kLogText =
    "log(*, step=None, **values)\n--\n\n"
    "Puts a point on the live plot for each value: todevice.log(loss=0.5, accuracy=0.9).\n\n"
    "x counts 0, 1, 2, ... for each name and is never behind the newest point of the others, unless step= "
    "says which x it is.";

constexpr const char* kDigitsText =
    "Handwritten digits: x_train, y_train, x_test, y_test, four tensors on the CPU.\n\n"
    "x: float32 [n, 64], an image of 8 x 8 grey values row by row, from 0 (black) to 1 (white).\n"
    "y: int64 [n], which digit was meant, 0 to 9.\n\n"
    "1797 images in a fixed random order (Fisher-Yates with MT19937, seed 0); the first four fifths (1437)\n"
    "are for training, the other 360 for the test. The same in every run.\n\n"
    "Data: Optical Recognition of Handwritten Digits, E. Alpaydin and C. Kaynak, UCI Machine Learning\n"
    "Repository, 1998, https://doi.org/10.24432/C50P49, CC BY 4.0.";

Metrics* sink = nullptr;

/// Names seen lately, so that a known one costs a comparison of pointers.
struct KnownName {
  py::object name;
  std::size_t series;
};
std::vector<KnownName>& known_names() {
  static auto* const names = new std::vector<KnownName>;  // outlives Python, which must not be called at exit
  return *names;
}
std::uint64_t known_generation = 0;
constexpr std::size_t kMostKnown = 64;

std::size_t series_of(PyObject* name) {
  auto& known = known_names();
  if (known_generation != sink->generation()) {
    known.clear();
    known_generation = sink->generation();
  }
  for (const auto& one : known) {
    if (one.name.ptr() == name) return one.series;
  }
  Py_ssize_t size = 0;
  const char* const text = PyUnicode_AsUTF8AndSize(name, &size);
  if (text == nullptr) throw py::error_already_set();
  const auto series = sink->series({text, static_cast<std::size_t>(size)});
  if (known.size() < kMostKnown) known.push_back({py::reinterpret_borrow<py::object>(name), series});
  return series;
}

double number_of(PyObject* name, PyObject* value) {
  if (PyFloat_CheckExact(value)) return PyFloat_AS_DOUBLE(value);
  const double number = PyUnicode_Check(value) ? -1.0 : PyFloat_AsDouble(value);
  if (!PyUnicode_Check(value) && (number != -1.0 || PyErr_Occurred() == nullptr)) return number;
  if (PyErr_Occurred() == nullptr || PyErr_ExceptionMatches(PyExc_TypeError)) {
    PyErr_Clear();
    PyErr_Format(PyExc_TypeError, "todevice.log(): %U must be a number, not %s", name,
                 Py_TYPE(value)->tp_name);
  }
  throw py::error_already_set();
}

void wait_for_room() {
  while (!sink->has_room()) {
    {
      const py::gil_scoped_release unlocked;
      sink->wait_for_room();
    }
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  }
}

void add_points(PyObject* const* values, PyObject* names) {
  const auto count = names == nullptr ? 0 : PyTuple_GET_SIZE(names);
  std::optional<double> step;
  Py_ssize_t step_at = -1;
  for (Py_ssize_t i = 0; i < count; ++i) {
    if (PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(names, i), "step") != 0) continue;
    step_at = i;
    if (values[i] != Py_None) step = number_of(PyTuple_GET_ITEM(names, i), values[i]);
  }
  for (Py_ssize_t i = 0; i < count; ++i) {
    if (i == step_at) continue;
    PyObject* const name = PyTuple_GET_ITEM(names, i);
    const double value = number_of(name, values[i]);
    if (sink != nullptr) sink->add(series_of(name), step, value);
  }
  if (sink != nullptr) wait_for_room();
}

PyObject* log(PyObject*, PyObject* const* values, Py_ssize_t positional, PyObject* names) {
  if (positional > 0) {
    PyErr_SetString(PyExc_TypeError, "todevice.log() takes names with values: todevice.log(loss=0.5)");
    return nullptr;
  }
  try {
    add_points(values, names);
  } catch (py::error_already_set& error) {
    error.restore();
    return nullptr;
  }
  Py_RETURN_NONE;
}

// A plain C function: a million points a second pass here.
PyMethodDef log_method{"log", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(log)),
                       METH_FASTCALL | METH_KEYWORDS, kLogText};

py::object images(const Digits& digits, std::size_t from, std::size_t to) {
  const auto rows = static_cast<std::int64_t>(to - from);
  return bridge::wrap(ops::from_host(digits.pixels.data() + from * Digits::kPixels, {rows, Digits::kPixels},
                                     {DType::float32, kCpu, false}));
}

py::object labels(const Digits& digits, std::size_t from, std::size_t to) {
  return bridge::wrap(ops::from_host(digits.labels.data() + from, {static_cast<std::int64_t>(to - from)},
                                     {DType::int64, kCpu, false}));
}

py::tuple digits_as_tensors() {
  const Digits digits = load_digits();
  const auto cut = digits.training;
  const auto end = digits.count();
  return py::make_tuple(images(digits, 0, cut), labels(digits, 0, cut), images(digits, cut, end),
                        labels(digits, cut, end));
}

py::module_ new_module(const char* name, const char* doc) {
  auto module = py::reinterpret_borrow<py::module_>(PyImport_AddModule(name));
  if (!module) throw py::error_already_set();
  module.attr("__doc__") = doc;
  return module;
}

}  // namespace

void set_metrics(Metrics* metrics) {
  sink = metrics;
}

void add_todevice() {
  auto module = new_module("todevice", "Lessons' own helpers: a live plot and data to learn from.");
  auto data = new_module("todevice.data", "Data sets that come with ToDevice.");
  module.attr("__path__") = py::list();  // a package, so that `import todevice.data` works
  module.attr("data") = data;
  PyObject* const function = PyCFunction_NewEx(&log_method, nullptr, py::str("todevice").ptr());
  module.attr("log") = py::reinterpret_steal<py::object>(function);
  data.def("digits", digits_as_tensors, kDigitsText);
}

}  // namespace todevice::worker
