// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "backend/cuda/gpu.h"
#include "backend/kernels.h"

namespace todevice::cuda {

/// A matrix product as cuBLAS wants it: everything that decides which kernel serves best. Compared as bytes,
/// so it holds no padding.
struct ProductShape {
  std::int64_t rows, columns, inner, batch;  ///< of the (row-major) result; batch 1 for one product
  std::int64_t a_step, b_step, out_step;     ///< elements from row to row
  std::int64_t a_batch, b_batch, out_batch;  ///< elements from one product to the next
  std::int32_t dtype;
  std::int16_t a_turned, b_turned;  ///< stored by columns
  std::int32_t alignment;           ///< bytes that every address is a multiple of, up to 256
  std::int16_t tf32, bias;

  bool operator==(const ProductShape&) const = default;
};

/// Runs the product through cuBLASLt: out = alpha a x b + beta out (+ bias per column). The way is looked up
/// once a shape and kept.
void run_product(Gpu& gpu, const ProductShape& shape, void* out, const void* a, const void* b,
                 const void* bias, double alpha, double beta);

/// torch.backends.cuda.matmul.allow_tf32: float32 products on the tensor cores, with 10 bits of mantissa.
void set_allow_tf32(bool value) noexcept;
bool allow_tf32() noexcept;

/// Can cuBLAS read and write these as they lie? Else a product makes copies, which it allocates.
bool lies_for_product(const View& out, const View& a, const View& b);

/// out = bias (repeated over the rows) + a x b.
void product_plus_row(Gpu& gpu, const View& out, const View& bias, const View& a, const View& b, bool tf32);
/// False when `bias` is not one row (for cuBLAS: dense, aligned).
bool takes_row(const View& out, const View& bias, const View& a);
/// out = a x b, and the sums of the rows of a: for what is_small_product.
void product_row_sums(Gpu& gpu, const View& out, const View& sums, const View& a, const View& b);

}  // namespace todevice::cuda
