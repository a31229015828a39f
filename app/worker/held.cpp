// SPDX-License-Identifier: Apache-2.0
#include "held.h"

#include <algorithm>
#include <functional>
#include <string_view>

#include "torch_bridge.h"
#include "value_text.h"

namespace todevice::worker {

namespace py = pybind11;

namespace {

std::uint64_t mixed(std::uint64_t seed, std::uint64_t value) {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;
  seed = (seed ^ value) * kOdd;
  return seed ^ (seed >> 29);
}

std::uint64_t number_of(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}

/// An object of a class written in Python, with attributes of its own.
bool has_attributes(PyObject* value) {
  const auto* const type = Py_TYPE(value);
  if ((type->tp_flags & Py_TPFLAGS_HEAPTYPE) == 0 || PyType_Check(value)) return false;
#ifdef Py_TPFLAGS_MANAGED_DICT
  if ((type->tp_flags & Py_TPFLAGS_MANAGED_DICT) != 0) return true;
#endif
  return type->tp_dictoffset != 0;
}

py::object attributes_of(PyObject* value) {
  auto dict = py::reinterpret_steal<py::object>(PyObject_GenericGetDict(value, nullptr));
  if (!dict) PyErr_Clear();
  if (dict && !PyDict_Check(dict.ptr())) return {};
  return dict;
}

py::object attribute(const py::object& attributes, const char* name) {
  return attributes ? py::reinterpret_borrow<py::object>(PyDict_GetItemString(attributes.ptr(), name))
                    : py::object();
}

/// Only of keys whose hash runs no code of the lesson.
std::uint64_t hash_of(PyObject* key) {
  if (!PyUnicode_CheckExact(key) && !PyLong_CheckExact(key)) return number_of(key);
  return static_cast<std::uint64_t>(PyObject_Hash(key));
}

std::string key_text(PyObject* key) {
  if (!PyUnicode_CheckExact(key)) return "[" + value_text(key) + "]";
  const auto text = utf8_of(key);
  const bool plain = text.find_first_of("\"\\\n\r\t") == std::string::npos;
  return "[" + (plain ? '"' + text + '"' : value_text(key)) + "]";
}

}  // namespace

bool can_hold(PyObject* value) {
  return PyList_Check(value) || PyTuple_Check(value) || PyDict_Check(value) || has_attributes(value);
}

void Held::walk(PyObject* value) {
  if (bridge::is_optimizer(value)) return optimizer(value);
  if (can_hold(value)) items(value, 1, 1);
}

bool Held::is_full() {
  cut = cut || ++steps_ > kMostSteps || found.size() >= kMostParts;
  return cut;
}

void Held::keep(py::object object, std::uint64_t path, bool buffer) {
  mark = mixed(mixed(mark, path), number_of(object.ptr()));
  found.push_back(std::move(object));
  if (!named_) return;
  names.push_back(path_);
  is_buffer.push_back(buffer);
}

void Held::look(PyObject* value, std::uint64_t path, int depth) {
  if (bridge::is_tensor(value) || bridge::module_of(value) != nullptr) {
    keep(py::reinterpret_borrow<py::object>(value), path);
  } else if (depth < kDeepest) {
    if (can_hold(value)) items(value, path, depth + 1);
  } else if (can_hold(value) && !PyTuple_CheckExact(value)) {
    // Not its __len__, which may be the lesson's.
    cut = cut || has_attributes(value) || (PyDict_Check(value) ? PyDict_Size(value) : Py_SIZE(value)) > 0;
  }
}

void Held::items(PyObject* value, std::uint64_t path, int depth) {
  if (std::find(within_.begin(), within_.end(), value) != within_.end()) return;
  within_.push_back(value);
  if (PyDict_Check(value)) {
    dict(value, path, depth);
  } else if (PyList_Check(value) || PyTuple_Check(value)) {
    const auto length = path_.size();
    for (Py_ssize_t i = 0; i < Py_SIZE(value) && !is_full(); ++i) {
      if (named_) path_ += "[" + std::to_string(i) + "]";
      PyObject* const item = PyList_Check(value) ? PyList_GET_ITEM(value, i) : PyTuple_GET_ITEM(value, i);
      look(item, mixed(path, static_cast<std::uint64_t>(i)), depth);
      path_.resize(length);
    }
  } else {
    attributes(value, path, depth);
  }
  within_.pop_back();
}

void Held::dict(PyObject* value, std::uint64_t path, int depth) {
  const auto length = path_.size();
  PyObject *key = nullptr, *item = nullptr;
  Py_ssize_t at = 0;
  while (PyDict_Next(value, &at, &key, &item) != 0 && !is_full()) {
    if (named_) path_ += key_text(key);
    look(item, mixed(path, hash_of(key)), depth);
    path_.resize(length);
  }
}

void Held::attributes(PyObject* value, std::uint64_t path, int depth) {
  const auto own = attributes_of(value);
  const auto length = path_.size();
  PyObject *key = nullptr, *item = nullptr;
  Py_ssize_t at = 0;
  while (own && PyDict_Next(own.ptr(), &at, &key, &item) != 0 && !is_full()) {
    if (!PyUnicode_CheckExact(key)) continue;
    if (named_) path_ += "." + utf8_of(key);
    look(item, mixed(path, hash_of(key)), depth);
    path_.resize(length);
  }
}

/// Its state is numbered as in its state_dict(): by the parameters of all groups in order.
void Held::optimizer(PyObject* value) {
  const auto own = attributes_of(value);
  const auto cores = attribute(own, "_cores"), groups = attribute(own, "param_groups");
  if (!cores || !groups || !PyList_Check(cores.ptr()) || !PyList_Check(groups.ptr())) return;
  std::size_t number = 0;
  const auto count = std::min(PyList_GET_SIZE(cores.ptr()), PyList_GET_SIZE(groups.ptr()));
  for (Py_ssize_t i = 0; i < count; ++i) {
    PyObject* const group = PyList_GET_ITEM(groups.ptr(), i);
    const auto params = PyDict_Check(group)
                            ? py::reinterpret_borrow<py::object>(PyDict_GetItemString(group, "params"))
                            : py::object();
    if (!params || !PyList_Check(params.ptr())) continue;
    for (Py_ssize_t p = 0; p < PyList_GET_SIZE(params.ptr()) && !is_full(); ++p, ++number) {
      const auto state =
          bridge::optimizer_state(PyList_GET_ITEM(cores.ptr(), i), PyList_GET_ITEM(params.ptr(), p));
      for (const auto& [key, tensor] : state) {
        if (named_) path_ = ".state[" + std::to_string(number) + "][\"" + key + "\"]";
        keep(bridge::wrap(tensor), mixed(number, std::hash<std::string_view>()(key)));
      }
    }
  }
  path_.clear();
}

void Held::walk_module(const nn::Module& module, PyObject* wrapper) {
  const auto add = [&](const nn::Named<Tensor>& tensors, bool buffers) {
    for (const auto& [name, tensor] : tensors) {
      if (named_) path_ = name;
      keep(bridge::wrap(tensor), std::hash<std::string>()(name), buffers);
    }
  };
  add(module.named_parameters(), false);
  add(module.named_buffers(), true);
  path_.clear();
  registered = found.size();
  within_.push_back(wrapper);
  attributes(wrapper, 1, 1);
  within_.pop_back();
}

}  // namespace todevice::worker
