// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <utility>
#include <vector>

namespace todevice::worker {

/// What a piece of Python code names, in its order, each once: `x`, `self.fc`, `batch[0]`, with the objects
/// that these are. The longest form that can be looked up without running any code of the lesson is taken:
/// `x.T` is `x`. Throws py::error_already_set only when memory is short; text that is no Python names
/// nothing.
std::vector<std::pair<std::string, pybind11::object>> names_in(const std::string& text,
                                                               const pybind11::object& locals,
                                                               const pybind11::object& globals);

}  // namespace todevice::worker
