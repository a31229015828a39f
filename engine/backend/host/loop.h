// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "backend/kernels.h"

namespace todevice::host {

/// Several views of one shape, walked together row by row: dimensions that lie one behind the other in every
/// view are joined, so that contiguous tensors are a single row. Compiled once for each N; only rows know
/// types.
template <int N>
class Loop {
 public:
  using Numbers = std::array<std::int64_t, N>;
  explicit Loop(const std::array<const View*, N>& views);

  /// Calls row(offsets, n, strides) for each innermost row, offsets and strides in elements. Long rows come
  /// in pieces, so that an interrupt is seen soon; it is thrown as Interrupted.
  template <class Row>
  void run(Row&& row) const {
    walk([](void* context, const Numbers& offset, std::int64_t n,
            const Numbers& step) { (*static_cast<std::remove_reference_t<Row>*>(context))(offset, n, step); },
         const_cast<void*>(static_cast<const void*>(&row)));
  }

 private:
  using Call = void (*)(void* context, const Numbers& offset, std::int64_t n, const Numbers& step);
  void walk(Call call, void* context) const;
  void in_pieces(Call call, void* context, Numbers offset, const Numbers& step) const;
  std::size_t last() const { return static_cast<std::size_t>(count_ - 1); }

  std::array<std::int64_t, kMaxDims> size_{};
  std::array<std::array<std::int64_t, kMaxDims>, N> stride_{};
  int count_ = 0;
  bool empty_ = false;
};
extern template class Loop<1>;
extern template class Loop<2>;
extern template class Loop<3>;
extern template class Loop<4>;

/// out = f(in), element by element.
template <class Out, class In, class F>
void map(const View& out, const View& in, F f) {
  Loop<2>({&out, &in}).run([&](const auto& offset, std::int64_t n, const auto& step) {
    Out* o = out.as<Out>() + offset[0];
    const In* a = in.as<In>() + offset[1];
    if (step[0] == 1 && step[1] == 1) {
      for (std::int64_t i = 0; i < n; ++i) o[i] = f(a[i]);
    } else {
      for (std::int64_t i = 0; i < n; ++i) o[i * step[0]] = f(a[i * step[1]]);
    }
  });
}

/// out = f(a, b), element by element.
template <class Out, class A, class B, class F>
void map(const View& out, const View& a, const View& b, F f) {
  Loop<3>({&out, &a, &b}).run([&](const auto& offset, std::int64_t n, const auto& step) {
    Out* o = out.as<Out>() + offset[0];
    const A* x = a.as<A>() + offset[1];
    const B* y = b.as<B>() + offset[2];
    if (step[0] == 1 && step[1] == 1 && step[2] == 1) {
      for (std::int64_t i = 0; i < n; ++i) o[i] = f(x[i], y[i]);
    } else if (step[0] == 1 && step[1] == 1 && step[2] == 0) {
      const B value = *y;
      for (std::int64_t i = 0; i < n; ++i) o[i] = f(x[i], value);
    } else {
      for (std::int64_t i = 0; i < n; ++i) o[i * step[0]] = f(x[i * step[1]], y[i * step[2]]);
    }
  });
}

}  // namespace todevice::host
