// SPDX-License-Identifier: Apache-2.0
// clamp and where.
#include <cstring>

#include "backend/cuda/device/launch.cuh"
#include "backend/cuda/device/types.cuh"
#include "backend/cuda/device/walk.cuh"
#include "backend/cuda/launchers.h"

namespace todevice::cuda {

namespace {

template <class T>
__global__ void __launch_bounds__(kBlock)
    clamp_strided(T* out, const T* in, Compute<T> low, Compute<T> high, Walk<2> walk) {
  for (std::uint32_t i = thread_number(); i < walk.count; i += thread_count()) {
    std::int64_t at[2];
    walk.at(i, at);
    Compute<T> x = convert<Compute<T>>(in[at[1]]);
    if (x < low) x = low;  // NaN compares false and stays
    if (x > high) x = high;
    out[at[0]] = convert<T>(x);
  }
}

template <class T>
struct Choice {
  const T* data = nullptr;  ///< null: one number
  T number{};
};

template <class T>
__global__ void __launch_bounds__(kBlock)
    where_strided(T* out, const bool* condition, Choice<T> a, Choice<T> b, Walk<4> walk) {
  for (std::uint32_t i = thread_number(); i < walk.count; i += thread_count()) {
    std::int64_t at[4];
    walk.at(i, at);
    const bool first = condition[at[1]];
    const Choice<T>& from = first ? a : b;
    out[at[0]] = from.data ? from.data[first ? at[2] : at[3]] : from.number;
  }
}

template <class T>
Choice<T> choice(const Operand& operand, DType dtype) {
  if (const View* view = std::get_if<View>(&operand)) return {view->as<T>(), T{}};
  Choice<T> chosen;
  for_type(dtype, [&]<class Element>() {
    const auto element = from_scalar<Element>(std::get<Scalar>(operand));
    if constexpr (sizeof(Element) == sizeof(T)) std::memcpy(&chosen.number, &element, sizeof element);
  });
  return chosen;
}

}  // namespace

void clamp(Gpu& gpu, const View& out, const View& in, Scalar low, Scalar high) {
  in_parts<2>(make_walk<2>({&out, &in}), [&](const Walk<2>& walk, const auto& first) {
    for_type(in.dtype, [&]<class T>() {
      using C = Compute<T>;
      launch(gpu, clamp_strided<T>, blocks_for(gpu, walk.count), kBlock, out.as<T>() + first[0],
             in.as<T>() + first[1], from_scalar<C>(low), from_scalar<C>(high), walk);
    });
  });
}

void where(Gpu& gpu, const View& out, const View& condition, const Operand& a, const Operand& b) {
  const std::array<const View*, 4> views{&out, &condition, std::get_if<View>(&a), std::get_if<View>(&b)};
  in_parts<4>(make_walk<4>(views), [&](const Walk<4>& walk, const auto& first) {
    for_size(out.dtype, [&]<class T>() {
      Choice<T> yes = choice<T>(a, out.dtype), no = choice<T>(b, out.dtype);
      if (yes.data) yes.data += first[2];
      if (no.data) no.data += first[3];
      launch(gpu, where_strided<T>, blocks_for(gpu, walk.count), kBlock, out.as<T>() + first[0],
             condition.as<bool>() + first[1], yes, no, walk);
    });
  });
}

}  // namespace todevice::cuda
