// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

#include "backend/host/kernels_impl.h"
#include "backend/host/wide.h"
#include "core/dispatch.h"
#include "core/errors.h"
#include "trace/trace.h"

// As PyTorch's CPU kernels compute (aten/src/ATen/native/cpu/layer_norm_kernel.cpp and moments_utils.h):
// means and variances by Welford's way in lanes, and an addition fused with the multiplication before it
// where theirs is.

namespace todevice::host {

namespace {

template <class C>
inline constexpr int kLanes = 32 / sizeof(C);

/// How many, their mean, and the sum of their squared distances from it.
template <class C>
struct Moments {
  C count = 0, mean = 0, squares = 0;

  TODEVICE_INLINE void add(const Moments& other) {
    const C total = count + other.count;
    const C share = total == 0 ? C(0) : other.count / total;
    const C apart = other.mean - mean;
    mean = std::fma(share, apart, mean);
    squares += std::fma(apart * apart * share, count, other.squares);
    count = total;
  }
  /// The same as it is done lane by lane.
  TODEVICE_INLINE void add_lane(const Moments& other) {
    const C total = count + other.count;
    const C share = total == 0 ? C(0) : other.count / total;
    const C apart = other.mean - mean;
    mean += share * apart;
    squares = std::fma(apart * apart * share, count, squares + other.squares);
    count = total;
  }
};

/// kParts: how many vectors are taken at once, 2 of 16-bit floats.
template <int kParts, class C>
TODEVICE_INLINE Moments<C> moments_of(const C* x, std::int64_t n) {
  constexpr int kWidth = kLanes<C>, kTaken = kParts * kWidth, kPiece = 16, kDeepest = 40;
  const std::int64_t vectors = n / kTaken, pieces = (vectors + kPiece - 1) / kPiece;
  const int depth =
      pieces <= 1 ? 0 : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(pieces - 1)));
  Moments<C> levels[kDeepest][kWidth];
  for (std::int64_t piece = 0; piece < pieces; ++piece) {
    const std::int64_t here = std::min<std::int64_t>(kPiece, vectors - piece * kPiece);
    const C* from = x + piece * kPiece * kTaken;
    for (int l = 0; l < kTaken; ++l) {
      Moments<C> lane{static_cast<C>(here)};
      for (std::int64_t j = 0; j < here; ++j) {
        const C value = from[j * kTaken + l];
        const C before = value - lane.mean;
        lane.mean = std::fma(before, C(1) / static_cast<C>(j + 1), lane.mean);
        lane.squares = std::fma(before, value - lane.mean, lane.squares);
      }
      levels[0][l % kWidth].add_lane(lane);
    }
    std::int64_t mask = piece + 1;
    for (int level = 1; level < depth && (mask & 1) == 0; ++level, mask >>= 1) {
      for (int l = 0; l < kWidth; ++l) levels[level][l].add_lane(std::exchange(levels[level - 1][l], {}));
    }
  }
  for (int level = 1; level < depth; ++level) {
    for (int l = 0; l < kWidth; ++l) levels[0][l].add_lane(levels[level][l]);
  }
  Moments<C> all;
  for (std::int64_t i = vectors * kTaken; i < n; ++i) {
    const C before = x[i] - all.mean;
    all.count += 1;
    all.mean += before / all.count;
    all.squares += before * (x[i] - all.mean);
  }
  for (int l = 0; l < kWidth; ++l) all.add(levels[0][l]);
  return all;
}

/// Sums up value(i) over i < n in lanes; rest(i, sum) adds one that is left over.
template <class C, class Value, class Rest>
TODEVICE_INLINE C in_lanes(std::int64_t n, Value value, Rest rest) {
  constexpr int kWidth = kLanes<C>;
  if (n < kWidth) {
    C sum = value(0);
    for (std::int64_t i = 1; i < n; ++i) sum += value(i);
    return sum;
  }
  C lanes[kWidth];
  for (int l = 0; l < kWidth; ++l) lanes[l] = value(l);
  std::int64_t i = kWidth;
  for (; i + kWidth <= n; i += kWidth) {
    for (int l = 0; l < kWidth; ++l) lanes[l] += value(i + l);
  }
  for (int l = 0; i < n; ++i, ++l) lanes[l] = rest(i, lanes[l]);
  if constexpr (sizeof(C) == 8) {
    for (int l = 1; l < kWidth; ++l) lanes[0] += lanes[l];
    return lanes[0];
  }
  for (int half = kWidth / 2; half > 0; half /= 2) {
    for (int l = 0; l < half; ++l) lanes[l] += lanes[l + half];
  }
  return lanes[0];
}

