// SPDX-License-Identifier: Apache-2.0
// Random numbers in the order of PyTorch's CUDA kernels, so that a seed gives its numbers: blocks of 256
// threads, as many as the GPU holds at once; each thread has a Philox subsequence of its own and draws four
// numbers (two of 64 bits) at a time, for elements a whole grid apart.
#include <curand_kernel.h>

// The assert of a share is for every build.
#undef NDEBUG
#include <cassert>

#include "backend/cuda/device/launch.cuh"
#include "backend/cuda/device/types.cuh"
#include "backend/cuda/device/walk.cuh"
#include "backend/cuda/launchers.h"

namespace todevice::cuda {

namespace {

using State = curandStatePhilox4_32_10_t;

// What a thread draws at once, and how a number of it becomes an element.

template <class T>
struct Uniform {
  T from, to;
  Compute<T> range;
  static constexpr int kNumbers = std::is_same_v<T, double> ? 2 : 4;
  __device__ void draw(State& state, Compute<T> (&x)[kNumbers]) const {
    if constexpr (kNumbers == 2) {
      const double2 r = curand_uniform2_double(&state);
      x[0] = r.x, x[1] = r.y;
    } else {
      const float4 r = curand_uniform4(&state);
      x[0] = r.x, x[1] = r.y, x[2] = r.z, x[3] = r.w;
    }
  }
  /// (0, 1] becomes [from, to): the upper end is turned over.
  __device__ T finish(Compute<T> x) const {
    const T value = convert<T>(x * range + convert<Compute<T>>(from));
    return convert<Compute<T>>(value) == convert<Compute<T>>(to) ? from : value;
  }
};

template <class T>
struct Normal {
  Compute<T> mean, std;
  static constexpr int kNumbers = std::is_same_v<T, double> ? 2 : 4;
  __device__ void draw(State& state, Compute<T> (&x)[kNumbers]) const {
    if constexpr (kNumbers == 2) {
      const double2 r = curand_normal2_double(&state);
      x[0] = r.x, x[1] = r.y;
    } else {
      const float4 r = curand_normal4(&state);
      x[0] = r.x, x[1] = r.y, x[2] = r.z, x[3] = r.w;
    }
  }
  __device__ T finish(Compute<T> x) const { return convert<T>(x * std + mean); }
};

/// Whole numbers; `Bits` is 64 bits wide for ranges from 2^28 on.
template <class T, class Bits>
struct Whole {
  std::uint64_t range;
  std::int64_t low;
  static constexpr int kNumbers = sizeof(Bits) == 8 ? 2 : 4;
  __device__ void draw(State& state, Bits (&x)[kNumbers]) const {
    const uint4 r = curand4(&state);
    if constexpr (kNumbers == 2) {
      x[0] = (Bits{r.x} << 32) | r.y, x[1] = (Bits{r.z} << 32) | r.w;
    } else {
      x[0] = r.x, x[1] = r.y, x[2] = r.z, x[3] = r.w;
    }
  }
  __device__ T finish(Bits x) const { return convert<T>(static_cast<std::int64_t>(x % range) + low); }
};

/// Dropout's mask: float32 numbers whatever the elements are.
template <class T>
struct Keep {
  Compute<T> share;
  static constexpr int kNumbers = 4;
  __device__ void draw(State& state, float (&x)[kNumbers]) const {
    const float4 r = curand_uniform4(&state);
    x[0] = r.x, x[1] = r.y, x[2] = r.z, x[3] = r.w;
  }
  __device__ T finish(float x) const { return convert<T>(x < share ? 1.0f : 0.0f); }
};

/// What a share is compared with, and the share of an element.
template <class T>
using Fraction = std::conditional_t<std::is_same_v<T, double>, double, float>;

/// One share for all: it stays a double, whatever the numbers are.
template <class T>
struct Chance {
  double share;
  static constexpr int kNumbers = Uniform<Fraction<T>>::kNumbers;
  __device__ void draw(State& state, Fraction<T> (&x)[kNumbers]) const {
    Uniform<Fraction<T>>{}.draw(state, x);
  }
  __device__ T finish(Fraction<T> x) const { return convert<T>(x < share ? 1.0f : 0.0f); }
};

/// Each element's own share of it, four elements a thread, one beside the other.
template <class T>
__global__ void __launch_bounds__(2 * kBlock)
    chances_kernel(T* out, const Fraction<T>* share, std::int64_t count, Walk<2> walk, bool dense,
                   Draw from) {
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (thread * 4 >= count) return;
  State state;
  curand_init(from.cells ? from.cells[1] : from.seed, static_cast<unsigned long long>(thread),
              from.offset + (from.cells ? from.cells[0] : 0), &state);
  const float4 drawn = curand_uniform4(&state);
  const float x[4]{drawn.x, drawn.y, drawn.z, drawn.w};
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const std::int64_t i = thread * 4 + k;
    if (i >= count) break;
    std::int64_t at[2]{i, i};
    if (!dense) walk.at(static_cast<std::uint32_t>(i), at);
    const Fraction<T> p = share[at[1]];
    assert(p >= 0 && p <= 1 && "a probability is not within [0, 1]");
    out[at[0]] = convert<T>(x[k] <= p ? 1.0f : 0.0f);
  }
}

/// A thread's elements lie side by side.
template <class T>
__global__ void __launch_bounds__(kBlock, 4)
    keep_kernel(Keep<T> kind, T* out, std::int64_t count, int neighbours, Draw from) {
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  State state;
  curand_init(from.cells ? from.cells[1] : from.seed, static_cast<unsigned long long>(thread),
              from.offset + (from.cells ? from.cells[0] : 0), &state);
  for (std::int64_t start = thread * neighbours; start < count; start += threads * neighbours) {
    for (int first = 0; first < neighbours; first += 4) {
      float x[4];
      kind.draw(state, x);
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        if (first + k < neighbours) out[start + first + k] = kind.finish(x[k]);
      }
    }
  }
}

