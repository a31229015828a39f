// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

namespace todevice::python {

// What each file of this folder adds. register_torch() calls them in the order in which they need one
// another.

void add_types(pybind11::module_& torch);  ///< dtype, device
void add_tensor_methods();
void add_tensor_math(pybind11::module_& torch);  ///< methods and functions of the same name
void add_tensor_reductions(pybind11::module_& torch);
void add_factories(pybind11::module_& torch);
void add_storage_bytes(pybind11::module_& torch);  ///< UntypedStorage, and what files are made of
void add_random(pybind11::module_& torch);
void add_autograd(pybind11::module_& torch);
void add_functional(pybind11::module_& functional);
void add_layer_functions(pybind11::module_& functional);  ///< what layers.py is made of
void add_module(pybind11::module_& nn);
void add_layers(pybind11::module_& nn);
void add_optim(pybind11::module_& optim);
void add_cuda(pybind11::module_& cuda);
void add_streams(pybind11::module_& cuda);
void add_parallel(pybind11::module_& nn);

}  // namespace todevice::python
