// SPDX-License-Identifier: Apache-2.0
#include "backend/host/cascade.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>
#include <vector>

#include "backend/host/walk_order.h"
#include "backend/host/wide.h"
#include "core/dispatch.h"
#include "core/errors.h"
#include "trace/trace.h"

namespace todevice::host {

namespace {

constexpr int kRows = 4;                // parts that are added side by side
constexpr int kLevels = 4;              // how often what was added up is put aside
constexpr std::int64_t kShortest = 16;  // of rows that are added in pieces

/// Numbers that are added at once.
template <class A, int kLanes>
struct Lanes {
  using Vector [[gnu::vector_size(sizeof(A) * kLanes)]] = A;
  Vector v = {};

  TODEVICE_INLINE void operator+=(const Lanes& other) { v += other.v; }
};

/// Adds `kLanes` neighbours, or the sums of two such pieces.
template <class T, class A, int kLanes, bool kPairs = false>
struct Adder {
  using Sum = Lanes<A, kLanes>;
  static constexpr int kTaken = kPairs ? 2 * kLanes : kLanes;
  static TODEVICE_INLINE void add(Sum& sum, const T* x) {
    Sum next;
    if constexpr (std::is_same_v<T, A>) {
      std::memcpy(&next.v, x, sizeof next.v);
    } else {
      for (int l = 0; l < kLanes; ++l) {
        next.v[l] = convert<A>(x[l]);
        if constexpr (kPairs) next.v[l] += convert<A>(x[l + kLanes]);
      }
    }
    sum += next;
  }
};

template <class Sum>
TODEVICE_INLINE void move_up(Sum (&to)[kRows], Sum (&from)[kRows]) {
  for (int k = 0; k < kRows; ++k) to[k] += std::exchange(from[k], Sum{});
}

/// sums[k] += x[i * step + k * beside] for i from `begin` to `end`.
template <class Add, class T>
TODEVICE_INLINE void add_piece(typename Add::Sum (&sums)[kRows], const T* x, std::int64_t step,
                               std::int64_t beside, std::int64_t begin, std::int64_t end) {
  for (std::int64_t i = begin; i < end; ++i) {
    for (int k = 0; k < kRows; ++k) Add::add(sums[k], x + i * step + k * beside);
  }
}

/// sums[k] = the sum of x[i * step + k * beside] over i < n, for each of the rows k.
template <class Add, class T>
TODEVICE_INLINE void add_rows(typename Add::Sum (&sums)[kRows], const T* x, std::int64_t step,
                              std::int64_t beside, std::int64_t n) {
  if (n < kShortest) return add_piece<Add>(sums, x, step, beside, 0, n);
  const int power =
      std::max(4, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(n - 1))) / kLevels);
  const std::int64_t piece = std::int64_t{1} << power;
  typename Add::Sum levels[kLevels][kRows] = {};
  std::int64_t i = 0;
  while (i + piece <= n) {
    if ((i & 0xffff) < piece && trace::interrupt_requested()) throw Interrupted();
    typename Add::Sum now[kRows] = {};
    add_piece<Add>(now, x, step, beside, i, i + piece);
    i += piece;
    move_up(levels[1], now);
    for (int level = 2; level < kLevels && (i & ((piece - 1) << ((level - 1) * power))) == 0; ++level)
      move_up(levels[level], levels[level - 1]);
  }
  add_piece<Add>(sums, x, step, beside, i, n);
  for (int level = 1; level < kLevels; ++level) move_up(sums, levels[level]);
}

/// sum = the sum of x[i * step] over i < n, in four parts.
template <class Add, class T>
TODEVICE_INLINE void sum_row(typename Add::Sum& sum, const T* x, std::int64_t step, std::int64_t n) {
  typename Add::Sum parts[kRows] = {};
  if (n >= kRows) add_rows<Add>(parts, x, kRows * step, step, n / kRows);
  for (std::int64_t i = n / kRows * kRows; i < n; ++i) Add::add(parts[0], x + i * step);
  for (int k = 1; k < kRows; ++k) parts[0] += parts[k];
  sum = parts[0];
}

/// Two nested loops over a plane; the inner one reduces.
template <class T, class Out>
struct Plane {
  const T* in;
  Out* out;
  std::int64_t n, step;               // of the inner loop
  std::int64_t count, in_by, out_by;  // of the outer one
};

template <class T, class Out, bool kPairs>
struct Sums {
  using A = Accumulate<Out>;
  static constexpr int kLanes = sizeof(A) == 4 ? 8 : 4;
  using One = Adder<T, A, 1>;
  using Beside = Adder<T, A, kLanes>;
  using Along = Adder<T, A, kLanes, kPairs>;

  static TODEVICE_INLINE void store(const Plane<T, Out>& p, std::int64_t at, A value) {
    p.out[at * p.out_by] += value;
  }

