// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "backend/kernels.h"
#include "backend/registry.h"
#include "core/dispatch.h"

namespace todevice::testing {

inline constexpr Device kGpu{DeviceType::cuda, 0};

/// The same bytes on the host and on the GPU.
class Twin {
 public:
  Twin(DType dtype, std::int64_t count)
      : dtype_(dtype), bytes_(static_cast<std::size_t>(count) * item_size(dtype)) {
    host_.resize(bytes_);
    gpu_ = registry::of(kGpu).allocate(0, bytes_);
  }
  ~Twin() { registry::of(kGpu).deallocate(0, gpu_, bytes_); }
  Twin(const Twin&) = delete;
  Twin& operator=(const Twin&) = delete;

  template <class F>
  Twin& set(F value_of) {
    dispatch(dtype_, [&]<class T>() {
      auto* values = reinterpret_cast<T*>(host_.data());
      for (std::size_t i = 0; i < bytes_ / sizeof(T); ++i) values[i] = convert<T>(value_of(i));
    });
    send();
    return *this;
  }
  void send() { registry::of(kGpu).copy(kGpu, gpu_, kCpu, host_.data(), bytes_, true); }
  std::vector<double> host() const { return numbers(host_); }
  std::vector<double> gpu() const {
    std::vector<std::byte> back(bytes_);
    registry::of(kGpu).copy(kCpu, back.data(), kGpu, gpu_, bytes_, true);
    return numbers(back);
  }
  View host_view(const Shape& shape, const Strides& strides, std::int64_t offset = 0) {
    return {host_.data() + offset * static_cast<std::int64_t>(item_size(dtype_)), dtype_, shape, strides};
  }
  View gpu_view(const Shape& shape, const Strides& strides, std::int64_t offset = 0) {
    return {static_cast<std::byte*>(gpu_) + offset * static_cast<std::int64_t>(item_size(dtype_)), dtype_,
            shape, strides};
  }

 private:
  std::vector<double> numbers(const std::vector<std::byte>& bytes) const {
    std::vector<double> result;
    dispatch(dtype_, [&]<class T>() {
      const auto* values = reinterpret_cast<const T*>(bytes.data());
      for (std::size_t i = 0; i < bytes_ / sizeof(T); ++i) result.push_back(convert<double>(values[i]));
    });
    return result;
  }

  DType dtype_;
  std::size_t bytes_;
  std::vector<std::byte> host_;
  void* gpu_ = nullptr;
};

/// Counts what was compared and says what differed.
struct Score {
  int checked = 0, failed = 0;

  void expect(bool fine, const std::string& what) {
    ++checked;
    if (fine) return;
    if (++failed <= 40) std::printf("FAIL %s\n", what.c_str());
  }
  /// |got - wanted| <= tolerance * (1 + |wanted|), element by element; NaN equals NaN alone.
  void near(const std::vector<double>& got, const std::vector<double>& wanted, double tolerance,
            const std::string& what) {
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const double a = got[i], b = wanted[i];
      const bool same = a == b || (std::isnan(a) && std::isnan(b));
      if (same || std::fabs(a - b) <= tolerance * (1 + std::fabs(b))) continue;
      return expect(false, what + ": element " + std::to_string(i) + " is " + std::to_string(a) + ", not " +
                               std::to_string(b));
    }
    expect(true, what);
  }
};

inline double tolerance_of(DType dtype) {
  switch (dtype) {
    case DType::float16:
      return 2e-3;
    case DType::bfloat16:
      return 2e-2;
    case DType::float32:
      return 4e-6;
    case DType::float64:
      return 1e-12;
    default:
      return 0;
  }
}

inline Kernels& host_kernels() {
  return registry::host().kernels(0);
}
inline Kernels& gpu_kernels() {
  return registry::of(kGpu).kernels(0);
}

}  // namespace todevice::testing
