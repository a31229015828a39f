// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstring>

#include "backend/host/kernels_impl.h"
#include "backend/host/loop.h"
#include "core/dispatch.h"
#include "core/errors.h"

namespace todevice::host {

namespace {

/// A row index made plain; throws when it is none.
std::int64_t checked(std::int64_t index, std::int64_t size, Counted rows = Counted::either_end) {
  if (rows == Counted::from_start && (index < 0 || index >= size)) {
    throw IndexError("index " + std::to_string(index) + " is out of bounds for a dimension of size " +
                     std::to_string(size) + ", whose places count from 0");
  }
  if (index < -size || index >= size) {
    throw IndexError("index " + std::to_string(index) + " is out of bounds for dimension 0 with size " +
                     std::to_string(size));
  }
  return index < 0 ? index + size : index;
}

/// Row i of a view.
View row(const View& view, std::int64_t i) {
  View result = view;
  result.data = view.as<std::byte>() + i * view.strides[0] * static_cast<std::int64_t>(item_size(view.dtype));
  result.shape.erase(0);
  result.strides.erase(0);
  return result;
}

/// Single elements, of which there may be many: without a view of each.
template <std::size_t kBytes>
void pick(const View& out, const View& in, const View& index, Counted rows) {
  const auto* at = index.as<std::int64_t>();
  constexpr auto kStep = static_cast<std::int64_t>(kBytes);
  for (std::int64_t i = 0; i < index.shape[0]; ++i) {
    const std::int64_t from = checked(at[i * index.strides[0]], in.shape[0], rows);
    std::memcpy(out.as<std::byte>() + i * out.strides[0] * kStep,
                in.as<std::byte>() + from * in.strides[0] * kStep, kBytes);
  }
}

void pick_elements(const View& out, const View& in, const View& index, Counted rows) {
  switch (item_size(in.dtype)) {
    case 1:
      return pick<1>(out, in, index, rows);
    case 2:
      return pick<2>(out, in, index, rows);
    case 4:
      return pick<4>(out, in, index, rows);
    default:
      return pick<8>(out, in, index, rows);
  }
}

}  // namespace

void clamp(const View& out, const View& in, Scalar low, Scalar high) {
  dispatch(in.dtype, [&]<class T>() {
    using C = Compute<T>;
    const auto bound = [](Scalar s) {
      return s.is_floating() || (s.is_large() && !std::is_integral_v<C>) ? convert<C>(s.to_double())
                                                                         : convert<C>(s.to_int64());
    };
    const C lowest = bound(low);
    const C highest = bound(high);
    map<T, T>(out, in, [=](T value) {
      C x = convert<C>(value);
      if (x < lowest) x = lowest;
      if (x > highest) x = highest;
      return convert<T>(x);
    });
  });
}

void where(const View& out, const View& condition, const View& a, const View& b) {
  dispatch(out.dtype, [&]<class T>() {
    Loop<4>({&out, &condition, &a, &b}).run([&](const auto& offset, std::int64_t n, const auto& step) {
      T* o = out.as<T>() + offset[0];
      const bool* c = condition.as<bool>() + offset[1];
      const T* x = a.as<T>() + offset[2];
      const T* y = b.as<T>() + offset[3];
      for (std::int64_t i = 0; i < n; ++i) o[i * step[0]] = c[i * step[1]] ? x[i * step[2]] : y[i * step[3]];
    });
  });
}

void index_select(const View& out, const View& in, const View& index, Counted rows) {
  if (in.shape.count() == 1) return pick_elements(out, in, index, rows);
  const auto* at = index.as<std::int64_t>();
  for (std::int64_t i = 0; i < index.shape[0]; ++i) {
    copy(row(out, i), row(in, checked(at[i * index.strides[0]], in.shape[0], rows)));
  }
}

void index_add(const View& out, const View& in, const View& index) {
  const auto* at = index.as<std::int64_t>();
  for (std::int64_t i = 0; i < index.shape[0]; ++i) {
    const View target = row(out, checked(at[i * index.strides[0]], out.shape[0]));
    binary(BinaryOp::add, target, target, row(in, i));
  }
}

}  // namespace todevice::host
