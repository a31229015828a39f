// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/tensor.h"

namespace todevice {

/// torch.set_printoptions: how many digits and elements `repr` shows.
struct PrintOptions {
  int precision = 4;
  int threshold = 1000;
  int edge_items = 3;
  int line_width = 80;
  /// Absent: chosen by the values, as PyTorch.
  enum class Sci { choose, never, always } sci_mode = Sci::choose;
  DType default_dtype = DType::float32;  ///< the floating dtype that is not named
};
PrintOptions& print_options();

/// What print(tensor) shows, to the character: "tensor([1., 1.], device='cuda:0')". Copies to the host.
std::string repr(const Tensor& tensor);
/// The same with another word in front ("Parameter containing:\ntensor(...)" is put together by the caller).
std::string repr_with_prefix(const Tensor& tensor, std::string_view prefix);
/// One short line for a table: the first six elements in row-major order, "1., 2., 3., 4., 5., 6., …" where
/// there are more. Copies no others, and makes nothing on the tensor's device.
std::string summary(const Tensor& tensor);

}  // namespace todevice
