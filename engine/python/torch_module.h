// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Python.h>

#include "core/tensor.h"
#include "nn/module.h"

namespace todevice::python {

/// Puts torch, torch.nn, torch.nn.functional, torch.optim, torch.cuda and torch.utils.data into sys.modules.
/// Call once, after Python started, with the GIL held. Throws pybind11::error_already_set.
void register_torch();

// What a Python object is to the engine. None of these runs Python code of the learner's.

bool is_tensor(PyObject* object);
bool is_parameter(PyObject* object);
/// The tensor behind a torch.Tensor; undefined for anything else.
Tensor unwrap(PyObject* object);
/// The torch.Tensor that stands for a tensor (a new reference): the same object as long as the tensor lives.
PyObject* wrap(const Tensor& tensor);
/// The same object, borrowed, or null when none was made yet.
PyObject* existing_wrapper(const Tensor& tensor);
/// The module behind a torch.nn.Module; null for anything else.
nn::Module* module_of(PyObject* object);
bool is_optimizer(PyObject* object);
bool is_device(PyObject* object);
bool is_dtype(PyObject* object);

}  // namespace todevice::python