/// How PyTorch deals `count` elements out, `numbers` drawn at once.
struct Deal {
  std::int64_t blocks;
  std::uint64_t drawn;

  Deal(const Gpu& gpu, std::int64_t count, int numbers) {
    const std::int64_t most = std::int64_t{gpu.multiprocessors} * (gpu.threads_per_multiprocessor / kBlock);
    blocks = std::min<std::int64_t>((count + kBlock - 1) / kBlock, most);
    drawn = static_cast<std::uint64_t>(((count - 1) / (blocks * kBlock * numbers) + 1) * 4);
  }
};

template <class T, class Number, class Kind>
__global__ void __launch_bounds__(kBlock, 4)
    draw_kernel(Kind kind, T* out, std::int64_t count, Walk<1> walk, bool dense, Draw from) {
  constexpr int kNumbers = Kind::kNumbers;
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  State state;
  curand_init(from.cells ? from.cells[1] : from.seed, static_cast<unsigned long long>(thread),
              from.offset + (from.cells ? from.cells[0] : 0), &state);
  for (std::int64_t start = thread; start < count; start += threads * kNumbers) {
    Number x[kNumbers];
    kind.draw(state, x);
#pragma unroll
    for (int k = 0; k < kNumbers; ++k) {
      const std::int64_t i = start + threads * k;
      if (i >= count) break;
      std::int64_t at[1] = {i};
      if (!dense) walk.at(static_cast<std::uint32_t>(i), at);
      out[at[0]] = kind.finish(x[k]);
    }
  }
}

/// Elements counted in the order of the shape, whatever the memory's.
template <int N>
Walk<N> walk_of_shape(const std::array<const View*, N>& views) {
  const Shape& shape = views[0]->shape;
  if (numel(shape) > (std::int64_t{1} << 30))
    throw NotImplementedError("random numbers into more than 2^30 strided elements");
  Walk<N> walk;
  walk.dims = shape.count();
  walk.count = static_cast<std::uint32_t>(numel(shape));
  for (int d = 0; d < walk.dims; ++d) {
    walk.sizes[static_cast<std::size_t>(d)] = Divider(static_cast<std::uint32_t>(shape[d]));
    for (int k = 0; k < N; ++k) walk.strides[d][k] = views[static_cast<std::size_t>(k)]->strides[d];
  }
  return walk;
}

