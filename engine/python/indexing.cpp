// SPDX-License-Identifier: Apache-2.0
#include "python/indexing.h"
#include "python/fitted.h"

#include "core/errors.h"
#include "ops/ops.h"
#include "python/convert.h"

namespace todevice::python {

namespace {

/// What basic indexing leaves, and the tensor indices that are still to be applied.
struct Picked {
  Tensor view;
  Tensor index;  ///< the first one: bool or of integers
  int dim = 0;   ///< of `view`, where `index` applies
  std::vector<std::pair<int, Tensor>> more;
};

/// A sequence that is one index of integers or bools: a list, a range, a tuple in a tuple.
bool is_sequence_index(py::handle part) {
  return PySequence_Check(part.ptr()) && !is_tensor(part.ptr()) && !PyUnicode_Check(part.ptr());
}

/// A tuple, and, as in NumPy of old, a short sequence with anything but numbers in it.
bool is_many(py::handle key) {
  if (PyTuple_Check(key.ptr())) return true;
  if (!PyList_Check(key.ptr()) || PyList_Size(key.ptr()) >= 32) return false;
  const auto list = py::reinterpret_borrow<py::list>(key);
  return std::any_of(list.begin(), list.end(), [](py::handle part) {
    return part.is_none() || part.is(py::ellipsis()) || PySlice_Check(part.ptr()) || is_tensor(part.ptr()) ||
           is_sequence_index(part);
  });
}

std::vector<py::object> parts_of(py::handle key) {
  std::vector<py::object> parts;
  if (is_many(key)) {
    for (const py::object part : py::reinterpret_borrow<py::sequence>(key)) parts.push_back(part);
  } else {
    parts.push_back(py::reinterpret_borrow<py::object>(key));
  }
  return parts;
}

bool is_plain_int(py::handle part) {
  return PyLong_Check(part.ptr()) && !PyBool_Check(part.ptr());
}

/// A sequence, or a tensor that is no single integer.
bool is_tensor_index(py::handle part) {
  if (is_sequence_index(part)) return true;
  return is_tensor(part.ptr()) &&
         (unwrap(part.ptr()).dim() > 0 || unwrap(part.ptr()).dtype() == DType::boolean);
}

/// Bytes are a mask too, as they were before there were bools.
bool is_mask(const Tensor& index) {
  return index.dtype() == DType::boolean || (index.dtype() == DType::uint8 && index.dim() > 0);
}

std::int64_t as_place(py::handle part) {
  const long long i = PyLong_AsLongLong(py::int_(py::reinterpret_borrow<py::object>(part)).ptr());
  if (i == -1 && PyErr_Occurred()) {
    PyErr_Clear();
    throw ValueError("Overflow when unpacking long long");
  }
  return i;
}

int taken_dims(py::handle part) {
  if (part.is_none() || part.is(py::ellipsis()) || PyBool_Check(part.ptr())) return 0;
  if (is_tensor(part.ptr()) && is_mask(unwrap(part.ptr()))) return unwrap(part.ptr()).dim();
  return 1;
}

Tensor index_tensor(py::handle part) {
  if (is_tensor(part.ptr())) {
    const Tensor index = unwrap(part.ptr());
    return is_mask(index) ? fitted(index, {.dtype = DType::boolean}) : index;
  }
  return unwrap(py::module_::import("torch").attr("tensor")(part).ptr());
}

Tensor slice_by(const Tensor& view, int dim, const py::slice& slice) {
  Py_ssize_t start = 0, stop = 0, step = 0;
  if (PySlice_Unpack(slice.ptr(), &start, &stop, &step) != 0) throw py::error_already_set();
  if (step <= 0) throw ValueError("step must be greater than zero");
  PySlice_AdjustIndices(view.shape()[dim], &start, &stop, step);
  return ops::slice(view, dim, start, std::max(start, stop), step);
}

Picked pick(const Tensor& tensor, py::handle key) {
  const std::vector<py::object> parts = parts_of(key);
  int named = 0;
  for (const py::object& part : parts) named += taken_dims(part);
  if (named > tensor.dim()) {
    throw IndexError(tensor.dim() == 0 && parts.size() == 1 && py::isinstance<py::slice>(parts[0])
                         ? "slice() cannot be applied to a 0-dim tensor."
                     : tensor.dim() == 0 && parts.size() == 1
                         ? "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or "
                           "`tensor.item<T>()` in C++ to "
                           "convert a 0-dim tensor to a number"
                         : "too many indices for tensor of dimension " + std::to_string(tensor.dim()));
  }
  Picked picked{tensor, {}, 0, {}};
  int dim = 0;
  int place = -1;  // in the key: what PyTorch's error calls the dimension
  for (const py::object& part : parts) {
    ++place;
    if (part.is_none()) {
      picked.view = ops::unsqueeze(picked.view, dim++);
    } else if (part.is(py::ellipsis())) {
      dim += tensor.dim() - named;
    } else if (py::isinstance<py::slice>(part)) {
      picked.view = slice_by(picked.view, dim++, part);
    } else if (is_tensor_index(part)) {
      const Tensor index = index_tensor(part);
      if (picked.index.defined()) {
        picked.more.emplace_back(dim, index);
      } else {
        picked.index = index;
        picked.dim = dim;
      }
      dim += index.dtype() == DType::boolean ? index.dim() : 1;
    } else if (PyBool_Check(part.ptr())) {  // True is a new dimension around all of it, False one of nothing
      picked.view = ops::unsqueeze(picked.view, dim);
      if (part.ptr() == Py_False) picked.view = ops::slice(picked.view, dim, 0, 0, 1);
      ++dim;
    } else if (is_plain_int(part) || PyIndex_Check(part.ptr())) {
      const std::int64_t i = as_place(part);
      const std::int64_t size = picked.view.shape()[dim];
      if (i < -size || i >= size) {
        throw IndexError("index " + std::to_string(i) + " is out of bounds for dimension " +
                         std::to_string(place) + " with size " + std::to_string(size));
      }
      picked.view = ops::select(picked.view, dim, i);
    } else if (PyUnicode_Check(part.ptr())) {
      throw TypeError("new(): invalid data type 'str'");
    } else {
      throw IndexError(
          "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices "
          "(got " +
          std::string(Py_TYPE(part.ptr())->tp_name) + ")");
    }
  }
  return picked;
}

void check_mask(const Tensor& mask, const Tensor& view, int dim) {
  for (int i = 0; i < mask.dim(); ++i) {
    if (dim + i < view.dim() && mask.shape()[i] == view.shape()[dim + i]) continue;
    throw IndexError("The shape of the mask " + to_string(mask.shape()) + " at index " + std::to_string(i) +
                     " does not match the shape of the indexed tensor " + to_string(view.shape()) +
                     " at index " + std::to_string(dim + i));
  }
}

/// A bool mask as the numbers of its true rows.
Tensor rows_of(const Tensor& mask, const Tensor& view, int dim) {
  check_mask(mask, view, dim);
  return ops::select(ops::nonzero(mask), 1, 0);
}

/// An index of integers for each dimension of the view, undefined where all of it is taken.
std::vector<Tensor> indices_of(const Picked& picked) {
  std::vector<Tensor> indices(static_cast<std::size_t>(picked.view.dim()));
  const auto put = [&](int dim, const Tensor& index) {
    if (index.dtype() != DType::boolean) {
      if (is_floating_point(index.dtype())) {
        throw IndexError("tensors used as indices must be long, int, byte or bool tensors");
      }
      indices[static_cast<std::size_t>(dim)] = index;
      return;
    }
    check_mask(index, picked.view, dim);
    const Tensor places = ops::nonzero(index);
    for (int i = 0; i < index.dim(); ++i) {
      indices[static_cast<std::size_t>(dim + i)] = ops::contiguous(ops::select(places, 1, i));
    }
  };
  put(picked.dim, picked.index);
  for (const auto& [dim, index] : picked.more) put(dim, index);
  return indices;
}

}  // namespace

Tensor get_index(const Tensor& tensor, py::handle key) {
  const Picked picked = pick(tensor, key);
  if (!picked.index.defined()) {
    // x[...] and x[:] are new views all the same.
    if (!picked.view.is_same(tensor)) return picked.view;
    return tensor.dim() == 0 ? ops::reshape(tensor, {}) : ops::slice(tensor, 0, 0, tensor.shape()[0], 1);
  }
  if (!picked.more.empty()) return ops::index_many(picked.view, indices_of(picked));
  if (picked.index.dtype() != DType::boolean) return ops::index(picked.view, picked.dim, picked.index);
  if (picked.index.dim() > 1 && picked.dim > 0) return ops::index_many(picked.view, indices_of(picked));
  if (picked.index.dim() > 1) return ops::masked_select(picked.view, picked.index);
  return ops::index(picked.view, picked.dim, rows_of(picked.index, picked.view, picked.dim));
}

void set_index(const Tensor& tensor, py::handle key, py::handle value) {
  const Picked picked = pick(tensor, key);
  const auto source = [&](const Tensor& like) {
    if (is_tensor(value.ptr())) return unwrap(value.ptr());
    return ops::full({}, need_scalar("__setitem__", value), {like.dtype(), kCpu, false});
  };
  if (!picked.index.defined()) {
    if (const auto scalar = as_scalar(value)) return ops::fill_(picked.view, *scalar);
    const Tensor given = source(picked.view);
    // Says what cannot be spread over the place.
    if (given.dim() <= picked.view.dim()) ops::expand(given.detach(), picked.view.shape());
    return ops::copy_into(picked.view, given);
  }
  if (picked.index.dim() == 0 && picked.index.dtype() == DType::boolean) {
    if (picked.index.item<bool>()) ops::copy_into(picked.view, source(picked.view));
    return;
  }
  const Tensor given = source(picked.view);
  ops::index_put_(picked.view, indices_of(picked),
                  is_tensor(value.ptr()) ? given : fitted(given, {.device = picked.view.device()}));
}

}  // namespace todevice::python
