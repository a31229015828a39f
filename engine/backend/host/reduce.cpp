// SPDX-License-Identifier: Apache-2.0
#include "backend/host/cascade.h"
#include "backend/host/kernels_impl.h"
#include "backend/host/loop.h"
#include "core/dispatch.h"

namespace todevice::host {

namespace {

/// The input as two nested walks: `kept` dimensions outside, reduced ones inside.
struct Split {
  View kept, inner;  ///< both start at the input's first element

  Split(const View& in, std::uint32_t dims) : kept(in), inner(in) {
    for (int d = in.shape.count() - 1; d >= 0; --d) {
      const bool reduced = (dims >> d) & 1u;
      View& loses = reduced ? kept : inner;
      loses.shape.erase(d);
      loses.strides.erase(d);
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
  if (op == ReduceOp::sum || op == ReduceOp::mean) return cascade_sum(out, in, dims, op == ReduceOp::mean);
  const Split split(in, dims);
  if (op == ReduceOp::all || op == ReduceOp::any) return truth(out, in, split, op == ReduceOp::all);
  dispatch(in.dtype, [&]<class T>() {
    if (op == ReduceOp::prod) {
      product<T>(out, in, split);
    } else {
      extreme<T>(op, out, in, split);
    }
  });
}

}  // namespace todevice::host
