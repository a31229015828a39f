// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <utility>

#include "backend/cuda/launchers.h"
#include "backend/cuda/product.h"

namespace todevice::cuda {

namespace {

/// How a matrix lies in memory: by rows or (turned) by columns, `step` elements apart.
struct Lie {
  bool turned = false;
  std::int64_t step = 0;
  bool fits = true;  ///< false: neither, it must be copied
};

Lie lie_of(const View& m) {
  const std::int64_t rows = m.shape[1], columns = m.shape[2], down = m.strides[1], right = m.strides[2];
  if ((right == 1 || columns == 1) && (down >= std::max<std::int64_t>(columns, 1) || rows == 1)) {
    return {false, rows == 1 ? columns : down};
  }
  if ((down == 1 || rows == 1) && (right >= std::max<std::int64_t>(rows, 1) || columns == 1)) {
    return {true, columns == 1 ? rows : right};
  }
  return {false, 0, false};
}

View turned(const View& m) {
  View t = m;
  std::swap(t.shape[1], t.shape[2]);
  std::swap(t.strides[1], t.strides[2]);
  return t;
}

/// A dense copy for as long as the work is being queued: the memory goes back to the stream that uses it.
class Dense {
 public:
  Dense(Gpu& gpu, const View& view, bool filled) : gpu_(gpu), view_(view) {
    view_.strides = contiguous_strides(view.shape);
    view_.data = gpu.allocate(static_cast<std::size_t>(numel(view.shape)) * item_size(view.dtype));
    if (filled) copy(gpu, view_, view);
  }
  ~Dense() { gpu_.allocator().deallocate(view_.data); }
  Dense(const Dense&) = delete;
  Dense& operator=(const Dense&) = delete;
  const View& view() const { return view_; }

 private:
  Gpu& gpu_;
  View view_;
};

std::int32_t alignment_of(std::initializer_list<const void*> addresses) {
  std::uintptr_t bits = 256;
  for (const void* address : addresses) bits |= reinterpret_cast<std::uintptr_t>(address);
  return std::int32_t{1} << std::countr_zero(bits);
}

void multiply(Gpu& gpu, const View& out, const View& a, const View& b, const void* bias, double alpha,
              double beta, bool tf32) {
  const Lie out_lies = lie_of(out), a_lies = lie_of(a), b_lies = lie_of(b);
  if (!a_lies.fits) return multiply(gpu, out, Dense(gpu, a, true).view(), b, bias, alpha, beta, tf32);
  if (!b_lies.fits) return multiply(gpu, out, a, Dense(gpu, b, true).view(), bias, alpha, beta, tf32);
  if (!out_lies.fits) {
    const Dense dense(gpu, out, beta != 0);
    multiply(gpu, dense.view(), a, b, bias, alpha, beta, tf32);
    return copy(gpu, out, dense.view());
  }
  if (out_lies.turned) return multiply(gpu, turned(out), turned(b), turned(a), nullptr, alpha, beta, tf32);
  const std::int64_t batch = out.shape[0];
  const auto batch_step = [&](const View& m) { return batch == 1 ? 0 : m.strides[0]; };
  const ProductShape shape{out.shape[1],
                           out.shape[2],
                           a.shape[2],
                           batch,
                           a_lies.step,
                           b_lies.step,
                           out_lies.step,
                           batch_step(a),
                           batch_step(b),
                           batch_step(out),
                           static_cast<std::int32_t>(out.dtype),
                           a_lies.turned,
                           b_lies.turned,
                           alignment_of({out.data, a.data, b.data}),
                           tf32,
                           bias != nullptr};
  run_product(gpu, shape, out.data, a.data, b.data, bias, alpha, beta);
}

View as_batch(const View& m) {
  if (m.shape.count() == 3) return m;
  return {m.data, m.dtype, {1, m.shape[0], m.shape[1]}, {0, m.strides[0], m.strides[1]}};
}

}  // namespace

bool lies_for_product(const View& out, const View& a, const View& b) {
  return is_small_product(out, a) ||
         (lie_of(as_batch(out)).fits && lie_of(as_batch(a)).fits && lie_of(as_batch(b)).fits);
}

void matmul(Gpu& gpu, const View& out, const View& a, const View& b, double alpha, double beta, bool tf32) {
  if (numel(out.shape) == 0) return;
  if (a.shape[2] == 0) {
    if (beta == 0) return fill(gpu, out, 0);
    return binary(gpu, BinaryOp::mul, out, out, Scalar(beta));
  }
  if (is_small_product(out, a)) return small_product(gpu, out, a, b, nullptr, alpha, beta);
  multiply(gpu, out, a, b, nullptr, alpha, beta, tf32);
}

bool takes_row(const View& out, const View& bias, const View& a) {
  if (bias.strides[0] != 0 || numel(out.shape) == 0 || a.shape[1] == 0) return false;
  if (is_small_product(out, a)) return true;
  const bool dense = bias.strides[1] == 1 || bias.shape[1] == 1;
  const bool aligned = reinterpret_cast<std::uintptr_t>(bias.data) % 16 == 0;
  const Lie lies = lie_of(as_batch(out));
  return dense && aligned && lies.fits && !lies.turned;
}

void product_plus_row(Gpu& gpu, const View& out, const View& bias, const View& a, const View& b, bool tf32) {
  if (is_small_product(out, a)) return small_product(gpu, out, a, b, &bias, 1, 0);
  multiply(gpu, as_batch(out), as_batch(a), as_batch(b), bias.data, 1, 0, tf32);
}

void product_row_sums(Gpu& gpu, const View& out, const View& sums, const View& a, const View& b) {
  small_product(gpu, out, a, b, nullptr, 1, 0, &sums);
}

}  // namespace todevice::cuda
