// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

namespace todevice::python {

/// Makes every function bound in these modules, and in their classes, tell a call that does not fit it in
/// PyTorch's words instead of pybind11's. `sentence(text, module, args, kwargs)` writes them from the
/// function's own text; it is asked for only after such a call has failed, so that one that fits costs
/// nothing more.
void reword_wrong_arguments(const pybind11::list& modules, const pybind11::object& sentence);

}  // namespace todevice::python
