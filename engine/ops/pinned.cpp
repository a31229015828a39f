// SPDX-License-Identifier: Apache-2.0
#include "ops/pinned.h"

#include "backend/pinned_host.h"
#include "core/errors.h"
#include "ops/creation.h"

namespace todevice::ops {

bool is_pinned(const Tensor& tensor) {
  return todevice::is_pinned(*tensor.storage());
}

Tensor pin_memory(const Tensor& tensor) {
  if (tensor.is_cuda()) {
    throw Error("cannot pin 'torch.cuda." + std::string(scalar_type_name(tensor.dtype())) +
                "Tensor' only dense CPU tensors can be pinned");
  }
  if (is_pinned(tensor)) return tensor;
  Tensor pinned = Tensor::empty(tensor.shape(), {.dtype = tensor.dtype(), .pinned = true});
  copy_into(pinned, tensor.detach());
  return pinned;
}

}  // namespace todevice::ops
