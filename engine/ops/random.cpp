// SPDX-License-Identifier: Apache-2.0
#include "ops/random.h"

#include <cmath>

#include "backend/registry.h"
#include "ops/checks.h"
#include "ops/creation.h"

namespace todevice::ops {

using namespace detail;

namespace {

Tensor made(const Shape& shape, TensorOptions options) {
  if (options.requires_grad && !is_floating_point(options.dtype)) {
    throw Error("Only Tensors of floating point and complex dtype can require gradients");
  }
  return Tensor::empty(shape, options);
}

}  // namespace

Tensor rand(const Shape& shape, TensorOptions options) {
  if (!is_floating_point(options.dtype)) throw_not_implemented("check_uniform_bounds", options.dtype);
  Tensor out = made(shape, options);
  if (out.numel() > 0) kernels_of(out).uniform(view_of(out), 0, 1);
  return out;
}

Tensor randn(const Shape& shape, TensorOptions options) {
  if (!is_floating_point(options.dtype)) {
    throw_not_implemented(options.device.is_cuda() ? "normal_kernel_cuda" : "normal_kernel_cpu",
                          options.dtype);
  }
  Tensor out = made(shape, options);
  if (out.numel() > 0) kernels_of(out).normal(view_of(out), 0, 1);
  return out;
}

Tensor randint(std::int64_t low, std::int64_t high, const Shape& shape, TensorOptions options) {
  if (low >= high) {
    throw Error("random_ expects 'from' to be less than 'to', but got from=" + std::to_string(low) +
                " >= to=" + std::to_string(high));
  }
  Tensor out = made(shape, options);
  if (out.numel() > 0) kernels_of(out).random_int(view_of(out), low, high);
  return out;
}

// PyTorch's shuffle: place i changes with one of the n - i places from i on, one draw each.
Tensor randperm(std::int64_t n, TensorOptions options) {
  if (n < 0) throw Error("n must be non-negative, got" + std::to_string(n));
  std::vector<std::int64_t> order(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i) order[static_cast<std::size_t>(i)] = i;
  const Tensor drawn = Tensor::empty({1}, {DType::int64, kCpu});
  const View view = view_of(drawn);
  for (std::int64_t i = 0; i < n - 1; ++i) {
    kernels_of(drawn).random_int(view, 0, n - i);
    std::swap(order[static_cast<std::size_t>(i)],
              order[static_cast<std::size_t>(i + *static_cast<const std::int64_t*>(drawn.data_ptr()))]);
  }
  return from_host(order.data(), {n}, {DType::int64, kCpu}).to({options.device, options.dtype});
}

namespace {

std::string number(double value) {
  std::string text = std::to_string(value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace

void uniform_(const Tensor& x, double from, double to) {
  autograd::check_in_place(x);
  check_writable(x);
  if (!is_floating_point(x.dtype())) throw_not_implemented("check_uniform_bounds", x.dtype());
  if (from > to) {
    throw Error("uniform_ expects to return a [from, to) range, but found from=" + number(from) +
                " > to=" + number(to));
  }
  if (x.numel() > 0) kernels_of(x).uniform(view_of(x), from, to);
  x.storage()->bump_version();
}

void normal_(const Tensor& x, double mean, double std) {
  autograd::check_in_place(x);
  check_writable(x);
  if (std < 0) throw Error("normal expects std >= 0.0, but found std " + number(std));
  if (!is_floating_point(x.dtype())) {
    throw_not_implemented(x.is_cuda() ? "normal_kernel_cuda" : "normal_kernel_cpu", x.dtype());
  }
  if (x.numel() > 0) kernels_of(x).normal(view_of(x), mean, std);
  x.storage()->bump_version();
}

namespace {

void seed_all(Backend& cuda, std::uint64_t seed) {
  for (int i = 0; i < cuda.device_count(); ++i) cuda.kernels(i).manual_seed(seed);
}

}  // namespace

void manual_seed(std::uint64_t seed) {
  static std::uint64_t waiting = 0;
  static bool asked = false;
  registry::host().kernels(0).manual_seed(seed);
  waiting = seed;
  if (registry::cuda_initialized()) return seed_all(*registry::cuda(), seed);
  if (!asked) registry::at_cuda_start([](Backend& cuda) { seed_all(cuda, waiting); });
  asked = true;
}

std::uint64_t initial_seed() {
  return registry::host().kernels(0).initial_seed();
}

}  // namespace todevice::ops
