// SPDX-License-Identifier: Apache-2.0
#include "ops/creation.h"

#include <cmath>

#include "core/decimal_text.h"
#include "ops/checks.h"

namespace todevice::ops {

using namespace detail;

void set(const Tensor& t, Scalar value) {
  if (t.numel() > 0) kernels_of(t).fill(view_of(t), value);
}

namespace {

std::int64_t arange_length(Scalar start, Scalar end, Scalar step, DType dtype) {
  if (is_integral(dtype)) {
    for (const Scalar number : {start, end, step}) {
      if (number.is_large()) check_fits(number, DType::int64);
    }
  }
  if (dtype == DType::int64) step = step.to_int64();
  const double s = step.to_double();
  if (!(s > 0 || s < 0)) throw Error("step must be nonzero");
  if (!std::isfinite(start.to_double()) || !std::isfinite(end.to_double())) {
    throw Error("unsupported range: " + decimal::general(start.to_double()) + " -> " +
                decimal::general(end.to_double()));
  }
  if (dtype == DType::int64) {  // PyTorch counts in the dtype, but the length alone in int64
    start = start.to_int64();
    end = end.to_int64();
  }
  if ((s > 0 && start.to_double() > end.to_double()) || (s < 0 && start.to_double() < end.to_double())) {
    throw Error("upper bound and lower bound inconsistent with step sign");
  }
  if (dtype != DType::int64) {
    const double length = std::ceil((end.to_double() - start.to_double()) / s);
    if (!(length < 0x1p63)) throw Error("invalid size, possible overflow?");
    return static_cast<std::int64_t>(length);
  }
  const std::int64_t by = step.to_int64();
  const std::int64_t span = end.to_int64() - start.to_int64();
  return (span + by - (by > 0 ? 1 : -1)) / by;
}

}  // namespace

Tensor full(const Shape& shape, Scalar value, TensorOptions options) {
  check_fits(value, options.dtype);
  return filled(shape, value, options);
}

Tensor filled(const Shape& shape, Scalar value, TensorOptions options) {
  Tensor t = Tensor::empty(shape, options);
  check_fill(value, t);
  set(t, value);
  return t;
}

Tensor zeros(const Shape& shape, TensorOptions options) {
  return full(shape, 0, options);
}

Tensor ones(const Shape& shape, TensorOptions options) {
  return full(shape, 1, options);
}

Tensor arange(Scalar start, Scalar end, Scalar step, TensorOptions options) {
  if (options.dtype == DType::boolean) {
    throw_not_implemented(options.device.is_cuda() ? "arange_cuda" : "arange_cpu", options.dtype);
  }
  const std::int64_t length = arange_length(start, end, step, options.dtype);
  Tensor t = Tensor::empty({length}, options);
  if (length > 0) kernels_of(t).arange(view_of(t), start, step);
  return t;
}

// Counted from whichever end is nearer, as PyTorch does, so that both ends are exact.
Tensor linspace(double start, double end, std::int64_t steps, TensorOptions options) {
  if (steps < 0) throw Error("number of steps must be non-negative");
  if (steps == 0) return Tensor::empty({0}, options);
  for (const double at : {start, end}) check_fits(at, options.dtype);
  if (steps == 1) return full({1}, start, options);
  std::vector<double> values(static_cast<std::size_t>(steps));
  const bool narrow = options.dtype == DType::float32;
  const double by = (end - start) / static_cast<double>(steps - 1);
  for (std::int64_t i = 0; i < steps; ++i) {
    const bool low = i < steps / 2;
    const double k = static_cast<double>(low ? i : steps - 1 - i);
    double value = low ? std::fma(by, k, start) : std::fma(-by, k, end);
    if (narrow) {
      const auto first = static_cast<float>(start), last = static_cast<float>(end);
      const float by32 = (last - first) / static_cast<float>(steps - 1);
      const auto k32 = static_cast<float>(k);
      value = low ? std::fma(by32, k32, first) : std::fma(-by32, k32, last);
    }
    values[static_cast<std::size_t>(i)] = value;
  }
  const Tensor wide = from_host(values.data(), {steps}, {DType::float64, options.device});
  Tensor t = Tensor::empty({steps}, options);
  copy_into(t.detach(), wide);
  return t;
}

Tensor eye(std::int64_t n, std::int64_t m, TensorOptions options) {
  if (n < 0) throw Error("n must be greater or equal to 0, got " + std::to_string(n));
  if (m < 0) throw Error("m must be greater or equal to 0, got " + std::to_string(m));
  Tensor t = zeros({n, m}, options);
  const std::int64_t length = std::min(n, m);
  if (length > 0) set(t.as_strided({length}, {m + 1}, 0), 1);
  return t;
}

}  // namespace todevice::ops
