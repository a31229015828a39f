// SPDX-License-Identifier: Apache-2.0
// One step of an optimiser over all parameters in one launch: the table of tensors travels in the kernel's
// arguments, and each block finds its piece in it.
#include "backend/cuda/device/launch.cuh"
#include "backend/cuda/device/optim.cuh"
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

template <class T>
__global__ void __launch_bounds__(kBlock) sgd_kernel(Table<3> table, Sgd<Compute<T>> how) {
  const int t = find_tensor(table);
  T* p = static_cast<T*>(table.data[0][t]);
  const T* g = static_cast<const T*>(table.data[1][t]);
  T* m = static_cast<T*>(table.data[2][t]);
  const std::int64_t start = std::int64_t{blockIdx.x - table.first_block[t]} * kChunk + threadIdx.x;
#pragma unroll
  for (int k = 0; k < kChunk / kBlock; ++k) {
    const std::int64_t i = start + k * kBlock;
    if (i >= table.count[t]) return;
    sgd_at(how, p, g, m, i);
  }
}

template <class T>
__global__ void __launch_bounds__(kBlock)
    adam_kernel(Table<4> table, Adam<Compute<T>> how, AdamSize size, const AdamCell* cell) {
  if (cell) size = cell->size;  // in a graph: known only when it runs
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
    adam_at(how, size, p, g, m, v, i);
  }
}

template <class C>
__global__ void count_step(Adam<C> how, AdamCell* cell) {
  count_adam(how, cell);
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
    const auto step = sgd_of<Compute<T>>(how, !momenta.empty());
    in_tables<3>({params, grads, momenta}, [&](const Table<3>& table, std::uint32_t blocks) {
      launch(gpu, sgd_kernel<T>, blocks, kBlock, table, step);
    });
  });
}

void adam_step(Gpu& gpu, std::span<const View> params, std::span<const View> grads,
               std::span<const View> exp_avgs, std::span<const View> exp_avg_sqs,
               const Kernels::AdamStep& how, AdamCell* cell) {
  if (params.empty()) return;
  for_floating(params[0].dtype, "adam", [&]<class T>() {
    const auto adam = adam_of<Compute<T>>(how);
    const auto size = adam.size_at(static_cast<double>(how.step));
    if (cell) launch(gpu, count_step<Compute<T>>, 1, 1, adam, cell);
    in_tables<4>({params, grads, exp_avgs, exp_avg_sqs}, [&](const Table<4>& table, std::uint32_t blocks) {
      launch(gpu, adam_kernel<T>, blocks, kBlock, table, adam, size, cell);
    });
  });
}

void count_adam_step(Gpu& gpu, const Kernels::AdamStep& how, AdamCell* cell) {
  launch(gpu, count_step<float>, 1, 1, adam_of<float>(how), cell);
}

}  // namespace todevice::cuda
