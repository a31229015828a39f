// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace todevice::sim {

/// The arithmetic that a GPU's normal random numbers go through, bit for bit, so that a seed gives the same
/// numbers on a simulated GPU as on a real one. cuRAND draws them by the Box-Muller transform: for float32
/// with the card's own approximate sine and cosine, which are less exact than any library's.
///
/// Compared with an NVIDIA H200: sine and cosine are equal for every float32 angle of [2^-33, 2 pi], the
/// whole transform for each of 537 million pairs of float32; of 268 million pairs of float64 eight differed
/// in the last place.

/// sin and cos of an angle in [0, 2 pi], as `sin.approx.f32` gives them: absolute error up to 2^-20.5.
std::array<float, 2> approximate_sin_cos(float angle);

/// Two independent normal float32 numbers out of 2 x 32 random bits: curand_normal4's pairs.
std::array<float, 2> normal_pair(std::uint32_t radius_bits, std::uint32_t angle_bits);

/// Two independent normal float64 numbers out of 2 x 64 random bits, of which 53 count:
/// curand_normal2_double.
std::array<double, 2> normal_pair(const std::array<std::uint32_t, 4>& bits);

/// (0, 1]: curand_uniform's number of 32 bits.
float unit_float(std::uint32_t bits);
/// (0, 1]: curand_uniform_double's number of 53 bits.
double unit_double(std::uint32_t low, std::uint32_t high);

}  // namespace todevice::sim