template <class C, class T>
std::vector<C> widened(const T* x, std::int64_t n) {
  std::vector<C> out(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i) out[static_cast<std::size_t>(i)] = convert<C>(x[i]);
  return out;
}
template <class C, class P>
std::vector<C> widened_or(const View* view, std::int64_t n, C otherwise) {
  return view ? widened<C>(view->as<P>(), n) : std::vector<C>(static_cast<std::size_t>(n), otherwise);
}

template <class C>
struct Row {
  const C *x, *grad, *weight;  ///< weight: null where there is none
  C mean, inverse;
  std::int64_t n;
};

template <class C>
TODEVICE_INLINE void normalise(C* out, const C* x, const C* weight, const C* bias, C mean, C inverse,
                               std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) {
    const C apart = x[i] - mean;
    out[i] = weight ? std::fma(apart * inverse, weight[i], bias[i]) : std::fma(apart, inverse, bias[i]);
  }
}

/// As it is done with 16-bit floats.
TODEVICE_INLINE void normalise_wide(float* out, const float* x, const float* weight, const float* bias,
                                    float mean, float inverse, std::int64_t n) {
  const float level = -inverse * mean;
  for (std::int64_t i = 0; i < n; ++i)
    out[i] = std::fma(std::fma(x[i], inverse, level), weight ? weight[i] : 1.0f, bias[i]);
}

template <class C>
TODEVICE_INLINE void input_gradient(C* out, const Row<C>& row) {
  const C *const x = row.x, *const grad = row.grad, *const weight = row.weight;
  const C mean = row.mean, inverse = row.inverse;
  const std::int64_t n = row.n;
  const auto both = [&](std::int64_t i) { return weight ? grad[i] * weight[i] : grad[i]; };
  const C with_x = in_lanes<C>(
      n, [&](std::int64_t i) { return weight ? grad[i] * x[i] * weight[i] : grad[i] * x[i]; },
      [&](std::int64_t i, C sum) {
        return weight ? sum + grad[i] * x[i] * weight[i] : sum + grad[i] * x[i];
      });
  const C alone = in_lanes<C>(n, both, [&](std::int64_t i, C sum) {
    return weight ? std::fma(grad[i], weight[i], sum) : sum + grad[i];
  });
  const C scale = C(1) / static_cast<C>(n);
  const C slope = std::fma(alone, mean, -with_x) * inverse * inverse * inverse * scale;
  const C level = std::fma(-slope, mean, -(alone * inverse * scale));
  for (std::int64_t i = 0; i < n; ++i) {
    const C own = weight ? inverse * grad[i] * weight[i] : inverse * grad[i];
    out[i] = std::fma(slope, x[i], own) + level;
  }
}

template <class C>
TODEVICE_INLINE void parameter_gradients(C* weight, C* bias, const Row<C>& row) {
  const C level = -row.inverse * row.mean;
  for (std::int64_t i = 0; weight && i < row.n; ++i)
    weight[i] = std::fma(row.grad[i], std::fma(row.inverse, row.x[i], level), weight[i]);
  for (std::int64_t i = 0; bias && i < row.n; ++i) bias[i] += row.grad[i];
}

// A function each for machines that fuse, and one for those that have to be asked for it number by number.
template <int kParts, class C>
TODEVICE_FUSED Moments<C> fused_moments(const C* x, std::int64_t n) {
  return moments_of<kParts>(x, n);
}
template <class C>
TODEVICE_FUSED void fused_normalise(C* out, const C* x, const C* weight, const C* bias, C mean, C inverse,
                                    std::int64_t n) {
  normalise(out, x, weight, bias, mean, inverse, n);
}
TODEVICE_FUSED void fused_normalise_wide(float* out, const float* x, const float* weight, const float* bias,
                                         float mean, float inverse, std::int64_t n) {
  normalise_wide(out, x, weight, bias, mean, inverse, n);
}
template <class C>
TODEVICE_FUSED void fused_gradients(C* out, C* weight, C* bias, const Row<C>& row) {
  if (out) input_gradient(out, row);
  parameter_gradients(weight, bias, row);
}

