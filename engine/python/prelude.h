// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace todevice::python {

/// One file of prelude/: what of torch is Python itself, small classes over the engine's functions.
struct PreludePart {
  const char* file;
  const char* text;
};

/// In the order in which they are run, all in one namespace, when torch is registered.
const std::vector<PreludePart>& prelude();

}  // namespace todevice::python
