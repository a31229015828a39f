// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "visibility/visibility.h"

namespace todevice::visibility {

/// Gives every token its sentence.
void say_why(Result& result, const std::optional<std::string>& order, const std::vector<PhysicalGpu>& gpus);

}  // namespace todevice::visibility
