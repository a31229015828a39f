// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace todevice::worker {

/// The handwritten digits, read from the copy inside this program.
struct Digits {
  static constexpr int kPixels = 64;
  std::vector<float> pixels;         ///< a row of kPixels for each image, 0...1
  std::vector<std::int64_t> labels;  ///< 0...9
  std::size_t training = 0;          ///< that many come first; the others are for the test
  std::size_t count() const { return labels.size(); }
};

/// The images in a fixed random order (a shuffle by MT19937 with seed 0), four in five of them for training.
/// Throws std::runtime_error.
Digits load_digits();

}  // namespace todevice::worker
