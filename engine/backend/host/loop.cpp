// SPDX-License-Identifier: Apache-2.0
#include "backend/host/loop.h"

#include <algorithm>

#include "core/errors.h"
#include "trace/trace.h"

namespace todevice::host {

namespace {

constexpr std::int64_t kPiece = std::int64_t{1} << 20;  // elements between two looks at the interrupt flag

void check_interrupt() {
  if (trace::interrupt_requested()) throw Interrupted();
}

}  // namespace

template <int N>
Loop<N>::Loop(const std::array<const View*, N>& views) {
  const Shape& shape = views[0]->shape;
  for (int d = 0; d < shape.count(); ++d) {
    if (shape[d] == 1) continue;
    if (shape[d] == 0) empty_ = true;
    bool joins = count_ > 0;
    for (std::size_t v = 0; joins && v < N; ++v)
      joins = stride_[v][last()] == views[v]->strides[d] * shape[d];
    if (joins) {
      size_[last()] *= shape[d];
    } else {
      size_[static_cast<std::size_t>(count_++)] = shape[d];
    }
    for (std::size_t v = 0; v < N; ++v) stride_[v][last()] = views[v]->strides[d];
  }
  if (count_ == 0) {
    count_ = 1;
    size_[0] = 1;
    for (auto& strides : stride_) strides[0] = 1;
  }
}

template <int N>
void Loop<N>::in_pieces(Call call, void* context, Numbers offset, const Numbers& step) const {
  const std::int64_t n = size_[last()];
  if (n <= kPiece) return call(context, offset, n, step);
  for (std::int64_t begin = 0; begin < n; begin += kPiece) {
    check_interrupt();
    call(context, offset, std::min(kPiece, n - begin), step);
    for (std::size_t v = 0; v < N; ++v) offset[v] += kPiece * step[v];
  }
}

template <int N>
void Loop<N>::walk(Call call, void* context) const {
  if (empty_) return;
  Numbers offset{};
  Numbers step{};
  for (std::size_t v = 0; v < N; ++v) step[v] = stride_[v][last()];
  if (count_ == 1) return in_pieces(call, context, offset, step);
  std::array<std::int64_t, kMaxDims> at{};
  for (std::int64_t rows = 1;; ++rows) {
    in_pieces(call, context, offset, step);
    if (rows % 65536 == 0) check_interrupt();
    int d = count_ - 2;
    for (; d >= 0; --d) {
      const auto i = static_cast<std::size_t>(d);
      for (std::size_t v = 0; v < N; ++v) offset[v] += stride_[v][i];
      if (++at[i] < size_[i]) break;
      for (std::size_t v = 0; v < N; ++v) offset[v] -= stride_[v][i] * size_[i];
      at[i] = 0;
    }
    if (d < 0) return;
  }
}

template class Loop<1>;
template class Loop<2>;
template class Loop<3>;
template class Loop<4>;

}  // namespace todevice::host
