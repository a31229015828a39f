// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "backend/kernels.h"

namespace todevice::host {

/// Up to this many multiplications a loop of our own beats the call into BLAS.
inline constexpr std::int64_t kTinyProduct = 2048;

/// out = alpha * a x b + beta * out for such products of float or double, in 3-d views as Kernels::matmul
/// takes them. Each element is the sum of its products in their order, each rounded: what a plain loop gives,
/// several elements at a time.
void tiny_product(const View& out, const View& a, const View& b, float alpha, float beta);
void tiny_product(const View& out, const View& a, const View& b, double alpha, double beta);

}  // namespace todevice::host
