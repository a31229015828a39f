// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include "core/tensor.h"

namespace todevice::python {

/// tensor[key] and tensor[key] = value with integers, slices, None, ..., bools, and bool and integer tensors
/// or sequences, as PyTorch reads a key: plain ones give a view, to which the others are then applied at
/// once.
Tensor get_index(const Tensor& tensor, pybind11::handle key);
void set_index(const Tensor& tensor, pybind11::handle key, pybind11::handle value);

}  // namespace todevice::python
