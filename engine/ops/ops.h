// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Every operation on tensors, by family. Each one checks (shape, dtype, device; errors in PyTorch's words),
/// makes the result, runs a kernel of the device and, where an input requires grad, records how to go back.

#include "ops/convolution.h"  // IWYU pragma: export
#include "ops/creation.h"     // IWYU pragma: export
#include "ops/elementwise.h"  // IWYU pragma: export
#include "ops/indexing.h"     // IWYU pragma: export
#include "ops/linalg.h"       // IWYU pragma: export
#include "ops/loss.h"         // IWYU pragma: export
#include "ops/normalise.h"    // IWYU pragma: export
#include "ops/pinned.h"       // IWYU pragma: export
#include "ops/random.h"       // IWYU pragma: export
#include "ops/reduction.h"    // IWYU pragma: export
#include "ops/sorting.h"      // IWYU pragma: export
#include "ops/view.h"         // IWYU pragma: export
