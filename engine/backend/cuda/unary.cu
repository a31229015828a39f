// SPDX-License-Identifier: Apache-2.0
// Element-wise functions of one tensor. One kernel a dtype holds them all: which one runs is the same for
// every thread, so the choice costs a jump, and the library stays small.
#include "backend/cuda/device/launch.cuh"
#include "backend/cuda/device/unary_ops.cuh"
#include "backend/cuda/device/walk.cuh"
#include "backend/cuda/launchers.h"
#include "core/not_implemented.h"

namespace todevice::cuda {

namespace {

template <class T, class Out, class Use>
__device__ void use_op(UnaryOp op, Use&& use) {
  using C = Compute<T>;
  if constexpr (std::is_same_v<Out, bool> && !std::is_same_v<T, bool>) {
    use_test<C>(op, use);
  } else {
    if constexpr (is_floating<T>) {
      if (use_floating_unary<C>(op, use)) return;
    }
    use_number_unary<C>(op, use);
  }
}

template <class T, class Out>
__global__ void __launch_bounds__(kBlock) unary_flat(UnaryOp op, Out* out, const T* in, std::uint32_t count) {
  use_op<T, Out>(op, [&](auto f) {
    const auto apply = [&](T x) { return convert<Out>(f(convert<Compute<T>>(x))); };
    const std::uint32_t fours = count / 4;
    for (std::uint32_t i = thread_number(); i < fours; i += thread_count()) {
      const Four<T> x = reinterpret_cast<const Four<T>*>(in)[i];
      Four<Out> y;
#pragma unroll
      for (int k = 0; k < 4; ++k) y.v[k] = apply(x.v[k]);
      reinterpret_cast<Four<Out>*>(out)[i] = y;
    }
    for (std::uint32_t i = fours * 4 + thread_number(); i < count; i += thread_count()) out[i] = apply(in[i]);
  });
}

template <class T, class Out>
__global__ void __launch_bounds__(kBlock) unary_strided(UnaryOp op, Out* out, const T* in, Walk<2> walk) {
  use_op<T, Out>(op, [&](auto f) {
    for (std::uint32_t i = thread_number(); i < walk.count; i += thread_count()) {
      std::int64_t at[2];
      walk.at(i, at);
      out[at[0]] = convert<Out>(f(convert<Compute<T>>(in[at[1]])));
    }
  });
}

template <class T, class Out>
void run(Gpu& gpu, UnaryOp op, const View& out_view, const View& in_view) {
  in_parts<2>(make_walk<2>({&out_view, &in_view}), [&](const Walk<2>& walk, const auto& first) {
    Out* out = out_view.as<Out>() + first[0];
    const T* in = in_view.as<T>() + first[1];
    if (walk.flat({false, false}) && aligned_for_four(out) && aligned_for_four(in)) {
      launch(gpu, unary_flat<T, Out>, blocks_for(gpu, (walk.count + 3) / 4), kBlock, op, out, in, walk.count);
    } else {
      launch(gpu, unary_strided<T, Out>, blocks_for(gpu, walk.count), kBlock, op, out, in, walk);
    }
  });
}

/// Does the dtype have this function? Whole numbers have no exp.
bool has(UnaryOp op, DType dtype) {
  if (is_floating_point(dtype)) return op != UnaryOp::bitwise_not;
  switch (op) {
    case UnaryOp::neg:
    case UnaryOp::abs:
    case UnaryOp::sign:
    case UnaryOp::square:
    case UnaryOp::relu:
    case UnaryOp::bitwise_not:
    case UnaryOp::floor:
    case UnaryOp::ceil:
    case UnaryOp::round:
    case UnaryOp::trunc:
      return true;
    default:
      return is_test(op);
  }
}

}  // namespace

void unary(Gpu& gpu, UnaryOp op, const View& out, const View& in) {
  if (!has(op, in.dtype)) {
    throw_not_implemented(in.dtype);
  }
  if (in.dtype == DType::boolean && is_test(op)) {  // tests of bool are tests of the byte
    View bytes = in;
    bytes.dtype = DType::uint8;
    return unary(gpu, op, out, bytes);
  }
  for_type(in.dtype, [&]<class T>() {
    if (is_test(op)) {
      run<T, bool>(gpu, op, out, in);
    } else {
      run<T, T>(gpu, op, out, in);
    }
  });
}

}  // namespace todevice::cuda
