// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTest>

#include <cstring>
#include <initializer_list>
#include <string>
#include <vector>

#include "backend/registry.h"
#include "backend/sim/sim.h"
#include "core/errors.h"
#include "ops/ops.h"

/// Short ways to make tensors and to look at them, for tests.
namespace todevice::testing {

inline constexpr Device kGpu0{DeviceType::cuda, 0};
inline constexpr Device kGpu1{DeviceType::cuda, 1};

/// Before the first use of CUDA in a test program: simulated GPUs.
inline void simulate(int count) {
  qunsetenv("CUDA_VISIBLE_DEVICES");
  qunsetenv("CUDA_DEVICE_ORDER");
  registry::set_cuda(sim::make_backend(sim::machine(count)));
}

inline Tensor make(const std::vector<double>& values, const Shape& shape, Device device = kCpu,
                   DType dtype = DType::float32) {
  const Tensor wide = ops::from_host(values.data(), shape, {DType::float64, kCpu});
  return ops::copy_to(wide, device, dtype);
}

/// A row of numbers.
inline Tensor row(const std::vector<double>& values, Device device = kCpu, DType dtype = DType::float32) {
  return make(values, {static_cast<std::int64_t>(values.size())}, device, dtype);
}

inline Tensor leaf(const std::vector<double>& values, const Shape& shape, Device device = kCpu,
                   DType dtype = DType::float32) {
  Tensor t = make(values, shape, device, dtype);
  t.set_requires_grad(true);
  return t;
}

inline Tensor leaf(const std::vector<double>& values, Device device = kCpu) {
  return leaf(values, {static_cast<std::int64_t>(values.size())}, device);
}

/// Where `.to()` shall go.
inline ToOptions on(Device device, std::optional<DType> dtype = {}) {
  return {device, dtype};
}
inline ToOptions as(DType dtype) {
  return {{}, dtype};
}

inline std::vector<double> values(const Tensor& t) {
  const Tensor wide = ops::copy_to(t.detach(), kCpu, DType::float64);
  const std::vector<std::byte> bytes = ops::to_host(wide);
  std::vector<double> out(bytes.size() / sizeof(double));
  if (!out.empty()) std::memcpy(out.data(), bytes.data(), bytes.size());
  return out;
}

using Numbers = std::vector<double>;

/// What the call throws: its text, or "no error".
template <class Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

/// Does the call throw exactly this exception?
template <class Expected, class Call>
bool throws(Call call) {
  try {
    call();
  } catch (const Expected&) {
    return true;
  } catch (...) {
  }
  return false;
}

}  // namespace todevice::testing
