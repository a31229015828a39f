// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>

namespace todevice {

/// Most dimensions a tensor can have. PyTorch allows 64; more than 8 raises an Error that says so.
inline constexpr int kMaxDims = 8;

/// A short list of sizes (or of strides, in elements), kept inline: no allocation, trivially copyable, so
/// that kernels on any device take it by value.
class Dims {
 public:
  constexpr Dims() = default;
  Dims(std::initializer_list<std::int64_t> values);
  explicit Dims(std::span<const std::int64_t> values);

  constexpr int count() const { return count_; }
  constexpr std::int64_t operator[](int i) const { return values_[static_cast<std::size_t>(i)]; }
  constexpr std::int64_t& operator[](int i) { return values_[static_cast<std::size_t>(i)]; }
  /// Throws Error when there are kMaxDims already.
  void push_back(std::int64_t value);
  void insert(int at, std::int64_t value);
  void erase(int at);

  constexpr const std::int64_t* begin() const { return values_.data(); }
  constexpr const std::int64_t* end() const { return values_.data() + count_; }
  constexpr std::int64_t* begin() { return values_.data(); }
  constexpr std::int64_t* end() { return values_.data() + count_; }

  friend bool operator==(const Dims& a, const Dims& b);

 private:
  std::array<std::int64_t, kMaxDims> values_{};
  int count_ = 0;
};

using Shape = Dims;
using Strides = Dims;

/// Product of the sizes; 1 for no dimension. Throws Error when 63 bits do not hold it.
std::int64_t numel(const Shape& shape);
/// Row-major strides in elements, as PyTorch gives to a new tensor. Throws Error when 63 bits do not hold
/// one.
Strides contiguous_strides(const Shape& shape);
/// "[3, 3]".
std::string to_string(const Dims& dims);
/// A dimension as written, negative counted from the end, made plain.
/// Throws IndexError with PyTorch's "Dimension out of range (expected to be in range of [-2, 1], but got 5)".
int wrap_dim(std::int64_t dim, int count);
/// The shape that both broadcast to. Throws Error with PyTorch's "The size of tensor a (3) must match ...".
Shape broadcast_shapes(const Shape& a, const Shape& b);

}  // namespace todevice
