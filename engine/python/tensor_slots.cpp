// SPDX-License-Identifier: Apache-2.0
#include "python/tensor_slots.h"

#include <utility>

#include "core/errors.h"
#include "core/format.h"
#include "ops/ops.h"
#include "python/convert.h"
#include "python/errors.h"
#include "python/indexing.h"

namespace todevice::python::slots {

namespace {

template <BinaryOp op>
PyObject* binary(PyObject* a, PyObject* b) {
  return guarded<PyObject*>(nullptr, [&]() -> PyObject* {
    const auto x = as_arg(a);
    const auto y = as_arg(b);
    if (!x || !y) return Py_NewRef(Py_NotImplemented);
    return wrap(ops::binary(op, *x, *y));
  });
}

template <BinaryOp op>
PyObject* in_place(PyObject* a, PyObject* b) {
  return guarded<PyObject*>(nullptr, [&]() -> PyObject* {
    const auto y = as_arg(b);
    if (!y) return Py_NewRef(Py_NotImplemented);
    ops::binary_(op, unwrap(a), *y);
    return Py_NewRef(a);
  });
}

PyObject* power_in_place(PyObject* a, PyObject* b, PyObject*) {
  return in_place<BinaryOp::pow>(a, b);
}

/// What the subset lacks, with what does the same.
template <bool left>
PyObject* no_shift(PyObject* a, PyObject* b) {
  return guarded<PyObject*>(nullptr, [&]() -> PyObject* {
    if (!as_arg(a) || !as_arg(b)) return Py_NewRef(Py_NotImplemented);
    throw NotImplementedError(left ? "ToDevice's tensors have no <<; x * 2**n gives what x << n does"
                                   : "ToDevice's tensors have no >>; x // 2**n gives what x >> n does");
  });
}

template <UnaryOp op>
PyObject* unary(PyObject* a) {
  return guarded<PyObject*>(nullptr, [&] { return wrap(ops::unary(op, unwrap(a))); });
}

PyObject* power(PyObject* a, PyObject* b, PyObject*) {
  return binary<BinaryOp::pow>(a, b);
}

PyObject* matmul(PyObject* a, PyObject* b) {
  return guarded<PyObject*>(nullptr, [&]() -> PyObject* {
    if (!is_tensor(a) || !is_tensor(b)) return Py_NewRef(Py_NotImplemented);
    return wrap(ops::matmul(unwrap(a), unwrap(b)));
  });
}

PyObject* positive(PyObject* self) {
  return guarded<PyObject*>(nullptr, [&] {
    if (unwrap(self).dtype() == DType::boolean)
      throw Error("The `+` operator, on a bool tensor is not supported.");
    return Py_NewRef(self);
  });
}

PyObject* invert(PyObject* self) {
  return guarded<PyObject*>(nullptr, [&] {
    const Tensor tensor = unwrap(self);
    if (is_floating_point(tensor.dtype()))
      throw TypeError("~ (operator.invert) is only implemented on integer and Boolean-type tensors");
    return wrap(ops::unary(UnaryOp::bitwise_not, tensor));
  });
}

/// The truth of the one element.
int truth(PyObject* self) {
  return guarded<int>(-1, [&] {
    const Tensor tensor = unwrap(self);
    if (tensor.numel() != 1) {
      throw Error(tensor.numel() == 0 ? "Boolean value of Tensor with no values is ambiguous"
                                      : "Boolean value of Tensor with more than one value is ambiguous");
    }
    return tensor.item<bool>() ? 1 : 0;
  });
}

/// float(x) and int(x), which PyTorch words otherwise than x.item().
const Tensor& only_one(const Tensor& tensor) {
  if (tensor.numel() != 1) throw ValueError("only one element tensors can be converted to Python scalars");
  return tensor;
}

PyObject* to_float(PyObject* self) {
  return guarded<PyObject*>(nullptr, [&] {
    const Tensor& tensor = unwrap(self);
    static bool warned = false;  // once a process, as PyTorch
    if (tensor.requires_grad() && !std::exchange(warned, true)) {
      warn(
          "Converting a tensor with requires_grad=True to a scalar may lead to unexpected "
          "behavior.\nConsider "
          "using tensor.detach() first.");
    }
    return PyFloat_FromDouble(only_one(tensor).item<double>());
  });
}

PyObject* to_int(PyObject* self) {
  return guarded<PyObject*>(nullptr, [&] {
    const py::object value = number(only_one(unwrap(self)));
    return PyNumber_Long(value.ptr());
  });
}

PyObject* to_index(PyObject* self) {
  return guarded<PyObject*>(nullptr, [&] {
    const Tensor tensor = unwrap(self);
    if (tensor.numel() != 1 || is_floating_point(tensor.dtype())) {
      throw TypeError("only integer tensors of a single element can be converted to an index");
    }
    return PyLong_FromLongLong(tensor.item<std::int64_t>());
  });
}

Py_ssize_t length(PyObject* self) {
  return guarded<Py_ssize_t>(-1, [&] {
    const Tensor tensor = unwrap(self);
    if (tensor.dim() == 0) throw TypeError("len() of a 0-d tensor");
    return static_cast<Py_ssize_t>(tensor.shape()[0]);
  });
}

PyObject* get_item(PyObject* self, PyObject* key) {
  return guarded<PyObject*>(nullptr, [&] { return wrap(get_index(unwrap(self), key)); });
}

int set_item(PyObject* self, PyObject* key, PyObject* value) {
  return guarded<int>(-1, [&] {
    if (!value) throw TypeError("Tensor does not support deleting items");
    set_index(unwrap(self), key, value);
    return 0;
  });
}

PyObject* iterate(PyObject* self) {
  return guarded<PyObject*>(nullptr, [&] {
    const Tensor tensor = unwrap(self);
    if (tensor.dim() == 0) throw TypeError("iteration over a 0-d tensor");
    const std::vector<Tensor> parts = ops::unbind(tensor);
    py::tuple rows(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i) rows[i] = py::cast(parts[i]);
    return PyObject_GetIter(rows.ptr());
  });
}

int contains(PyObject* self, PyObject* value) {
  return guarded<int>(-1, [&] {
    const auto given = as_arg(value);
    if (!given) {
      throw Error("Tensor.__contains__ only supports Tensor or scalar, but you passed in a " +
                  std::string(py::str(py::type::handle_of(value))) + ".");
    }
    const Tensor equal = ops::binary(BinaryOp::eq, unwrap(self), *given);
    return ops::any(equal).item<bool>() ? 1 : 0;
  });
}

PyObject* compare(PyObject* a, PyObject* b, int how) {
  switch (how) {
    case Py_EQ:
      return binary<BinaryOp::eq>(a, b);
    case Py_NE:
      return binary<BinaryOp::ne>(a, b);
    case Py_LT:
      return binary<BinaryOp::lt>(a, b);
    case Py_LE:
      return binary<BinaryOp::le>(a, b);
    case Py_GT:
      return binary<BinaryOp::gt>(a, b);
    default:
      return binary<BinaryOp::ge>(a, b);
  }
}

Py_hash_t hash(PyObject* self) {
  return reinterpret_cast<Py_hash_t>(self);  // id(self), as in PyTorch
}

template <class F>
PyType_Slot slot(int which, F* function) {
  return {which, reinterpret_cast<void*>(function)};
}

}  // namespace

PyObject* repr(PyObject* self) {
  return guarded<PyObject*>(nullptr, [&] {
    const std::string text = todevice::repr(unwrap(self));
    return PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size()));
  });
}

