// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tensor.h"

namespace todevice::ops {

/// The tensor itself when its memory is page-locked already, else a dense copy in page-locked memory of the
/// CPU, no history. Throws Error for a tensor on a GPU, and where there is no GPU to copy to.
Tensor pin_memory(const Tensor& tensor);
bool is_pinned(const Tensor& tensor);

}  // namespace todevice::ops
