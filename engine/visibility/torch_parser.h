// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "visibility/visibility.h"

namespace todevice::visibility {

/// Fills in what torch.cuda.device_count() says before CUDA is initialised. It reads the variable itself, and
/// not in all as the driver does: entries are stripped, digits are Python's, a repeated entry empties the
/// list wherever it stands. Measured with PyTorch 2.11.
void count_as_torch(const std::optional<std::string>& variable, const std::vector<PhysicalGpu>& gpus,
                    Result& result);

}  // namespace todevice::visibility