/// Calls f<T, P>(): the input's dtype and the parameters', which are float32 or the same.
template <class F>
void dispatch_both(DType input, DType parameters, F f) {
  dispatch_floating(input, "LayerNormKernelImpl", [&]<class T>() {
    if (parameters == input) return f.template operator()<T, T>();
    if constexpr (is_half<T>) return f.template operator()<T, float>();
  });
}

}  // namespace

void layer_norm(const View& out, const View& mean, const View& inverse, const View& in, const View* weight,
                const View* bias, double eps) {
  const std::int64_t n = in.shape[1];
  dispatch_both(in.dtype, mean.dtype, [&]<class T, class P>() {
    using C = Compute<T>;
    const std::vector<C> factor = widened_or<C, P>(weight, n, 1), level = widened_or<C, P>(bias, n, 0);
    std::vector<C> result(static_cast<std::size_t>(n));
    for (std::int64_t i = 0; i < in.shape[0]; ++i) {
      if ((i & 1023) == 1023 && trace::interrupt_requested()) throw Interrupted();
      const std::vector<C> x = widened<C>(in.as<T>() + i * n, n);
      constexpr int kParts = is_half<T> ? 2 : 1;
      const Moments<C> m =
          have_fused() ? fused_moments<kParts>(x.data(), n) : moments_of<kParts>(x.data(), n);
      const C spread = C(1) / std::sqrt(m.squares / static_cast<C>(n) + static_cast<C>(eps));
      auto make = have_fused() ? &fused_normalise<C> : &normalise<C>;
      if constexpr (is_half<T>) make = have_fused() ? &fused_normalise_wide : &normalise_wide;
      make(result.data(), x.data(), weight ? factor.data() : nullptr, level.data(), m.mean, spread, n);
      for (std::int64_t j = 0; j < n; ++j)
        out.as<T>()[i * n + j] = convert<T>(result[static_cast<std::size_t>(j)]);
      mean.as<P>()[i] = convert<P>(m.mean);
      inverse.as<P>()[i] = convert<P>(spread);
    }
  });
}

void layer_norm_grad(const Kernels::LayerNormGrads& out, const View& grad, const View& in, const View& mean,
                     const View& inverse, const View* weight) {
  const std::int64_t n = in.shape[1];
  dispatch_both(in.dtype, mean.dtype, [&]<class T, class P>() {
    using C = Compute<T>;
    const std::vector<C> factor = widened_or<C, P>(weight, n, 1);
    std::vector<C> result(static_cast<std::size_t>(n)), weights(result), biases(result);
    for (std::int64_t i = 0; i < in.shape[0]; ++i) {
      if ((i & 1023) == 1023 && trace::interrupt_requested()) throw Interrupted();
      const std::vector<C> x = widened<C>(in.as<T>() + i * n, n), g = widened<C>(grad.as<T>() + i * n, n);
      const Row<C> row{x.data(),
                       g.data(),
                       weight ? factor.data() : nullptr,
                       convert<C>(mean.as<P>()[i]),
                       convert<C>(inverse.as<P>()[i]),
                       n};
      C* const to_weight = out.weight ? weights.data() : nullptr;
      C* const to_bias = out.bias ? biases.data() : nullptr;
      if (have_fused()) {
        fused_gradients(out.in ? result.data() : nullptr, to_weight, to_bias, row);
      } else {
        if (out.in) input_gradient(result.data(), row);
        parameter_gradients(to_weight, to_bias, row);
      }
      for (std::int64_t j = 0; out.in && j < n; ++j)
        out.in->as<T>()[i * n + j] = convert<T>(result[static_cast<std::size_t>(j)]);
      if constexpr (is_half<T>) {  // PyTorch adds them up in the input's dtype
        for (C& sum : weights) sum = convert<C>(convert<T>(sum));
        for (C& sum : biases) sum = convert<C>(convert<T>(sum));
      }
    }
    for (std::int64_t j = 0; j < n; ++j) {
      if (out.weight) out.weight->as<P>()[j] = convert<P>(weights[static_cast<std::size_t>(j)]);
      if (out.bias) out.bias->as<P>()[j] = convert<P>(biases[static_cast<std::size_t>(j)]);
    }
  });
}

}  // namespace todevice::host
