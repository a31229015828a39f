// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Python.h>

#include <vector>

/// Operators, indexing, comparison and printing of torch.Tensor as slots of its type: no argument parsing on
/// the way.
namespace todevice::python::slots {

void add_to(std::vector<PyType_Slot>& all);
PyObject* repr(PyObject* self);

}  // namespace todevice::python::slots
