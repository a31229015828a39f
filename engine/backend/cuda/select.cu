// SPDX-License-Identifier: Apache-2.0
// What is picked by numbers on the device: rows, and the class of each row for the loss. A number out of
// range is found on the device, which stops there as PyTorch's kernels do: the error comes with the next call
// that waits, and the process needs a restart.
#undef NDEBUG
#include <cassert>

#include "backend/cuda/device/launch.cuh"
#include "backend/cuda/device/nll.cuh"
#include "backend/cuda/device/types.cuh"
#include "backend/cuda/device/walk.cuh"
#include "backend/cuda/launchers.h"

namespace todevice::cuda {

namespace {

template <class T>
__global__ void __launch_bounds__(kBlock)
    nll_kernel(T* out, const T* log_prob, std::int64_t row_step, std::int64_t step,
               const std::int64_t* target, std::int64_t target_step, std::int64_t rows, std::int64_t classes,
               std::int64_t ignore) {
  for (std::int64_t i = thread_number(); i < rows; i += thread_count()) {
    const std::int64_t t = target[i * target_step];
    if (t == ignore) {
      out[i] = convert<T>(0.0f);
      continue;
    }
    assert(t >= 0 && t < classes);
    out[i] = convert<T>(-convert<Compute<T>>(log_prob[i * row_step + t * step]));
  }
}

template <class T>
__global__ void __launch_bounds__(kNllThreads) nll_reduced_kernel(Nll<T> p) {
  add_up_nll(p, blockDim.x);
}

template <class T>
__global__ void __launch_bounds__(kBlock) nll_grad_kernel(NllGrad<T> p) {
  using C = Compute<T>;
  const C divisor = p.total ? convert<C>(*p.total) : C(1);
  for (std::int64_t at = thread_number(); at < p.rows * p.classes; at += thread_count())
    nll_grad_at(p, divisor, at);
}

/// Row numbers below `least` are refused; those below 0 count from the end.
__device__ std::int64_t row_of(const std::int64_t* index, std::int64_t i, std::int64_t size,
                               std::int64_t least) {
  const std::int64_t row = index[i];
  assert(row >= least && row < size && "index out of bounds");
  return row < 0 ? row + size : row;
}

/// The walk covers one row of each; the grid's second dimension the rows.
template <class T>
__global__ void __launch_bounds__(kBlock)
    pick_rows(T* out, std::int64_t out_step, const T* in, std::int64_t in_step, const std::int64_t* index,
              std::int64_t index_step, std::int64_t count, std::int64_t size, std::int64_t least,
              Walk<2> walk) {
  for (std::int64_t i = blockIdx.y; i < count; i += gridDim.y) {
    const std::int64_t row = row_of(index, i * index_step, size, least);
    for (std::uint32_t e = thread_number(); e < walk.count; e += thread_count()) {
      std::int64_t at[2];
      walk.at(e, at);
      out[i * out_step + at[0]] = in[row * in_step + at[1]];
    }
  }
}

/// One thread an element of a row, the rows one after the other: the same sum every time.
template <class T>
__global__ void __launch_bounds__(kBlock)
    add_rows(T* out, std::int64_t out_step, const T* in, std::int64_t in_step, const std::int64_t* index,
             std::int64_t index_step, std::int64_t count, std::int64_t size, Walk<2> walk) {
  for (std::uint32_t e = thread_number(); e < walk.count; e += thread_count()) {
    std::int64_t at[2];
    walk.at(e, at);
    for (std::int64_t i = 0; i < count; ++i) {
      T& sum = out[row_of(index, i * index_step, size, -size) * out_step + at[0]];
      sum = convert<T>(convert<Compute<T>>(sum) + convert<Compute<T>>(in[i * in_step + at[1]]));
    }
  }
}

View row(const View& view) {
  View result = view;
  result.shape.erase(0);
  result.strides.erase(0);
  return result;
}

}  // namespace

void nll(Gpu& gpu, const View& out, const View& log_prob, const View& target, std::int64_t ignore_index) {
  const std::int64_t rows = log_prob.shape[0];
  if (rows == 0) return;
  for_floating(out.dtype, "nll_loss", [&]<class T>() {
    launch(gpu, nll_kernel<T>, blocks_for(gpu, rows), kBlock, out.as<T>(), log_prob.as<T>(),
           log_prob.strides[0], log_prob.strides[1], target.as<std::int64_t>(), target.strides[0], rows,
           log_prob.shape[1], ignore_index);
  });
}

void nll_reduced(Gpu& gpu, const View& loss, const View& total, const View& log_prob, const View& target,
                 bool mean, std::int64_t ignore_index) {
  for_floating(loss.dtype, "nll_loss", [&]<class T>() {
    launch(gpu, nll_reduced_kernel<T>, 1, threads_of_nll(log_prob.shape[0]),
           nll_of<T>(loss, total, log_prob, target, mean, ignore_index));
  });
}

void nll_grad(Gpu& gpu, const View& grad, const View& target, const View& scale, std::int64_t ignore_index,
              const std::optional<View>& total) {
  const std::int64_t count = numel(grad.shape);
  if (count == 0) return;
  for_floating(grad.dtype, "nll_loss_backward", [&]<class T>() {
    launch(gpu, nll_grad_kernel<T>, blocks_for(gpu, count), kBlock,
           nll_grad_of<T>(grad, target, scale, ignore_index, total));
  });
}

void index_select(Gpu& gpu, const View& out, const View& in, const View& index, Counted rows) {
  const std::int64_t count = index.shape[0];
  if (count == 0) return;
  const std::int64_t least = rows == Counted::either_end ? -in.shape[0] : 0;
  const View out_row = row(out), in_row = row(in);
  in_parts<2>(make_walk<2>({&out_row, &in_row}), [&](const Walk<2>& walk, const auto& first) {
    for_size(in.dtype, [&]<class T>() {
      const dim3 grid(blocks_for(gpu, walk.count),
                      static_cast<unsigned>(std::min<std::int64_t>(count, 65535)));
      launch(gpu, pick_rows<T>, grid, kBlock, out.as<T>() + first[0], out.strides[0], in.as<T>() + first[1],
             in.strides[0], index.as<std::int64_t>(), index.strides[0], count, in.shape[0], least, walk);
    });
  });
}

void index_add(Gpu& gpu, const View& out, const View& in, const View& index) {
  const std::int64_t count = index.shape[0];
  if (count == 0) return;
  const View out_row = row(out), in_row = row(in);
  in_parts<2>(make_walk<2>({&out_row, &in_row}), [&](const Walk<2>& walk, const auto& first) {
    for_type(in.dtype, [&]<class T>() {
      launch(gpu, add_rows<T>, blocks_for(gpu, walk.count), kBlock, out.as<T>() + first[0], out.strides[0],
             in.as<T>() + first[1], in.strides[0], index.as<std::int64_t>(), index.strides[0], count,
             out.shape[0], walk);
    });
  });
}

}  // namespace todevice::cuda
