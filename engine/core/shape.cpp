// SPDX-License-Identifier: Apache-2.0
#include "core/shape.h"

#include <algorithm>

#include "core/errors.h"

namespace todevice {

namespace {

[[noreturn]] void throw_too_many() {
  throw NotImplementedError("ToDevice's tensors have at most " + std::to_string(kMaxDims) + " dimensions");
}

}  // namespace

Dims::Dims(std::initializer_list<std::int64_t> values)
    : Dims(std::span<const std::int64_t>(values.begin(), values.size())) {}

Dims::Dims(std::span<const std::int64_t> values) {
  if (values.size() > static_cast<std::size_t>(kMaxDims)) throw_too_many();
  std::copy(values.begin(), values.end(), values_.begin());
  count_ = static_cast<int>(values.size());
}

void Dims::push_back(std::int64_t value) {
  if (count_ == kMaxDims) throw_too_many();
  values_[static_cast<std::size_t>(count_++)] = value;
}

void Dims::insert(int at, std::int64_t value) {
  push_back(value);
  std::rotate(begin() + at, end() - 1, end());
}

void Dims::erase(int at) {
  std::copy(begin() + at + 1, end(), begin() + at);
  --count_;
}

bool operator==(const Dims& a, const Dims& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

std::int64_t numel(const Shape& shape) {
  std::int64_t n = 1;
  for (const std::int64_t size : shape) {
    if (__builtin_mul_overflow(n, size, &n)) throw Error("numel: integer multiplication overflow");
  }
  return n;
}

Strides contiguous_strides(const Shape& shape) {
  Strides strides = shape;
  std::int64_t step = 1;
  for (int i = shape.count() - 1; i >= 0; --i) {
    strides[i] = step;
    if (__builtin_mul_overflow(step, std::max<std::int64_t>(shape[i], 1), &step)) {
      throw Error("Stride calculation overflowed");
    }
  }
  return strides;
}

std::string to_string(const Dims& dims) {
  std::string text = "[";
  for (int i = 0; i < dims.count(); ++i) text += (i ? ", " : "") + std::to_string(dims[i]);
  return text + "]";
}

int wrap_dim(std::int64_t dim, int count) {
  const int range = std::max(count, 1);  // a 0-dim tensor takes 0 and -1
  if (dim < -range || dim >= range) {
    throw IndexError("Dimension out of range (expected to be in range of [" + std::to_string(-range) + ", " +
                     std::to_string(range - 1) + "], but got " + std::to_string(dim) + ")");
  }
  return static_cast<int>(dim < 0 ? dim + range : dim);
}

Shape broadcast_shapes(const Shape& a, const Shape& b) {
  const int count = std::max(a.count(), b.count());
  Shape out = a.count() >= b.count() ? a : b;
  for (int i = count - 1; i >= 0; --i) {
    const int ia = i - (count - a.count());
    const int ib = i - (count - b.count());
    const std::int64_t sa = ia >= 0 ? a[ia] : 1;
    const std::int64_t sb = ib >= 0 ? b[ib] : 1;
    if (sa != sb && sa != 1 && sb != 1) {
      throw Error("The size of tensor a (" + std::to_string(sa) + ") must match the size of tensor b (" +
                  std::to_string(sb) + ") at non-singleton dimension " + std::to_string(i));
    }
    out[i] = sa == 1 ? sb : sa;
  }
  return out;
}

}  // namespace todevice