void add_to(std::vector<PyType_Slot>& all) {
  all.insert(all.end(), {slot(Py_nb_add, binary<BinaryOp::add>),
                         slot(Py_nb_subtract, binary<BinaryOp::sub>),
                         slot(Py_nb_multiply, binary<BinaryOp::mul>),
                         slot(Py_nb_true_divide, binary<BinaryOp::div>),
                         slot(Py_nb_floor_divide, binary<BinaryOp::floor_div>),
                         slot(Py_nb_remainder, binary<BinaryOp::remainder>),
                         slot(Py_nb_power, power),
                         slot(Py_nb_matrix_multiply, matmul),
                         slot(Py_nb_and, binary<BinaryOp::bitwise_and>),
                         slot(Py_nb_or, binary<BinaryOp::bitwise_or>),
                         slot(Py_nb_xor, binary<BinaryOp::bitwise_xor>),
                         slot(Py_nb_inplace_add, in_place<BinaryOp::add>),
                         slot(Py_nb_inplace_subtract, in_place<BinaryOp::sub>),
                         slot(Py_nb_inplace_multiply, in_place<BinaryOp::mul>),
                         slot(Py_nb_inplace_true_divide, in_place<BinaryOp::div>),
                         slot(Py_nb_inplace_floor_divide, in_place<BinaryOp::floor_div>),
                         slot(Py_nb_inplace_remainder, in_place<BinaryOp::remainder>),
                         slot(Py_nb_inplace_power, power_in_place),
                         slot(Py_nb_inplace_and, in_place<BinaryOp::bitwise_and>),
                         slot(Py_nb_inplace_or, in_place<BinaryOp::bitwise_or>),
                         slot(Py_nb_inplace_xor, in_place<BinaryOp::bitwise_xor>),
                         slot(Py_nb_lshift, no_shift<true>),
                         slot(Py_nb_rshift, no_shift<false>),
                         slot(Py_nb_negative, unary<UnaryOp::neg>),
                         slot(Py_nb_positive, positive),
                         slot(Py_nb_absolute, unary<UnaryOp::abs>),
                         slot(Py_nb_invert, invert),
                         slot(Py_nb_bool, truth),
                         slot(Py_nb_float, to_float),
                         slot(Py_nb_int, to_int),
                         slot(Py_nb_index, to_index),
                         slot(Py_mp_length, length),
                         slot(Py_mp_subscript, get_item),
                         slot(Py_mp_ass_subscript, set_item),
                         slot(Py_sq_contains, contains),
                         slot(Py_tp_iter, iterate),
                         slot(Py_tp_richcompare, compare),
                         slot(Py_tp_hash, hash),
                         slot(Py_tp_repr, repr)});
}

}  // namespace todevice::python::slots
