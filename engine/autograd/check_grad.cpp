// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "autograd/functions.h"
#include "core/errors.h"
#include "ops/checks.h"

namespace todevice::autograd {

void check_grad(const Tensor& tensor, const Tensor& grad) {
  if (!grad.defined()) return;
  if (grad.is_same(tensor)) throw Error("can't assign Variable as its own grad");
  const std::string start = "attempting to assign a gradient ";
  if (grad.dtype() != tensor.dtype()) {
    throw Error(
        start + "with dtype '" + std::string(ops::detail::c_type_name(grad.dtype())) +
        "' to a tensor with grad_dtype '" + std::string(scalar_type_name(tensor.dtype())) +
        "'. The gradient must match the tensor's grad_dtype (defaults to the tensor's dtype). You can set "
        "the tensor's grad_dtype attribute with a specific dtype, or None to allow any dtype. Set "
        "grad_dtype with caution. Diverging the dtypes of a tensor and its gradient may break downstream "
        "systems that assume they match.");
  }
  if (grad.device().type() != tensor.device().type()) {
    throw Error(start + "with device type '" + std::string(device_type_name(grad.device().type())) +
                "' to a tensor with device type '" + std::string(device_type_name(tensor.device().type())) +
                "'. Please ensure that the gradient and the tensor are on the same device");
  }
  if (grad.device() != tensor.device()) {
    throw Error(start + "located on device with index '" + std::to_string(grad.device().index()) +
                "' to a tensor located on device with index '" + std::to_string(tensor.device().index()) +
                "'. Please ensure that the gradient and the tensor are on the same device");
  }
  if (grad.shape() != tensor.shape()) {
    throw Error(start + "of size '" + to_string(grad.shape()) + "' to a tensor of size '" +
                to_string(tensor.shape()) +
                "'. Please ensure that the gradient and the tensor are the same size");
  }
}

}  // namespace todevice::autograd
