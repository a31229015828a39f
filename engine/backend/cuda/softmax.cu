// SPDX-License-Identifier: Apache-2.0
// softmax, log_softmax and their gradients over the rows of a matrix. Threads share a row; short rows share a
// block.
#include "backend/cuda/device/launch.cuh"
#include "backend/cuda/device/rows.cuh"
#include "backend/cuda/launchers.h"

namespace todevice::cuda {

namespace {

/// Within one warp, or else through shared memory.
struct JoinInBlock {
  std::uint32_t together;
  template <class A, class F>
  __device__ A operator()(A value, F f) const {
    if (together <= 32) return JoinInWarp{together}(value, f);
    __shared__ A shared[kBlock];
    __syncthreads();
    shared[threadIdx.x] = value;
    const std::uint32_t lane = threadIdx.x % together;
    for (std::uint32_t half = together / 2; half > 0; half /= 2) {
      __syncthreads();
      if (lane < half) shared[threadIdx.x] = f(shared[threadIdx.x], shared[threadIdx.x + half]);
    }
    __syncthreads();
    return shared[threadIdx.x - lane];
  }
};

template <class T>
__global__ void __launch_bounds__(kBlock)
    softmax_kernel(Rows<T> out, Rows<T> in, std::int64_t rows, std::int64_t width, std::uint32_t together,
                   bool log) {
  const std::int64_t row = std::int64_t{blockIdx.x} * (kBlock / together) + threadIdx.x / together;
  softmax_row(out, in, row, threadIdx.x % together, row < rows ? width : 0, together, log,
              JoinInBlock{together});
}

template <class T>
__global__ void __launch_bounds__(kBlock)
    softmax_grad_kernel(Rows<T> grad_in, Rows<T> grad_out, Rows<T> out, std::int64_t rows, std::int64_t width,
                        std::uint32_t together, bool log) {
  const std::int64_t row = std::int64_t{blockIdx.x} * (kBlock / together) + threadIdx.x / together;
  softmax_grad_row(grad_in, grad_out, out, row, threadIdx.x % together, row < rows ? width : 0, together, log,
                   JoinInBlock{together});
}

std::uint32_t threads_for(std::int64_t width) {
  std::uint32_t together = 1;
  while (together < kBlock && together * 2 <= width) together *= 2;
  return together;
}

unsigned blocks(std::int64_t rows, std::uint32_t together) {
  return static_cast<unsigned>((rows * together + kBlock - 1) / kBlock);
}

}  // namespace

void softmax(Gpu& gpu, const View& out, const View& in, bool log) {
  const std::int64_t rows = in.shape[0], width = in.shape[1];
  if (rows == 0 || width == 0) return;
  const std::uint32_t together = threads_for(width);
  for_floating(in.dtype, log ? "log_softmax" : "softmax", [&]<class T>() {
    launch(gpu, softmax_kernel<T>, blocks(rows, together), kBlock, Rows<T>(out), Rows<T>(in), rows, width,
           together, log);
  });
}

void softmax_grad(Gpu& gpu, const View& grad_in, const View& grad_out, const View& out, bool log) {
  const std::int64_t rows = out.shape[0], width = out.shape[1];
  if (rows == 0 || width == 0) return;
  const std::uint32_t together = threads_for(width);
  for_floating(out.dtype, "softmax_backward", [&]<class T>() {
    launch(gpu, softmax_grad_kernel<T>, blocks(rows, together), kBlock, Rows<T>(grad_in), Rows<T>(grad_out),
           Rows<T>(out), rows, width, together, log);
  });
}

}  // namespace todevice::cuda