  /// Rows that lie in one piece.
  static TODEVICE_INLINE void along(const Plane<T, Out>& p) {
    const std::int64_t vectors = p.n / Along::kTaken;
    for (std::int64_t j = 0; j < p.count; ++j) {
      const T* x = p.in + j * p.in_by;
      typename Along::Sum lanes;
      sum_row<Along>(lanes, x, Along::kTaken, vectors);
      A total{};
      for (std::int64_t i = vectors * Along::kTaken; i < p.n; ++i) total += convert<A>(x[i]);
      for (int l = 0; l < kLanes; ++l) total += lanes.v[l];
      store(p, j, total);
    }
  }

  /// Columns that lie side by side.
  static TODEVICE_INLINE void beside(const Plane<T, Out>& p) {
    std::int64_t j = 0;
    for (; j + kRows * kLanes <= p.count; j += kRows * kLanes) {
      typename Beside::Sum sums[kRows] = {};
      add_rows<Beside>(sums, p.in + j, p.step, kLanes, p.n);
      for (int k = 0; k < kRows; ++k) {
        for (int l = 0; l < kLanes; ++l) store(p, j + k * kLanes + l, sums[k].v[l]);
      }
    }
    for (; j + kLanes <= p.count; j += kLanes) {
      typename Beside::Sum sums;
      sum_row<Beside>(sums, p.in + j, p.step, p.n);
      for (int l = 0; l < kLanes; ++l) store(p, j + l, sums.v[l]);
    }
    for (; j < p.count; ++j) one(p, j);
  }

  static TODEVICE_INLINE void one(const Plane<T, Out>& p, std::int64_t j) {
    typename One::Sum sum;
    sum_row<One>(sum, p.in + j * p.in_by, p.step, p.n);
    store(p, j, sum.v[0]);
  }

  static TODEVICE_INLINE void scattered(const Plane<T, Out>& p) {
    std::int64_t j = 0;
    if (p.step >= p.in_by) {
      for (; j + kRows - 1 < p.count; j += kRows) {
        typename One::Sum sums[kRows] = {};
        add_rows<One>(sums, p.in + j * p.in_by, p.step, p.in_by, p.n);
        for (int k = 0; k < kRows; ++k) store(p, j + k, sums[k].v[0]);
      }
    }
    for (; j < p.count; ++j) one(p, j);
  }

  static TODEVICE_INLINE void run(const Plane<T, Out>& p) {
    if (p.step == 1 && p.n >= Along::kTaken) {
      along(p);
    } else if (p.in_by == 1 && p.count >= Along::kTaken) {
      beside(p);
    } else {
      scattered(p);
    }
  }
};

// A function each, not a template: so the loader has a choice.
TODEVICE_WIDE void run(const Plane<float, float>& p) {
  Sums<float, float, false>::run(p);
}
TODEVICE_WIDE void run(const Plane<double, double>& p) {
  Sums<double, double, false>::run(p);
}
template <class T, class Out>
void run(const Plane<T, Out>& p) {
  Sums<T, Out, false>::run(p);
}

/// Adds the sums to `out`.
template <class T, class Out>
void add_sums(Out* out, const View& in, const WalkOrder& order) {
  order.walk(2, order.count, [&](std::int64_t in_offset, std::int64_t out_offset) {
    const T* from = in.as<T>() + in_offset;
    Out* to = out + out_offset;
    const auto& [n, m] = std::pair(order.size[0], order.size[1]);
    const auto& s = order.in_step;
    const auto& o = order.out_step;
    if (o[0] == 0) return run(Plane<T, Out>{from, to, n, s[0], m, s[1], o[1]});
    if (o[1] == 0) return run(Plane<T, Out>{from, to, m, s[1], n, s[0], o[0]});
    for (std::int64_t j = 0; j < m; ++j) {  // nothing is reduced
      for (std::int64_t i = 0; i < n; ++i) {
        to[i * o[0] + j * o[1]] += convert<Out>(from[i * s[0] + j * s[1]]);
      }
    }
  });
}

}  // namespace

void cascade_sum(const View& out, const View& in, std::uint32_t dims, bool mean) {
  const WalkOrder order(out, in, dims);
  const std::int64_t count = numel(out.shape), each = numel(in.shape) / count;
  dispatch(in.dtype, [&]<class T>() {
    using A = Accumulate<T>;
    T* const result = out.as<T>();
    if constexpr (std::is_same_v<T, A>) {
      std::fill_n(result, count, T{});
      add_sums<T>(result, in, order);
      if constexpr (std::is_floating_point_v<T>) {
        for (std::int64_t i = 0; mean && i < count; ++i) result[i] /= static_cast<A>(each);
      }
    } else {
      std::vector<A> sums(static_cast<std::size_t>(count));
      add_sums<T>(sums.data(), in, order);
      const A divisor = mean ? static_cast<A>(each) : A(1);
      for (std::int64_t i = 0; i < count; ++i)
        result[i] = convert<T>(sums[static_cast<std::size_t>(i)] / divisor);
    }
  });
}

}  // namespace todevice::host
