// SPDX-License-Identifier: Apache-2.0
#include "python/indexing.h"

#include <algorithm>

#include "core/dispatch.h"
#include "core/errors.h"
#include "ops/checks.h"
#include "ops/ops.h"
#include "python/convert.h"

namespace todevice::python {

namespace {

/// What plain indices leave, and those that are still to be applied to `view`, as ops::index_many takes them.
struct Picked {
  Tensor view;
  std::vector<Tensor> indices;
};

bool is_bool(py::handle part) {
  return PyBool_Check(part.ptr());
}

bool is_plain_int(py::handle part) {
  return PyLong_Check(part.ptr()) && !is_bool(part);
}

bool is_slice(py::handle part) {
  return PySlice_Check(part.ptr());
}

/// A list, a range, a text, ...: one index of many numbers.
bool is_sequence(py::handle part) {
  return PySequence_Check(part.ptr()) && !is_tensor(part.ptr());
}

/// A tuple, and, as in NumPy of old, a short sequence with anything but numbers in it.
bool is_many(py::handle key) {
  if (PyTuple_Check(key.ptr())) return true;
  if (!is_sequence(key)) return false;
  const Py_ssize_t count = PySequence_Size(key.ptr());
  if (count < 0) PyErr_Clear();
  if (count < 0 || count >= 32) return false;
  const auto sequence = py::reinterpret_borrow<py::sequence>(key);
  return std::any_of(sequence.begin(), sequence.end(), [](py::handle part) {
    return part.is_none() || part.is(py::ellipsis()) || is_slice(part) || PySequence_Check(part.ptr());
  });
}

py::tuple parts_of(py::handle key) {
  if (is_many(key)) return py::tuple(py::reinterpret_borrow<py::object>(key));
  return py::make_tuple(key);
}

std::int64_t as_place(py::handle part) {
  const long long i = PyLong_AsLongLong(py::int_(py::reinterpret_borrow<py::object>(part)).ptr());
  if (i == -1 && PyErr_Occurred()) {
    PyErr_Clear();
    throw ValueError("Overflow when unpacking long long");
  }
  return i;
}

/// How many dimensions of the tensor a part of the key is for.
int taken_dims(py::handle part) {
  if (part.is_none() || part.is(py::ellipsis()) || is_bool(part)) return 0;
  if (is_tensor(part.ptr()) && ops::is_mask(unwrap(part.ptr()))) return unwrap(part.ptr()).dim();
  return 1;
}

/// A sequence as a tensor: of bools or bytes a mask, else whole numbers.
Tensor index_of(py::handle sequence) {
  for (const char* type : {"str", "bytes"}) {
    if (std::string_view(Py_TYPE(sequence.ptr())->tp_name) == type)
      throw TypeError(std::string("new(): invalid data type '") + type + "'");
  }
  const Tensor index = unwrap(py::module_::import("torch").attr("tensor")(sequence).ptr());
  if (ops::is_mask(index) || index.dtype() == DType::int64) return index;
  return ops::copy_to(index, index.device(), DType::int64);
}

/// The index that True and False are: of a new dimension of one element, and the element or nothing.
Tensor index_of(bool truth) {
  return ops::zeros({truth ? 1 : 0}, {DType::int64, kCpu});
}

Tensor select_at(const Tensor& view, int dim, std::int64_t i, int place) {
  if (view.dim() == 0 && i == 0) {
    throw IndexError(
        "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to "
        "convert a 0-dim tensor to a number");
  }
  const std::int64_t size = view.dim() == 0 ? 0 : view.shape()[dim];
  if (i < -size || i >= size) {
    throw IndexError("index " + std::to_string(i) + " is out of bounds for dimension " +
                     std::to_string(place) + " with size " + std::to_string(size));
  }
  return ops::select(view, dim, i);
}

/// The part that a slice names; where that is all, the tensor itself if it `may_be_same`.
Tensor slice_by(const Tensor& view, int dim, py::handle slice, bool may_be_same) {
  Py_ssize_t start = 0, stop = 0, step = 0;
  if (PySlice_Unpack(slice.ptr(), &start, &stop, &step) != 0) throw py::error_already_set();
  if (step <= 0) throw ValueError("step must be greater than zero");
  if (view.dim() == 0) throw IndexError("slice() cannot be applied to a 0-dim tensor.");
  const std::int64_t size = view.shape()[dim];
  if (may_be_same && start == 0 && stop >= size && step == 1) return view;
  PySlice_AdjustIndices(size, &start, &stop, step);
  return ops::slice(view, dim, start, std::max(start, stop), step);
}

[[noreturn]] void refuse(py::handle part) {
  throw IndexError(
      "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices "
      "(got " +
      std::string(Py_TYPE(part.ptr())->tp_name) + ")");
}

/// Goes through the parts of a key.
class Picker {
 public:
  Picker(const Tensor& tensor, int named) : ellipsis_(tensor.dim() - named), picked_{tensor, {}} {}

  void take(py::handle part, int place) {
    if (is_plain_int(part)) return select(as_place(part), place);
    if (is_slice(part)) {
      picked_.view = slice_by(picked_.view, dim_, part, true);
      ++dim_;
    } else if (part.is(py::ellipsis())) {
      dim_ += ellipsis_;
    } else if (part.is_none()) {
      picked_.view = ops::unsqueeze(picked_.view, dim_++);
    } else if (is_tensor(part.ptr())) {
      take(unwrap(part.ptr()), place);
    } else if (is_bool(part)) {
      take(part.ptr() == Py_True);
    } else if (is_sequence(part)) {
      put(index_of(part));
    } else if (PyIndex_Check(part.ptr())) {
      select(as_place(part), place);
    } else {
      refuse(part);
    }
  }
  Picked& picked() { return picked_; }

