// SPDX-License-Identifier: Apache-2.0
// softmax, log_softmax and their gradients over the rows of a matrix. Threads share a row; short rows share a
// block. Rows are read again rather than kept: they are in the cache by then.
#include "backend/cuda/device/launch.cuh"
#include "backend/cuda/device/types.cuh"
#include "backend/cuda/launchers.h"

namespace todevice::cuda {

namespace {

/// A matrix in memory.
template <class T>
struct Rows {
  T* data;
  std::int64_t row_step, step;
  explicit Rows(const View& view) : data(view.as<T>()), row_step(view.strides[0]), step(view.strides[1]) {}
  __device__ T& at(std::int64_t row, std::int64_t i) const { return data[row * row_step + i * step]; }
};

struct Larger {
  template <class A>
  __device__ A operator()(A a, A b) const {
    return a != a || a > b ? a : b;
  }
};
struct Plus {
  template <class A>
  __device__ A operator()(A a, A b) const {
    return a + b;
  }
};

/// What the `together` threads of a row have, joined; each of them gets it.
template <class A, class F>
__device__ A join_row(A value, std::uint32_t together, F f) {
  if (together <= 32) {  // within one warp
    for (std::uint32_t half = together / 2; half > 0; half /= 2)
      value = f(value, __shfl_xor_sync(~0u, value, static_cast<int>(half), static_cast<int>(together)));
    return value;
  }
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

template <class T>
__global__ void __launch_bounds__(kBlock)
    softmax_kernel(Rows<T> out, Rows<T> in, std::int64_t rows, std::int64_t width, std::uint32_t together,
                   bool log) {
  using C = Compute<T>;
  const std::int64_t row = std::int64_t{blockIdx.x} * (kBlock / together) + threadIdx.x / together;
  const std::uint32_t lane = threadIdx.x % together;
  const std::int64_t end = row < rows ? width : 0;  // no thread may miss a barrier
  C top = -INFINITY;
  for (std::int64_t i = lane; i < end; i += together) top = Larger{}(convert<C>(in.at(row, i)), top);
  top = join_row(top, together, Larger{});
  C total = 0;
  for (std::int64_t i = lane; i < end; i += together) total += ::exp(convert<C>(in.at(row, i)) - top);
  total = join_row(total, together, Plus{});
  const C log_total = ::log(total);
  for (std::int64_t i = lane; i < end; i += together) {
    const C x = convert<C>(in.at(row, i)) - top;
    out.at(row, i) = convert<T>(log ? x - log_total : ::exp(x) / total);
  }
}

template <class T>
__global__ void __launch_bounds__(kBlock)
    softmax_grad_kernel(Rows<T> grad_in, Rows<T> grad_out, Rows<T> out, std::int64_t rows, std::int64_t width,
                        std::uint32_t together, bool log) {
  using C = Compute<T>;
  const std::int64_t row = std::int64_t{blockIdx.x} * (kBlock / together) + threadIdx.x / together;
  const std::uint32_t lane = threadIdx.x % together;
  const std::int64_t end = row < rows ? width : 0;
  C total = 0;
  for (std::int64_t i = lane; i < end; i += together) {
    const C g = convert<C>(grad_out.at(row, i));
    total += log ? g : g * convert<C>(out.at(row, i));
  }
  total = join_row(total, together, Plus{});
  for (std::int64_t i = lane; i < end; i += together) {
    const C g = convert<C>(grad_out.at(row, i)), y = convert<C>(out.at(row, i));
    grad_in.at(row, i) = convert<T>(log ? g - ::exp(y) * total : (g - total) * y);
  }
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
