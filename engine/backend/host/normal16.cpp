// SPDX-License-Identifier: Apache-2.0
#include "backend/host/normal16.h"

#include <bit>
#include <cstdint>

#include "backend/host/wide.h"

// Logarithm, sine and cosine as PyTorch's vectorised code computes them: the single precision polynomials of
// the Cephes library (S. Moshier, https://www.netlib.org/cephes/, files logf.c and sinf.c), each
// multiplication and addition that belong together fused. A correctly rounded library function differs in the
// last bit of one number in four.
//
// Eight numbers go through together, step by step, in loops that become one instruction each; choices are
// made by masks of bits.

namespace todevice::host {

namespace {

constexpr int kLanes = 8;
struct Floats {
  alignas(32) float at[kLanes];
};
struct Bits {
  alignas(32) std::uint32_t at[kLanes];
};

template <class F>
TODEVICE_INLINE Floats each(F f) {
  Floats out;
  for (int i = 0; i < kLanes; ++i) out.at[i] = f(i);
  return out;
}

/// The polynomial with these coefficients, the highest power first.
template <std::size_t N>
TODEVICE_INLINE Floats polynomial(const Floats& x, const float (&coefficients)[N]) {
  Floats y = each([&](int) { return coefficients[0]; });
  for (std::size_t k = 1; k < N; ++k) {
    const float next = coefficients[k];
    y = each([&](int i) { return std::fma(y.at[i], x.at[i], next); });
  }
  return y;
}

TODEVICE_INLINE float masked(float value, std::uint32_t mask) {
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) & mask);
}
/// All bits where `condition`, else none.
TODEVICE_INLINE std::uint32_t mask_of(bool condition) {
  return condition ? 0xffffffffu : 0u;
}

/// Of numbers above 0.
TODEVICE_INLINE Floats log_of(const Floats& x) {
  constexpr float kSqrtHalf = 0.707106781186547524f;
  constexpr float kSeries[] = {7.0376836292e-2f,  -1.1514610310e-1f, 1.1676998740e-1f,
                               -1.2420140846e-1f, 1.4249322787e-1f,  -1.6668057665e-1f,
                               2.0000714765e-1f,  -2.4999993993e-1f, 3.3333331174e-1f};
  Floats exponent, m;
  for (int i = 0; i < kLanes; ++i) {
    const auto bits = std::bit_cast<std::uint32_t>(x.at[i]);
    const float fraction = std::bit_cast<float>((bits & 0x007fffffu) | 0x3f000000u);  // from 0.5 to 1
    const std::uint32_t low = mask_of(fraction < kSqrtHalf);
    exponent.at[i] = static_cast<float>(static_cast<std::int32_t>(bits >> 23) - 126) - masked(1.0f, low);
    m.at[i] = (fraction - 1.0f) + masked(fraction, low);
  }
  const Floats series = polynomial(m, kSeries);
  return each([&](int i) {
    const float square = m.at[i] * m.at[i];
    const float small = exponent.at[i] * -2.12194440e-4f;  // log 2 in two parts
    float y = std::fma(series.at[i] * m.at[i], square, small);
    y = std::fma(-square, 0.5f, y);
    return std::fma(exponent.at[i], 0.693359375f, m.at[i] + y);
  });
}

struct SinCos {
  Floats sin, cos;
};

/// Of angles from 0 up.
TODEVICE_INLINE SinCos sin_cos_of(const Floats& angle) {
  constexpr float kSin[] = {-1.9515295891e-4f, 8.3321608736e-3f, -1.6666654611e-1f};
  constexpr float kCos[] = {2.443315711809948e-5f, -1.388731625493765e-3f, 4.166664568298827e-2f};
  Bits octant;
  Floats x, square;
  for (int i = 0; i < kLanes; ++i) {
    const std::int32_t plain = (static_cast<std::int32_t>(angle.at[i] * 1.27323954473516f) + 1) & ~1;
    const auto turns = static_cast<float>(plain);
    float rest = std::fma(turns, -0.78515625f, angle.at[i]);  // pi / 4 in three parts
    rest = std::fma(turns, -2.4187564849853515625e-4f, rest);
    rest = std::fma(turns, -3.77489497744594108e-8f, rest);
    octant.at[i] = static_cast<std::uint32_t>(plain);
    x.at[i] = rest;
    square.at[i] = rest * rest;
  }
  const Floats cosine_series = polynomial(square, kCos);
  const Floats sine_series = polynomial(square, kSin);
  SinCos out;
  for (int i = 0; i < kLanes; ++i) {
    const float s = square.at[i];
    const float cosine = std::fma(cosine_series.at[i] * s, s, -(s * 0.5f)) + 1;
    const float sine = std::fma(sine_series.at[i] * s, x.at[i], x.at[i]);
    const std::uint32_t swapped = 0u - (octant.at[i] >> 1 & 1u);
    const auto cosine_bits = std::bit_cast<std::uint32_t>(cosine);
    const auto sine_bits = std::bit_cast<std::uint32_t>(sine);
    const std::uint32_t differ = (cosine_bits ^ sine_bits) & swapped;
    // bit 2 of the octant becomes the sign
    const std::uint32_t sine_sign = (octant.at[i] & 4u) << 29;
    const std::uint32_t cosine_sign = (~(octant.at[i] - 2u) & 4u) << 29;
    out.sin.at[i] = std::bit_cast<float>((sine_bits ^ differ) ^ sine_sign);
    out.cos.at[i] = std::bit_cast<float>((cosine_bits ^ differ) ^ cosine_sign);
  }
  return out;
}

TODEVICE_INLINE void make_blocks(float* values, std::int64_t blocks, float mean, float std) {
  constexpr float kTwoPi = 2 * std::numbers::pi_v<float>;
  for (; blocks > 0; --blocks, values += 2 * kLanes) {
    const Floats log = log_of(each([&](int i) { return 1.0f - values[i]; }));
    const SinCos at = sin_cos_of(each([&](int i) { return kTwoPi * values[i + kLanes]; }));
    const Floats radius = each([&](int i) { return std::sqrt(-2.0f * log.at[i]); });
    for (int i = 0; i < kLanes; ++i) values[i] = std::fma(radius.at[i] * at.cos.at[i], std, mean);
    for (int i = 0; i < kLanes; ++i) values[i + kLanes] = std::fma(radius.at[i] * at.sin.at[i], std, mean);
  }
}

TODEVICE_FUSED void make_blocks_fused(float* values, std::int64_t blocks, float mean, float std) {
  make_blocks(values, blocks, mean, std);
}

}  // namespace

void make_float_normal16(float* values, std::int64_t blocks, float mean, float std) {
  if (have_fused()) return make_blocks_fused(values, blocks, mean, std);
  make_blocks(values, blocks, mean, std);
}

}  // namespace todevice::host
