// SPDX-License-Identifier: Apache-2.0
#include "backend/sim/gpu_math.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace todevice::sim {

namespace {

// The special function unit
// ----------------------------------------------------------------------------------
//
// It interpolates: a quarter turn has 64 pieces of 2^17 steps, and within piece i, `x` steps from its start,
//   sine * 2^37 = start * 2^11 + slope * x + bend * square(x),
// cut to 24 significant bits. (The form: Oberman and Siu, "A high-performance area-efficient multifunction
// interpolator", 2005. The coefficients were solved from every value of the first quarter on an H200: one
// set of whole numbers per piece gives them all.)
struct Piece {
  std::int32_t start, slope, bend;
};
constexpr std::array<Piece, 64> kQuarter = {{
    {0, 25737, -14},          {1646926, 25730, -48},    {3292872, 25706, -76},    {4936828, 25668, -110},
    {6577812, 25613, -137},   {8214836, 25544, -171},   {9846906, 25459, -201},   {11473052, 25358, -229},
    {13092282, 25243, -262},  {14703632, 25112, -292},  {16306120, 24966, -322},  {17898788, 24805, -352},
    {19480670, 24629, -381},  {21050826, 24438, -410},  {22608290, 24233, -441},  {24152140, 24013, -470},
    {25681450, 23778, -497},  {27195286, 23529, -525},  {28692734, 23266, -553},  {30172904, 22989, -581},
    {31634900, 22698, -608},  {33077832, 22394, -637},  {34500844, 22076, -664},  {35903084, 21744, -688},
    {37283680, 21400, -715},  {38641832, 21042, -738},  {39976700, 20672, -763},  {41287492, 20290, -790},
    {42573406, 19895, -812},  {43833682, 19489, -839},  {45067552, 19070, -859},  {46274276, 18640, -881},
    {47453130, 18199, -904},  {48603396, 17747, -926},  {49724388, 17284, -946},  {50815422, 16811, -967},
    {51875848, 16328, -988},  {52905036, 15834, -1004}, {53902340, 15332, -1025}, {54867186, 14820, -1043},
    {55798976, 14299, -1059}, {56697166, 13769, -1074}, {57561188, 13232, -1093}, {58390546, 12686, -1107},
    {59184728, 12133, -1123}, {59943264, 11572, -1136}, {60665692, 11004, -1148}, {61351576, 10430, -1162},
    {62000506, 9849, -1172},  {62612084, 9263, -1185},  {63185948, 8671, -1196},  {63721758, 8073, -1203},
    {64219180, 7471, -1213},  {64677922, 6864, -1220},  {65097690, 6254, -1230},  {65478264, 5639, -1236},
    {65819388, 5021, -1242},  {66120864, 4400, -1247},  {66382514, 3776, -1250},  {66604174, 3151, -1258},
    {66785714, 2523, -1260},  {66927034, 1893, -1260},  {67028028, 1263, -1263},  {67088652, 632, -1265},
}};
constexpr int kStepBits = 17;
constexpr std::uint32_t kSteps = 1u << kStepBits;
constexpr int kQuarterBits = 23;  // 64 pieces of 2^17 steps

/// x * x / 2^19 as the unit's squarer has it: each partial product loses its low bits before the sum (found
/// on older cards by the envytools project; true of this one).
std::int64_t square(std::uint32_t x) {
  std::uint32_t sum = 0;
  for (std::uint32_t left = x; left != 0; left &= left - 1)
    sum += x >> (kStepBits + 1 - std::countr_zero(left));
  return sum >> 1;
}

/// The sine `steps` of 2^-25 turns from zero.
float sine(std::uint32_t steps) {
  const std::uint32_t quarter = steps >> kQuarterBits & 3;
  // In the second and the fourth quarter the unit walks back from the last step, not from beyond it.
  const std::uint32_t along = quarter % 2 == 0 ? steps : ~steps;
  const Piece& piece = kQuarter[along >> kStepBits & 63];
  const std::uint32_t x = along & (kSteps - 1);
  const std::int64_t sum =
      (std::int64_t{piece.start} << 11) + std::int64_t{piece.slope} * x + piece.bend * square(x);
  const int beyond = std::max(0, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(sum))) - 24);
  const float size = std::ldexp(static_cast<float>(sum >> beyond), beyond - 37);
  return quarter < 2 ? size : -size;
}

