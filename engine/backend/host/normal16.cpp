// SPDX-License-Identifier: Apache-2.0
#include "backend/host/normal16.h"

#include <algorithm>
#include <bit>
#include <cstdint>

// Logarithm, sine and cosine as PyTorch's vectorised code computes them: the single precision polynomials of
// the Cephes library (S. Moshier, https://www.netlib.org/cephes/, files logf.c and sinf.c), each
// multiplication and addition that belong together fused. A correctly rounded library function differs in the
// last bit of one number in four.

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define TODEVICE_WITH_FMA __attribute__((target_clones("default", "fma")))
#define TODEVICE_INLINE inline __attribute__((always_inline))
#else
#define TODEVICE_WITH_FMA
#define TODEVICE_INLINE inline
#endif

namespace todevice::host {

namespace {

/// The polynomial with these coefficients, the highest power first.
template <std::size_t N>
TODEVICE_INLINE float polynomial(float x, const float (&coefficients)[N]) {
  float y = coefficients[0];
  for (std::size_t i = 1; i < N; ++i) y = std::fma(y, x, coefficients[i]);
  return y;
}

TODEVICE_INLINE float log_of(float x) {
  constexpr float kSqrtHalf = 0.707106781186547524f;
  constexpr float kSeries[] = {7.0376836292e-2f,  -1.1514610310e-1f, 1.1676998740e-1f,
                               -1.2420140846e-1f, 1.4249322787e-1f,  -1.6668057665e-1f,
                               2.0000714765e-1f,  -2.4999993993e-1f, 3.3333331174e-1f};
  const auto bits = std::bit_cast<std::uint32_t>(std::max(x, std::bit_cast<float>(0x00800000u)));
  float exponent = static_cast<float>(static_cast<int>(bits >> 23) - 126);
  float m = std::bit_cast<float>((bits & 0x007fffffu) | 0x3f000000u);  // from 0.5 to 1
  const bool low = m < kSqrtHalf;
  exponent -= low ? 1.0f : 0.0f;
  m = (m - 1.0f) + (low ? m : 0.0f);
  const float square = m * m;
  const float small = exponent * -2.12194440e-4f;  // log 2 in two parts
  float y = std::fma(polynomial(m, kSeries) * m, square, small);
  y = std::fma(-square, 0.5f, y);
  return std::fma(exponent, 0.693359375f, m + y);
}

struct SinCos {
  float sin, cos;
};

/// Of an angle from 0 up.
TODEVICE_INLINE SinCos sin_cos_of(float angle) {
  constexpr float kSin[] = {-1.9515295891e-4f, 8.3321608736e-3f, -1.6666654611e-1f};
  constexpr float kCos[] = {2.443315711809948e-5f, -1.388731625493765e-3f, 4.166664568298827e-2f};
  const int octant = (static_cast<int>(angle * 1.27323954473516f) + 1) & ~1;
  const auto turns = static_cast<float>(octant);
  float x = std::fma(turns, -0.78515625f, angle);  // pi / 4 in three parts
  x = std::fma(turns, -2.4187564849853515625e-4f, x);
  x = std::fma(turns, -3.77489497744594108e-8f, x);
  const float square = x * x;
  const float cosine = std::fma(polynomial(square, kCos) * square, square, -(square * 0.5f)) + 1;
  const float sine = std::fma(polynomial(square, kSin) * square, x, x);
  const bool swapped = (octant & 2) != 0;
  const auto with_sign = [](float value, int quarter) {  // bit 2 becomes the sign, without a branch
    const std::uint32_t sign = static_cast<std::uint32_t>(quarter & 4) << 29;
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) ^ sign);
  };
  return {with_sign(swapped ? cosine : sine, octant), with_sign(swapped ? sine : cosine, ~(octant - 2))};
}

}  // namespace

TODEVICE_WITH_FMA
void make_float_normal16(float* values, float mean, float std) {
  constexpr float kTwoPi = 2 * std::numbers::pi_v<float>;
  for (int i = 0; i < 8; ++i) {
    const float radius = std::sqrt(-2.0f * log_of(1.0f - values[i]));
    const SinCos at = sin_cos_of(kTwoPi * values[i + 8]);
    values[i] = std::fma(radius * at.cos, std, mean);
    values[i + 8] = std::fma(radius * at.sin, std, mean);
  }
}

}  // namespace todevice::host
