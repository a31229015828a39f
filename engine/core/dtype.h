// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace todevice {

/// Element types, in PyTorch's order of type promotion within each kind.
enum class DType : std::uint8_t {
  boolean,
  uint8,
  int8,
  int16,
  int32,
  int64,
  float16,
  bfloat16,
  float32,
  float64
};
inline constexpr int kDTypeCount = 10;

/// Bytes of one element.
std::size_t item_size(DType dtype);
/// "float32", "bool": what stands behind `torch.`.
std::string_view dtype_name(DType dtype);
/// "Float", "Long", "Half": how PyTorch's error messages call it.
std::string_view scalar_type_name(DType dtype);
bool is_floating_point(DType dtype);
/// Integers without bool.
bool is_integral(DType dtype);
/// The smallest type that both convert to, by PyTorch's table (for tensors of the same category of
/// dimension).
DType promote_types(DType a, DType b);

}  // namespace todevice
