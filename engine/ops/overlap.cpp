// SPDX-License-Identifier: Apache-2.0
#include "ops/checks.h"

namespace todevice::ops::detail {

namespace {

/// The first and last byte that a tensor touches.
std::pair<std::int64_t, std::int64_t> extent(const Tensor& t) {
  std::int64_t last = t.storage_offset();
  for (int i = 0; i < t.dim(); ++i) last += (t.shape()[i] - 1) * t.strides()[i];
  const auto size = static_cast<std::int64_t>(item_size(t.dtype()));
  return {t.storage_offset() * size, (last + 1) * size - 1};
}

}  // namespace

void check_writable(const Tensor& out) {
  for (int i = 0; i < out.dim(); ++i) {
    if (out.strides()[i] == 0 && out.shape()[i] > 1) {
      throw Error(
          "unsupported operation: more than one element of the written-to tensor refers to a single memory "
          "location. Please clone() the tensor before performing the operation.");
    }
  }
}

Tensor unstretched(const Tensor& x) {
  Shape shape = x.shape();
  for (int i = 0; i < x.dim(); ++i) {
    if (x.strides()[i] == 0 && shape[i] > 1) shape[i] = 1;
  }
  return shape == x.shape() ? x : x.as_strided(shape, x.strides(), x.storage_offset());
}

bool overlaps(const Tensor& in, const Tensor& out) {
  if (in.storage() != out.storage() || in.numel() == 0 || out.numel() == 0) return false;
  const auto [first, last] = extent(in);
  const auto [out_first, out_last] = extent(out);
  if (last < out_first || out_last < first) return false;
  if (first == out_first && last == out_last && in.strides() == out.strides()) return false;
  if (is_dense(in) && is_dense(out)) throw_overlap();
  return true;
}

void throw_overlap() {
  throw Error(
      "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single "
      "memory location. Please clone() the tensor before performing the operation.");
}

}  // namespace todevice::ops::detail