template <class T, class Number, class Kind>
void run(Gpu& gpu, const Kind& kind, const View& out) {
  const std::int64_t count = numel(out.shape);
  if (count == 0) return;
  const Deal deal(gpu, count, Kind::kNumbers);
  const Draw from = gpu.generator.take(deal.drawn, gpu.stream().capture);
  const bool dense = out.strides == contiguous_strides(out.shape);
  const Walk<1> walk = dense ? Walk<1>{} : walk_of_shape<1>({&out});
  launch(gpu, draw_kernel<T, Number, Kind>, static_cast<unsigned>(deal.blocks), kBlock, kind, out.as<T>(),
         count, walk, dense, from);
}

}  // namespace

void uniform(Gpu& gpu, const View& out, double low, double high) {
  for_floating(out.dtype, "uniform", [&]<class T>() {
    using C = Compute<T>;
    const T from = convert<T>(low), to = convert<T>(high);
    // the width is rounded to the element's type first, as PyTorch does
    const C range = convert<C>(convert<T>(convert<C>(to) - convert<C>(from)));
    run<T, C>(gpu, Uniform<T>{from, to, range}, out);
  });
}

void normal(Gpu& gpu, const View& out, double mean, double std) {
  for_floating(out.dtype, "normal", [&]<class T>() {
    using C = Compute<T>;
    run<T, C>(gpu, Normal<T>{static_cast<C>(mean), static_cast<C>(std)}, out);
  });
}

void keep(Gpu& gpu, const View& out, double share, int neighbours) {
  for_floating(out.dtype, "dropout", [&]<class T>() {
    const Keep<T> kind{static_cast<Compute<T>>(share)};
    if (neighbours == 1) return run<T, float>(gpu, kind, out);
    const std::int64_t count = numel(out.shape);
    const Deal deal(gpu, count, Keep<T>::kNumbers);
    const Draw from = gpu.generator.take(deal.drawn, gpu.stream().capture);
    launch(gpu, keep_kernel<T>, static_cast<unsigned>(deal.blocks), kBlock, kind, out.as<T>(), count,
           neighbours, from);
  });
}

void chance(Gpu& gpu, const View& out, double share) {
  for_type(out.dtype, [&]<class T>() { run<T, Fraction<T>>(gpu, Chance<T>{share}, out); });
}

void chances(Gpu& gpu, const View& out, const View& share) {
  constexpr std::uint64_t kTaken = 12;  // PyTorch's, whatever the count
  constexpr std::int64_t kThreads = 2 * kBlock;
  const std::int64_t count = numel(out.shape), blocks = (count + kThreads * 4 - 1) / (kThreads * 4);
  const Strides rows = contiguous_strides(out.shape);
  const bool dense = out.strides == rows && share.strides == rows;
  const Walk<2> walk = dense ? Walk<2>{} : walk_of_shape<2>({&out, &share});
  const Draw from = gpu.generator.take(kTaken, gpu.stream().capture);
  if (count == 0) return;
  for_type(out.dtype, [&]<class T>() {
    launch(gpu, chances_kernel<T>, static_cast<unsigned>(blocks), kThreads, out.as<T>(),
           share.as<Fraction<T>>(), count, walk, dense, from);
  });
}

void random_int(Gpu& gpu, const View& out, std::int64_t low, std::int64_t high) {
  const auto range = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  for_type(out.dtype, [&]<class T>() {
    if (range >= (std::uint64_t{1} << 28)) {
      run<T, std::uint64_t>(gpu, Whole<T, std::uint64_t>{range, low}, out);
    } else {
      run<T, std::uint32_t>(gpu, Whole<T, std::uint32_t>{range, low}, out);
    }
  });
}

}  // namespace todevice::cuda
