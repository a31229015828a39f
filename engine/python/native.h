// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

namespace todevice::python {

/// Functions as PyTorch's are seen: in Python, pybind11's are methods of a capsule, and the prelude's are
/// plain functions, where PyTorch's are methods of the tensor's class and built-in functions. Adds to `torch`
///   _as_native(function, name, owner)   a built-in function of that name that does what `function` does;
///   with an owner
///                                       (a type) a method of it, for the type's namespace
///   _made_of(native)                    the function that it was made of, or None
///   _name_in_errors(type, name)         what Python's own errors call the type: "torch.Size"
/// They cost no more than what they stand for. As many as there are names in the bindings; more throw.
void add_natives(pybind11::module_& torch);

}  // namespace todevice::python
