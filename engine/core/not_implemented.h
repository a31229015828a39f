// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/dtype.h"
#include "core/errors.h"

namespace todevice {

/// PyTorch's sentence for a kernel that lacks a dtype: "NAME" not implemented for 'Long'.
[[noreturn]] inline void throw_not_implemented(std::string_view kernel, DType dtype) {
  throw NotImplementedError("\"" + std::string(kernel) + "\" not implemented for '" +
                            std::string(scalar_type_name(dtype)) + "'");
}

/// What a backend throws for an element-wise operation that the dtype does not have.
[[noreturn]] inline void throw_not_implemented(DType dtype) {
  throw NotImplementedError("this operation is not implemented for '" + std::string(scalar_type_name(dtype)) +
                            "'");
}

}  // namespace todevice
