// SPDX-License-Identifier: Apache-2.0
// One step of an optimiser over all parameters in one launch: the table of tensors travels in the kernel's
// arguments, and each block finds its piece in it. Rounding follows PyTorch's default (foreach) optimisers.
#include <cmath>

#include "backend/cuda/capture.h"
#include "backend/cuda/device/launch.cuh"
#include "backend/cuda/device/types.cuh"
#include "backend/cuda/launchers.h"

namespace todevice::cuda {

namespace {

constexpr int kTensors = 64;        // of one launch: the table stays below the 4 KiB of arguments
constexpr int kChunk = 4 * kBlock;  // elements of one block

template <int N>
struct Table {
  void* data[N][kTensors];
  std::uint32_t first_block[kTensors + 1];
  std::int64_t count[kTensors];
  int tensors = 0;
};

template <int N>
__device__ int find_tensor(const Table<N>& table) {
  int low = 0, high = table.tensors;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    (table.first_block[middle] <= blockIdx.x ? low : high) = middle;
  }
  return low;
}

/// a * b + c in one rounding, as PyTorch's `add_(x, alpha)` compiles to.
__device__ float multiply_add(float a, float b, float c) {
  return __fmaf_rn(a, b, c);
}
__device__ double multiply_add(double a, double b, double c) {
  return __fma_rn(a, b, c);
}

template <class C>
struct Sgd {
  C lr, momentum, take, weight_decay;
  bool nesterov, maximize, first, has_momentum;
};

template <class T>
__global__ void __launch_bounds__(kBlock) sgd_kernel(Table<3> table, Sgd<Compute<T>> how) {
  using C = Compute<T>;
  const int t = find_tensor(table);
  T* p = static_cast<T*>(table.data[0][t]);
  const T* g = static_cast<const T*>(table.data[1][t]);
  T* m = static_cast<T*>(table.data[2][t]);
  const std::int64_t start = std::int64_t{blockIdx.x - table.first_block[t]} * kChunk + threadIdx.x;
#pragma unroll
  for (int k = 0; k < kChunk / kBlock; ++k) {
    const std::int64_t i = start + k * kBlock;
    if (i >= table.count[t]) return;
    const C param = convert<C>(p[i]);
    C d = convert<C>(g[i]);
    if (how.maximize) d = -d;
    if (how.weight_decay != C(0)) d = multiply_add(how.weight_decay, param, d);
    if (how.has_momentum) {
      const C velocity = how.first ? d : multiply_add(how.take, d, how.momentum * convert<C>(m[i]));
      m[i] = convert<T>(velocity);
      d = how.nesterov ? multiply_add(how.momentum, velocity, d) : velocity;
    }
    p[i] = convert<T>(multiply_add(-how.lr, d, param));
  }
}

template <class C>
struct Adam {
  double lr, beta1, beta2;  ///< for the corrections
  C take1, beta2c, take2, eps, weight_decay, shrink;
  bool decoupled, maximize;
  std::uint64_t step;
};

template <class T>
__global__ void __launch_bounds__(kBlock)
    adam_kernel(Table<4> table, Adam<Compute<T>> how, Compute<T> step_size, Compute<T> correction,
                const std::uint64_t* counter) {
  using C = Compute<T>;
  if (counter) {  // in a graph the step is known only when it runs
    const double step = static_cast<double>(*counter);
    step_size = static_cast<C>(how.lr / (1 - ::pow(how.beta1, step)));
    correction = static_cast<C>(::sqrt(1 - ::pow(how.beta2, step)));
  }
  const int t = find_tensor(table);
  T* p = static_cast<T*>(table.data[0][t]);
  const T* g = static_cast<const T*>(table.data[1][t]);
  T* m = static_cast<T*>(table.data[2][t]);
  T* v = static_cast<T*>(table.data[3][t]);
  const std::int64_t start = std::int64_t{blockIdx.x - table.first_block[t]} * kChunk + threadIdx.x;
#pragma unroll
  for (int k = 0; k < kChunk / kBlock; ++k) {
    const std::int64_t i = start + k * kBlock;
    if (i >= table.count[t]) return;
    C param = convert<C>(p[i]);
    C d = convert<C>(g[i]);
    if (how.maximize) d = -d;
    if (how.weight_decay != C(0)) {
      if (how.decoupled) {
        param *= how.shrink;
      } else {
        d = multiply_add(how.weight_decay, param, d);
      }
    }
    const C old = convert<C>(m[i]);
    const C average = multiply_add(how.take1, d - old, old);
    const C square = multiply_add(how.take2, d * d, convert<C>(v[i]) * how.beta2c);
    m[i] = convert<T>(average);
    v[i] = convert<T>(square);
    const C bottom = ::sqrt(square) / correction + how.eps;
    p[i] = convert<T>(multiply_add(-step_size, average / bottom, param));
  }
}

__global__ void count_step(std::uint64_t* counter) {
  ++*counter;
}

/// Calls f(table, blocks) for every kTensors tensors.
template <int N, class F>
void in_tables(const std::array<std::span<const View>, N>& lists, F&& f) {
  Table<N> table;
  std::uint32_t blocks = 0;
  const std::size_t total = lists[0].size();
  for (std::size_t i = 0; i < total; ++i) {
    const std::int64_t count = numel(lists[0][i].shape);
    for (int k = 0; k < N; ++k) {
      const auto& list = lists[static_cast<std::size_t>(k)];
      table.data[k][table.tensors] = list.empty() ? nullptr : list[i].data;
    }
    table.count[table.tensors] = count;
    table.first_block[table.tensors] = blocks;
    blocks += static_cast<std::uint32_t>((count + kChunk - 1) / kChunk);
    ++table.tensors;
    if (table.tensors < kTensors && i + 1 < total) continue;
    table.first_block[table.tensors] = blocks;
    if (blocks > 0) f(table, blocks);
    table.tensors = 0;
    blocks = 0;
  }
}

}  // namespace

