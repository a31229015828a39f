// SPDX-License-Identifier: Apache-2.0
// Products so small that cuBLAS would mostly start and stop: the layers of a lesson's network. A few
// neighbouring threads of a warp share one element of the result and add up their parts in a fixed order.
#include "backend/cuda/device/launch.cuh"
#include "backend/cuda/device/types.cuh"
#include "backend/cuda/launchers.h"

namespace todevice::cuda {

namespace {

constexpr std::int64_t kFewSteps = std::int64_t{1}
                                   << 20;  // multiplications up to which this is the faster way
constexpr std::int64_t kShort = 4096;      // longer sums are cut into parts, which cuBLAS does
constexpr std::uint32_t kWarp = 32;

/// A matrix in memory; steps in elements.
struct Lay {
  std::int64_t down, right;
  explicit Lay(const View& m) : down(m.strides[m.shape.count() - 2]), right(m.strides[m.shape.count() - 1]) {}
};

template <class T>
struct Product {
  T* out;
  const T *a, *b, *bias;
  T* sums;  ///< of the rows of a, as if b had one more column, of ones
  Lay out_lies, a_lies, b_lies;
  std::int64_t bias_step, sums_step;
  std::uint32_t rows, columns, inner, together;
  Compute<T> alpha, beta;
};

template <class T>
__global__ void __launch_bounds__(kBlock) small_product_kernel(Product<T> p) {
  using C = Compute<T>;
  const std::uint32_t place = thread_number() / p.together, lane = threadIdx.x % p.together;
  const std::uint32_t width = p.columns + (p.sums ? 1 : 0);
  const bool inside = place < p.rows * width;  // no thread may miss a shuffle
  const std::uint32_t row = inside ? place / width : 0, column = inside ? place - row * width : 0;
  const bool adds = column == p.columns;
  const T* a = p.a + row * p.a_lies.down;
  const T* b = p.b + (adds ? 0 : column * p.b_lies.right);
  C sum = 0;
#pragma unroll 8
  for (std::uint32_t k = lane; k < p.inner; k += p.together)
    sum += convert<C>(a[k * p.a_lies.right]) * (adds ? C(1) : convert<C>(b[k * p.b_lies.down]));
  for (std::uint32_t half = p.together / 2; half > 0; half /= 2)
    sum += __shfl_down_sync(~0u, sum, half, p.together);
  if (!inside || lane != 0) return;
  if (adds) {
    p.sums[row * p.sums_step] = convert<T>(sum);
    return;
  }
  T& out = p.out[row * p.out_lies.down + column * p.out_lies.right];
  C result = p.alpha * sum;
  if (p.beta != C(0)) result += p.beta * convert<C>(out);
  if (p.bias) result += convert<C>(p.bias[column * p.bias_step]);
  out = convert<T>(result);
}

/// So many threads that each has about eight products to add.
std::uint32_t threads_for(std::uint32_t inner) {
  std::uint32_t together = 1;
  while (together < kWarp && together * 8 < inner) together *= 2;
  return together;
}

}  // namespace

bool is_small_product(const View& out, const View& a) {
  const int last = a.shape.count() - 1;
  return (last == 1 || a.shape[0] == 1) && a.shape[last] <= kShort &&
         numel(out.shape) * a.shape[last] <= kFewSteps;
}

void small_product(Gpu& gpu, const View& out, const View& a, const View& b, const View* bias, double alpha,
                   double beta, const View* sums) {
  const int last = out.shape.count() - 1;
  for_floating(out.dtype, "addmm", [&]<class T>() {
    using C = Compute<T>;
    const auto inner = static_cast<std::uint32_t>(a.shape[last]);
    const Product<T> product{out.as<T>(),
                             a.as<T>(),
                             b.as<T>(),
                             bias ? bias->as<T>() : nullptr,
                             sums ? sums->as<T>() : nullptr,
                             Lay(out),
                             Lay(a),
                             Lay(b),
                             bias ? bias->strides[bias->shape.count() - 1] : 0,
                             sums ? sums->strides[0] : 0,
                             static_cast<std::uint32_t>(out.shape[last - 1]),
                             static_cast<std::uint32_t>(out.shape[last]),
                             inner,
                             threads_for(inner),
                             static_cast<C>(alpha),
                             static_cast<C>(beta)};
    const std::uint32_t threads = product.rows * (product.columns + (sums ? 1 : 0)) * product.together;
    launch(gpu, small_product_kernel<T>, (threads + kBlock - 1) / kBlock, kBlock, product);
  });
}

}  // namespace todevice::cuda
