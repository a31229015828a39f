// SPDX-License-Identifier: Apache-2.0
#include "buffer.h"

#include <cmath>
#include <cstring>

#include "core/dispatch.h"

namespace todevice::testing {

namespace {

std::vector<std::byte> encode(const Numbers& values, DType dtype) {
  std::vector<std::byte> bytes(values.size() * item_size(dtype));
  dispatch(dtype, [&]<class T>() {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const T value = convert<T>(values[i]);
      std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
    }
  });
  return bytes;
}

Numbers decode(const std::vector<std::byte>& bytes, DType dtype) {
  Numbers values(bytes.size() / item_size(dtype));
  dispatch(dtype, [&]<class T>() {
    for (std::size_t i = 0; i < values.size(); ++i) {
      T value;
      std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
      values[i] = convert<double>(value);
    }
  });
  return values;
}

double tolerance(DType dtype) {
  switch (dtype) {
    case DType::float64:
      return 1e-12;
    case DType::float32:
      return 2e-6;
    case DType::float16:
      return 2e-3;
    case DType::bfloat16:
      return 2e-2;
    default:
      return 0;
  }
}

}  // namespace

Buffer::Buffer(Place place, DType dtype, const Shape& shape, const Numbers& values)
    : place_(place),
      dtype_(dtype),
      shape_(shape),
      bytes_(static_cast<std::size_t>(numel(shape)) * item_size(dtype)),
      data_(place.backend->allocate(place.index, bytes_)) {
  const std::vector<std::byte> host = encode(values, dtype);
  place_.backend->copy(place_.device(), data_, kCpu, host.data(), bytes_, true);
}

Buffer::Buffer(Place place, DType dtype, const Shape& shape, double value)
    : Buffer(place, dtype, shape, Numbers(static_cast<std::size_t>(numel(shape)), value)) {}

Buffer::~Buffer() {
  place_.backend->deallocate(place_.index, data_, bytes_);
}

View Buffer::view(const Shape& shape, const Strides& strides, std::int64_t offset) const {
  auto* start = static_cast<std::byte*>(data_) + offset * static_cast<std::int64_t>(item_size(dtype_));
  return {start, dtype_, shape, strides};
}

Numbers Buffer::values() const {
  std::vector<std::byte> host(bytes_);
  place_.backend->copy(kCpu, host.data(), place_.device(), data_, bytes_, true);
  return decode(host, dtype_);
}

Numbers rounded(const Numbers& values, DType dtype) {
  return decode(encode(values, dtype), dtype);
}

std::string difference(const Numbers& found, const Numbers& wanted, DType dtype) {
  if (found.size() != wanted.size()) return "another number of elements";
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double a = found[i], b = wanted[i];
    const bool same = a == b || (std::isnan(a) && std::isnan(b));
    if (same || std::fabs(a - b) <= tolerance(dtype) * std::max(1.0, std::fabs(b))) continue;
    return "element " + std::to_string(i) + " is " + std::to_string(a) + " instead of " + std::to_string(b);
  }
  return {};
}

}  // namespace todevice::testing
