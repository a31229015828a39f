// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace todevice::cuda {

template <class C>
__device__ C relu(C x) {
  return x <= C(0) ? C(0) : x;  // NaN stays
}

/// `g` came in; `x` is what relu was given, or gave.
template <class C>
__device__ C relu_grad(C g, C x) {
  return x <= C(0) ? C(0) : g;
}

}  // namespace todevice::cuda