void sgd_step(Gpu& gpu, std::span<const View> params, std::span<const View> grads,
              std::span<const View> momenta, const Kernels::SgdStep& how) {
  if (params.empty()) return;
  for_floating(params[0].dtype, "sgd", [&]<class T>() {
    using C = Compute<T>;
    const Sgd<C> step{static_cast<C>(how.lr),
                      static_cast<C>(how.momentum),
                      static_cast<C>(1 - how.dampening),
                      static_cast<C>(how.weight_decay),
                      how.nesterov,
                      how.maximize,
                      how.first,
                      !momenta.empty()};
    in_tables<3>({params, grads, momenta}, [&](const Table<3>& table, std::uint32_t blocks) {
      launch(gpu, sgd_kernel<T>, blocks, kBlock, table, step);
    });
  });
}

void adam_step(Gpu& gpu, std::span<const View> params, std::span<const View> grads,
               std::span<const View> exp_avgs, std::span<const View> exp_avg_sqs,
               const Kernels::AdamStep& how) {
  if (params.empty()) return;
  std::uint64_t* counter = nullptr;
  if (Capture* capture = gpu.stream().capture) {
    counter = capture->counter(static_cast<std::uint64_t>(how.step) - 1, how.advance);
    launch(gpu, count_step, 1, 1, counter);
  }
  for_floating(params[0].dtype, "adam", [&]<class T>() {
    using C = Compute<T>;
    const auto step = static_cast<double>(how.step);
    const Adam<C> adam{how.lr,
                       how.beta1,
                       how.beta2,
                       static_cast<C>(1 - how.beta1),
                       static_cast<C>(how.beta2),
                       static_cast<C>(1 - how.beta2),
                       static_cast<C>(how.eps),
                       static_cast<C>(how.weight_decay),
                       static_cast<C>(1 - how.lr * how.weight_decay),
                       how.decoupled,
                       how.maximize,
                       static_cast<std::uint64_t>(how.step)};
    const C size = static_cast<C>(how.lr / (1 - std::pow(how.beta1, step)));
    const C correction = static_cast<C>(std::sqrt(1 - std::pow(how.beta2, step)));
    in_tables<4>({params, grads, exp_avgs, exp_avg_sqs}, [&](const Table<4>& table, std::uint32_t blocks) {
      launch(gpu, adam_kernel<T>, blocks, kBlock, table, adam, size, correction, counter);
    });
  });
}

}  // namespace todevice::cuda