 private:
  void take(const Tensor& index, int place) {
    if (index.dim() > 0 || is_floating_point(index.dtype())) return put(index);
    if (ops::is_mask(index)) return take(index.item<std::int64_t>() != 0);
    select(index.item<std::int64_t>(), place);
  }
  void take(bool truth) {
    picked_.view = ops::unsqueeze(picked_.view, dim_);
    put(index_of(truth));
  }
  void select(std::int64_t i, int place) { picked_.view = select_at(picked_.view, dim_, i, place); }
  void put(const Tensor& index) {
    const int dims = ops::is_mask(index) ? index.dim() : 1;
    picked_.indices.resize(static_cast<std::size_t>(dim_ - masked_));
    picked_.indices.push_back(index);
    dim_ += dims;
    masked_ += dims - 1;
  }

  int ellipsis_;
  int dim_ = 0;     // of the view, where the next part applies
  int masked_ = 0;  // dimensions that masks cover beyond their first
  Picked picked_;
};

Picked pick(const Tensor& tensor, py::handle key) {
  const py::tuple parts = parts_of(key);
  int named = 0;
  for (const py::handle part : parts) named += taken_dims(part);
  if (named > tensor.dim())
    throw IndexError("too many indices for tensor of dimension " + std::to_string(tensor.dim()));
  Picker picker(tensor, named);
  int place = 0;
  for (const py::handle part : parts) picker.take(part, place++);
  return std::move(picker.picked());
}

/// The sizes from the first that is not 1 on: what PyTorch looks at of a value that is put somewhere.
Tensor without_leading_ones(const Tensor& value) {
  Shape shape;
  for (const std::int64_t size : value.shape()) {
    if (shape.count() > 0 || size != 1) shape.push_back(size);
  }
  return shape == value.shape() ? value : ops::view(value, shape);
}

void put(const Tensor& place, const Tensor& value) {
  if (place.shape() == value.shape()) return ops::copy_into(place, value);
  if (value.dim() == 0 && !value.is_cuda()) return ops::fill_(place, value);
  const Tensor plain = without_leading_ones(value);
  ops::copy_into(place, plain.shape() == place.shape() ? plain : ops::expand(plain, place.shape()));
}

/// What stands right of the sign: a tensor, or a number.
class Value {
 public:
  Value(const Tensor& tensor, py::handle value) {
    if (is_tensor(value.ptr())) {
      tensor_ = unwrap(value.ptr());
      return;
    }
    take_number(tensor, value);
    dispatch(tensor.dtype(), [&]<class T>() {
      if constexpr (is_half<T>)  // what is beyond a half is inf
        number_ = Scalar(convert<double>(convert<T>(number_.to_double())));
      else
        ops::detail::check_fits(number_, tensor.dtype());
    });
  }
  void put_into(const Tensor& place) const {
    if (tensor_.defined()) return put(place, tensor_);
    ops::detail::check_writable(place);
    ops::fill_(place, number_, place.dim() == 0 ? "CopyBackwards" : "FillBackward3");
  }
  Tensor as_tensor(DType dtype) const {
    return tensor_.defined() ? tensor_ : ops::full({}, number_, {dtype, kCpu});
  }

 private:
  void take_number(const Tensor& tensor, py::handle value) {
    if (is_plain_int(value)) {
      number_ = Scalar(as_place(value));
    } else if (const auto number = as_scalar(value)) {
      number_ = *number;
    } else {
      throw TypeError("can't assign a " + std::string(Py_TYPE(value.ptr())->tp_name) + " to a torch." +
                      (tensor.is_cuda() ? "cuda." : "") + std::string(scalar_type_name(tensor.dtype())) +
                      "Tensor");
    }
  }

  Tensor tensor_;
  Scalar number_ = 0;
};

}  // namespace

Tensor get_index(const Tensor& tensor, py::handle key) {
  if (is_plain_int(key)) return select_at(tensor, 0, as_place(key), 0);
  if (is_slice(key)) return slice_by(tensor, 0, key, false);
  if (key.is_none()) return ops::unsqueeze(tensor, 0);
  if (key.is(py::ellipsis())) return ops::alias(tensor);
  const Picked picked = pick(tensor, key);
  if (!picked.indices.empty()) return ops::index_many(picked.view, picked.indices);
  return picked.view.is_same(tensor) ? ops::alias(tensor) : picked.view;
}

void set_index(const Tensor& tensor, py::handle key, py::handle value) {
  const Value given(tensor, value);
  if (key.ptr() == Py_False) return;
  if (key.is(py::ellipsis())) return given.put_into(tensor);
  if (key.is_none() || key.ptr() == Py_True) return given.put_into(ops::unsqueeze(tensor, 0));
  if (is_plain_int(key)) return given.put_into(select_at(tensor, 0, as_place(key), 0));
  if (is_slice(key)) return given.put_into(slice_by(tensor, 0, key, true));
  const Picked picked = pick(tensor, key);
  if (picked.indices.empty()) return given.put_into(picked.view);
  ops::index_put_(picked.view, picked.indices, without_leading_ones(given.as_tensor(picked.view.dtype())));
}

}  // namespace todevice::python
