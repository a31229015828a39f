// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace todevice::python {

/// The text of prelude.py.
extern const char* const kPrelude;

}  // namespace todevice::python