/// In steps of 2^-25 turns: the product with 1 / 2 pi is cut to a float32, then to a whole number.
std::uint32_t steps_of(float angle) {
  constexpr float kTurns = 0.15915494f;
  constexpr std::uint64_t kBeyondFloat = (std::uint64_t{1} << 29) - 1;
  const auto exact = std::bit_cast<std::uint64_t>(double{angle} * double{kTurns});
  return static_cast<std::uint32_t>(std::bit_cast<double>(exact & ~kBeyondFloat) * 0x1p25);
}

// CUDA's own polynomials
// ---------------------------------------------------------------------------------------
//
// Their order of rounding is that of the code which CUDA 13's compiler makes of logf(), log() and sincospi().

template <class T, std::size_t N>
T polynomial(const T (&highest_first)[N], T x) {
  T sum = highest_first[0];
  for (std::size_t i = 1; i < N; ++i) sum = std::fma(sum, x, highest_first[i]);
  return sum;
}

/// Of a normal number up to 1. It is m 2^e with m in [2/3, 4/3).
float log_of(float value) {
  constexpr float kSeries[] = {-0x1.0aa04ep-3f, 0x1.2073ecp-3f,  -0x1.f19b98p-4f,
                               0x1.1e52aap-3f,  -0x1.55b172p-3f, 0x1.99da16p-3f,
                               -0x1.fffe44p-3f, 0x1.5554fp-2f,   -0.5f};
  const auto bits = std::bit_cast<std::int32_t>(value);
  const std::int32_t exponent = (bits - 0x3f2aaaab) & ~0x7fffff;
  const float above = std::bit_cast<float>(bits - exponent) - 1;
  const float curve = above * polynomial(kSeries, above);
  return std::fma(static_cast<float>(exponent) * 0x1p-23f, 0x1.62e43p-1f, std::fma(curve, above, above));
}

/// The card's approximation of 1 / b, which looks at the upper half of b alone, with one step of iteration:
/// mostly, not always, the nearest number. (The approximation is reproduced but for
/// one number in sixty; one logarithm in a million depends on it at all.)
double inverse_of(double b) {
  const double cut = std::bit_cast<double>(std::bit_cast<std::uint64_t>(b) & ~std::uint64_t{0xffffffff});
  const double scale = b < 2 ? 0x1p21 : 0x1p22;
  const double near = std::floor(scale / cut + 0.07) / scale;
  const double miss = std::fma(-b, near, 1.0);
  return std::fma(std::fma(miss, miss, miss), near, near);
}

/// Of a normal number up to 1: m 2^e with m up to 1.414, and log m = 2 artanh((m - 1) / (m + 1)).
double log_of(double value) {
  constexpr double kSeries[] = {0x1.1380b3ae80f1ep-20, 0x1.0ee258b7a8b04p-18, 0x1.3b2669f02676fp-16,
                                0x1.745cba9ab0956p-14, 0x1.c71c72d1b5154p-12, 0x1.24924923be72dp-9,
                                0x1.999999999a3c4p-7,  0x1.5555555555554p-4};
  constexpr double kLog2 = 0x1.62e42fefa39efp-1, kLog2Rest = 0x1.abc9e3b39803fp-56;
  auto bits = std::bit_cast<std::uint64_t>(value);
  double e = static_cast<double>(static_cast<std::int64_t>(bits >> 52)) - 1023;
  bits = (bits & 0xfffffffffffff) | 0x3ff0000000000000;
  if (bits >> 32 >= 0x3ff6a09f) bits -= std::uint64_t{1} << 52, ++e;
  const double m = std::bit_cast<double>(bits), below = m - 1;
  const double inverse = inverse_of(m + 1);
  const double product = below * inverse, x = std::fma(below, inverse, product), xx = x * x;
  const double twice = 2 * (below - x);
  const double lost = inverse * std::fma(-x, below, twice);
  const double tail = std::fma(xx * polynomial(kSeries, xx), x, lost);
  const double head = std::fma(e, kLog2, x);
  const double head_lost = std::fma(-e, kLog2, head) - x;
  return head + std::fma(e, kLog2Rest, tail - head_lost);
}

