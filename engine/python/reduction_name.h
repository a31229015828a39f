// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "ops/loss.h"

namespace todevice::python {

/// "mean", "sum" or "none"; ValueError for another word.
ops::Reduction reduction_named(const std::string& name);

}  // namespace todevice::python
