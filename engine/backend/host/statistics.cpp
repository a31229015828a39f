// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "backend/host/cascade.h"
#include "backend/host/kernels_impl.h"
#include "backend/host/walk_order.h"
#include "core/dispatch.h"
#include "core/errors.h"
#include "trace/trace.h"

// Element after element as PyTorch's CPU kernels go on one thread (aten/src/ATen/native/ReduceOps.cpp and
// cpu/ReduceOpsKernel.cpp), so that the last bit is theirs.

namespace todevice::host {

namespace {

/// Calls each(x) for the elements that are reduced to one.
template <class T, class Each>
void each_element(const View& in, const WalkOrder& order, std::int64_t offset, Each each) {
  if (order.reduced() == 0) return each(in.as<T>()[offset]);
  const std::int64_t n = order.size[0], step = order.in_step[0];
  order.walk(1, std::max(1, order.reduced()), [&](std::int64_t at, std::int64_t) {
    if (trace::interrupt_requested()) throw Interrupted();
    const T* x = in.as<T>() + offset + at;
    for (std::int64_t i = 0; i < n; ++i) each(x[i * step]);
  });
}

double divisor(double count, double correction) {
  return std::max(count - correction, 0.0);
}

/// All of a tensor: distances from the mean as its dtype holds it, in double.
template <class T>
void variance_of_all(const View& out, const View& in, const WalkOrder& order, std::uint32_t dims,
                     double correction, bool root) {
  cascade_sum(out, in, dims, true);
  const auto mean = static_cast<double>(*out.as<T>());
  double total = 0;
  order.walk(2, order.count, [&](std::int64_t offset, std::int64_t) {
    double sum = 0;
    for (std::int64_t j = 0; j < order.size[1]; ++j) {
      const T* x = in.as<T>() + offset + j * order.in_step[1];
      for (std::int64_t i = 0; i < order.size[0]; ++i) {
        const double distance = static_cast<double>(x[i * order.in_step[0]]) - mean;
        sum += distance * distance;
      }
    }
    total += sum;
  });
  const double variance = total / divisor(static_cast<double>(numel(in.shape)), correction);
  *out.as<T>() = static_cast<T>(root ? std::sqrt(variance) : variance);
}

/// Welford's way, in float for 16-bit floats and in double for others.
template <class T>
void variance_each(const View& out, const View& in, const WalkOrder& order, double correction, bool root) {
  using A = std::conditional_t<is_half<T>, float, double>;
  order.walk(order.reduced(), order.count, [&](std::int64_t from, std::int64_t to) {
    A mean = 0, squares = 0, count = 0;
    each_element<T>(in, order, from, [&](T value) {
      const A x = convert<A>(value);
      const A before = x - mean;
      count += 1;
      mean += before / count;
      squares += before * (x - mean);
    });
    const A over = static_cast<A>(divisor(static_cast<double>(count), correction));
    out.as<T>()[to] = convert<T>(root ? std::sqrt(squares / over) : squares / over);
  });
}

/// The root of a sum of squares of a row in one piece: eight floats (four doubles) at once.
template <class T>
T length_of_row(const T* x, std::int64_t n) {
  using A = Accumulate<T>;
  constexpr int kLanes = sizeof(A) == 4 ? 8 : 4;
  constexpr int kTaken = is_half<T> ? 2 * kLanes : kLanes;
  A lanes[kLanes] = {};
  std::int64_t i = 0;
  for (; i + kTaken <= n; i += kTaken) {
    for (int l = 0; l < kLanes; ++l) {
      A square = convert<A>(x[i + l]) * convert<A>(x[i + l]);
      if constexpr (is_half<T>) square += convert<A>(x[i + l + kLanes]) * convert<A>(x[i + l + kLanes]);
      lanes[l] += square;
    }
  }
  for (int l = 1; l < kLanes; ++l) lanes[0] += lanes[l];
  for (; i < n; ++i) lanes[0] = std::fma(convert<A>(x[i]), convert<A>(x[i]), lanes[0]);  // fused there, too
  return convert<T>(std::sqrt(lanes[0]));
}

template <class T>
T norm_of(const View& in, const WalkOrder& order, std::int64_t from, double p) {
  using A = Accumulate<T>;
  A total = 0;
  const auto power = static_cast<A>(p);
  if (p == 1) {
    each_element<T>(in, order, from, [&](T x) { total += std::abs(convert<A>(x)); });
    return convert<T>(total);
  }
  if (p == 2) {
    each_element<T>(in, order, from, [&](T x) { total += convert<A>(x) * convert<A>(x); });
    return convert<T>(std::sqrt(total));
  }
  each_element<T>(in, order, from, [&](T x) { total += std::pow(std::abs(convert<A>(x)), power); });
  return convert<T>(std::pow(total, A(1) / power));
}

}  // namespace

void variance(const View& out, const View& in, std::uint32_t dims, double correction, bool root) {
  const WalkOrder order(out, in, dims);
  dispatch_floating(in.dtype, "std_var", [&]<class T>() {
    if constexpr (!is_half<T>) {
      if (numel(out.shape) == 1) return variance_of_all<T>(out, in, order, dims, correction, root);
    }
    variance_each<T>(out, in, order, correction, root);
  });
}

void norm(const View& out, const View& in, std::uint32_t dims, double p) {
  const WalkOrder order(out, in, dims);
  const bool rows = p == 2 && in.dtype != DType::float16 && order.in_step[0] == 1 && order.out_step[0] == 0 &&
                    (order.out_step[1] != 0 || order.size[1] == 1);
  dispatch_floating(in.dtype, "norm", [&]<class T>() {
    order.walk(order.reduced(), order.count, [&](std::int64_t from, std::int64_t to) {
      T& result = out.as<T>()[to];
      result = rows ? length_of_row(in.as<T>() + from, order.size[0]) : norm_of<T>(in, order, from, p);
    });
  });
}

}  // namespace todevice::host