/// sin(pi x) and cos(pi x), 0 <= x <= 2.
std::array<double, 2> sin_cos_pi(double x) {
  constexpr double kPi = 0x1.921fb54442d18p+1, kPiRest = 0x1.1a62633145c07p-53;
  constexpr double kCosine[] = {-0x1.8ff8320fd8164p-37,
                                0x1.1eea7c1ef8528p-29,
                                -0x1.27e4f8e06e6d9p-22,
                                0x1.a01a019ddbce9p-16,
                                -0x1.6c16c16c15d47p-10,
                                0x1.5555555555551p-5,
                                -0.5,
                                1};
  constexpr double kSine[] = {0x1.5db65f9785ebap-33,  -0x1.ae5f12cb0d246p-26, 0x1.71de369ace392p-19,
                              -0x1.a01a019db62a1p-13, 0x1.1111111110818p-7,   -0x1.5555555555554p-3};
  const double halves = std::nearbyint(2 * x);
  const double rest = std::fma(-halves, 0.5, x);
  const double angle = std::fma(rest, kPi, rest * kPiRest), squared = angle * angle;
  double cosine = polynomial(kCosine, squared);
  double sine = std::fma(polynomial(kSine, squared) * squared, angle, angle);
  const int turn = static_cast<int>(halves) & 3;
  if (turn % 2 == 1) {
    const double was = sine;
    sine = cosine, cosine = -was;
  }
  if (turn >= 2) sine = -sine, cosine = -cosine;
  if (x == std::trunc(x)) sine = x * 0;
  return {sine, cosine + 0.0};
}

}  // namespace

float unit_float(std::uint32_t bits) {
  return std::fma(static_cast<float>(bits), 0x1p-32f, 0x1p-33f);
}

double unit_double(std::uint32_t low, std::uint32_t high) {
  const std::uint64_t bits = std::uint64_t{low} ^ (std::uint64_t{high} << 21);
  return std::fma(static_cast<double>(bits), 0x1p-53, 0x1p-54);
}

std::array<float, 2> approximate_sin_cos(float angle) {
  const std::uint32_t steps = steps_of(angle);
  return {sine(steps), sine(steps + (1u << kQuarterBits))};
}

std::array<float, 2> normal_pair(std::uint32_t radius_bits, std::uint32_t angle_bits) {
  constexpr float kUnitAngle = 1.46291807926715968e-09f;  // 2 pi 2^-32
  const float angle = std::fma(static_cast<float>(angle_bits), kUnitAngle, kUnitAngle / 2);
  const float radius = std::sqrt(-2.0f * log_of(unit_float(radius_bits)));
  const std::array<float, 2> at = approximate_sin_cos(angle);
  return {at[0] * radius, at[1] * radius};
}

std::array<double, 2> normal_pair(const std::array<std::uint32_t, 4>& bits) {
  const double radius = std::sqrt(-2.0 * log_of(unit_double(bits[0], bits[1])));
  const std::array<double, 2> at = sin_cos_pi(2 * unit_double(bits[2], bits[3]));
  return {at[0] * radius, at[1] * radius};
}

}  // namespace todevice::sim
