// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <new>

#include "backend/kernels.h"
#include "core/dispatch.h"

namespace todevice::host {

/// An operand as a view: a number becomes one element that repeats over `shape`.
class OperandView {
 public:
  OperandView(const Operand& operand, DType dtype, const Shape& shape) {
    if (const View* given = std::get_if<View>(&operand)) {
      view_ = *given;
      return;
    }
    const Scalar scalar = std::get<Scalar>(operand);
    dispatch(dtype, [&]<class T>() {
      T& value = *new (bytes_) T;
      value = scalar.is_floating() || (scalar.is_large() && !std::is_integral_v<T>)
                  ? convert<T>(scalar.to_double())
                  : convert<T>(scalar.to_int64());
    });
    view_.data = bytes_;
    view_.dtype = dtype;
    view_.shape = shape;
    view_.strides = shape;
    for (std::int64_t& stride : view_.strides) stride = 0;
  }
  OperandView(const OperandView&) = delete;
  OperandView& operator=(const OperandView&) = delete;
  const View& get() const { return view_; }

 private:
  View view_;
  alignas(8) std::byte bytes_[8] = {};
};

inline DType dtype_of(const Operand& a, const Operand& b) {
  if (const View* view = std::get_if<View>(&a)) return view->dtype;
  return std::get<View>(b).dtype;
}

}  // namespace todevice::host
