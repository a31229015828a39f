// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "backend/kernels.h"

namespace todevice::host {

/// The sum (or mean) over the dimensions whose bit is set in `dims`, with the bits that PyTorch's CPU kernels
/// give on one thread: rows are added in four interleaved parts of eight floats (four doubles) each, and long
/// ones in levels (aten/src/ATen/native/cpu/SumKernel.cpp, cascade_sum), over dimensions in the order in
/// which its iterator walks them. `out` is contiguous and keeps the dimensions with size 1.
void cascade_sum(const View& out, const View& in, std::uint32_t dims, bool mean);

}  // namespace todevice::host
