// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "backend/backend.h"
#include "backend/kernels.h"

namespace todevice::testing {

using Numbers = std::vector<double>;

/// The device under test: a backend and a logical index of it.
struct Place {
  Backend* backend = nullptr;
  int index = 0;
  Device device() const {
    return backend->device_type() == DeviceType::cpu ? kCpu : Device(DeviceType::cuda, index);
  }
  Kernels& kernels() const { return backend->kernels(index); }
};

/// Memory of the device under test with numbers in it, contiguous. Talks to the backend alone.
class Buffer {
 public:
  Buffer(Place place, DType dtype, const Shape& shape, const Numbers& values);
  /// As many elements as the shape has, each `value`.
  Buffer(Place place, DType dtype, const Shape& shape, double value = 0);
  ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  /// All of it; another shape over the same elements; and any strides from an offset.
  View view() const { return {data_, dtype_, shape_, contiguous_strides(shape_)}; }
  View view(const Shape& shape, const Strides& strides, std::int64_t offset = 0) const;
  Numbers values() const;
  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

 private:
  Place place_;
  DType dtype_;
  Shape shape_;
  std::size_t bytes_;
  void* data_;
};

/// What is left of the numbers in a dtype.
Numbers rounded(const Numbers& values, DType dtype);

/// "" when every number is as near as the dtype allows; else which is not.
std::string difference(const Numbers& found, const Numbers& wanted, DType dtype);

}  // namespace todevice::testing
