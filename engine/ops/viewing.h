// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/checks.h"
#include "ops/view.h"

namespace todevice::ops::detail {

/// A view with its history: `back` turns the view's gradient into that of the whole.
template <class F>
Tensor viewed(const Tensor& x, const Shape& shape, const Strides& strides, std::int64_t offset,
              std::string_view name, F back) {
  Tensor out = x.as_strided(shape, strides, offset);
  if (autograd::guarded() || x.impl().inference) return out;
  autograd::mark_view(out, x);
  if (autograd::recording(x)) {
    autograd::record<0>(out, name, {&x}, {}, [back](const Tensor& grad, const auto&, const Node&) {
      return Gradients{back(grad)};
    });
  }
  return out;
}

/// For views whose gradient only changes shape.
inline Tensor reshaped(const Tensor& x, const Shape& shape, const Strides& strides, std::string_view name) {
  return viewed(x, shape, strides, x.storage_offset(), name,
                [whole = x.shape()](const Tensor& grad) { return reshape(grad, whole); });
}

}  // namespace todevice::ops::detail
