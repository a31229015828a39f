// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "backend/kernels.h"

namespace todevice::cuda {

/// Division by a number known before the launch, as a multiplication: right for dividends below 2^31.
struct Divider {
  std::uint32_t divisor = 1, magic = 1, shift = 0;

  Divider() = default;
  explicit Divider(std::uint32_t d) : divisor(d) {
    while ((std::uint64_t{1} << shift) < d) ++shift;
    magic =
        static_cast<std::uint32_t>(((std::uint64_t{1} << 32) * ((std::uint64_t{1} << shift) - d)) / d + 1);
  }
  __device__ std::uint32_t divide(std::uint32_t n) const { return (__umulhi(n, magic) + n) >> shift; }
};

/// How to find the elements of N tensors of one shape from a running number: neighbouring dimensions that all
/// of them walk evenly are joined, and the first tensor's memory order decides which runs fastest.
template <int N>
struct Walk {
  int dims = 0;
  std::uint32_t count = 1;
  std::array<Divider, kMaxDims> sizes;
  std::int64_t strides[kMaxDims][N];
  std::int64_t size[kMaxDims];

  /// One dimension, and each tensor either dense or (where `single`) a repeated number.
  bool flat(const std::array<bool, N>& single) const {
    if (dims > 1) return false;
    for (int k = 0; k < N; ++k) {
      if (!single[static_cast<std::size_t>(k)] && dims == 1 && strides[0][k] != 1) return false;
    }
    return true;
  }

  __device__ void at(std::uint32_t i, std::int64_t (&offset)[N]) const {
    for (int k = 0; k < N; ++k) offset[k] = 0;
#pragma unroll
    for (int d = kMaxDims - 1; d >= 0; --d) {
      if (d >= dims) continue;
      const std::uint32_t quotient = d == 0 ? 0 : sizes[static_cast<std::size_t>(d)].divide(i);
      const std::uint32_t rest = i - quotient * sizes[static_cast<std::size_t>(d)].divisor;
      for (int k = 0; k < N; ++k) offset[k] += rest * strides[d][k];
      i = quotient;
    }
  }
};

/// Null views stand for numbers: they do not move.
template <int N>
Walk<N> make_walk(const std::array<const View*, N>& views) {
  const Shape& shape = views[0]->shape;
  std::array<int, kMaxDims> order{};
  int n = 0;
  for (int d = 0; d < shape.count(); ++d) {
    if (shape[d] != 1) order[static_cast<std::size_t>(n++)] = d;
  }
  std::stable_sort(order.begin(), order.begin() + n,
                   [&](int a, int b) { return views[0]->strides[a] > views[0]->strides[b]; });
  Walk<N> walk;
  for (int i = 0; i < n; ++i) {
    const int d = order[static_cast<std::size_t>(i)];
    std::int64_t step[N];
    for (int k = 0; k < N; ++k)
      step[k] = views[static_cast<std::size_t>(k)] ? views[static_cast<std::size_t>(k)]->strides[d] : 0;
    bool joins = walk.dims > 0;
    for (int k = 0; joins && k < N; ++k) joins = walk.strides[walk.dims - 1][k] == step[k] * shape[d];
    if (!joins) walk.size[walk.dims++] = 1;
    walk.size[walk.dims - 1] *= shape[d];
    for (int k = 0; k < N; ++k) walk.strides[walk.dims - 1][k] = step[k];
  }
  return walk;
}

/// Calls f(walk, first) for parts of fewer than 2^31 elements; `first` is each tensor's offset of the part.
template <int N, class F>
void in_parts(Walk<N> walk, F&& f, std::array<std::int64_t, N> first = {}) {
  std::int64_t total = 1;
  int longest = 0;
  for (int d = 0; d < walk.dims; ++d) {
    total *= walk.size[d];
    if (walk.size[d] > walk.size[longest]) longest = d;
  }
  if (total == 0) return;
  if (total > (std::int64_t{1} << 30)) {
    const std::int64_t whole = walk.size[longest];
    walk.size[longest] = whole / 2;
    in_parts<N>(walk, f, first);
    for (int k = 0; k < N; ++k) first[static_cast<std::size_t>(k)] += whole / 2 * walk.strides[longest][k];
    walk.size[longest] = whole - whole / 2;
    in_parts<N>(walk, f, first);
    return;
  }
  walk.count = static_cast<std::uint32_t>(total);
  for (int d = 0; d < walk.dims; ++d) {
    walk.sizes[static_cast<std::size_t>(d)] = Divider(static_cast<std::uint32_t>(walk.size[d]));
  }
  f(walk, first);
}

}  // namespace todevice::cuda
