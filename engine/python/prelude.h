// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

namespace todevice::python {

/// One file of prelude/: what of torch is Python itself, small classes over the engine's functions.
struct PreludePart {
  const char* file;
  /// What marshal makes of the file's code object: compiled with the program, as every start would cost more
  /// than twenty milliseconds otherwise.
  std::span<const unsigned char> code;
};

/// In the order in which they are run, all in one namespace, when torch is registered.
const std::vector<PreludePart>& prelude();

/// The number of the bytecode's form (PyImport_GetMagicNumber) that the parts are compiled to: one for each
/// minor version of Python.
long prelude_magic();

}  // namespace todevice::python
