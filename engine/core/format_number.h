// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/dtype.h"

namespace todevice::format {

/// Host copy of some elements, ready to print: floats as double, everything else as 64-bit integers.
struct Numbers {
  DType dtype = DType::float32;
  std::vector<double> floats;
  std::vector<std::int64_t> integers;
};

/// One width and one notation for all elements of a tensor, chosen by their values as PyTorch does.
class ElementFormat {
 public:
  explicit ElementFormat(const Numbers& shown);
  std::size_t width() const { return width_; }
  /// Padded to width().
  std::string operator()(const Numbers& from, std::size_t i) const;

 private:
  void choose_for_floats(const std::vector<double>& values);
  std::string plain(double value) const;
  bool whole_ = true;  ///< every value is an integer: "1." for 1.0
  bool scientific_ = false;
  std::size_t width_ = 1;
};

}  // namespace todevice::format
