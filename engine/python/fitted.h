// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/registry.h"
#include "core/tensor.h"

namespace todevice::python {

/// An argument as an operation needs it: itself where it is so already. Then nobody asked for a move, and
/// none is reported, unlike Tensor::to().
inline Tensor fitted(const Tensor& x, const ToOptions& options) {
  const bool stays = !options.device || registry::resolve(*options.device) == x.device();
  const bool keeps = !options.dtype || *options.dtype == x.dtype();
  return stays && keeps && !options.copy ? x : x.to(options);
}

}  // namespace todevice::python
