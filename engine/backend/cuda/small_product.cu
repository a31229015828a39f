// SPDX-License-Identifier: Apache-2.0
// Products so small that cuBLAS would mostly start and stop: the layers of a lesson's network.
#include "backend/cuda/device/block_product.cuh"
#include "backend/cuda/device/launch.cuh"
#include "backend/cuda/device/small_product.cuh"
#include "backend/cuda/launchers.h"

namespace todevice::cuda {

namespace {

constexpr std::int64_t kFewSteps = std::int64_t{1}
                                   << 20;  // multiplications up to which this is the faster way
constexpr std::int64_t kShort = 4096;      // longer sums are cut into parts, which cuBLAS does

template <class T>
__global__ void __launch_bounds__(kBlock) small_product_kernel(Product<T> p) {
  multiply_as(p, thread_number());
}

__global__ void __launch_bounds__(kProductThreads) block_product_kernel(BlockProduct p) {
  __shared__ float4 room[kProductRoom];
  multiply_in_block(p, room);
}

}  // namespace

bool is_small_product(const View& out, const View& a) {
  const int last = a.shape.count() - 1;
  return (last == 1 || a.shape[0] == 1) && a.shape[last] <= kShort &&
         numel(out.shape) * a.shape[last] <= kFewSteps;
}

void small_product(Gpu& gpu, const View& out, const View& a, const View& b, const View* bias, double alpha,
                   double beta, const View* sums) {
  if (out.dtype == DType::float32) {
    if (const auto product = block_product_of(out, a, b, bias, alpha, beta, sums)) {
      const std::uint32_t warps = ((product->elements() << product->shared) + 31) / 32;
      return launch(gpu, block_product_kernel, 1, std::clamp(warps * 32, 128u, kProductThreads), *product);
    }
  }
  for_floating(out.dtype, "addmm", [&]<class T>() {
    const Product<T> product = product_of<T>(out, a, b, bias, alpha, beta, sums);
    launch(gpu, small_product_kernel<T>, (product.threads() + kBlock - 1) / kBlock, kBlock, product);
  });
}

}  // namespace todevice::cuda
