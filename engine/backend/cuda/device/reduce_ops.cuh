// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "backend/cuda/device/types.cuh"

namespace todevice::cuda {

/// What sums are carried in: float for float and the 16-bit floats, 64 bits for whole numbers.
template <class T>
using Accumulate =
    std::conditional_t<is_half<T>, float, std::conditional_t<std::is_floating_point_v<T>, T, std::int64_t>>;

// A reduction: `State` starts from start(), takes one element with take(), joins with another by join(), and
// ends as finish(). All are associative enough that a fixed order gives one result every time.

template <class T>
struct Sum {
  using State = Accumulate<T>;
  using Out = T;
  State factor{1};  ///< 1/n for a mean
  __device__ State start() const { return State{0}; }
  __device__ void take(State& s, T x, std::int64_t) const { s += convert<State>(x); }
  __device__ void join(State& s, const State& other) const { s += other; }
  __device__ Out finish(const State& s) const { return convert<T>(s * factor); }
};

template <class T>
struct Product {
  using State = Accumulate<T>;
  using Out = T;
  __device__ State start() const { return State{1}; }
  __device__ void take(State& s, T x, std::int64_t) const { s *= convert<State>(x); }
  __device__ void join(State& s, const State& other) const { s *= other; }
  __device__ Out finish(const State& s) const { return convert<T>(s); }
};

/// All or any of bools.
struct Truth {
  using State = bool;
  using Out = bool;
  bool all;
  __device__ State start() const { return all; }
  __device__ void take(State& s, bool x, std::int64_t) const { s = all ? s && x : s || x; }
  __device__ void join(State& s, const State& other) const { take(s, other, 0); }
  __device__ Out finish(const State& s) const { return s; }
};

/// The largest or smallest element, or where it stands first; a NaN wins, as in PyTorch.
template <class T, class Result>
struct Extreme {
  struct State {
    Compute<T> value;
    std::int64_t index;  ///< negative: nothing yet
  };
  using Out = Result;
  bool largest;
  __device__ State start() const { return {Compute<T>{}, -1}; }
  __device__ void take(State& s, T x, std::int64_t index) const { join(s, {convert<Compute<T>>(x), index}); }
  __device__ void join(State& s, const State& other) const {
    if (other.index < 0) return;
    if (s.index < 0 || before(other, s)) s = other;
  }
  __device__ Out finish(const State& s) const {
    if constexpr (std::is_same_v<Result, T>) {
      return convert<T>(s.value);
    } else {
      return s.index;
    }
  }
  __device__ bool before(const State& a, const State& b) const {
    const bool a_nan = a.value != a.value, b_nan = b.value != b.value;
    if (a_nan != b_nan) return a_nan;
    if (a_nan || a.value == b.value) return a.index < b.index;
    return largest ? a.value > b.value : a.value < b.value;
  }
};
/// Where it stands, told apart from an int64 value.
struct Place {
  std::int64_t index;
  __device__ Place(std::int64_t i) : index(i) {}  // NOLINT: a State's index becomes it
};

}  // namespace todevice::cuda
