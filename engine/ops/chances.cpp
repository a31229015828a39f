// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "ops/checks.h"
#include "ops/random.h"
#include "ops/view.h"

namespace todevice::ops {

using namespace detail;

namespace {

/// PyTorch's kernel for a share of each element counts them with dimensions exchanged where that brings the
/// steps of one of both tensors into falling order and disturbs the other's nowhere
/// (aten/src/ATen/cuda/CUDAApplyUtils.cuh).
void put_in_order(View& a, View& b) {
  for (int i = 0; i < a.shape.count(); ++i) {
    for (int j = i + 1; j < a.shape.count(); ++j) {
      if (a.shape[i] == 1 || a.shape[j] == 1) continue;
      const bool rising = a.strides[i] < a.strides[j] || b.strides[i] < b.strides[j];
      const bool falling = a.strides[i] > a.strides[j] || b.strides[i] > b.strides[j];
      if (!rising || falling) continue;
      for (View* view : {&a, &b}) {
        std::swap(view->shape[i], view->shape[j]);
        std::swap(view->strides[i], view->strides[j]);
      }
    }
  }
}

}  // namespace

Tensor chances(const Tensor& like, double share) {
  const Tensor drawn = new_like(like, like.dtype());
  if (drawn.numel() > 0) kernels_of(drawn).chance(in_memory_order(drawn), share);
  return drawn;
}

Tensor chances(const Tensor& like, const Tensor& share) {
  const autograd::NoGradGuard guard;
  const DType dtype = like.dtype() == DType::float64 ? DType::float64 : DType::float32;
  const Tensor own = expand(share.detach().to({.device = like.device(), .dtype = dtype}), like.shape());
  const Tensor drawn = new_like(like, like.dtype());
  View out = view_of(drawn), of = view_of(own);
  put_in_order(out, of);
  kernels_of(drawn).chances(out, of);  // also of no elements: as many numbers are taken
  return drawn;
}

}  // namespace todevice::ops
