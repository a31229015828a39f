// SPDX-License-Identifier: Apache-2.0
#include "ops/generator.h"

#include <random>

#include "backend/kernels.h"
#include "backend/registry.h"

namespace todevice::ops {

namespace {

constexpr std::uint64_t kDefaultSeed = 67280421310721;  // PyTorch's, when nobody seeded

Kernels& kernels(Device device) {
  Backend& backend = registry::of(device);  // which starts CUDA
  return backend.kernels(device.is_cuda() ? registry::resolve(device).index() : 0);
}

}  // namespace

Generator::Generator(Device device) : device_(device) {
  Kernels& k = kernels(device_);
  const std::vector<std::byte> own = k.random_state();
  k.manual_seed(kDefaultSeed);
  state_ = k.random_state();
  k.set_random_state(own);
}

Generator Generator::default_of(Device device) {
  return {device, Default{}};
}

void Generator::manual_seed(std::uint64_t seed) {
  const DrawFrom here(this);
  kernels(device_).manual_seed(seed);
}

std::uint64_t Generator::initial_seed() {
  const DrawFrom here(this);
  return kernels(device_).initial_seed();
}

std::uint64_t Generator::seed() {
  const std::uint64_t value = random_seed();
  manual_seed(value);
  return value;
}

std::vector<std::byte> Generator::state() {
  return is_default_ ? kernels(device_).random_state() : state_;
}

void Generator::set_state(std::span<const std::byte> state) {
  const DrawFrom here(this);
  kernels(device_).set_random_state(state);
}

DrawFrom::DrawFrom(Generator* generator) : generator_(generator) {
  if (generator_ && generator_->is_default_) generator_ = nullptr;
  if (!generator_) return;
  Kernels& k = kernels(generator_->device_);
  own_ = k.random_state();
  k.set_random_state(generator_->state_);
}

DrawFrom::~DrawFrom() {
  if (!generator_) return;
  Kernels& k = kernels(generator_->device_);
  generator_->state_ = k.random_state();
  k.set_random_state(own_);
}

std::uint64_t random_seed() {
  std::random_device entropy;
  // 53 bits, as PyTorch takes them: what a double holds exactly.
  return ((std::uint64_t{entropy()} << 32) | entropy()) & ((std::uint64_t{1} << 53) - 1);
}

}  // namespace todevice::ops
