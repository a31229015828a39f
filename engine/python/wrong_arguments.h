// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

namespace todevice::python {

/// Makes every function bound in these modules, and in their classes, tell a call that does not fit it in
/// PyTorch's words instead of pybind11's. `sentence(text, module, args, kwargs, given, own)` writes them from
/// the function's own text (`given`: the keywords as they were written, under NumPy's names perhaps); it is
/// asked for only after such a call has failed, so that one that fits costs nothing more. `own`: the function
/// has raised a TypeError itself, which stands where the answer is None.
void reword_wrong_arguments(const pybind11::list& modules, const pybind11::object& sentence);

}  // namespace todevice::python
