// SPDX-License-Identifier: Apache-2.0
#include "autograd/functions.h"
#include "ops/creation.h"

namespace todevice::autograd {

Tensor to_copy(const Tensor& source, Device device, DType dtype, bool non_blocking) {
  Tensor out = ops::copy_to(source, device, dtype, non_blocking);
  if (recording(source) && is_floating_point(dtype)) {
    record<0>(out, "ToCopyBackward0", {&source}, {},
              [from = source.device(), type = source.dtype()](const Tensor& grad, const auto&, const Node&) {
                return std::vector<Tensor>{ops::copy_to(grad, from, type)};
              });
  }
  return out;
}

}  // namespace todevice::autograd
