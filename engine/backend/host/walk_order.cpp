// SPDX-License-Identifier: Apache-2.0
#include "backend/host/walk_order.h"

#include <utility>

namespace todevice::host {

namespace {

struct Axis {
  std::int64_t size = 1, in = 0, out = 0;
};

/// Does `a`, which lies further in, have to change places with `b`? 0 where nothing tells.
int swaps(const Axis& a, const Axis& b) {
  if ((a.out == 0) != (b.out == 0)) return b.out == 0 ? 1 : -1;
  const std::pair<std::int64_t, std::int64_t> steps[] = {{a.out, b.out}, {a.in, b.in}};
  for (const auto& [first, second] : steps) {
    if (first == 0 || second == 0) continue;
    if (first != second) return first < second ? -1 : 1;
    if (a.size > b.size) return 1;
  }
  return 0;
}

/// Insertion sort, as PyTorch's: the order is not a strict one.
void sort(std::array<Axis, kMaxDims>& axes, int count) {
  for (int i = 1; i < count; ++i) {
    int moving = i;
    for (int inner = i - 1; inner >= 0; --inner) {
      const int told = swaps(axes[static_cast<std::size_t>(inner)], axes[static_cast<std::size_t>(moving)]);
      if (told < 0) break;
      if (told == 0) continue;
      std::swap(axes[static_cast<std::size_t>(inner)], axes[static_cast<std::size_t>(moving)]);
      moving = inner;
    }
  }
}

bool joins(const Axis& inner, const Axis& outer) {
  if (inner.size == 1 || outer.size == 1) return true;
  return inner.size * inner.in == outer.in && inner.size * inner.out == outer.out;
}

}  // namespace

WalkOrder::WalkOrder(const View& out, const View& in, std::uint32_t dims) {
  std::array<Axis, kMaxDims> axes;
  const int all = in.shape.count();
  for (int d = 0; d < all; ++d) {
    Axis& axis = axes[static_cast<std::size_t>(all - 1 - d)];
    axis = {in.shape[d], in.strides[d], (dims >> d & 1u) ? 0 : out.strides[d]};
  }
  sort(axes, all);
  int last = 0;
  for (int d = 1; d < all; ++d) {
    Axis& to = axes[static_cast<std::size_t>(last)];
    const Axis& from = axes[static_cast<std::size_t>(d)];
    if (joins(to, from)) {
      if (to.size == 1) to = {1, from.in, from.out};
      to.size *= from.size;
    } else {
      axes[static_cast<std::size_t>(++last)] = from;
    }
  }
  count = last + 1;
  for (int d = 0; d < count; ++d) {
    const auto i = static_cast<std::size_t>(d);
    size[i] = axes[i].size;
    in_step[i] = axes[i].in;
    out_step[i] = axes[i].out;
  }
  if (all == 0) in_step[0] = out_step[0] = 0;
  for (; count < 2; ++count) size[static_cast<std::size_t>(count)] = 1;
}

}  // namespace todevice::host
