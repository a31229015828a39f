// SPDX-License-Identifier: Apache-2.0
#include "value_text.h"

#include <array>

#include "core/format.h"
#include "output.h"
#include "torch_bridge.h"

namespace todevice::worker {

namespace py = pybind11;

namespace {

constexpr std::size_t kLongest = 120;
constexpr Py_ssize_t kMostItems = 12;
constexpr int kDeepest = 3;
constexpr std::size_t kMostBits = 512;
constexpr int kDeepestJson = 8;
constexpr std::size_t kMostJson = 10'000;
constexpr Py_ssize_t kMostText = 64 << 10;  ///< characters, in all texts of one value

/// Python's own repr: only for types whose repr runs no code of the lesson.
std::string own_repr(PyObject* value) {
  const auto text = py::reinterpret_steal<py::object>(PyObject_Repr(value));
  if (text) return utf8_of(text.ptr());
  // repr looks for signals: an interrupt of the lesson must not be lost here.
  if (PyErr_ExceptionMatches(PyExc_KeyboardInterrupt) != 0) PyErr_SetInterrupt();
  PyErr_Clear();
  return "<" + type_name(value) + ">";
}

std::string text_repr(PyObject* text) {
  const auto length = static_cast<std::size_t>(PyUnicode_GET_LENGTH(text));
  if (length <= kLongest) return own_repr(text);
  const auto part =
      py::reinterpret_steal<py::object>(PyUnicode_Substring(text, 0, static_cast<Py_ssize_t>(kLongest)));
  return own_repr(part.ptr()) + "… (" + std::to_string(length) + " characters)";
}

std::string int_repr(PyObject* value) {
  const auto bits = _PyLong_NumBits(value);
  return bits <= kMostBits ? own_repr(value) : "int of " + std::to_string(bits) + " bits";
}

class Text {
 public:
  void add(PyObject* value, int depth) {
    if (full()) return;
    if (PyUnicode_CheckExact(value)) {
      out += text_repr(value);
    } else if (PyLong_CheckExact(value)) {
      out += int_repr(value);
    } else if (value == Py_None || PyBool_Check(value) || PyFloat_CheckExact(value) ||
               PyComplex_CheckExact(value) || PyRange_Check(value) || bridge::is_device(value) ||
               bridge::is_dtype(value)) {
      out += own_repr(value);
    } else if (PyList_CheckExact(value)) {
      add_items(value, PyList_GET_SIZE(value), "[", "]", depth, PyList_GetItem);
    } else if (PyTuple_CheckExact(value)) {
      add_items(value, PyTuple_GET_SIZE(value), "(", PyTuple_GET_SIZE(value) == 1 ? ",)" : ")", depth,
                PyTuple_GetItem);
    } else if (PyDict_CheckExact(value)) {
      add_dict(value, depth);
    } else if (const Tensor tensor = bridge::tensor_of(value); tensor.defined()) {
      out += depth == 0 ? summary(tensor) : "tensor " + to_string(tensor.shape());
    } else {
      out += described(value);
    }
  }
  std::string out;

 private:
  bool full() const { return out.size() > 2 * kLongest; }

  static std::string described(PyObject* value) {
    if (PyModule_Check(value)) {
      const char* const name = PyModule_GetName(value);
      if (name == nullptr) PyErr_Clear();
      return name == nullptr ? "module" : "module " + std::string(name);
    }
    if (PyType_Check(value)) return "class " + std::string(reinterpret_cast<PyTypeObject*>(value)->tp_name);
    if (PyBytes_CheckExact(value)) return "bytes of length " + std::to_string(PyBytes_GET_SIZE(value));
    if (PyAnySet_CheckExact(value)) return type_name(value) + " of " + std::to_string(PySet_GET_SIZE(value));
    return "<" + type_name(value) + ">";
  }

  template <class Get>
  void add_items(PyObject* list, Py_ssize_t count, const char* open, const char* close, int depth, Get get) {
    out += open;
    for (Py_ssize_t i = 0; i < count && !full(); ++i) {
      if (i > 0) out += ", ";
      if (i == kMostItems || depth >= kDeepest) {
        out += "…";
        break;
      }
      add(get(list, i), depth + 1);
    }
    out += close;
    if (count > kMostItems) out += " (" + std::to_string(count) + " items)";
  }

  void add_dict(PyObject* dict, int depth) {
    out += "{";
    PyObject *key = nullptr, *value = nullptr;
    Py_ssize_t at = 0, count = 0;
    while (PyDict_Next(dict, &at, &key, &value) != 0 && !full()) {
      if (count > 0) out += ", ";
      if (count++ == kMostItems || depth >= kDeepest) {
        out += "…";
        break;
      }
      add(key, depth + 1);
      out += ": ";
      add(value, depth + 1);
    }
    out += "}";
  }
};

class Json {
 public:
  nlohmann::json of(PyObject* value, int depth) {
    if (++items_ > kMostJson || depth > kDeepestJson) return nullptr;
    if (PyBool_Check(value)) return value == Py_True;
    if (PyLong_CheckExact(value)) return whole(value);
    if (PyFloat_CheckExact(value)) return PyFloat_AS_DOUBLE(value);
    if (PyUnicode_CheckExact(value)) return text(value);
    if (PyList_CheckExact(value)) return list(value, PyList_GET_SIZE(value), PyList_GetItem, depth);
    if (PyTuple_CheckExact(value)) return list(value, PyTuple_GET_SIZE(value), PyTuple_GetItem, depth);
    return nullptr;
  }

 private:
  nlohmann::json text(PyObject* value) {
    characters_ += PyUnicode_GET_LENGTH(value);
    return characters_ > kMostText ? nlohmann::json() : nlohmann::json(utf8_of(value));
  }
  static nlohmann::json whole(PyObject* value) {
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
    if (overflow == 0) return number;
    const double wide = PyLong_AsDouble(value);
    if (PyErr_Occurred() == nullptr) return wide;
    PyErr_Clear();
    return nullptr;
  }
  template <class Get>
  nlohmann::json list(PyObject* values, Py_ssize_t count, Get get, int depth) {
    auto all = nlohmann::json::array();
    for (Py_ssize_t i = 0; i < count && items_ <= kMostJson; ++i)
      all.push_back(of(get(values, i), depth + 1));
    return all;
  }
  std::size_t items_ = 0;
  Py_ssize_t characters_ = 0;
};

std::string one_line(std::string text) {
  for (auto& character : text) {
    if (character == '\n' || character == '\r') character = ' ';
  }
  if (text.size() <= kLongest) return text;
  return std::string(utf8_head(text, kLongest)) + "…";
}

}  // namespace

std::string utf8_of(PyObject* text) {
  const auto bytes =
      py::reinterpret_steal<py::object>(PyUnicode_AsEncodedString(text, "utf-8", "backslashreplace"));
  if (!bytes) {
    PyErr_Clear();
    return "?";
  }
  return {PyBytes_AS_STRING(bytes.ptr()), static_cast<std::size_t>(PyBytes_GET_SIZE(bytes.ptr()))};
}

std::string type_name(PyObject* value) {
  const std::string name = Py_TYPE(value)->tp_name;
  return name.substr(name.rfind('.') + 1);
}

std::string value_text(PyObject* value) {
  Text text;
  text.add(value, 0);
  return one_line(std::move(text.out));
}

nlohmann::json value_json(PyObject* value) {
  return Json().of(value, 0);
}

}  // namespace todevice::worker
