// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <variant>

#include "backend/kernels.h"
#include "core/scalar.h"
#include "core/tensor.h"

namespace todevice::ops {

/// A tensor or a plain number. A number, and a 0-dim CPU tensor beside a GPU tensor, joins whatever device
/// the other is on.
class Arg {
 public:
  Arg(Tensor tensor) : value_(std::move(tensor)) {}  // NOLINT: implicit on purpose
  Arg(Scalar scalar) : value_(scalar) {}             // NOLINT
  template <class T>
  requires std::is_arithmetic_v<T> Arg(T value) : value_(Scalar(value)) {}  // NOLINT
  const Tensor* tensor() const { return std::get_if<Tensor>(&value_); }
  const Scalar* scalar() const { return std::get_if<Scalar>(&value_); }

 private:
  std::variant<Tensor, Scalar> value_;
};

/// Dtypes are promoted, shapes broadcast as in PyTorch. Throws Error "Expected all tensors to be on the same
/// device, but found at least two devices, cuda:0 and cpu!".
Tensor binary(BinaryOp op, const Arg& a, const Arg& b);
/// Writes into `out` (shape and dtype must allow it), as `a.add_(b)`. Refused on a leaf that requires grad.
void binary_(BinaryOp op, const Tensor& out, const Arg& b);
Tensor unary(UnaryOp op, const Tensor& x);
void unary_(UnaryOp op, const Tensor& x);

inline Tensor add(const Arg& a, const Arg& b) {
  return binary(BinaryOp::add, a, b);
}
inline Tensor sub(const Arg& a, const Arg& b) {
  return binary(BinaryOp::sub, a, b);
}
inline Tensor mul(const Arg& a, const Arg& b) {
  return binary(BinaryOp::mul, a, b);
}
inline Tensor div(const Arg& a, const Arg& b) {
  return binary(BinaryOp::div, a, b);
}
inline Tensor pow(const Arg& a, const Arg& b) {
  return binary(BinaryOp::pow, a, b);
}
inline Tensor relu(const Tensor& x) {
  return unary(UnaryOp::relu, x);
}
inline Tensor sigmoid(const Tensor& x) {
  return unary(UnaryOp::sigmoid, x);
}
inline Tensor tanh(const Tensor& x) {
  return unary(UnaryOp::tanh, x);
}

/// x where it is positive, else slope * x.
Tensor leaky_relu(const Tensor& x, double slope = 0.01);
/// GELU by the tanh formula (Hendrycks and Gimpel, 2016); UnaryOp::gelu is the exact one.
Tensor gelu_tanh(const Tensor& x);

/// Either bound may be missing.
Tensor clamp(const Tensor& x, std::optional<Scalar> low, std::optional<Scalar> high);
/// Bounds that are tensors, broadcast to x; either may be undefined. Where the lower one is above, the upper
/// one is the result. A value that equals its bound keeps the whole gradient.
Tensor clamp_between(const Tensor& x, const Tensor& low, const Tensor& high);
void clamp_between_(const Tensor& x, const Tensor& low, const Tensor& high);
Tensor where(const Tensor& condition, const Arg& a, const Arg& b);

}  // namespace todevice::ops
