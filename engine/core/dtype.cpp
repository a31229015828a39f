// SPDX-License-Identifier: Apache-2.0
#include "core/dtype.h"

#include <algorithm>
#include <array>

namespace todevice {

namespace {

struct Traits {
  std::size_t size;
  std::string_view name, scalar_name;
};
constexpr std::array<Traits, kDTypeCount> kTraits = {{{1, "bool", "Bool"},
                                                      {1, "uint8", "Byte"},
                                                      {1, "int8", "Char"},
                                                      {2, "int16", "Short"},
                                                      {4, "int32", "Int"},
                                                      {8, "int64", "Long"},
                                                      {2, "float16", "Half"},
                                                      {2, "bfloat16", "BFloat16"},
                                                      {4, "float32", "Float"},
                                                      {8, "float64", "Double"}}};
const Traits& traits(DType dtype) {
  return kTraits[static_cast<std::size_t>(dtype)];
}

}  // namespace

std::size_t item_size(DType dtype) {
  return traits(dtype).size;
}
std::string_view dtype_name(DType dtype) {
  return traits(dtype).name;
}
std::string_view scalar_type_name(DType dtype) {
  return traits(dtype).scalar_name;
}
bool is_floating_point(DType dtype) {
  return dtype >= DType::float16;
}
bool is_integral(DType dtype) {
  return dtype >= DType::uint8 && dtype <= DType::int64;
}

DType promote_types(DType a, DType b) {
  if (a == b) return a;
  const DType low = std::min(a, b);
  const DType high = std::max(a, b);
  if (low == DType::float16 && high == DType::bfloat16) return DType::float32;  // neither holds the other
  if (low == DType::uint8 && high == DType::int8) return DType::int16;
  return high;  // the enum is in order of promotion
}

}  // namespace todevice
