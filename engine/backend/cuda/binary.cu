// SPDX-License-Identifier: Apache-2.0
// Element-wise functions of two tensors, or of a tensor and a number. As in unary.cu one kernel a dtype holds
// them all.
#include "backend/cuda/device/binary_ops.cuh"
#include "backend/cuda/device/launch.cuh"
#include "backend/cuda/device/walk.cuh"
#include "backend/cuda/launchers.h"
#include "core/not_implemented.h"

namespace todevice::cuda {

namespace {

/// Where an operand comes from: memory, or (null) one number.
template <class T>
struct Input {
  const T* data = nullptr;
  Compute<T> number{};

  Input() = default;
  explicit Input(const Operand& operand) {
    if (const View* view = std::get_if<View>(&operand)) {
      data = view->as<T>();
    } else {
      number = from_scalar<Compute<T>>(std::get<Scalar>(operand));
    }
  }
  Input from(std::int64_t offset) const {
    Input part = *this;
    if (data) part.data += offset;
    return part;
  }
  __device__ Compute<T> at(std::int64_t i) const { return data ? convert<Compute<T>>(data[i]) : number; }
  __device__ void four(std::uint32_t i, Compute<T> (&x)[4]) const {
    if (data) {
      const Four<T> loaded = reinterpret_cast<const Four<T>*>(data)[i];
#pragma unroll
      for (int k = 0; k < 4; ++k) x[k] = convert<Compute<T>>(loaded.v[k]);
    } else {
#pragma unroll
      for (int k = 0; k < 4; ++k) x[k] = number;
    }
  }
};

template <class T, bool Compare, class Use>
__device__ void use_op(BinaryOp op, Use&& use) {
  using C = Compute<T>;
  if constexpr (Compare) {
    use_comparison<C>(op, use);
  } else {
    if constexpr (is_floating<T>) {
      if (use_floating_binary<C>(op, use)) return;
    } else {
      if (use_integer_binary<C>(op, use)) return;
    }
    use_number_binary<C>(op, use);
  }
}

template <class T, bool Compare>
using Result = std::conditional_t<Compare, bool, T>;

template <class T, bool Compare>
__global__ void __launch_bounds__(kBlock)
    binary_flat(BinaryOp op, Result<T, Compare>* out, Input<T> a, Input<T> b, std::uint32_t count) {
  using Out = Result<T, Compare>;
  use_op<T, Compare>(op, [&](auto f) {
    const std::uint32_t fours = count / 4;
    for (std::uint32_t i = thread_number(); i < fours; i += thread_count()) {
      Compute<T> x[4], y[4];
      a.four(i, x);
      b.four(i, y);
      Four<Out> z;
#pragma unroll
      for (int k = 0; k < 4; ++k) z.v[k] = convert<Out>(f(x[k], y[k]));
      reinterpret_cast<Four<Out>*>(out)[i] = z;
    }
    for (std::uint32_t i = fours * 4 + thread_number(); i < count; i += thread_count()) {
      out[i] = convert<Out>(f(a.at(i), b.at(i)));
    }
  });
}

template <class T, bool Compare>
__global__ void __launch_bounds__(kBlock)
    binary_strided(BinaryOp op, Result<T, Compare>* out, Input<T> a, Input<T> b, Walk<3> walk) {
  use_op<T, Compare>(op, [&](auto f) {
    for (std::uint32_t i = thread_number(); i < walk.count; i += thread_count()) {
      std::int64_t at[3];
      walk.at(i, at);
      out[at[0]] = convert<Result<T, Compare>>(f(a.at(at[1]), b.at(at[2])));
    }
  });
}

template <class T, bool Compare>
void run(Gpu& gpu, BinaryOp op, const View& out_view, const Operand& a_operand, const Operand& b_operand) {
  const std::array<const View*, 3> views{&out_view, std::get_if<View>(&a_operand),
                                         std::get_if<View>(&b_operand)};
  Input<T> a_whole(a_operand), b_whole(b_operand);
  if constexpr (is_floating<T> && !Compare) {
    if (op == BinaryOp::div && !b_whole.data) {  // as PyTorch divides by a number
      op = BinaryOp::mul;
      b_whole.number = Compute<T>(1) / b_whole.number;
    }
  }
  if constexpr (is_half<T> && Compare) {  // compared as what the dtype can hold
    a_whole.number = convert<Compute<T>>(convert<T>(a_whole.number));
    b_whole.number = convert<Compute<T>>(convert<T>(b_whole.number));
  }
  in_parts<3>(make_walk<3>(views), [&](const Walk<3>& walk, const auto& first) {
    auto* out = out_view.as<Result<T, Compare>>() + first[0];
    const Input<T> a = a_whole.from(first[1]), b = b_whole.from(first[2]);
    const bool flat = walk.flat({false, !a.data, !b.data}) && aligned_for_four(out) &&
                      aligned_for_four(a.data) && aligned_for_four(b.data);
    if (flat) {
      launch(gpu, binary_flat<T, Compare>, blocks_for(gpu, (walk.count + 3) / 4), kBlock, op, out, a, b,
             walk.count);
    } else {
      launch(gpu, binary_strided<T, Compare>, blocks_for(gpu, walk.count), kBlock, op, out, a, b, walk);
    }
  });
}

}  // namespace

void binary(Gpu& gpu, BinaryOp op, const View& out, const Operand& a, const Operand& b) {
  const View* in = std::get_if<View>(&a) ? std::get_if<View>(&a) : std::get_if<View>(&b);
  const DType dtype = in ? in->dtype : out.dtype;
  if (!has(op, dtype)) {
    throw_not_implemented(dtype);
  }
  for_type(dtype, [&]<class T>() {
    if (is_comparison(op)) {
      run<T, true>(gpu, op, out, a, b);
    } else {
      run<T, false>(gpu, op, out, a, b);
    }
  });
}

}  // namespace todevice::cuda
