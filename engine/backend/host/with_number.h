// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/kernels.h"

namespace todevice::host {

/// out = a op number for float16 and bfloat16, where PyTorch's CPU takes the number as float32 and not
/// rounded to the dtype first: in *, / and //, in no other operation. False, and nothing done, for all else.
bool binary_with_number(BinaryOp op, const View& out, const View& a, Scalar number);

}  // namespace todevice::host
