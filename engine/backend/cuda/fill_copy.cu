// SPDX-License-Identifier: Apache-2.0
// Filling, counting up, and copying within a GPU with whatever layouts and dtypes.
#include "backend/cuda/device/launch.cuh"
#include "backend/cuda/device/types.cuh"
#include "backend/cuda/device/walk.cuh"
#include "backend/cuda/launchers.h"

namespace todevice::cuda {

namespace {

template <class T>
__global__ void __launch_bounds__(kBlock) fill_flat(T* out, T value, std::uint32_t count) {
  const Four<T> four{{value, value, value, value}};
  const std::uint32_t fours = count / 4;
  for (std::uint32_t i = thread_number(); i < fours; i += thread_count())
    reinterpret_cast<Four<T>*>(out)[i] = four;
  for (std::uint32_t i = fours * 4 + thread_number(); i < count; i += thread_count()) out[i] = value;
}

template <class T>
__global__ void __launch_bounds__(kBlock) fill_strided(T* out, T value, Walk<1> walk) {
  for (std::uint32_t i = thread_number(); i < walk.count; i += thread_count()) {
    std::int64_t at[1];
    walk.at(i, at);
    out[at[0]] = value;
  }
}

template <class T>
__global__ void __launch_bounds__(kBlock) move_strided(T* out, const T* in, Walk<2> walk) {
  for (std::uint32_t i = thread_number(); i < walk.count; i += thread_count()) {
    std::int64_t at[2];
    walk.at(i, at);
    out[at[0]] = in[at[1]];
  }
}

/// Any element on its way to another type: whole numbers stay whole.
struct Number {
  bool is_floating;
  std::int64_t whole;
  double floating;
};

template <class T>
__device__ Number read_as(const void* data, std::int64_t i) {
  const T value = static_cast<const T*>(data)[i];
  if constexpr (is_floating<T>) {
    return {true, 0, convert<double>(value)};
  } else {
    return {false, convert<std::int64_t>(value), 0};
  }
}

__device__ Number read(const void* data, DType dtype, std::int64_t i) {
  // clang-format off
  switch (dtype) {
    case DType::boolean: return read_as<bool>(data, i);
    case DType::uint8: return read_as<std::uint8_t>(data, i);
    case DType::int8: return read_as<std::int8_t>(data, i);
    case DType::int16: return read_as<std::int16_t>(data, i);
    case DType::int32: return read_as<std::int32_t>(data, i);
    case DType::int64: return read_as<std::int64_t>(data, i);
    case DType::float16: return read_as<Half>(data, i);
    case DType::bfloat16: return read_as<BFloat16>(data, i);
    case DType::float32: return read_as<float>(data, i);
    default: return read_as<double>(data, i);
  }
  // clang-format on
}

template <class To>
__global__ void __launch_bounds__(kBlock) cast_strided(To* out, const void* in, DType from, Walk<2> walk) {
  for (std::uint32_t i = thread_number(); i < walk.count; i += thread_count()) {
    std::int64_t at[2];
    walk.at(i, at);
    const Number n = read(in, from, at[1]);
    out[at[0]] = n.is_floating ? convert<To>(n.floating) : convert<To>(n.whole);
  }
}

/// In the type that the dtype is computed in, product and sum rounded once (the compiler joins them):
/// PyTorch's.
template <class T, class A>
__global__ void __launch_bounds__(kBlock) count_up(T* out, A start, A step, std::int64_t count) {
  for (std::int64_t i = thread_number(); i < count; i += thread_count()) {
    out[i] = convert<T>(start + step * static_cast<A>(i));
  }
}

__global__ void write_cells(std::uint64_t* cells, std::uint64_t first, std::uint64_t second) {
  cells[0] = first;
  cells[1] = second;
}

}  // namespace

void fill(Gpu& gpu, const View& out_view, Scalar value) {
  for_type(out_view.dtype, [&]<class T>() {
    const T element = from_scalar<T>(value);
    in_parts<1>(make_walk<1>({&out_view}), [&](const Walk<1>& walk, const auto& first) {
      T* out = out_view.as<T>() + first[0];
      if (walk.flat({false}) && aligned_for_four(out)) {
        launch(gpu, fill_flat<T>, blocks_for(gpu, (walk.count + 3) / 4), kBlock, out, element, walk.count);
      } else {
        launch(gpu, fill_strided<T>, blocks_for(gpu, walk.count), kBlock, out, element, walk);
      }
    });
  });
}

void copy(Gpu& gpu, const View& out, const View& in) {
  in_parts<2>(make_walk<2>({&out, &in}), [&](const Walk<2>& walk, const auto& first) {
    if (out.dtype != in.dtype) {
      const auto* from = in.as<std::byte>() + first[1] * static_cast<std::int64_t>(item_size(in.dtype));
      for_type(out.dtype, [&]<class To>() {
        launch(gpu, cast_strided<To>, blocks_for(gpu, walk.count), kBlock, out.as<To>() + first[0], from,
               in.dtype, walk);
      });
      return;
    }
    for_size(out.dtype, [&]<class T>() {
      T* to = out.as<T>() + first[0];
      const T* from = in.as<T>() + first[1];
      if (walk.flat({false, false})) {
        check(cudaMemcpyAsync(to, from, walk.count * sizeof(T), cudaMemcpyDeviceToDevice, gpu.queue()));
      } else {
        launch(gpu, move_strided<T>, blocks_for(gpu, walk.count), kBlock, to, from, walk);
      }
    });
  });
}

void arange(Gpu& gpu, const View& out, Scalar start, Scalar step) {
  const std::int64_t count = numel(out.shape);
  if (count == 0) return;
  for_type(out.dtype, [&]<class T>() {
    using A = std::conditional_t<is_floating<T>, Compute<T>, std::int64_t>;
    launch(gpu, count_up<T, A>, blocks_for(gpu, count), kBlock, out.as<T>(), from_scalar<A>(start),
           from_scalar<A>(step), count);
  });
}

void set_cells(Gpu& gpu, std::uint64_t* cells, std::uint64_t first, std::uint64_t second) {
  launch(gpu, write_cells, 1, 1, cells, first, second);
}

}  // namespace todevice::cuda
