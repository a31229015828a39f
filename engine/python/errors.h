// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <string>

namespace todevice::python {

/// What a TypeError says where a function took any object and could not use this one; wrong_arguments.h makes
/// it a sentence.
inline constexpr const char* kWrongCast =
    "an argument has the wrong type, or is a number that 64 bits do not hold";

/// Makes torch.OutOfMemoryError and torch.AcceleratorError, and turns the engine's exceptions into Python's
/// everywhere.
void add_errors(pybind11::module_& torch);
/// In a catch block: sets the Python error for the exception in flight.
void set_python_error() noexcept;

/// Runs `f` for a slot of a type: an exception becomes a Python error and `failed` is returned.
template <class R, class F>
R guarded(R failed, F&& f) noexcept {
  try {
    return f();
  } catch (...) {
    set_python_error();
    return failed;
  }
}

/// A UserWarning through Python's `warnings`; throws where a filter makes an error of it.
void warn(const std::string& text);

}  // namespace todevice::python
