// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

namespace todevice::python {

/// May it stand for one int, or first in a list of several (of which later ones may be bools too)?
bool is_whole(pybind11::handle value);

/// What the prelude reads an argument of several ints by: as_dims of python/convert.h.
void add_ints(pybind11::module_& torch);

}  // namespace todevice::python
