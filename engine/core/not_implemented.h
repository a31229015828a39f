// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/dtype.h"
#include "core/errors.h"

namespace todevice {

/// What a backend throws for an element-wise operation that the dtype does not have.
[[noreturn]] inline void throw_not_implemented(DType dtype) {
  throw NotImplementedError("this operation is not implemented for '" + std::string(scalar_type_name(dtype)) +
                            "'");
}

}  // namespace todevice
