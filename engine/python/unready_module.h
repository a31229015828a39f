// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

namespace todevice::python {

// A class of the learner's whose __init__ leaves out super().__init__(). PyTorch makes such a module all the
// same: plain attributes can be set, and what needs a part of it that is not there raises AttributeError.

/// Whether it is such a module. Runs no Python.
bool is_unready(PyObject* object);

/// Raises PyTorch's AttributeError for a method of an unready module, and gives true; false where the method
/// is one that it has all the same.
bool refuse_unready(PyObject* module, const char* method);

}  // namespace todevice::python
