// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include "core/tensor.h"

namespace todevice::python {

/// The arguments of `.to()`, of tensors and modules alike.
ToOptions to_options(const pybind11::args& args, const pybind11::kwargs& kwargs);

}  // namespace todevice::python
