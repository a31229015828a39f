// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <utility>
#include <vector>

#include "core/tensor.h"
#include "nn/module.h"
#include "protocol/messages.h"

/// What Python code has in its hands, as the engine sees it: the one place that knows how engine/python wraps
/// things. Nothing here runs Python code of the lesson, and nothing but `wrap` makes an object.
namespace todevice::worker::bridge {

/// The engine's tensor behind a torch.Tensor; undefined for anything else.
Tensor tensor_of(PyObject* object);
bool is_tensor(PyObject* object);
bool is_parameter(PyObject* object);
/// The engine's module behind a torch.nn.Module; null for anything else.
nn::Module* module_of(PyObject* object);
bool is_optimizer(PyObject* object);
/// What one of an optimizer's cores keeps for a parameter, by the names of its state; empty for anything
/// else.
std::vector<std::pair<std::string, Tensor>> optimizer_state(PyObject* core, PyObject* parameter);
bool is_device(PyObject* object);
bool is_dtype(PyObject* object);

/// Python's id() of the object that stands for this tensor; 0 when there is none.
protocol::Address id_of(const Tensor& tensor);
/// The same for a module.
protocol::Address id_of(const nn::Module& module);
pybind11::object wrap(const Tensor& tensor);

}  // namespace todevice::worker::bridge
