// SPDX-License-Identifier: Apache-2.0
#include "backend/host/kernels_impl.h"
#include "backend/host/loop.h"
#include "core/dispatch.h"

namespace todevice::host {

namespace {

/// The input as two nested walks: `kept` dimensions outside, reduced ones inside.
struct Split {
  View kept, inner;  ///< both start at the input's first element
  std::int64_t inner_count = 1;

  Split(const View& in, std::uint32_t dims) : kept(in), inner(in) {
    for (int d = in.shape.count() - 1; d >= 0; --d) {
      const bool reduced = (dims >> d) & 1u;
      View& loses = reduced ? kept : inner;
      loses.shape.erase(d);
      loses.strides.erase(d);
      if (reduced) inner_count *= in.shape[d];
    }
  }
};

/// `out`, which is contiguous, without its sizes of 1.
View over_kept(const View& out, const Split& split) {
  View view = out;
  view.shape = split.kept.shape;
  view.strides = contiguous_strides(split.kept.shape);
  return view;
}

/// The sum of a row in pairs: error grows with the logarithm of its length, as in PyTorch.
template <class A, class T>
A pairwise(const T* x, std::int64_t n, std::int64_t step) {
  if (n <= 128) {
    A lanes[8] = {};
    std::int64_t i = 0;
    if (step == 1) {
      for (; i + 8 <= n; i += 8) {
        for (int l = 0; l < 8; ++l) lanes[l] += convert<A>(x[i + l]);
      }
    }
    A sum = ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) + ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
    for (; i < n; ++i) sum += convert<A>(x[i * step]);
    return sum;
  }
  const std::int64_t half = n / 2 / 8 * 8;
  return pairwise<A>(x, half, step) + pairwise<A>(x + half * step, n - half, step);
}

constexpr int kColumns = 16;

/// Adds the sums of kColumns neighbouring columns, each with the bits of pairwise() for a step other than 1.
template <class A, class T>
void add_columns(A* totals, const T* x, std::int64_t n, std::int64_t step) {
  A sums[kColumns] = {};
  if (n <= 128) {
    for (std::int64_t i = 0; i < n; ++i) {
      for (int c = 0; c < kColumns; ++c) sums[c] += convert<A>(x[i * step + c]);
    }
  } else {
    const std::int64_t half = n / 2 / 8 * 8;
    add_columns(sums, x, half, step);
    A rest[kColumns] = {};
    add_columns(rest, x + half * step, n - half, step);
    for (int c = 0; c < kColumns; ++c) sums[c] += rest[c];
  }
  for (int c = 0; c < kColumns; ++c) totals[c] += sums[c];
}

/// Do rows of kept elements lie side by side, so that they are summed up together? (In a row of eight or more
/// that lies in one piece, pairwise() adds in another order.)
bool by_columns(const View& inner, std::int64_t kept_step) {
  if (kept_step != 1) return false;
  for (int d = 0; d < inner.shape.count(); ++d) {
    if (inner.strides[d] == 1 && inner.shape[d] >= 8) return false;
  }
  return true;
}

template <class T>
void sum(const View& out, const View& in, const Split& split, bool mean) {
  using A = Accumulate<T>;
  const View target = over_kept(out, split);
  const auto finish = [&](A total, std::int64_t at) {
    if (mean) {
      if constexpr (std::is_floating_point_v<A>) total /= static_cast<A>(split.inner_count);
    }
    out.as<T>()[at] = convert<T>(total);
  };
  Loop<2>({&target, &split.kept}).run([&](const auto& offset, std::int64_t n, const auto& stride) {
    View inner = split.inner;
    std::int64_t i = 0;
    if (by_columns(inner, stride[1])) {
      for (; i + kColumns <= n; i += kColumns) {
        inner.data = in.as<T>() + offset[1] + i;
        A totals[kColumns] = {};
        Loop<1>({&inner}).run([&](const auto& at, std::int64_t count, const auto& walk) {
          add_columns(totals, inner.as<T>() + at[0], count, walk[0]);
        });
        for (int c = 0; c < kColumns; ++c) finish(totals[c], offset[0] + (i + c) * stride[0]);
      }
    }
    for (; i < n; ++i) {
      inner.data = in.as<T>() + offset[1] + i * stride[1];
      A total{};
      Loop<1>({&inner}).run([&](const auto& at, std::int64_t count, const auto& walk) {
        total += pairwise<A>(inner.as<T>() + at[0], count, walk[0]);
      });
      finish(total, offset[0] + i * stride[0]);
    }
  });
}

/// Folds the reduced elements one by one; `index` counts them.
template <class Out, class T, class State, class Start, class Fold, class Finish>
void fold(const View& out, const View& in, const Split& split, Start start, Fold step_fn, Finish finish) {
  const View target = over_kept(out, split);
  Loop<2>({&target, &split.kept}).run([&](const auto& offset, std::int64_t n, const auto& stride) {
    for (std::int64_t i = 0; i < n; ++i) {
      View inner = split.inner;
      inner.data = in.as<T>() + offset[1] + i * stride[1];
      State state = start();
      std::int64_t index = 0;
      Loop<1>({&inner}).run([&](const auto& at, std::int64_t count, const auto& walk) {
        const T* x = inner.as<T>() + at[0];
        for (std::int64_t k = 0; k < count; ++k) step_fn(state, convert<Compute<T>>(x[k * walk[0]]), index++);
      });
      out.as<Out>()[offset[0] + i * stride[0]] = finish(state);
    }
  });
}

template <class C>
bool is_nan(C x) {
  return std::is_floating_point_v<C> && x != x;
}

/// Largest or smallest element and where it stands first; a NaN wins, as in PyTorch.
template <class T>
void extreme(ReduceOp op, const View& out, const View& in, const Split& split) {
  using C = Compute<T>;
  struct Best {
    C value{};
    std::int64_t index = -1;
  };
  const bool largest = op == ReduceOp::max || op == ReduceOp::argmax;
  const auto take = [largest](Best& best, C x, std::int64_t index) {
    const bool better = largest ? x > best.value : x < best.value;
    if (best.index < 0 || (!is_nan(best.value) && (is_nan(x) || better))) best = {x, index};
  };
  const auto start = [] { return Best{}; };
  if (op == ReduceOp::max || op == ReduceOp::min) {
    fold<T, T, Best>(out, in, split, start, take, [](const Best& best) { return convert<T>(best.value); });
  } else {
    fold<std::int64_t, T, Best>(out, in, split, start, take, [](const Best& best) { return best.index; });
  }
}

/// 16-bit floats are rounded at each step, as PyTorch rounds them on the CPU.
template <class T>
void product(const View& out, const View& in, const Split& split) {
  using A = Accumulate<T>;
  fold<T, T, A>(
      out, in, split, [] { return A(1); },
      [](A& state, Compute<T> x, std::int64_t) {
        state *= convert<A>(x);
        if constexpr (is_half<T>) state = convert<A>(convert<T>(state));
      },
      [](A state) { return convert<T>(state); });
}

/// all and any, of bool alone.
void truth(const View& out, const View& in, const Split& split, bool all) {
  fold<bool, bool, bool>(
      out, in, split, [all] { return all; },
      [all](bool& state, bool x, std::int64_t) { state = all ? state && x : state || x; },
      [](bool state) { return state; });
}

}  // namespace

void reduce(ReduceOp op, const View& out, const View& in, std::uint32_t dims) {
  const Split split(in, dims);
  if (op == ReduceOp::all || op == ReduceOp::any) return truth(out, in, split, op == ReduceOp::all);
  dispatch(in.dtype, [&]<class T>() {
    if (op == ReduceOp::sum || op == ReduceOp::mean) {
      sum<T>(out, in, split, op == ReduceOp::mean);
    } else if (op == ReduceOp::prod) {
      product<T>(out, in, split);
    } else {
      extreme<T>(op, out, in, split);
    }
  });
}

}  // namespace todevice::host
